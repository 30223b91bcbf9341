import accountsStyles from "../accounts/accounts.module.css";
import ordersStyles from "../checkout/orders.module.css";
import type { DayRow, ReportPageView, SourceRow } from "../generated/attribution";
import * as accountsText from "../generated/messages/accounts";
import * as attributionText from "../generated/messages/attribution";
import { Money } from "../pricing/Money";
import { Bars } from "../ui/Bars";
import controls from "../ui/controls.module.css";
import { type Column, DataTable } from "../ui/DataTable";
import { Notice } from "../ui/Notice";
import { AffiliateReport } from "./AffiliateReport";
import styles from "./ReportPage.module.css";

/** The last columns of days and of sources. */
const RESULTS: Array<Column<Pick<DayRow, "paid" | "conversion" | "revenue">>> = [
  { label: attributionText.reportPaid(), cell: ({ paid }) => paid },
  { label: attributionText.reportConversion(), cell: ({ conversion }) => <bdi dir="ltr">{conversion}</bdi> },
  { label: attributionText.reportRevenue(), cell: ({ revenue }) => <Money text={revenue} /> },
];

const DAYS: Array<Column<DayRow>> = [
  { label: attributionText.reportDay(), cell: ({ day }) => day },
  { label: attributionText.reportVisits(), cell: ({ visits }) => visits },
  { label: attributionText.reportOrders(), cell: ({ orders }) => orders },
  ...RESULTS,
];

const SOURCES: Array<Column<SourceRow>> = [
  { label: attributionText.reportType(), cell: ({ kind }) => kind },
  {
    label: attributionText.reportSource(),
    cell: ({ source, medium }) => <bdi>{[source, medium].filter(Boolean).join(" / ")}</bdi>,
  },
  { label: attributionText.reportCampaign(), cell: ({ campaign }) => <bdi>{campaign || "—"}</bdi> },
  { label: attributionText.reportVisits(), cell: ({ visits }) => visits },
  ...RESULTS,
];

/** Visits and sales for staff: by step, by day, by source and by affiliate. */
export function ReportPage(report: ReportPageView) {
  const { periods, funnel, visits, revenue, isEmpty, days, sources, differing, affiliates, homeUrl } = report;
  return (
    <div className={`wrap section ${styles.report}`}>
      <a className={controls.link} href={homeUrl}>
        {accountsText.staff()}
      </a>
      <h1>{attributionText.reportTitle()}</h1>
      <nav className={styles.periods} aria-label={attributionText.reportPeriod()}>
        {periods.map(({ label, url, isChosen }) => (
          <a key={url} className={controls.btn} href={url} aria-current={isChosen ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {isEmpty ? (
        <p>{attributionText.reportEmpty()}</p>
      ) : (
        <>
          <section className={accountsStyles.accCard}>
            <h2>{attributionText.reportFunnel()}</h2>
            <dl className={styles.funnel}>
              {funnel.map(({ label, count, share, width }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <b>{count}</b>
                    <bdi dir="ltr">{share}</bdi>
                    <svg
                      className={styles.bar}
                      aria-hidden="true"
                      viewBox="0 0 100 4"
                      preserveAspectRatio="none"
                    >
                      <rect x={100 - width} y="0" width={width} height="4" />
                    </svg>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <section className={ordersStyles.orderPart}>
            <h2>{attributionText.reportByDay()}</h2>
            <div className={styles.plots}>
              <Bars {...visits} />
              <Bars {...revenue} />
            </div>
            <details className={styles.days}>
              <summary className={controls.link}>{attributionText.reportEveryDay()}</summary>
              <DataTable columns={DAYS} rows={days} keyOf={({ day }) => day} />
            </details>
          </section>
          <section className={ordersStyles.orderPart}>
            <h2>{attributionText.reportSources()}</h2>
            {differing && <Notice kind="warning">{differing}</Notice>}
            <DataTable
              columns={SOURCES}
              rows={sources}
              keyOf={({ kind, source, medium, campaign }) => [kind, source, medium, campaign].join(" ")}
            />
          </section>
        </>
      )}
      {affiliates && <AffiliateReport {...affiliates} />}
    </div>
  );
}
