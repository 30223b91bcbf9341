import { AccountForm } from "../accounts/AccountForm";
import type { StaffOrdersPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import { type Column, DataTable } from "../ui/DataTable";
import forms from "../ui/forms.module.css";
import { OrderStatusBadge } from "./OrderStatusBadge";
import styles from "./StaffOrdersPage.module.css";

const COLUMNS: Array<Column<StaffOrdersPageView["orders"][number]>> = [
  {
    label: checkoutText.orderNumber(),
    cell: ({ number, url }) => (
      <a href={url} aria-label={checkoutText.viewNamed({ number })}>
        <bdi dir="ltr">{number}</bdi>
      </a>
    ),
  },
  { label: checkoutText.date(), cell: ({ date }) => date },
  { label: checkoutText.staffCustomer(), cell: ({ customer }) => <bdi>{customer}</bdi> },
  { label: checkoutText.state(), cell: ({ state }) => <OrderStatusBadge state={state} /> },
  { label: checkoutText.total(), cell: ({ total }) => <Money text={total} /> },
  { label: paymentsText.title(), cell: ({ method }) => method },
];

/** All orders of the shop, searchable by number, email or status. */
export function StaffOrdersPage(page: StaffOrdersPageView) {
  const { action, search, states, orders, nextUrl } = page;
  return (
    <div className={`wrap section ${styles.staffOrders}`}>
      <h1>{checkoutText.staffOrders()}</h1>
      <div className={styles.tools}>
        <form className={styles.find} method="get" action={action}>
          <label className="sr" htmlFor="orders-search">
            {checkoutText.staffSearch()}
          </label>
          <input
            className={forms.input}
            id="orders-search"
            type="search"
            name="search"
            defaultValue={search}
            placeholder={checkoutText.staffSearch()}
          />
          <label className="sr" htmlFor="orders-state">
            {checkoutText.state()}
          </label>
          <span className={forms.select}>
            <select
              id="orders-state"
              name="state"
              defaultValue={states.find(({ isChosen }) => isChosen)?.value}
            >
              {states.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </span>
          <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
            {checkoutText.staffFilter()}
          </button>
        </form>
        {page.export && <AccountForm id="export" form={page.export} variant="second" />}
      </div>
      {orders.length === 0 ? (
        <p>{checkoutText.staffNone()}</p>
      ) : (
        <DataTable columns={COLUMNS} rows={orders} keyOf={({ number }) => number} />
      )}
      {nextUrl && (
        <a className={controls.btn} href={nextUrl}>
          {checkoutText.staffNext()}
        </a>
      )}
    </div>
  );
}
