import { AccountForm } from "../accounts/AccountForm";
import ordersStyles from "../checkout/orders.module.css";
import type { AffiliateReportView } from "../generated/attribution";
import * as attributionText from "../generated/messages/attribution";
import { Money } from "../pricing/Money";
import { Bars } from "../ui/Bars";
import styles from "./ReportPage.module.css";

/** What affiliates brought in the period: by day, and in total for each of them. */
export function AffiliateReport({ visits, credits, rows, export: file }: AffiliateReportView) {
  return (
    <section className={ordersStyles.orderPart} aria-labelledby="report-affiliates">
      <h2 id="report-affiliates">{attributionText.reportAffiliates()}</h2>
      <div className={styles.plots}>
        <Bars {...visits} />
        <Bars {...credits} />
      </div>
      <table className={ordersStyles.table}>
        <thead>
          <tr>
            <th scope="col">{attributionText.reportAffiliate()}</th>
            <th scope="col">{attributionText.reportVisits()}</th>
            <th scope="col">{attributionText.reportOrders()}</th>
            <th scope="col">{attributionText.reportConversion()}</th>
            <th scope="col">{attributionText.reportSales()}</th>
            <th scope="col">{attributionText.reportCredits()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label={attributionText.reportAffiliate()}>
                <a href={row.url}>
                  <bdi dir="ltr">{row.name}</bdi>
                </a>
              </td>
              <td data-label={attributionText.reportVisits()}>{row.visits}</td>
              <td data-label={attributionText.reportOrders()}>{row.orders}</td>
              <td data-label={attributionText.reportConversion()}>
                <bdi dir="ltr">{row.conversion}</bdi>
              </td>
              <td data-label={attributionText.reportSales()}>
                <span>
                  <Money text={row.sales} />
                </span>
              </td>
              <td data-label={attributionText.reportCredits()}>
                <span>
                  <Money text={row.credited} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AccountForm id="export" form={file} variant="second" />
    </section>
  );
}
