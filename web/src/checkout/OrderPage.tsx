import { AccountLayout } from "../accounts/AccountLayout";
import type { OrderPageView } from "../generated/checkout";
import { t } from "../ui/messages";
import { OrderAddress } from "./OrderAddress";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { StateBadge } from "./StateBadge";
import "./texts";

/** One of a customer's own orders. */
export function OrderPage({ frame, order, payUrl }: OrderPageView) {
  return (
    <AccountLayout frame={frame}>
      <div className="order__top">
        <StateBadge state={order.state} />
        {payUrl && (
          <a className="btn btn--primary" href={payUrl}>
            {t("checkout.pay-now")}
          </a>
        )}
      </div>
      <OrderFacts order={order} />
      <OrderDetails order={order} />
      <OrderAddress order={order} />
    </AccountLayout>
  );
}
