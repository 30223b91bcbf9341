import { type RefObject, useEffect, useState } from "react";
import * as catalogText from "../generated/messages/catalog";
import type { PriceView } from "../generated/pricing";
import { Price } from "../pricing/Price";
import { AddedLink } from "./AddedLink";
import { type AddButtonState, ProductAddButton } from "./ProductAddButton";
import styles from "./StickyAddToCart.module.css";

type Props = {
  button: AddButtonState;
  price: PriceView;
  /** The form's button: while it is above the viewport the bar is shown. */
  after: RefObject<HTMLElement | null>;
  hasAdded: boolean;
};

/** Whether an element is above the viewport. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // The observed area extends far down, so that "not intersecting" means above, even after a jump.
    const watcher = new IntersectionObserver(([entry]) => setIsAbove(entry ? !entry.isIntersecting : false), {
      rootMargin: "0px 0px 100000px",
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isAbove;
}

/** The second add button of the same form, on small screens. */
export function StickyAddToCart({ button, price, after, hasAdded }: Props) {
  const isShown = useIsAbove(after);
  return (
    <section className={styles.buybar} aria-label={catalogText.addToCart()} hidden={!isShown}>
      <div>
        <Price {...price} />
      </div>
      <ProductAddButton {...button} />
      {isShown && hasAdded && <AddedLink />}
    </section>
  );
}
