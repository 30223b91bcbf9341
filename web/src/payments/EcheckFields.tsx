import * as paymentsText from "../generated/messages/payments";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { SelectField } from "../ui/SelectField";
import styles from "./EcheckFields.module.css";
import type { FieldAttributes } from "./use-pay-fields";

type Props = {
  attributes: FieldAttributes;
  /** The page does not know the account holder. */
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

/** Bank account fields. The inputs have no name, so they are never posted: the provider's script reads them. */
export function EcheckFields({ attributes, asksHolder }: Props) {
  const { onInput: _, ...accountType } = attributes("account-type");
  const types = [
    { value: "checking", label: paymentsText.checking() },
    { value: "savings", label: paymentsText.savings() },
  ];
  return (
    <>
      {/* An illustration of a check; the hints of the fields contain the same information. */}
      <div className={styles.checkFig} aria-hidden="true">
        <span className={styles.mark}>021000021</span>
        <span className={styles.mark}>1234567890</span>
        <span>0101</span>
      </div>
      <div className={forms.fields}>
        {asksHolder && (
          <Field
            {...attributes("holder")}
            label={paymentsText.holder()}
            type="text"
            autoComplete="name"
            maxLength={22}
            required
            data-pay-field="holder"
          />
        )}
        <Field
          {...DIGITS}
          {...attributes("routing")}
          label={paymentsText.routing()}
          hint={paymentsText.routingHint()}
          placeholder="021000021"
          data-pay-field="routing"
        />
        <Field
          {...DIGITS}
          {...attributes("account")}
          label={paymentsText.account()}
          placeholder="1234567890"
          data-pay-field="account"
        />
        <SelectField
          {...accountType}
          label={paymentsText.accountType()}
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
