import { AccountForm } from "../accounts/AccountForm";
import type { ApprovalView } from "../generated/checkout";
import * as text from "../generated/messages/staff_orders";
import { Notice } from "../ui/Notice";
import styles from "./OrderApproval.module.css";

/** A refund that waits for a second person. */
export function OrderApproval({ approval }: { approval: ApprovalView }) {
  const { detail, note, approve, refuse } = approval;
  return (
    <section className={styles.approval} aria-label={text.approve()}>
      <Notice kind="warning">
        {approval.text}
        {detail && <p>{detail}</p>}
        {note && <p>{note}</p>}
      </Notice>
      <div className={styles.acts}>
        {approve && <AccountForm id="approve" form={approve} variant="second" />}
        {refuse && <AccountForm id="refuse-approval" form={refuse} variant="second" />}
      </div>
    </section>
  );
}
