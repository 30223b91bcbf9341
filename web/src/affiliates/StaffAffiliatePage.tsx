import { AccountForm } from "../accounts/AccountForm";
import accounts from "../accounts/accounts.module.css";
import { PageNotice } from "../accounts/PageNotice";
import orders from "../checkout/orders.module.css";
import type { StaffAffiliatePageView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Bars } from "../ui/Bars";
import controls from "../ui/controls.module.css";
import { CreditTable } from "./CreditTable";
import { Facts } from "./Facts";
import styles from "./StaffAffiliatesPage.module.css";

/** One affiliate for staff: figures, rate, state, credits, and orders that were not credited. */
export function StaffAffiliatePage(page: StaffAffiliatePageView) {
  const { title, notice, facts, change, visits, earnings, credits, olderUrl, refused, listUrl } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={listUrl}>
        {text.staffTitle()}
      </a>
      <h1>
        <bdi dir="ltr">{title}</bdi>
      </h1>
      <PageNotice notice={notice} />
      <Facts facts={facts} />
      <div className={styles.cards}>
        <section className={accounts.accCard}>
          <AccountForm id="change" form={change} variant="main" />
          <AccountForm id="switch" form={page.switch} variant="second" />
        </section>
        <Bars {...visits} />
        <Bars {...earnings} />
      </div>
      <section className={styles.part} aria-labelledby="credits">
        <h2 id="credits">{text.earnings()}</h2>
        {credits.length > 0 ? <CreditTable credits={credits} /> : <p>{text.noneCredits()}</p>}
        {olderUrl && (
          <a className={controls.btn} href={olderUrl}>
            {text.older()}
          </a>
        )}
      </section>
      {refused.length > 0 && (
        <section className={styles.part} aria-labelledby="refused">
          <h2 id="refused">{text.refusedOrders()}</h2>
          <table className={orders.table}>
            <thead>
              <tr>
                <th scope="col">{text.date()}</th>
                <th scope="col">{text.order()}</th>
                <th scope="col">{text.refusal()}</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ number, url, date, reason }) => (
                <tr key={number}>
                  <td data-label={text.date()}>{date}</td>
                  <td data-label={text.order()}>
                    <a href={url}>
                      <bdi dir="ltr">{number}</bdi>
                    </a>
                  </td>
                  <td data-label={text.refusal()}>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
