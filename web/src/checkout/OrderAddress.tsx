import type { OrderView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import styles from "./OrderAddress.module.css";
import ordersStyles from "./orders.module.css";

function Phone({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, "")}`}>
      <bdi dir="ltr">{number}</bdi>
    </a>
  );
}

/** Who pays, and whom the parcel of a gift goes to. */
export function OrderAddress({ order }: { order: OrderView }) {
  const { address, phone, email, notes, recipient } = order;
  return (
    <section className={ordersStyles.orderPart}>
      {recipient && (
        <>
          <h2>{checkoutText.deliverTo()}</h2>
          <address className={styles.address}>
            {recipient.address.map((line, index) => (
              <bdi key={index}>{line}</bdi>
            ))}
            {recipient.phone && <Phone number={recipient.phone} />}
          </address>
        </>
      )}
      <h2>{checkoutText.billingAddress()}</h2>
      <address className={styles.address}>
        {address.map((line, index) => (
          <bdi key={index}>{line}</bdi>
        ))}
        {phone && <Phone number={phone} />}
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
