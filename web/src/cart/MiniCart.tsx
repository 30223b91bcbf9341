import { Picture } from "../catalog/Picture";
import type { MiniCartView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import cartStyles from "./cart.module.css";
import styles from "./MiniCart.module.css";
import { RemoveLink } from "./RemoveLink";

/** Opens under the cart button on wide screens. Rendered inside pages and, alone, as the `mini-cart` fragment. */
export function MiniCart({ lines, subtotal, cartUrl, checkoutUrl }: MiniCartView) {
  if (lines.length === 0) return <p className={`${styles.mini} ${styles.empty}`}>{cartText.empty()}</p>;
  return (
    <div className={styles.mini}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.key} className={cartStyles.line} data-cart-line="">
            <Picture {...line.picture} alt="" sizes="56px" />
            <div>
              <div className={cartStyles.lineT}>
                <h3>
                  <a href={line.url}>{line.name}</a>
                </h3>
                <RemoveLink line={line} by="key" />
              </div>
              {line.detail && <p className={cartStyles.lineDetail}>{line.detail}</p>}
              <p className={styles.count}>
                <bdi>{line.quantity}</bdi>
                {line.unitPrice !== null && (
                  <>
                    {" × "}
                    <Money text={line.unitPrice} />
                  </>
                )}
              </p>
              {line.unitPrice === null && <p className={cartStyles.lineWarning}>{line.warning}</p>}
            </div>
          </li>
        ))}
      </ul>
      <dl className={cartStyles.sum}>
        <div>
          <dt>{cartText.subtotal()}</dt>
          <dd>
            <Money text={subtotal} />
          </dd>
        </div>
      </dl>
      <a className={`${controls.btn} ${controls.btnPrimary} ${controls.btnBlock}`} href={checkoutUrl}>
        {cartText.checkout()}
      </a>
      <a className={`${controls.link} ${styles.toCart}`} href={cartUrl}>
        {cartText.view()}
      </a>
    </div>
  );
}
