import type { OrderView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { OrderLines } from "./OrderLines";
import { OrderSums } from "./OrderSums";

/** What was bought. */
export function OrderDetails({ order }: { order: OrderView }) {
  return (
    <section className="order__part">
      <h2>{checkoutText.details()}</h2>
      <OrderLines lines={order.lines} />
      <hr className="rule" />
      <OrderSums order={order} />
    </section>
  );
}
