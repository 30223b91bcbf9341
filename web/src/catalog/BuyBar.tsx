import { type ReactNode, type RefObject, useEffect, useState } from "react";
import * as catalogText from "../generated/messages/catalog";
import type { PriceView } from "../generated/pricing";
import { Price } from "../pricing/Price";
import styles from "./BuyBar.module.css";

type Props = {
  /** Null: the product is sold out. */
  price: PriceView | null;
  /** The row of the form's button: while it is out of view the bar is shown. */
  row: RefObject<HTMLElement | null>;
  /** The second add button of the form. It is never disabled: it leads to what is missing. */
  children: ReactNode;
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

/** Price and add button at the foot of small screens, while those of the form are out of view. */
export function BuyBar({ price, row, children }: Props) {
  const isShown = useIsOutOfView(row);
  return (
    <section
      className={styles.buybar}
      aria-label={price ? catalogText.addToCart() : catalogText.outOfStock()}
      hidden={!isShown}
    >
      <div>{price ? <Price {...price} /> : catalogText.outOfStock()}</div>
      {children}
    </section>
  );
}
