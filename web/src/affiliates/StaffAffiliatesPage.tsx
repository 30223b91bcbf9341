import { AccountForm } from "../accounts/AccountForm";
import accounts from "../accounts/accounts.module.css";
import { PageNotice } from "../accounts/PageNotice";
import orders from "../checkout/orders.module.css";
import type { StaffAffiliatesPageView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import blocks from "../ui/blocks.module.css";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { ProductRates } from "./ProductRates";
import styles from "./StaffAffiliatesPage.module.css";

/** The staff's list of affiliates, with the forms that add one and set the rates of products. */
export function StaffAffiliatesPage(page: StaffAffiliatesPageView) {
  const { action, search, notice, affiliates, nextUrl, add, rates, setRate, payoutsUrl } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div className={styles.top}>
        <h1>{text.staffTitle()}</h1>
        <a className={controls.link} href={payoutsUrl}>
          {text.staffPayouts()}
        </a>
      </div>
      <PageNotice notice={notice} />
      <form className={styles.find} method="get" action={action}>
        <label className="sr" htmlFor="affiliates-search">
          {text.search()}
        </label>
        <input
          className={forms.input}
          id="affiliates-search"
          type="search"
          name="search"
          defaultValue={search}
          placeholder={text.search()}
        />
        <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
          {text.searchApply()}
        </button>
      </form>
      {affiliates.length === 0 ? (
        <p>{text.noneAffiliates()}</p>
      ) : (
        <table className={orders.table}>
          <thead>
            <tr>
              <th scope="col">{text.slug()}</th>
              <th scope="col">{text.email()}</th>
              <th scope="col">{text.state()}</th>
              <th scope="col">{text.rate()}</th>
              <th scope="col">{text.factVisits()}</th>
              <th scope="col">{text.earnings()}</th>
            </tr>
          </thead>
          <tbody>
            {affiliates.map(({ id, slug, email, state, rate, visits, open, url }) => (
              <tr key={id}>
                <td data-label={text.slug()}>
                  <a href={url}>
                    <bdi dir="ltr">{slug}</bdi>
                  </a>
                </td>
                <td data-label={text.email()}>
                  <bdi dir="ltr">{email || "—"}</bdi>
                </td>
                <td data-label={text.state()}>
                  <span className={blocks.badge}>{state}</span>
                </td>
                <td data-label={text.rate()}>
                  <bdi>{rate}</bdi>
                </td>
                <td data-label={text.factVisits()}>
                  <bdi dir="ltr">{visits}</bdi>
                </td>
                <td data-label={text.earnings()}>
                  <span>
                    <Money text={open} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {nextUrl && (
        <a className={controls.btn} href={nextUrl}>
          {text.older()}
        </a>
      )}
      <section className={accounts.accCard} aria-labelledby="add">
        <h2 id="add">{text.add()}</h2>
        <AccountForm id="add-form" form={add} variant="main" />
      </section>
      <ProductRates rates={rates} form={setRate} />
    </div>
  );
}
