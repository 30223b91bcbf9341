import type { OrderView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import styles from "./OrderAddress.module.css";
import ordersStyles from "./orders.module.css";

export function OrderAddress({ order }: { order: OrderView }) {
  const { address, phone, email, notes } = order;
  return (
    <section className={ordersStyles.orderPart}>
      <h2>{checkoutText.billingAddress()}</h2>
      <address className={styles.address}>
        {address.map((line, index) => (
          <bdi key={index}>{line}</bdi>
        ))}
        {phone && (
          <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
        {email && <bdi dir="ltr">{email}</bdi>}
      </address>
      {notes && (
        <>
          <h3>{checkoutText.notes()}</h3>
          <p className={styles.notes}>{notes}</p>
        </>
      )}
    </section>
  );
}
