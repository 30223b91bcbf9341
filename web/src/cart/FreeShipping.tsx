import type { FormEvent } from "react";
import type { TotalsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import pricingStyles from "../pricing/pricing.module.css";
import controls from "../ui/controls.module.css";
import styles from "./FreeShipping.module.css";
import { useCart } from "./use-cart";

type Props = { totals: TotalsView; action: string };

/**
 * How far the order is from free shipping, or that it has reached it. If another method is chosen, one tap chooses the
 * free one. Local pickup is free without it.
 */
export function FreeShipping({ totals: { freeLeft, freePercent, shipping }, action }: Props) {
  const free = shipping.find((one) => one.byAmount);
  const isReached = free !== undefined;
  const { setShippingMethod } = useCart();
  const choose = (event: FormEvent, id: string) => {
    event.preventDefault();
    void setShippingMethod(id);
  };
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
      {free && !isFree && (
        <form method="post" action={action} onSubmit={(event) => choose(event, free.id)}>
          <input type="hidden" name="shipping_method[0]" value={free.id} />
          <button type="submit" className={controls.link}>
            {cartText.freeShippingChoose()}
          </button>
        </form>
      )}
      <progress
        className={pricingStyles.progress}
        max={100}
        value={isReached ? 100 : freePercent}
        aria-label={cartText.freeShippingProgress()}
      />
    </div>
  );
}
