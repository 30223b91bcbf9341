import type { OrderView } from "../generated/checkout";
import { t } from "../ui/messages";
import { OrderLines } from "./OrderLines";
import { OrderSums } from "./OrderSums";
import "./texts";

/** What was bought. */
export function OrderDetails({ order }: { order: OrderView }) {
  return (
    <section className="order__part">
      <h2>{t("checkout.details")}</h2>
      <OrderLines lines={order.lines} />
      <hr className="rule" />
      <OrderSums order={order} />
    </section>
  );
}
