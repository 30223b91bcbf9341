import { AccountForm } from "../accounts/AccountForm";
import accountsStyles from "../accounts/accounts.module.css";
import { PageNotice } from "../accounts/PageNotice";
import type { StaffOrderPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as ordersText from "../generated/messages/orders";
import * as text from "../generated/messages/staff_orders";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { OrderAddress } from "./OrderAddress";
import { OrderApproval } from "./OrderApproval";
import { OrderAttempts } from "./OrderAttempts";
import { OrderDetails } from "./OrderDetails";
import { OrderFacts } from "./OrderFacts";
import { OrderGift } from "./OrderGift";
import { OrderHistory } from "./OrderHistory";
import { OrderStatusBadge } from "./OrderStatusBadge";
import { OrderTags } from "./OrderTags";
import office from "./office.module.css";
import { RefundForm } from "./RefundForm";
import { ShipmentForms } from "./ShipmentForms";
import styles from "./StaffOrderPage.module.css";
import { StaffPayment } from "./StaffPayment";

function Head({ page }: { page: StaffOrderPageView }) {
  const { order, ordersUrl, newerUrl, olderUrl, next, prints, pickUrl } = page;
  const step = `${controls.btn} ${controls.btnSm}`;
  return (
    <>
      <nav className={styles.trail} aria-label={text.lists()}>
        <a className={controls.link} href={ordersUrl}>
          {checkoutText.staffOrders()}
        </a>
        {newerUrl && (
          <a className={step} href={newerUrl}>
            {text.newerOrder()}
          </a>
        )}
        {olderUrl && (
          <a className={step} href={olderUrl}>
            {text.olderOrder()}
          </a>
        )}
      </nav>
      <div className={office.head}>
        <div className={styles.title}>
          <h1>{checkoutText.order({ number: order.number })}</h1>
          <OrderStatusBadge state={order.state} />
        </div>
        <div className={styles.acts}>
          {pickUrl && (
            // The camera is allowed to a page of its own only.
            <a className={controls.btn} href={pickUrl} data-reload="">
              {text.pick()}
            </a>
          )}
          {prints.map((print) => (
            <AccountForm key={print.submit} id={print.action} form={print} variant="second" />
          ))}
          {next && <AccountForm id="next" form={next} variant="main" />}
        </div>
      </div>
    </>
  );
}

function Side({ page, isNoticed }: { page: StaffOrderPageView; isNoticed: boolean }) {
  const { order, address, emails, resend, assign, attribution, attributionCheck } = page;
  return (
    <div className={styles.column}>
      <section className={styles.card}>
        <OrderAddress order={order} />
        {address && (
          <details>
            <summary className={controls.link}>{text.addressEdit()}</summary>
            <AccountForm id="address" form={address} variant="second" isNoticed={isNoticed} />
          </details>
        )}
      </section>
      <section className={styles.card} aria-labelledby="emails">
        <h2 id="emails">{text.emails()}</h2>
        {emails.length === 0 && <p>{text.emailsNone()}</p>}
        <ul className={styles.plain}>
          {emails.map(({ label, note }, index) => (
            <li key={index}>
              {label}
              <small>{note}</small>
            </li>
          ))}
        </ul>
        {resend && <AccountForm id="resend" form={resend} variant="second" />}
      </section>
      {assign && (
        <section className={styles.card} aria-labelledby="assignee">
          <h2 id="assignee">{text.assignee()}</h2>
          <AccountForm id="assign" form={assign} variant="second" isNoticed={isNoticed} />
        </section>
      )}
      <OrderTags page={page} isNoticed={isNoticed} />
      {attribution.length > 0 && (
        <section className={styles.card}>
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

/** An order for staff: its data, its history, and the possible actions. Each is a form that works without script. */
export function StaffOrderPage(page: StaffOrderPageView) {
  const { order, notice, change, refund, payment, ship, shipments, approval, unknown, ledger } = page;
  const { attempts, giftUrl, history, note } = page;
  const isNoticed = notice?.kind === "error";
  return (
    <div className={`wrap section ${office.office}`}>
      <Head page={page} />
      <PageNotice notice={notice} focused />
      {unknown && <Notice kind="warning">{unknown}</Notice>}
      {approval && <OrderApproval approval={approval} />}
      <OrderFacts order={order} />
      <OrderGift gift={order.gift} />
      {giftUrl && (
        <a className={controls.link} href={giftUrl}>
          {ordersText.giftSheet()}
        </a>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <div className={styles.card}>
            <OrderDetails order={order} />
          </div>
          {payment && <StaffPayment payment={payment} isNoticed={isNoticed} />}
          <ShipmentForms ship={ship} shipments={shipments} />
          {(attempts.length > 0 || refund) && (
            <section className={styles.card} aria-labelledby="attempts">
              <h2 id="attempts">{checkoutText.staffPayments()}</h2>
              {attempts.length > 0 && <OrderAttempts attempts={attempts} />}
              {ledger && <p className={ledger.isBalanced ? styles.balanced : styles.broken}>{ledger.text}</p>}
              {refund && (
                <details>
                  <summary className={controls.btn}>{checkoutText.staffRefund()}</summary>
                  <RefundForm refund={refund} />
                </details>
              )}
            </section>
          )}
          {change && (
            <section className={styles.card} aria-labelledby="change">
              <h2 id="change">{checkoutText.staffChange()}</h2>
              <AccountForm id="state" form={change} variant="second" isNoticed={isNoticed} />
            </section>
          )}
          <OrderHistory history={history} note={note} />
        </div>
        <Side page={page} isNoticed={isNoticed} />
      </div>
    </div>
  );
}
