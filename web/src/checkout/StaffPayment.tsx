import { AccountForm } from "../accounts/AccountForm";
import accountsStyles from "../accounts/accounts.module.css";
import type { StaffPaymentView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import { ProofFiles } from "./ProofFiles";

type Props = { payment: StaffPaymentView; isNoticed: boolean };

/** Money that staff record: the courier's cash, or a transfer. */
export function StaffPayment({ payment, isNoticed }: Props) {
  const { due, collect, confirm, refuse, proofs } = payment;
  return (
    <section className={accountsStyles.accCard} aria-labelledby="payment">
      <h2 id="payment">{ordersText.staffPayment()}</h2>
      <p>{due}</p>
      {proofs && proofs.length > 0 && <ProofFiles files={proofs} label={ordersText.staffProofs()} />}
      {proofs?.length === 0 && <p>{ordersText.staffProofNone()}</p>}
      {collect && <AccountForm id="collect" form={collect} variant="main" isNoticed={isNoticed} />}
      {confirm && <AccountForm id="confirm" form={confirm} variant="main" isNoticed={isNoticed} />}
      {refuse && <AccountForm id="refuse" form={refuse} variant="second" isNoticed={isNoticed} />}
    </section>
  );
}
