import type { RefObject } from "react";
import type { PriceView } from "../generated/pricing";
import controls from "../ui/controls.module.css";
import { AddedLink } from "./AddedLink";
import { BuyBar } from "./BuyBar";
import { type AddButtonState, ProductAddButton } from "./ProductAddButton";

/** What is missing before the product can be added, and how to lead the shopper to it. */
export type MissingOption = { label: string; show: () => void };

type Props = {
  /** Null: the product is sold out, and the bar leads to the alert. */
  button: AddButtonState | null;
  price: PriceView;
  /** The row of the form's button, or the alert: while it is out of view the bar is shown. */
  row: RefObject<HTMLElement | null>;
  /** Set while the choice cannot be added. */
  missing: MissingOption | null;
  hasAdded: boolean;
};

/** The second add button of the same form, on small screens. */
export function StickyAddToCart({ button, price, row, missing, hasAdded }: Props) {
  return (
    <BuyBar price={button ? price : null} row={row}>
      {missing ? (
        <button type="button" className={`${controls.btn} ${controls.btnPrimary}`} onClick={missing.show}>
          {missing.label}
        </button>
      ) : (
        button && <ProductAddButton {...button} />
      )}
      {hasAdded && <AddedLink />}
    </BuyBar>
  );
}
