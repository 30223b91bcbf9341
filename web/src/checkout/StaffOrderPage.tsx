import { AccountForm } from "../accounts/AccountForm";
import accountsStyles from "../accounts/accounts.module.css";
import { PageNotice } from "../accounts/PageNotice";
import type { AttemptRow, StaffOrderPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { Notice } from "../ui/Notice";
import { OrderAddress } from "./OrderAddress";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderGift } from "./OrderGift";
import { OrderStatusBadge } from "./OrderStatusBadge";
import ordersStyles from "./orders.module.css";
import { ShipmentForms } from "./ShipmentForms";
import styles from "./StaffOrderPage.module.css";
import { StaffPayment } from "./StaffPayment";

function Attempts({ attempts }: { attempts: Array<AttemptRow> }) {
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{checkoutText.date()}</th>
          <th scope="col">{checkoutText.payment()}</th>
          <th scope="col">{checkoutText.state()}</th>
          <th scope="col">{checkoutText.staffReference()}</th>
          <th scope="col">{checkoutText.total()}</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map(({ key, state, amount, method, reference, date }) => (
          <tr key={key}>
            <td data-label={checkoutText.date()}>{date}</td>
            <td data-label={checkoutText.payment()}>
              <bdi>{method}</bdi>
            </td>
            <td data-label={checkoutText.state()}>{state}</td>
            <td data-label={checkoutText.staffReference()}>
              <bdi dir="ltr">{reference}</bdi>
            </td>
            <td data-label={checkoutText.total()}>
              <span>
                <Money text={amount} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An order for staff: its data, its history, and the possible actions. */
export function StaffOrderPage(page: StaffOrderPageView) {
  const { order, notice, change, refund, payment, ship, shipments } = page;
  const { attempts, history, attribution, attributionCheck, ordersUrl } = page;
  return (
    <div className={`wrap section ${styles.staffOrder}`}>
      <a className={controls.link} href={ordersUrl}>
        {checkoutText.staffOrders()}
      </a>
      <div className={ordersStyles.orderTop}>
        <h1>{checkoutText.order({ number: order.number })}</h1>
        <OrderStatusBadge state={order.state} />
      </div>
      <PageNotice notice={notice} />
      <OrderFacts order={order} />
      <OrderGift gift={order.gift} />
      <div className={`${ordersStyles.order} ${ordersStyles.order2}`}>
        <OrderDetails order={order} />
        <div className={ordersStyles.order}>
          {payment && <StaffPayment payment={payment} isNoticed={notice?.kind === "error"} />}
          <ShipmentForms ship={ship} shipments={shipments} />
          {change && (
            <section className={accountsStyles.accCard} aria-labelledby="change">
              <h2 id="change">{checkoutText.staffChange()}</h2>
              <AccountForm id="state" form={change} variant="main" isNoticed={notice?.kind === "error"} />
            </section>
          )}
          {refund && (
            <section className={accountsStyles.accCard} aria-labelledby="refund">
              <h2 id="refund">{checkoutText.staffRefund()}</h2>
              <AccountForm
                id="refund-form"
                form={refund}
                variant="second"
                isNoticed={notice?.kind === "error"}
              />
            </section>
          )}
          <OrderAddress order={order} />
        </div>
      </div>
      {attempts.length > 0 && (
        <section className={ordersStyles.orderPart}>
          <h2>{checkoutText.staffPayments()}</h2>
          <Attempts attempts={attempts} />
        </section>
      )}
      {history.length > 0 && (
        <section className={ordersStyles.orderPart}>
          <h2>{checkoutText.staffHistory()}</h2>
          <ol className={styles.history}>
            {history.map(({ date, text, detail, actor }, index) => (
              <li key={index}>
                <span className={styles.date}>{date}</span>
                <span>{text}</span>
                {detail && <bdi className={styles.detail}>{detail}</bdi>}
                {actor && <bdi className={styles.detail}>{actor}</bdi>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {attribution.length > 0 && (
        <section className={ordersStyles.orderPart}>
          <h2>{checkoutText.staffSource()}</h2>
          <dl className={`${accountsStyles.facts} ${styles.list}`}>
            {attribution.map(([label, value]) => (
              <div key={label}>
                <dt>
                  <bdi>{label}</bdi>
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {attributionCheck && <Notice kind="warning">{attributionCheck}</Notice>}
        </section>
      )}
    </div>
  );
}
