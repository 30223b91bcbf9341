import { AccountLayout } from "../accounts/AccountLayout";
import type { OrderRow, OrdersPageView } from "../generated/checkout";
import * as cartText from "../generated/messages/cart";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import { EmptyState } from "../ui/EmptyState";
import { StateBadge } from "./StateBadge";

function Row({ number, date, state, total, pieces, url, payUrl }: OrderRow) {
  return (
    <tr>
      <td data-label={checkoutText.orderNumber()}>
        <a href={url}>
          <bdi dir="ltr">{number}</bdi>
        </a>
      </td>
      <td data-label={checkoutText.date()}>{date}</td>
      <td data-label={checkoutText.state()}>
        <StateBadge state={state} />
      </td>
      <td data-label={checkoutText.total()}>
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
              aria-label={checkoutText.payNamed({ number })}
            >
              {checkoutText.pay()}
            </a>
          )}
          <a className="btn btn--sm" href={url} aria-label={checkoutText.viewNamed({ number })}>
            {checkoutText.view()}
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
        <EmptyState title={checkoutText.ordersEmpty()}>
          <a className="btn btn--primary" href={shopUrl}>
            {cartText.browse()}
          </a>
        </EmptyState>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{checkoutText.orderNumber()}</th>
              <th scope="col">{checkoutText.date()}</th>
              <th scope="col">{checkoutText.state()}</th>
              <th scope="col">{checkoutText.total()}</th>
              <th scope="col">
                <span className="sr">{checkoutText.actions()}</span>
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
          {checkoutText.ordersOlder()}
        </a>
      )}
    </AccountLayout>
  );
}
