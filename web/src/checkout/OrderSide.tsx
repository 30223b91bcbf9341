import { useLayoutEffect, useRef } from "react";
import * as checkoutText from "../generated/messages/checkout";
import blocks from "../ui/blocks.module.css";
import controls from "../ui/controls.module.css";
import styles from "./OrderSide.module.css";
import { OrderSummary } from "./OrderSummary";
import { chosenShipping, type OrderReview, type ReviewState } from "./order-review";
import { useCoupon } from "./use-coupon";

type Props = { state: ReviewState; review: OrderReview; cartUrl: string; notificationTime: number };

/** Beside the form: what is bought, what the shop said about a coupon, and the way to the cart. */
export function OrderSide({ state, review, cartUrl, notificationTime }: Props) {
  const { summary, isBusy } = state;
  const coupon = useCoupon(notificationTime);
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);

  // What is inert loses its focus; it gets it back.
  useLayoutEffect(() => {
    if (isBusy) {
      const now = document.activeElement;
      focused.current = box.current?.contains(now) ? (now as HTMLElement) : null;
    } else if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true });
  }, [isBusy]);

  return (
    <aside className={styles.side} aria-label={checkoutText.summary()}>
      <div
        ref={box}
        data-region="order-summary"
        className={isBusy ? blocks.isBlocked : undefined}
        inert={isBusy}
        aria-busy={isBusy || undefined}
      >
        <OrderSummary
          summary={summary}
          chosenShipping={chosenShipping(state)}
          onPickShipping={(id) => review.pickShipping(id)}
          coupon={coupon}
        />
      </div>
      {/* Outside of what is inert: it would not be spoken there. */}
      <div
        role="status"
        className={coupon.notice?.isWrong ? `${styles.told} ${styles.isWrong}` : styles.told}
        data-coupon-told=""
      >
        {coupon.notice?.text}
      </div>
      <a className={`${controls.link} ${styles.edit}`} href={cartUrl} data-opens="side-cart">
        {checkoutText.editCart()}
      </a>
    </aside>
  );
}
