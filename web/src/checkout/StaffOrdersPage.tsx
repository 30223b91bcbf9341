import { AccountForm } from "../accounts/AccountForm";
import type { StaffOrdersPageView } from "../generated/checkout";
import { Money } from "../pricing/Money";
import { t } from "../ui/messages";
import { StateBadge } from "./StateBadge";
import "./texts";

/** Every order of the shop, to be found by number, e-mail or state. */
export function StaffOrdersPage(page: StaffOrdersPageView) {
  const { action, search, states, orders, nextUrl } = page;
  return (
    <div className="wrap section staff-orders">
      <h1>{t("checkout.staff-orders")}</h1>
      <div className="staff-orders__tools">
        <form className="staff-orders__find" method="get" action={action}>
          <label className="sr" htmlFor="orders-search">
            {t("checkout.staff-search")}
          </label>
          <input
            className="input"
            id="orders-search"
            type="search"
            name="search"
            defaultValue={search}
            placeholder={t("checkout.staff-search")}
          />
          <label className="sr" htmlFor="orders-state">
            {t("checkout.state")}
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
            {t("checkout.staff-filter")}
          </button>
        </form>
        <AccountForm id="export" form={page.export} look="second" />
      </div>
      {orders.length === 0 ? (
        <p>{t("checkout.staff-none")}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("checkout.order-number")}</th>
              <th scope="col">{t("checkout.date")}</th>
              <th scope="col">{t("checkout.staff-customer")}</th>
              <th scope="col">{t("checkout.state")}</th>
              <th scope="col">{t("checkout.total")}</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ number, date, customer, state, total, url }) => (
              <tr key={number}>
                <td data-label={t("checkout.order-number")}>
                  <a href={url} aria-label={t("checkout.view-named", { number })}>
                    <bdi dir="ltr">{number}</bdi>
                  </a>
                </td>
                <td data-label={t("checkout.date")}>{date}</td>
                <td data-label={t("checkout.staff-customer")}>
                  <bdi>{customer}</bdi>
                </td>
                <td data-label={t("checkout.state")}>
                  <StateBadge state={state} />
                </td>
                <td data-label={t("checkout.total")}>
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
          {t("checkout.staff-next")}
        </a>
      )}
    </div>
  );
}
