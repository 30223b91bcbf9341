import * as checkoutText from "../generated/messages/checkout";
import forms from "../ui/forms.module.css";
import styles from "./NotesField.module.css";

export function NotesField({ notes }: { notes: string }) {
  return (
    <div>
      <label className={forms.label} htmlFor="order_comments">
        {checkoutText.notes()} <span className={forms.labelOptional}>{checkoutText.optional()}</span>
      </label>
      <textarea
        className={styles.textarea}
        id="order_comments"
        name="order_comments"
        rows={3}
        placeholder={checkoutText.notesExample()}
        defaultValue={notes}
      />
    </div>
  );
}
