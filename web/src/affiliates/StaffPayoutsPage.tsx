import { AccountForm } from "../accounts/AccountForm";
import { PageNotice } from "../accounts/PageNotice";
import orders from "../checkout/orders.module.css";
import type { StaffPayoutsPageView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import { PayoutTable } from "./PayoutTable";
import styles from "./StaffAffiliatesPage.module.css";

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
      <PageNotice notice={notice} />
      <section className={styles.part} aria-labelledby="open">
        <h2 id="open">{text.openAmounts()}</h2>
        {open.length === 0 ? (
          <p>{text.noneOpen()}</p>
        ) : (
          <table className={orders.table}>
            <thead>
              <tr>
                <th scope="col">{text.affiliate()}</th>
                <th scope="col">{text.amount()}</th>
                <th scope="col">{text.payouts()}</th>
              </tr>
            </thead>
            <tbody>
              {open.map(({ affiliate, affiliateUrl, amount, create }) => (
                <tr key={affiliate}>
                  <td data-label={text.affiliate()}>
                    <a href={affiliateUrl}>
                      <bdi dir="ltr">{affiliate}</bdi>
                    </a>
                  </td>
                  <td data-label={text.amount()}>
                    <span>
                      <Money text={amount} />
                    </span>
                  </td>
                  <td>
                    <AccountForm id={`create-${affiliate}`} form={create} variant="main" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
