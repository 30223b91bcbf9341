import * as paymentsText from "../generated/messages/payments";
import type { ProviderForm } from "../generated/payments";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { CscField } from "./CscField";
import type { FieldAttributes } from "./use-pay-fields";

const DIGITS = {
  type: "text",
  inputMode: "numeric",
  ltr: true,
  required: true,
  autoCapitalize: "none",
  spellCheck: false,
} as const;

type Props = {
  form: ProviderForm;
  attributes: FieldAttributes;
  /** The security code field is beside the list of saved methods instead. */
  isCscElsewhere: boolean;
};

/** Card fields. The inputs have no name, so they are never posted: the provider's script reads them. */
export function CardFields({ form, attributes, isCscElsewhere }: Props) {
  const hasCsc = form.csc_required || form.csc_required_for_tokens;
  return (
    <div className={forms.fields}>
      <Field
        {...DIGITS}
        {...attributes("number")}
        label={paymentsText.number()}
        autoComplete="cc-number"
        data-pay-field="number"
      />
      <Field
        {...DIGITS}
        {...attributes("expiry")}
        label={paymentsText.expiry()}
        placeholder="05 / 29"
        autoComplete="cc-exp"
        isHalf
        data-pay-field="expiry"
      />
      {hasCsc && !isCscElsewhere && <CscField {...attributes("csc")} />}
    </div>
  );
}
