import type { OrderConfirmationPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { JsonScript } from "../payments/JsonScript";
import controls from "../ui/controls.module.css";
import { CheckoutSteps } from "./CheckoutSteps";
import checkoutStyles from "./checkout.module.css";
import { OrderAddress } from "./OrderAddress";
import { OrderConfirmationHead } from "./OrderConfirmationHead";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderTimeline } from "./OrderTimeline";
import ordersStyles from "./orders.module.css";

/** Shown after placing an order. */
export function OrderConfirmationPage(page: OrderConfirmationPageView) {
  const { kind, order, shopUrl, purchase } = page;
  const isStopped = kind === "unpaid" || kind === "cancelled";
  const isUnderway = kind === "paid" || kind === "waiting";
  return (
    <div className={`wrap ${checkoutStyles.wrapMid}`} data-order-kind={kind}>
      <CheckoutSteps current={isUnderway || kind === "refunded" ? "done" : "details"} />
      <OrderConfirmationHead {...page} />
      {isStopped && <OrderFacts order={order} />}
      <div className={`${ordersStyles.order} ${ordersStyles.order2}`}>
        <OrderDetails order={order} />
        <div className={ordersStyles.order}>
          {isUnderway && <OrderTimeline {...page} />}
          <OrderAddress order={order} />
          <a className={isStopped ? controls.btn : `${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
            {checkoutText.continue()}
          </a>
        </div>
      </div>
      {purchase && <JsonScript value={purchase} data-purchase="" />}
    </div>
  );
}
