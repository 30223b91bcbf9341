import { AccountLayout } from "../accounts/AccountLayout";
import type { OrderPageView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import { ActionNotices } from "./ActionNotices";
import { HelpBox } from "./HelpBox";
import { OrderActions } from "./OrderActions";
import { OrderAddress } from "./OrderAddress";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderStatusBadge } from "./OrderStatusBadge";
import { OrderTimeline } from "./OrderTimeline";
import ordersStyles from "./orders.module.css";
import { TransferDetails } from "./TransferDetails";

/** An order of the signed-in customer. */
export function OrderPage(page: OrderPageView) {
  const { layout, order, actions, notices, cartUrl, contactUrl, transfer } = page;
  return (
    <AccountLayout layout={layout}>
      <ActionNotices notices={notices} cartUrl={cartUrl} />
      <div className={ordersStyles.orderTop}>
        <OrderStatusBadge state={order.state} />
        <OrderActions actions={actions} />
      </div>
      <OrderFacts order={order} />
      <div className={`${ordersStyles.order} ${ordersStyles.order2}`}>
        <div className={ordersStyles.order}>
          {transfer && <TransferDetails transfer={transfer} />}
          {order.timeline.length > 0 && <OrderTimeline steps={order.timeline} />}
          <OrderAddress order={order} />
          <HelpBox title={ordersText.help()} contactUrl={contactUrl} />
        </div>
        <OrderDetails order={order} />
      </div>
    </AccountLayout>
  );
}
