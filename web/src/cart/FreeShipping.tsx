import type { TotalsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import pricingStyles from "../pricing/pricing.module.css";
import styles from "./FreeShipping.module.css";

/** How far the order is from free shipping, or that it has reached it. Local pickup is free without it. */
export function FreeShipping({ totals: { freeLeft, freePercent, shipping } }: { totals: TotalsView }) {
  const isReached = shipping.some((one) => one.byAmount);
  if (!isReached && freeLeft === null) return null;
  const isFree = shipping.some((one) => one.chosen && one.cost === null);
  return (
    <div className={styles.freebar}>
      <p>
        {!isReached && freeLeft !== null
          ? cartText.freeShippingLeft({ amount: freeLeft })
          : isFree
            ? cartText.freeShippingReached()
            : cartText.freeShippingPossible()}
      </p>
      <progress
        className={pricingStyles.progress}
        max={100}
        value={isReached ? 100 : freePercent}
        aria-label={cartText.freeShippingProgress()}
      />
    </div>
  );
}
