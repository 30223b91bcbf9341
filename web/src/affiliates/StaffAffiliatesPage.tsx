import { AccountForm } from "../accounts/AccountForm";
import accounts from "../accounts/accounts.module.css";
import { PageNotice } from "../accounts/PageNotice";
import type { AffiliateRowView, StaffAffiliatesPageView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import blocks from "../ui/blocks.module.css";
import { CodeLink } from "../ui/CodeLink";
import controls from "../ui/controls.module.css";
import { type Column, DataTable } from "../ui/DataTable";
import forms from "../ui/forms.module.css";
import { ProductRates } from "./ProductRates";
import styles from "./StaffAffiliatesPage.module.css";

const COLUMNS: Array<Column<AffiliateRowView>> = [
  { label: text.slug(), cell: ({ slug, url }) => <CodeLink code={slug} url={url} /> },
  { label: text.email(), cell: ({ email }) => <bdi dir="ltr">{email || "—"}</bdi> },
  { label: text.state(), cell: ({ state }) => <span className={blocks.badge}>{state}</span> },
  { label: text.rate(), cell: ({ rate }) => <bdi>{rate}</bdi> },
  { label: text.factVisits(), cell: ({ visits }) => <bdi dir="ltr">{visits}</bdi> },
  { label: text.earnings(), cell: ({ open }) => <Money text={open} /> },
];

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
      <PageNotice notice={notice} focused />
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
        <DataTable columns={COLUMNS} rows={affiliates} keyOf={({ id }) => id} />
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
