import { AccountLayout } from "../accounts/AccountLayout";
import type { OrderPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { OrderAddress } from "./OrderAddress";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { StateBadge } from "./StateBadge";

/** One of a customer's own orders. */
export function OrderPage({ frame, order, payUrl }: OrderPageView) {
  return (
    <AccountLayout frame={frame}>
      <div className="order__top">
        <StateBadge state={order.state} />
        {payUrl && (
          <a className="btn btn--primary" href={payUrl}>
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
