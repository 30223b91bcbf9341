import type { AddStatus } from "../cart/use-add-to-cart";
import * as cartText from "../generated/messages/cart";
import * as catalogText from "../generated/messages/catalog";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";

/** The id of the product form: the button of the sticky bar is outside of it. */
export const PRODUCT_FORM = "buy";

export type AddButtonState = {
  productId: string;
  quantity: string;
  status: AddStatus;
  /** An option is not chosen yet, or the choice cannot be bought. */
  isBlocked: boolean;
};

type Props = AddButtonState & { className?: string; describedBy?: string };

/** One of the two submit buttons of a product form. */
export function ProductAddButton({ productId, quantity, status, isBlocked, className, describedBy }: Props) {
  const state = (status === "loading" || status === "added") && status;
  const label = {
    idle: isBlocked ? catalogText.chooseOptions() : catalogText.addToCart(),
    refused: catalogText.addToCart(),
    loading: cartText.adding(),
    added: cartText.added(),
  }[status];
  return (
    <button
      type="submit"
      form={PRODUCT_FORM}
      name="add-to-cart"
      value={productId}
      className={classes(controls.btn, controls.btnPrimary, className, "add_to_cart_button", state)}
      data-product_id={productId}
      data-quantity={quantity}
      aria-busy={status === "loading" || undefined}
      data-added={status === "added" || undefined}
      aria-describedby={describedBy}
      disabled={isBlocked}
    >
      {/* A new label gets a new node: a changed node would count as a layout shift. */}
      <span key={label} className={controls.btnLabel}>
        {label}
      </span>
    </button>
  );
}
