import { AccountForm } from "../accounts/AccountForm";
import orders from "../checkout/orders.module.css";
import type { PayoutView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import blocks from "../ui/blocks.module.css";
import styles from "./PayoutTable.module.css";

/** Payouts, newest first. Staff see whose they are, and change those that are open. */
export function PayoutTable({ payouts }: { payouts: Array<PayoutView> }) {
  const isForStaff = payouts.some(({ affiliate }) => affiliate);
  return (
    <table className={orders.table}>
      <thead>
        <tr>
          <th scope="col">{text.number()}</th>
          <th scope="col">{text.date()}</th>
          {isForStaff && <th scope="col">{text.affiliate()}</th>}
          <th scope="col">{text.reference()}</th>
          <th scope="col">{text.state()}</th>
          <th scope="col">{text.amount()}</th>
        </tr>
      </thead>
      <tbody>
        {payouts.map(({ id, date, affiliate, affiliateUrl, reference, state, amount, pay, cancel }) => (
          <tr key={id}>
            <td data-label={text.number()}>
              <bdi dir="ltr">{id}</bdi>
            </td>
            <td data-label={text.date()}>{date}</td>
            {isForStaff && (
              <td data-label={text.affiliate()}>
                <a href={affiliateUrl ?? undefined}>
                  <bdi dir="ltr">{affiliate}</bdi>
                </a>
              </td>
            )}
            <td data-label={text.reference()}>
              <bdi>{reference || "—"}</bdi>
            </td>
            <td data-label={text.state()}>
              <div className={styles.state}>
                <span className={blocks.badge}>{state}</span>
                {pay && <AccountForm id={`pay-${id}`} form={pay} variant="main" />}
                {cancel && <AccountForm id={`cancel-${id}`} form={cancel} variant="second" />}
              </div>
            </td>
            <td data-label={text.amount()}>
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
