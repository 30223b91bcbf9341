import type { ProviderForm } from "../generated/payments";
import { Field } from "../ui/Field";
import { t } from "../ui/messages";
import { SelectField } from "../ui/SelectField";
import { fieldName } from "./names";
import "./texts";

type Props = {
  form: ProviderForm;
  /** The page does not know whose account it is. */
  asksHolder: boolean;
};

const DIGITS = {
  type: "text",
  inputMode: "numeric",
  ltr: true,
  required: true,
  autoComplete: "off",
  spellCheck: false,
  isHalf: true,
} as const;

/** A bank account. Nothing here has a name: the provider's script takes it, and nothing of it is posted. */
export function EcheckFields({ form, asksHolder }: Props) {
  const types = [
    { value: "checking", label: t("payments.checking") },
    { value: "savings", label: t("payments.savings") },
  ];
  return (
    <>
      {/* Where the two numbers stand on a check; what is said about them is said beside the fields. */}
      <div className="check-fig" aria-hidden="true">
        <span className="check-fig__mark">021000021</span>
        <span className="check-fig__mark">1234567890</span>
        <span>0101</span>
      </div>
      <div className="fields">
        {asksHolder && (
          <Field
            id={fieldName(form, "holder")}
            label={t("payments.holder")}
            type="text"
            autoComplete="name"
            maxLength={22}
            required
            data-pay-field="holder"
          />
        )}
        <Field
          {...DIGITS}
          id={fieldName(form, "routing-number")}
          label={t("payments.routing")}
          hint={t("payments.routing-hint")}
          placeholder="021000021"
          data-pay-field="routing"
        />
        <Field
          {...DIGITS}
          id={fieldName(form, "account-number")}
          label={t("payments.account")}
          placeholder="1234567890"
          data-pay-field="account"
        />
        <SelectField
          id={fieldName(form, "account-type")}
          label={t("payments.account-type")}
          options={types}
          defaultValue="checking"
          isHalf
          required
          data-pay-field="account-type"
        />
      </div>
    </>
  );
}
