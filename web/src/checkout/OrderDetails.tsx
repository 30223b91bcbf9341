import type { OrderView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import styles from "./OrderDetails.module.css";
import { OrderLines } from "./OrderLines";
import { OrderTotals } from "./OrderTotals";
import ordersStyles from "./orders.module.css";

/** The lines and totals of an order. */
export function OrderDetails({ order }: { order: OrderView }) {
  return (
    <section className={ordersStyles.orderPart}>
      <h2>{checkoutText.details()}</h2>
      <OrderLines lines={order.lines} />
      <hr className={styles.rule} />
      <OrderTotals order={order} />
    </section>
  );
}
