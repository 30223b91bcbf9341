import { AccountLayout } from "../accounts/AccountLayout";
import type { OrderRow, OrdersPageView } from "../generated/checkout";
import * as cartText from "../generated/messages/cart";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { EmptyState } from "../ui/EmptyState";
import { OrderStatusBadge } from "./OrderStatusBadge";
import styles from "./OrdersPage.module.css";

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
        <OrderStatusBadge state={state} />
      </td>
      <td data-label={checkoutText.total()}>
        <span>
          <Money text={total} /> <span className={styles.note}>({pieces})</span>
        </span>
      </td>
      <td>
        <span className={styles.acts}>
          {payUrl && (
            <a
              className={`${controls.btn} ${controls.btnSm} ${controls.btnPrimary}`}
              href={payUrl}
              aria-label={checkoutText.payNamed({ number })}
            >
              {checkoutText.pay()}
            </a>
          )}
          <a
            className={`${controls.btn} ${controls.btnSm}`}
            href={url}
            aria-label={checkoutText.viewNamed({ number })}
          >
            {checkoutText.view()}
          </a>
        </span>
      </td>
    </tr>
  );
}

/** The orders of the signed-in customer, newest first. */
export function OrdersPage({ layout, orders, nextUrl, shopUrl }: OrdersPageView) {
  return (
    <AccountLayout layout={layout}>
      {orders.length === 0 ? (
        <EmptyState title={checkoutText.ordersEmpty()}>
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
            {cartText.browse()}
          </a>
        </EmptyState>
      ) : (
        <table className={tableStyles.table}>
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
        <a className={`${controls.btn} ${styles.accMore}`} href={nextUrl}>
          {checkoutText.ordersOlder()}
        </a>
      )}
    </AccountLayout>
  );
}
