import * as text from "../generated/messages/staff_stock";
import type { DecisionForm, StockApprovalView } from "../generated/staff_stock";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import styles from "./Approvals.module.css";

function Decide({ form, sku, isMain }: { form: DecisionForm; sku: string; isMain?: boolean }) {
  const { action, hidden, submit } = form;
  return (
    <form method="post" action={action}>
      <HiddenInputs pairs={hidden} />
      <button
        type="submit"
        className={`${controls.btn} ${controls.btnSm} ${isMain ? controls.btnPrimary : ""}`}
        aria-label={text.approveOf({ submit, sku })}
      >
        {submit}
      </button>
    </form>
  );
}

/** Moves of stock that wait for a second person. */
export function Approvals({ approvals }: { approvals: Array<StockApprovalView> }) {
  if (approvals.length === 0) return null;
  return (
    <section aria-labelledby="approvals" className={styles.approvals}>
      <h2 id="approvals" className={styles.title}>
        {text.approvals()}
      </h2>
      {approvals.map(({ id, sku, name, url, text: sentence, detail, own, approve, refuse }) => (
        <Notice
          key={id}
          kind="warning"
          quiet
          action={
            <div className={styles.acts}>
              {approve && <Decide form={approve} sku={sku} isMain />}
              {refuse && <Decide form={refuse} sku={sku} />}
            </div>
          }
        >
          <a className={controls.link} href={url}>
            {name && <bdi>{name}</bdi>} <bdi dir="ltr">{sku}</bdi>
          </a>{" "}
          {sentence}
          {detail && (
            <p className={styles.detail}>
              <bdi>{detail}</bdi>
            </p>
          )}
          {own && <p className={styles.detail}>{own}</p>}
        </Notice>
      ))}
    </section>
  );
}
