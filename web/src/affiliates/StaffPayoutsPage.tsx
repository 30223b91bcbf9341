import { AccountForm } from "../accounts/AccountForm";
import { PageNotice } from "../accounts/PageNotice";
import type { OpenAmountView, StaffPayoutsPageView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import { CodeLink } from "../ui/CodeLink";
import controls from "../ui/controls.module.css";
import { type Column, DataTable } from "../ui/DataTable";
import { PayoutTable } from "./PayoutTable";
import styles from "./StaffAffiliatesPage.module.css";

const OPEN: Array<Column<OpenAmountView>> = [
  {
    label: text.affiliate(),
    cell: ({ affiliate, affiliateUrl }) => <CodeLink code={affiliate} url={affiliateUrl} />,
  },
  { label: text.amount(), cell: ({ amount }) => <Money text={amount} /> },
  {
    label: text.payouts(),
    cell: ({ affiliate, create }) => <AccountForm id={`create-${affiliate}`} form={create} variant="main" />,
  },
];

/** What can be paid to affiliates, and the payouts that were made of it. */
export function StaffPayoutsPage(page: StaffPayoutsPageView) {
  const { notice, open, payouts, nextUrl, listUrl } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div className={styles.top}>
        <h1>{text.staffPayouts()}</h1>
        <a className={controls.link} href={listUrl}>
          {text.staffTitle()}
        </a>
      </div>
      <PageNotice notice={notice} focused />
      <section className={styles.part} aria-labelledby="open">
        <h2 id="open">{text.openAmounts()}</h2>
        {open.length === 0 ? (
          <p>{text.noneOpen()}</p>
        ) : (
          <DataTable columns={OPEN} rows={open} keyOf={({ affiliate }) => affiliate} />
        )}
      </section>
      <section className={styles.part} aria-labelledby="payouts">
        <h2 id="payouts">{text.payouts()}</h2>
        {payouts.length > 0 ? <PayoutTable payouts={payouts} /> : <p>{text.nonePayouts()}</p>}
        {nextUrl && (
          <a className={controls.btn} href={nextUrl}>
            {text.older()}
          </a>
        )}
        <AccountForm id="export" form={page.export} variant="second" />
      </section>
    </div>
  );
}
