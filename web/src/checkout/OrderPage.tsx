import { AccountLayout } from "../accounts/AccountLayout";
import type { OrderPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import controls from "../ui/controls.module.css";
import { OrderAddress } from "./OrderAddress";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderStatusBadge } from "./OrderStatusBadge";
import ordersStyles from "./orders.module.css";

/** An order of the signed-in customer. */
export function OrderPage({ layout, order, payUrl }: OrderPageView) {
  return (
    <AccountLayout layout={layout}>
      <div className={ordersStyles.orderTop}>
        <OrderStatusBadge state={order.state} />
        {payUrl && (
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={payUrl}>
            {checkoutText.payNow()}
          </a>
        )}
      </div>
      <OrderFacts order={order} />
      <OrderDetails order={order} />
      <OrderAddress order={order} />
    </AccountLayout>
  );
}
