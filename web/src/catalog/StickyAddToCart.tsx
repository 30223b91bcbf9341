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
  /** The form's own button: while it is above the screen the bar is shown. */
  after: RefObject<HTMLElement | null>;
  hasAdded: boolean;
};

/** Whether an element has been scrolled past. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // The watched window reaches far down, so that "not in it" means above, even after a jump past it.
    const watcher = new IntersectionObserver(([entry]) => setIsAbove(entry ? !entry.isIntersecting : false), {
      rootMargin: "0px 0px 100000px",
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isAbove;
}

/** The small screen's second add button, of the same form. */
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
