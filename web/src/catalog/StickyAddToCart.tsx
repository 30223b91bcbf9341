import { type RefObject, useEffect, useState } from "react";
import * as catalogText from "../generated/messages/catalog";
import type { PriceView } from "../generated/pricing";
import { Price } from "../pricing/Price";
import controls from "../ui/controls.module.css";
import { AddedLink } from "./AddedLink";
import { type AddButtonState, ProductAddButton } from "./ProductAddButton";
import styles from "./StickyAddToCart.module.css";

/** An option that is not chosen yet, and how to lead the shopper to it. */
export type MissingOption = { label: string; show: () => void };

type Props = {
  button: AddButtonState;
  price: PriceView;
  /** The row of the form's button: while it is out of view the bar is shown. */
  row: RefObject<HTMLElement | null>;
  /** Set while the choice cannot be added. */
  missing: MissingOption | null;
  hasAdded: boolean;
};

/** Whether an element is above or below the part of the viewport that the bar leaves free. */
function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver(([entry]) => setIsOut(entry ? !entry.isIntersecting : false), {
      rootMargin: "0px 0px -72px",
      threshold: 0.5,
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isOut;
}

/** The second add button of the same form, on small screens. It is never disabled: it leads to what is missing. */
export function StickyAddToCart({ button, price, row, missing, hasAdded }: Props) {
  const isShown = useIsOutOfView(row);
  return (
    <section className={styles.buybar} aria-label={catalogText.addToCart()} hidden={!isShown}>
      <div>
        <Price {...price} />
      </div>
      {missing ? (
        <button type="button" className={`${controls.btn} ${controls.btnPrimary}`} onClick={missing.show}>
          {catalogText.chooseOne({ name: missing.label })}
        </button>
      ) : (
        <ProductAddButton {...button} />
      )}
      {isShown && hasAdded && <AddedLink />}
    </section>
  );
}
