import { AccountForm } from "../accounts/AccountForm";
import ordersStyles from "../checkout/orders.module.css";
import type { AffiliateReportView, AffiliateRow } from "../generated/attribution";
import * as attributionText from "../generated/messages/attribution";
import { Money } from "../pricing/Money";
import { Bars } from "../ui/Bars";
import { CodeLink } from "../ui/CodeLink";
import { type Column, DataTable } from "../ui/DataTable";
import styles from "./ReportPage.module.css";

const COLUMNS: Array<Column<AffiliateRow>> = [
  { label: attributionText.reportAffiliate(), cell: ({ name, url }) => <CodeLink code={name} url={url} /> },
  { label: attributionText.reportVisits(), cell: ({ visits }) => visits },
  { label: attributionText.reportOrders(), cell: ({ orders }) => orders },
  { label: attributionText.reportConversion(), cell: ({ conversion }) => <bdi dir="ltr">{conversion}</bdi> },
  { label: attributionText.reportSales(), cell: ({ sales }) => <Money text={sales} /> },
  { label: attributionText.reportCredits(), cell: ({ credited }) => <Money text={credited} /> },
];

/** What affiliates brought in the period: by day, and in total for each of them. */
export function AffiliateReport({ visits, credits, rows, export: file }: AffiliateReportView) {
  return (
    <section className={ordersStyles.orderPart} aria-labelledby="report-affiliates">
      <h2 id="report-affiliates">{attributionText.reportAffiliates()}</h2>
      <div className={styles.plots}>
        <Bars {...visits} />
        <Bars {...credits} />
      </div>
      <DataTable columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      <AccountForm id="export" form={file} variant="second" />
    </section>
  );
}
