import * as pricingText from "../generated/messages/pricing";
import type { DiscountRow, DiscountTableView } from "../generated/pricing";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { readQuantity } from "../ui/quantity";
import styles from "./DiscountTable.module.css";
import { Money } from "./Money";
import pricingStyles from "./pricing.module.css";

function range({ from, to }: DiscountRow): string {
  if (to === null) return pricingText.tableMore({ from });
  return to === from ? pricingText.tableExactly({ from }) : pricingText.tableRange({ from, to });
}

/** The last row whose minimum the quantity reaches. */
const reachedBy = (rows: Array<DiscountRow>, quantity: string) =>
  rows.findLast((row) => Number(row.from) <= Number(readQuantity(quantity) ?? 0));

/** Quantity discounts. The row of the given quantity is marked. */
export function DiscountTable({
  rows,
  from,
  settingsUrl,
  quantity,
}: DiscountTableView & { quantity?: string }) {
  const reached = quantity === undefined ? undefined : reachedBy(rows, quantity);
  return (
    <div className={styles.qtyDiscounts}>
      <table className={styles.qtyTable}>
        <caption>{pricingText.tableCaption()}</caption>
        <thead>
          <tr>
            <th scope="col">{pricingText.tableQuantity()}</th>
            <th scope="col">{pricingText.tableDiscount()}</th>
            <th scope="col">{pricingText.tablePrice()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.from}
              className={row === reached ? styles.isOn : undefined}
              aria-current={row === reached ? "true" : undefined}
              data-from={row.from}
            >
              <th scope="row">{range(row)}</th>
              <td>
                {row.percentOff === null ? pricingText.tableNone() : <bdi dir="ltr">{row.percentOff}%</bdi>}
              </td>
              <td>
                {from && <span className={pricingStyles.priceFrom}>{pricingText.from()} </span>}
                <Money text={row.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {settingsUrl && (
        <a className={`${controls.link} ${styles.settings}`} href={settingsUrl}>
          {pricingText.discountSettings()} <Icon name="next" size="s" />
        </a>
      )}
    </div>
  );
}
