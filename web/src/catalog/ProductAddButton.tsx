import type { AddStatus } from "../cart/use-add-to-cart";
import * as cartText from "../generated/messages/cart";
import * as catalogText from "../generated/messages/catalog";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";

/** The form's id: the sticky bar's button stands outside it. */
export const PRODUCT_FORM = "buy";

export type AddButtonState = {
  productId: string;
  quantity: string;
  status: AddStatus;
  /** Something is left to be chosen, or cannot be bought. */
  isBlocked: boolean;
};

type Props = AddButtonState & { className?: string; describedBy?: string };

/** One of the two buttons that send a product's form. */
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
      {/* New words in a new node: in the old one they would count as moved. */}
      <span key={label} className={controls.btnLabel}>
        {label}
      </span>
    </button>
  );
}
