import { AccountForm } from "../accounts/AccountForm";
import { PageNotice } from "../accounts/PageNotice";
import type { StaffOrdersPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as text from "../generated/messages/staff_orders";
import { Money } from "../pricing/Money";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { NewOrders } from "./NewOrders.island";
import { OrderBulkBar } from "./OrderBulkBar";
import { OrderFilters } from "./OrderFilters";
import panel from "./office.module.css";
import { StaffOrderRows } from "./StaffOrderRows";
import styles from "./StaffOrdersPage.module.css";

const BULK_ID = "bulk";

function Tabs({ lists }: Pick<StaffOrdersPageView, "lists">) {
  return (
    <nav className={styles.tabs} aria-label={text.lists()}>
      {lists.map(({ label, url, count, isCurrent }) => (
        <a key={url} href={url} aria-current={isCurrent ? "page" : undefined}>
          {label}
          {count && <span className={styles.count}>{count}</span>}
        </a>
      ))}
    </nav>
  );
}

function SaveList({ save }: { save: NonNullable<StaffOrdersPageView["save"]> }) {
  return (
    <details className={styles.fold}>
      <summary className={controls.link}>{text.saveList()}</summary>
      <form className={styles.inline} method="post" action={save.action}>
        <HiddenInputs pairs={save.hidden} />
        <label className={forms.label} htmlFor="list-title">
          {text.listTitle()}
        </label>
        <input className={forms.input} id="list-title" name="title" maxLength={40} required />
        <label className={forms.check}>
          <input type="checkbox" name="shared" value="1" />
          <span>{text.listShared()}</span>
        </label>
        <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
          {text.save()}
        </button>
      </form>
    </details>
  );
}

/** What a bulk act did not change, each order with its reason. */
function Refused({ refused }: { refused: Array<string> }) {
  return (
    refused.length > 0 && (
      <ul className={styles.refused}>
        {refused.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )
  );
}

/** All orders of the shop. What the list shows is in its address. */
export function StaffOrdersPage(page: StaffOrdersPageView) {
  const { orders, lists, save, bulk, notice, refused, clearUrl, nextUrl, firstUrl, booked } = page;
  const own = lists.find(({ remove }) => remove);
  const total = booked && text.bookedSum({ amount: booked });
  return (
    <div className={`wrap section ${panel.office}`}>
      <div className={panel.head}>
        <h1>{checkoutText.staffOrders()}</h1>
        {page.export && <AccountForm id="export" form={page.export} variant="second" />}
      </div>
      <PageNotice notice={notice} focused />
      <Refused refused={refused} />
      <Island of={NewOrders} id="new-orders" on="idle" props={page.newer} />
      <section className={panel.panel} aria-label={checkoutText.staffOrders()}>
        <Tabs lists={lists} />
        <OrderFilters page={page} />
        {/* With older orders to look at nobody knows that there are none. */}
        {orders.length === 0 && !nextUrl && (
          <EmptyState
            title={clearUrl ? text.noResult() : text.none()}
            hint={clearUrl ? text.noResultHint() : text.noneHint()}
          >
            {clearUrl && (
              <a className={controls.btn} href={clearUrl}>
                {text.showAll()}
              </a>
            )}
          </EmptyState>
        )}
        {orders.length > 0 && <StaffOrderRows orders={orders} form={bulk ? BULK_ID : undefined} />}
        <div className={styles.foot}>
          <span>
            {text.shown({ count: orders.length })}
            {total && (
              <>
                {" · "}
                <Money text={total} />
              </>
            )}
          </span>
          <span className={styles.pages}>
            {firstUrl && (
              <a className={`${controls.btn} ${controls.btnSm}`} href={firstUrl}>
                {text.newest()}
              </a>
            )}
            {nextUrl && (
              <a className={`${controls.btn} ${controls.btnSm}`} href={nextUrl}>
                {text.older()}
              </a>
            )}
          </span>
        </div>
      </section>
      {bulk && orders.length > 0 && <OrderBulkBar id={BULK_ID} bulk={bulk} />}
      <div className={styles.list}>
        {save && <SaveList save={save} />}
        {own?.remove && <AccountForm id="remove-list" form={own.remove} variant="second" />}
      </div>
    </div>
  );
}
