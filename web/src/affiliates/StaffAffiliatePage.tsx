import { AccountForm } from "../accounts/AccountForm";
import accounts from "../accounts/accounts.module.css";
import { PageNotice } from "../accounts/PageNotice";
import type { RefusedOrderView, StaffAffiliatePageView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Bars } from "../ui/Bars";
import { CodeLink } from "../ui/CodeLink";
import controls from "../ui/controls.module.css";
import { type Column, DataTable } from "../ui/DataTable";
import { CreditTable } from "./CreditTable";
import { Facts } from "./Facts";
import styles from "./StaffAffiliatesPage.module.css";

const REFUSED: Array<Column<RefusedOrderView>> = [
  { label: text.date(), cell: ({ date }) => date },
  { label: text.order(), cell: ({ number, url }) => <CodeLink code={number} url={url} /> },
  { label: text.refusal(), cell: ({ reason }) => reason },
];

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
      <PageNotice notice={notice} focused />
      <Facts facts={facts} />
      <section className={accounts.accCard}>
        <AccountForm id="change" form={change} variant="main" />
        <AccountForm id="switch" form={page.switch} variant="second" />
      </section>
      <div className={styles.plots}>
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
          <DataTable columns={REFUSED} rows={refused} keyOf={({ number }) => number} />
        </section>
      )}
    </div>
  );
}
