import type { ReceivedPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import controls from "../ui/controls.module.css";
import checkoutStyles from "./checkout.module.css";
import { OrderAddress } from "./OrderAddress";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderTrack } from "./OrderTrack";
import ordersStyles from "./orders.module.css";
import { ReceivedHead } from "./ReceivedHead";
import { Steps } from "./Steps";

/** Right after placing an order. */
export function ReceivedPage(page: ReceivedPageView) {
  const { kind, order, shopUrl } = page;
  const isStopped = kind === "unpaid" || kind === "cancelled";
  const isUnderway = kind === "paid" || kind === "waiting";
  return (
    <div className={`wrap ${checkoutStyles.wrapMid}`} data-order-kind={kind}>
      <Steps current={isUnderway || kind === "refunded" ? "done" : "details"} />
      <ReceivedHead {...page} />
      {isStopped && <OrderFacts order={order} />}
      <div className={`${ordersStyles.order} ${ordersStyles.order2}`}>
        <OrderDetails order={order} />
        <div className={ordersStyles.order}>
          {isUnderway && <OrderTrack {...page} />}
          <OrderAddress order={order} />
          <a className={isStopped ? controls.btn : `${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
            {checkoutText.continue()}
          </a>
        </div>
      </div>
    </div>
  );
}
