import type { DiscountRow, DiscountTableView } from "../generated/pricing";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import { Money } from "./Money";
import "./texts";

function range({ from, to }: DiscountRow): string {
  if (to === null) return t("pricing.table-more", { from });
  return to === from ? t("pricing.table-exactly", { from }) : t("pricing.table-range", { from, to });
}

/** What more pieces save. Asked for by call 12; `discounts.ts` marks the row that a typed quantity reaches. */
export function DiscountTable({ rows, from, settingsUrl }: DiscountTableView) {
  return (
    <div className="qty-discounts">
      <table className="qty-table">
        <caption>{t("pricing.table-caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("pricing.table-quantity")}</th>
            <th scope="col">{t("pricing.table-discount")}</th>
            <th scope="col">{t("pricing.table-price")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from} data-from={row.from}>
              <th scope="row">{range(row)}</th>
              <td>
                {row.percentOff === null ? t("pricing.table-none") : <bdi dir="ltr">{row.percentOff}%</bdi>}
              </td>
              <td>
                {from && <span className="price__from">{t("pricing.from")} </span>}
                <Money text={row.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {settingsUrl && (
        <a className="link qty-discounts__settings" href={settingsUrl}>
          {t("pricing.discount-settings")} <Icon name="next" size="s" />
        </a>
      )}
    </div>
  );
}
