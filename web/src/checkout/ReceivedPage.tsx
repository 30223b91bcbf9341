import type { ReceivedPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { OrderAddress } from "./OrderAddress";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderTrack } from "./OrderTrack";
import { ReceivedHead } from "./ReceivedHead";
import { Steps } from "./Steps";

/** Right after placing an order. */
export function ReceivedPage(page: ReceivedPageView) {
  const { kind, order, shopUrl } = page;
  const isStopped = kind === "unpaid" || kind === "cancelled";
  const isUnderway = kind === "paid" || kind === "waiting";
  return (
    <div className="wrap wrap--mid" data-order-kind={kind}>
      <Steps current={isUnderway || kind === "refunded" ? "done" : "details"} />
      <ReceivedHead {...page} />
      {isStopped && <OrderFacts order={order} />}
      <div className="order order--2">
        <OrderDetails order={order} />
        <div className="order">
          {isUnderway && <OrderTrack {...page} />}
          <OrderAddress order={order} />
          <a className={isStopped ? "btn" : "btn btn--primary"} href={shopUrl}>
            {checkoutText.continue()}
          </a>
        </div>
      </div>
    </div>
  );
}
