import type { OrderPrintPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as ordersText from "../generated/messages/orders";
import { Money } from "../pricing/Money";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import styles from "./OrderPrintPage.module.css";
import { OrderTotals } from "./OrderTotals";
import { PrintButton } from "./PrintButton.island";

/** The invoice of an order, for paper. Without script the browser's own menu prints it. */
export function OrderPrintPage({ title, placed, order, shop, shipping, backUrl }: OrderPrintPageView) {
  const to = order.recipient ?? order;
  return (
    <div className="wrap">
      <div className={styles.bar}>
        <a className={controls.link} href={backUrl}>
          {ordersText.back()}
        </a>
        <Island of={PrintButton} id="print" on="load" props={{}} />
      </div>
      <article className={styles.sheet}>
        <header className={styles.head}>
          <b className={styles.shop}>{shop.name}</b>
          <div>
            <h1>{title}</h1>
            <p>{placed}</p>
          </div>
        </header>
        <div className={styles.blocks}>
          <section>
            <h2>{ordersText.deliverTo()}</h2>
            <address className={styles.lines}>
              {to.address.map((line, index) => (
                <bdi key={index}>{line}</bdi>
              ))}
              {to.phone && <bdi dir="ltr">{to.phone}</bdi>}
            </address>
          </section>
          <section>
            <h2>{ordersText.invoiceFrom()}</h2>
            <p className={styles.lines}>
              <bdi>{shop.name}</bdi>
              {shop.lines.map((line, index) => (
                <bdi key={index}>{line}</bdi>
              ))}
            </p>
          </section>
          <section>
            <h2>{ordersText.invoiceShipping()}</h2>
            <p className={styles.lines}>
              {shipping && <bdi>{shipping}</bdi>}
              {order.arrival && <bdi>{order.arrival}</bdi>}
              {order.method && <bdi>{order.method}</bdi>}
            </p>
          </section>
        </div>
        <table className={styles.goods}>
          <thead>
            <tr>
              <th scope="col">{checkoutText.product()}</th>
              <th scope="col">{checkoutText.quantity()}</th>
              <th scope="col">{ordersText.invoicePrice()}</th>
              <th scope="col">{checkoutText.sum()}</th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map(({ name, detail, parts, quantity, unit, total }, index) => (
              <tr key={index}>
                <td>
                  {name}
                  {[...(detail ? [detail] : []), ...parts].map((note, at) => (
                    <span key={at} className={styles.note}>
                      {note}
                    </span>
                  ))}
                </td>
                <td>
                  <bdi dir="ltr">{quantity}</bdi>
                </td>
                <td>
                  <Money text={unit} />
                </td>
                <td>
                  <Money text={total} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.totals}>
          <OrderTotals order={order} />
        </div>
      </article>
    </div>
  );
}
