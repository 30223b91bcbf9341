import accountsStyles from "../accounts/accounts.module.css";
import ordersStyles from "../checkout/orders.module.css";
import type { DayRow, ReportPageView, SourceRow } from "../generated/attribution";
import * as accountsText from "../generated/messages/accounts";
import * as attributionText from "../generated/messages/attribution";
import { Money } from "../pricing/Money";
import { Bars } from "../ui/Bars";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { AffiliateReport } from "./AffiliateReport";
import styles from "./ReportPage.module.css";

function Days({ days }: { days: Array<DayRow> }) {
  return (
    <table className={ordersStyles.table}>
      <thead>
        <tr>
          <th scope="col">{attributionText.reportDay()}</th>
          <th scope="col">{attributionText.reportVisits()}</th>
          <th scope="col">{attributionText.reportOrders()}</th>
          <th scope="col">{attributionText.reportPaid()}</th>
          <th scope="col">{attributionText.reportConversion()}</th>
          <th scope="col">{attributionText.reportRevenue()}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((row) => (
          <tr key={row.day}>
            <td data-label={attributionText.reportDay()}>
              <bdi dir="ltr">{row.day}</bdi>
            </td>
            <td data-label={attributionText.reportVisits()}>{row.visits}</td>
            <td data-label={attributionText.reportOrders()}>{row.orders}</td>
            <td data-label={attributionText.reportPaid()}>{row.paid}</td>
            <td data-label={attributionText.reportConversion()}>
              <bdi dir="ltr">{row.conversion}</bdi>
            </td>
            <td data-label={attributionText.reportRevenue()}>
              <span>
                <Money text={row.revenue} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sources({ sources }: { sources: Array<SourceRow> }) {
  return (
    <table className={ordersStyles.table}>
      <thead>
        <tr>
          <th scope="col">{attributionText.reportType()}</th>
          <th scope="col">{attributionText.reportSource()}</th>
          <th scope="col">{attributionText.reportCampaign()}</th>
          <th scope="col">{attributionText.reportVisits()}</th>
          <th scope="col">{attributionText.reportPaid()}</th>
          <th scope="col">{attributionText.reportConversion()}</th>
          <th scope="col">{attributionText.reportRevenue()}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map((row) => (
          <tr key={[row.kind, row.source, row.medium, row.campaign].join(" ")}>
            <td data-label={attributionText.reportType()}>{row.kind}</td>
            <td data-label={attributionText.reportSource()}>
              <bdi>{[row.source, row.medium].filter(Boolean).join(" / ")}</bdi>
            </td>
            <td data-label={attributionText.reportCampaign()}>
              <bdi>{row.campaign}</bdi>
            </td>
            <td data-label={attributionText.reportVisits()}>{row.visits}</td>
            <td data-label={attributionText.reportPaid()}>{row.paid}</td>
            <td data-label={attributionText.reportConversion()}>
              <bdi dir="ltr">{row.conversion}</bdi>
            </td>
            <td data-label={attributionText.reportRevenue()}>
              <span>
                <Money text={row.revenue} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
                    <span>{count}</span> <bdi dir="ltr">{share}</bdi>
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
            <Days days={days} />
          </section>
          <section className={ordersStyles.orderPart}>
            <h2>{attributionText.reportSources()}</h2>
            {differing && <Notice kind="warning">{differing}</Notice>}
            <Sources sources={sources} />
          </section>
        </>
      )}
      {affiliates && <AffiliateReport {...affiliates} />}
    </div>
  );
}
