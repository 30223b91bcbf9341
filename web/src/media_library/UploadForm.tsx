import { type ReactNode, useId } from "react";
import type { FileForm } from "../generated/media_library";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./UploadForm.module.css";

type Props = { form: FileForm; label: string; hint: string; multiple?: boolean; children: ReactNode };

/** Sends one picture or several. The fields stand before the files, because the server checks them first. */
export function UploadForm({ form, label, hint, multiple, children }: Props) {
  const id = useId();
  return (
    <form method="post" action={form.action} encType="multipart/form-data" className={styles.upload}>
      <HiddenInputs
        pairs={[
          ["nonce", form.nonce],
          ["key", form.key],
          ["version", form.version],
        ]}
      />
      <div>
        <label className={forms.label} htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          type="file"
          name="file"
          accept="image/jpeg,image/png"
          aria-describedby={`${id}-note`}
          multiple={multiple}
          required
          className={styles.file}
        />
        <small id={`${id}-note`} className={forms.hint}>
          {hint}
        </small>
      </div>
      <button type="submit" className={controls.btn}>
        {children}
      </button>
    </form>
  );
}
