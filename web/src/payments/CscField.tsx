import * as paymentsText from "../generated/messages/payments";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import type { FieldAttributes } from "./use-pay-fields";

/** The security code of a card. */
export function CscField(attributes: ReturnType<FieldAttributes>) {
  return (
    <div className={forms.fieldHalf} data-csc="">
      <Field
        {...attributes}
        type="text"
        inputMode="numeric"
        ltr
        required
        autoCapitalize="none"
        spellCheck={false}
        label={paymentsText.csc()}
        hint={paymentsText.cscHint()}
        autoComplete="cc-csc"
        data-pay-field="csc"
      />
    </div>
  );
}
