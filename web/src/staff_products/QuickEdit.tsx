import { AdminIcon } from "../admin/AdminIcon";
import * as text from "../generated/messages/staff_products";
import type { QuickForm } from "../generated/staff_products";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./QuickEdit.module.css";

type Props = { form: QuickForm; nonce: string /** The query of the list. */; at?: string; back?: "product" };

/** One value that is saved on its own: Enter saves it. */
export function QuickEdit({ form, nonce, at = "", back }: Props) {
  const { action, value, version, variation, label } = form;
  return (
    <form className={styles.quick} method="post" action={action}>
      <HiddenInputs
        pairs={[
          ["nonce", nonce],
          ["version", version || "0"],
          ["variation", variation],
          ["at", at],
          ["back", back ?? ""],
        ]}
      />
      <input
        className={`${forms.input} ${styles.value} ltr`}
        name="value"
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
      />
      <button
        type="submit"
        className={`${controls.btn} ${styles.save}`}
        aria-label={text.saveValue({ label })}
      >
        <AdminIcon name="check" />
      </button>
    </form>
  );
}
