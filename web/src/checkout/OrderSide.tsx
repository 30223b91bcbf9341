import { useLayoutEffect, useRef } from "react";
import * as checkoutText from "../generated/messages/checkout";
import blocked from "../ui/Blocked.module.css";
import controls from "../ui/controls.module.css";
import styles from "./OrderSide.module.css";
import { OrderSummary } from "./OrderSummary";
import { chosenShipping, type OrderReview, type ReviewState } from "./order-review";
import { useCoupon } from "./use-coupon";

type Props = { state: ReviewState; review: OrderReview; cartUrl: string; notificationTime: number };

/** Beside the form: order summary, coupon notice, and the link to the cart. */
export function OrderSide({ state, review, cartUrl, notificationTime }: Props) {
  const { summary, isBusy } = state;
  const coupon = useCoupon(notificationTime);
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);

  // An inert element loses focus; it is restored afterwards.
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
        className={isBusy ? blocked.isBlocked : undefined}
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
      {/* Outside the inert element: a live region inside would not be announced. */}
      <div
        role="status"
        className={coupon.notice?.isWrong ? `${styles.notice} ${styles.isWrong}` : styles.notice}
        data-coupon-notice=""
      >
        {coupon.notice?.text}
      </div>
      <a className={`${controls.link} ${styles.edit}`} href={cartUrl} data-opens="side-cart">
        {checkoutText.editCart()}
      </a>
    </aside>
  );
}
