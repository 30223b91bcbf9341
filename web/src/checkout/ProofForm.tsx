import type { ProofFormView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { ProofFiles } from "./ProofFiles";
import styles from "./TransferDetails.module.css";

/** Sends a proof of the transfer: a plain form, with the hidden fields before the file. */
export function ProofForm({ proof }: { proof: ProofFormView }) {
  const { action, hidden, name, accept, canSend, files } = proof;
  return (
    <div className={styles.proof}>
      <h3>{ordersText.proof()}</h3>
      {files.length > 0 && <ProofFiles files={files} label={ordersText.proofs()} />}
      {canSend ? (
        <form method="post" action={action} encType="multipart/form-data" className={styles.form}>
          <HiddenInputs pairs={hidden} />
          <label className={forms.label} htmlFor="proof-file">
            {ordersText.proofFile()}
          </label>
          <input
            type="file"
            id="proof-file"
            name={name}
            accept={accept}
            required
            aria-describedby="proof-hint"
          />
          <p id="proof-hint" className={styles.hint}>
            {ordersText.proofHint()}
          </p>
          <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
            {ordersText.proofSend()}
          </button>
        </form>
      ) : (
        <p className={styles.hint}>{ordersText.proofMany()}</p>
      )}
    </div>
  );
}
