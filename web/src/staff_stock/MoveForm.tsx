import * as text from "../generated/messages/staff_stock";
import type { AmountField, MoveFormView } from "../generated/staff_stock";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";

/** A quantity, in any digits. */
export function Amount({ id, name, field }: { id: string; name: string; field: AmountField }) {
  return (
    <Field
      id={id}
      name={name}
      label={field.label}
      error={field.error}
      defaultValue={field.value}
      inputMode={field.hasDecimals ? "decimal" : "numeric"}
      autoComplete="off"
      maxLength={16}
      required
      ltr
    />
  );
}

/** Receives, issues, or writes a count down. */
export function MoveForm({ form }: { form: MoveFormView }) {
  const { name, action, hidden, amount, reasons, reason, noteLabel, submit } = form;
  const key = hidden.find(([field]) => field === "key")?.[1];
  return (
    // What was typed belongs to one form of the server: the next one begins empty.
    <form key={key} className={forms.form} method="post" action={action}>
      <HiddenInputs pairs={hidden} />
      {amount && <Amount id={`${name}-amount`} name="amount" field={amount} />}
      <SelectField
        id={`${name}-reason`}
        name="reason"
        label={text.reason()}
        options={reasons}
        defaultValue={reason || undefined}
        required
      />
      <Field
        id={`${name}-note`}
        name="note"
        label={noteLabel}
        hint={text.noteHint()}
        maxLength={100}
        autoComplete="off"
      />
      <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
        {submit}
      </button>
    </form>
  );
}
