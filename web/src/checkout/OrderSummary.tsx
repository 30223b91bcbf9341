import sideCartStyles from "../cart/side-cart.module.css";
import type { SummaryView } from "../generated/checkout";
import * as cartText from "../generated/messages/cart";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { CHECKOUT_FORM, UPDATE_URL } from "./names";
import { OrderLines } from "./OrderLines";
import styles from "./OrderSummary.module.css";
import { SummaryCoupon } from "./SummaryCoupon";
import { SummaryShipping } from "./SummaryShipping";
import { SummaryTotals } from "./SummaryTotals";
import type { Coupon } from "./use-coupon";

type Props = {
  summary: SummaryView;
  chosenShipping: string;
  onPickShipping: (id: string) => void;
  coupon: Coupon;
};

/**
 * Lines and totals. On small screens it is collapsed under its total; the content is a sibling of the `<details>`, so
 * that wide screens can always show it.
 */
export function OrderSummary({ summary, chosenShipping, onPickShipping, coupon }: Props) {
  const { lines, shipping, total, totalMinor, count } = summary;
  return (
    <div className={styles.coSummary}>
      <details className={styles.coMini} data-summary-fold="">
        <summary>
          <Icon name="bag" />
          <span>
            {checkoutText.summary()}{" "}
            <span className={styles.count}>({cartText.productCount({ count })})</span>
          </span>
          <Icon name="down" size="s" />
          <span className={styles.total}>
            <Money text={total} />
          </span>
        </summary>
      </details>
      <div className={styles.in}>
        <h2>{checkoutText.yourOrder()}</h2>
        <OrderLines lines={lines} />
        <SummaryShipping shipping={shipping} chosen={chosenShipping} onPick={onPickShipping} />
        <button
          type="submit"
          name="woocommerce_checkout_update_totals"
          value="1"
          form={CHECKOUT_FORM}
          formAction={UPDATE_URL}
          formNoValidate
          className={`${controls.btn} ${controls.btnSm} ${sideCartStyles.onlyPlain}`}
        >
          {checkoutText.refresh()}
        </button>
        <SummaryCoupon coupon={coupon} />
        <SummaryTotals summary={summary} onRemoveCoupon={coupon.remove} />
      </div>
      {/* The total that the shopper agrees to. */}
      <input type="hidden" name="seen_total" value={totalMinor} form={CHECKOUT_FORM} />
    </div>
  );
}
