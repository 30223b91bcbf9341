import * as paymentsText from "../generated/messages/payments";
import type { ProviderForm } from "../generated/payments";
import { Field } from "../ui/Field";
import { fieldName } from "./names";

const DIGITS = {
  type: "text",
  inputMode: "numeric",
  ltr: true,
  required: true,
  autoCapitalize: "none",
  spellCheck: false,
} as const;

/** A card. Nothing here has a name, so nothing of it is ever posted: the provider's script takes it. */
export function CardFields({ form }: { form: ProviderForm }) {
  const hasCsc = form.csc_required || form.csc_required_for_tokens;
  return (
    <div className="fields">
      <Field
        {...DIGITS}
        id={fieldName(form, "account-number")}
        label={paymentsText.number()}
        autoComplete="cc-number"
        data-pay-field="number"
      />
      <Field
        {...DIGITS}
        id={fieldName(form, "expiry")}
        label={paymentsText.expiry()}
        placeholder="05 / 29"
        autoComplete="cc-exp"
        isHalf
        data-pay-field="expiry"
      />
      {hasCsc && (
        <div className="field--half pay__csc" data-csc="">
          <Field
            {...DIGITS}
            id={fieldName(form, "csc")}
            label={paymentsText.csc()}
            hint={paymentsText.cscHint()}
            autoComplete="cc-csc"
            data-pay-field="csc"
          />
        </div>
      )}
    </div>
  );
}
