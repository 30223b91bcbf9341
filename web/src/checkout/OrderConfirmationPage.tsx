import type { OrderConfirmationPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as ordersText from "../generated/messages/orders";
import { JsonScript } from "../payments/JsonScript";
import controls from "../ui/controls.module.css";
import { ActionNotices } from "./ActionNotices";
import { CheckoutSteps } from "./CheckoutSteps";
import checkoutStyles from "./checkout.module.css";
import { HelpBox } from "./HelpBox";
import { OrderActions } from "./OrderActions";
import { OrderAddress } from "./OrderAddress";
import { OrderConfirmationHead } from "./OrderConfirmationHead";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderTimeline } from "./OrderTimeline";
import ordersStyles from "./orders.module.css";
import { TransferDetails } from "./TransferDetails";

/** Shown after placing an order, and behind the link in the emails about it. */
export function OrderConfirmationPage(page: OrderConfirmationPageView) {
  const { kind, order, actions, notices, cartUrl, contactUrl, trackUrl, shopUrl, transfer, purchase } = page;
  const isStopped = kind === "unpaid" || kind === "cancelled";
  const isUnderway = kind === "paid" || kind === "waiting";
  return (
    <div className={`wrap ${checkoutStyles.wrapMid}`} data-order-kind={kind}>
      <CheckoutSteps current={isUnderway || kind === "refunded" ? "done" : "details"} />
      <ActionNotices notices={notices} cartUrl={cartUrl} />
      <OrderConfirmationHead {...page} />
      {isStopped && <OrderFacts order={order} />}
      <div className={`${ordersStyles.order} ${ordersStyles.order2}`}>
        <OrderDetails order={order} />
        <div className={ordersStyles.order}>
          {transfer && <TransferDetails transfer={transfer} />}
          {isUnderway && (
            <section className={ordersStyles.orderPart}>
              <h2>{checkoutText.whatNext()}</h2>
              <OrderTimeline steps={order.timeline} />
            </section>
          )}
          <OrderActions actions={{ ...actions, payUrl: null }} />
          <OrderAddress order={order} />
          <HelpBox title={ordersText.help()} contactUrl={contactUrl} />
          {isUnderway && (
            <a className={controls.link} href={trackUrl}>
              {ordersText.track()}
            </a>
          )}
          <a className={isStopped ? controls.btn : `${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
            {checkoutText.continue()}
          </a>
        </div>
      </div>
      {purchase && <JsonScript value={purchase} data-purchase="" />}
    </div>
  );
}
