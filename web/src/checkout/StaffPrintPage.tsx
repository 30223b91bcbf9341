import type { PickingLine, PickingOrder, StaffPrintPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as ordersText from "../generated/messages/orders";
import * as text from "../generated/messages/staff_orders";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { PrintButton } from "./PrintButton.island";
import styles from "./StaffPrintPage.module.css";

function Picking({ order }: { order: PickingOrder }) {
  const { number, date, address, phone, notes, gift, shipping, lines } = order;
  return (
    <article className={styles.sheet}>
      <header className={styles.top}>
        <h2>{text.pickingOf({ number })}</h2>
        <p>{date}</p>
      </header>
      <div className={styles.top}>
        <section>
          <h3>{ordersText.deliverTo()}</h3>
          <address className={styles.lines}>
            {address.map((line, index) => (
              <bdi key={index}>{line}</bdi>
            ))}
            {phone && <bdi dir="ltr">{phone}</bdi>}
            {shipping && <bdi>{shipping}</bdi>}
          </address>
        </section>
        {(notes || gift) && (
          <section>
            <h3>{text.pickingNotes()}</h3>
            {gift && (
              <p>
                {text.pickingGift()} <bdi>{gift.text}</bdi>
              </p>
            )}
            {gift?.hidesPrices && (
              <p>
                <b>{checkoutText.giftNoPrices()}</b>
              </p>
            )}
            <p className={styles.text}>{notes}</p>
          </section>
        )}
      </div>
      <table className={styles.goods}>
        <thead>
          <tr>
            <th scope="col">{text.pickingBin()}</th>
            <th scope="col">{text.pickingProduct()}</th>
            <th scope="col">{text.pickingQuantity()}</th>
            <th scope="col">{text.pickingCheck()}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ bin, name, sku, quantity }) => (
            <tr key={sku}>
              <td>{bin ? <bdi dir="ltr">{bin}</bdi> : text.pickingNoBin()}</td>
              <td>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <small>
                  <bdi dir="ltr">{sku}</bdi>
                </small>
              </td>
              <td>
                <b>
                  <bdi dir="ltr">{quantity}</bdi>
                </b>
              </td>
              <td>
                <span className={styles.box} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

function Label({ label: { bin, name, sku } }: { label: PickingLine }) {
  return (
    <li>
      <b>
        <bdi>{name}</bdi>
      </b>
      <bdi dir="ltr">{sku}</bdi>
      <b className={styles.bin}>{bin ? <bdi dir="ltr">{bin}</bdi> : text.pickingNoBin()}</b>
    </li>
  );
}

/** Picking lists or labels, for paper. Without script the browser's own menu prints them. */
export function StaffPrintPage({ title, orders, labels, backUrl }: StaffPrintPageView) {
  return (
    <div className="wrap">
      <div className={styles.bar}>
        <a className={controls.link} href={backUrl}>
          {text.pickingBack()}
        </a>
        <h1>{title}</h1>
        <Island of={PrintButton} id="print" on="load" props={{}} />
      </div>
      {orders.map((order) => (
        <Picking key={order.number} order={order} />
      ))}
      {labels.length > 0 && (
        <ul className={styles.labels}>
          {labels.map((label) => (
            <Label key={label.sku} label={label} />
          ))}
        </ul>
      )}
    </div>
  );
}
