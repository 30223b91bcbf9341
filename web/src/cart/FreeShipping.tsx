import type { TotalsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import styles from "./FreeShipping.module.css";

/** How far the order is from free shipping, or that it has reached it. Local pickup is free without it. */
export function FreeShipping({ totals: { freeLeft, shipping } }: { totals: TotalsView }) {
  const isReached = shipping.some((one) => one.byAmount);
  if (!isReached && freeLeft === null) return null;
  const isFree = shipping.some((one) => one.chosen && one.cost === null);
  return (
    <p className={styles.freebar}>
      {!isReached && freeLeft !== null
        ? cartText.freeShippingLeft({ amount: freeLeft })
        : isFree
          ? cartText.freeShippingReached()
          : cartText.freeShippingPossible()}
    </p>
  );
}
