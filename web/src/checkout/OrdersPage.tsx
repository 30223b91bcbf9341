import { AccountLayout } from "../accounts/AccountLayout";
import type { OrderRow, OrdersPageView } from "../generated/checkout";
import { Money } from "../pricing/Money";
import { EmptyState } from "../ui/EmptyState";
import { t } from "../ui/messages";
import { StateBadge } from "./StateBadge";
import "../cart/texts";
import "./texts";

function Row({ number, date, state, total, pieces, url, payUrl }: OrderRow) {
  return (
    <tr>
      <td data-label={t("checkout.order-number")}>
        <a href={url}>
          <bdi dir="ltr">{number}</bdi>
        </a>
      </td>
      <td data-label={t("checkout.date")}>{date}</td>
      <td data-label={t("checkout.state")}>
        <StateBadge state={state} />
      </td>
      <td data-label={t("checkout.total")}>
        <span>
          <Money text={total} /> <span className="table__note">({pieces})</span>
        </span>
      </td>
      <td>
        <span className="table__acts">
          {payUrl && (
            <a
              className="btn btn--sm btn--primary"
              href={payUrl}
              aria-label={t("checkout.pay-named", { number })}
            >
              {t("checkout.pay")}
            </a>
          )}
          <a className="btn btn--sm" href={url} aria-label={t("checkout.view-named", { number })}>
            {t("checkout.view")}
          </a>
        </span>
      </td>
    </tr>
  );
}

/** A customer's own orders, newest first. */
export function OrdersPage({ frame, orders, nextUrl, shopUrl }: OrdersPageView) {
  return (
    <AccountLayout frame={frame}>
      {orders.length === 0 ? (
        <EmptyState title={t("checkout.orders-empty")}>
          <a className="btn btn--primary" href={shopUrl}>
            {t("cart.browse")}
          </a>
        </EmptyState>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("checkout.order-number")}</th>
              <th scope="col">{t("checkout.date")}</th>
              <th scope="col">{t("checkout.state")}</th>
              <th scope="col">{t("checkout.total")}</th>
              <th scope="col">
                <span className="sr">{t("checkout.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <Row key={order.number} {...order} />
            ))}
          </tbody>
        </table>
      )}
      {nextUrl && (
        <a className="btn acc-more" href={nextUrl}>
          {t("checkout.orders-older")}
        </a>
      )}
    </AccountLayout>
  );
}
