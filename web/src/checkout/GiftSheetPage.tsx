import type { GiftSheetPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as ordersText from "../generated/messages/orders";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import giftStyles from "./OrderGift.module.css";
import styles from "./OrderPrintPage.module.css";
import { PrintButton } from "./PrintButton.island";

/** What lies in the box of a gift, for paper: the goods and the card's text, and no prices. */
export function GiftSheetPage({ title, people, text, goods, shopName, backUrl }: GiftSheetPageView) {
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
          <b className={styles.shop}>{shopName}</b>
          <div>
            <h1>{title}</h1>
            <p>{people}</p>
          </div>
        </header>
        {text && <p className={giftStyles.text}>{text}</p>}
        <table className={styles.goods}>
          <thead>
            <tr>
              <th scope="col">{checkoutText.product()}</th>
              <th scope="col">{checkoutText.quantity()}</th>
            </tr>
          </thead>
          <tbody>
            {goods.map(({ name, notes, quantity }, index) => (
              <tr key={index}>
                <td>
                  {name}
                  {notes.map((note, at) => (
                    <span key={at} className={styles.note}>
                      {note}
                    </span>
                  ))}
                </td>
                <td>
                  <bdi dir="ltr">{quantity}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </article>
    </div>
  );
}
