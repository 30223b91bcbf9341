import type { BarcodeFormView, BarcodeRowView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./BinForm.module.css";

type Props = { row: Pick<BarcodeRowView, "id" | "name" | "bin">; form: BarcodeFormView };

/** Changes where the store has a product. A plain form: it is seldom used. */
export function BinForm({ row: { id, name, bin }, form }: Props) {
  return (
    <details className={styles.bin}>
      <summary>{barcodesText.binEdit()}</summary>
      <form className={styles.form} method="post" action={form.action}>
        <HiddenInputs
          pairs={[
            ["nonce", form.nonce],
            ["status", "bin"],
            ["barcode-actions", form.actions],
            ["id", id],
            ["store_id", form.storeId],
            ["text", form.text],
          ]}
        />
        <input
          className={forms.input}
          name="bin"
          defaultValue={bin}
          maxLength={40}
          autoComplete="off"
          aria-label={barcodesText.binLabel({ name })}
        />
        <button type="submit" className={controls.btn}>
          {barcodesText.binSave()}
        </button>
      </form>
    </details>
  );
}
