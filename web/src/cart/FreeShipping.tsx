import type { TotalsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import styles from "./FreeShipping.module.css";

/** What the amount of the order does for its shipping; to fetch it oneself is free without it. */
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
