import { AccountForm } from "../accounts/AccountForm";
import type { StaffOrdersPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import { StateBadge } from "./StateBadge";

/** Every order of the shop, to be found by number, e-mail or state. */
export function StaffOrdersPage(page: StaffOrdersPageView) {
  const { action, search, states, orders, nextUrl } = page;
  return (
    <div className="wrap section staff-orders">
      <h1>{checkoutText.staffOrders()}</h1>
      <div className="staff-orders__tools">
        <form className="staff-orders__find" method="get" action={action}>
          <label className="sr" htmlFor="orders-search">
            {checkoutText.staffSearch()}
          </label>
          <input
            className="input"
            id="orders-search"
            type="search"
            name="search"
            defaultValue={search}
            placeholder={checkoutText.staffSearch()}
          />
          <label className="sr" htmlFor="orders-state">
            {checkoutText.state()}
          </label>
          <span className="select">
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
          <button type="submit" className="btn btn--primary">
            {checkoutText.staffFilter()}
          </button>
        </form>
        <AccountForm id="export" form={page.export} look="second" />
      </div>
      {orders.length === 0 ? (
        <p>{checkoutText.staffNone()}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{checkoutText.orderNumber()}</th>
              <th scope="col">{checkoutText.date()}</th>
              <th scope="col">{checkoutText.staffCustomer()}</th>
              <th scope="col">{checkoutText.state()}</th>
              <th scope="col">{checkoutText.total()}</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ number, date, customer, state, total, url }) => (
              <tr key={number}>
                <td data-label={checkoutText.orderNumber()}>
                  <a href={url} aria-label={checkoutText.viewNamed({ number })}>
                    <bdi dir="ltr">{number}</bdi>
                  </a>
                </td>
                <td data-label={checkoutText.date()}>{date}</td>
                <td data-label={checkoutText.staffCustomer()}>
                  <bdi>{customer}</bdi>
                </td>
                <td data-label={checkoutText.state()}>
                  <StateBadge state={state} />
                </td>
                <td data-label={checkoutText.total()}>
                  <span>
                    <Money text={total} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {nextUrl && (
        <a className="btn" href={nextUrl}>
          {checkoutText.staffNext()}
        </a>
      )}
    </div>
  );
}
