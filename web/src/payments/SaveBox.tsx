import * as paymentsText from "../generated/messages/payments";
import type { PaymentFormView, ProviderForm } from "../generated/payments";
import { CheckField } from "../ui/CheckField";
import { fieldName } from "./names";
import styles from "./SaveBox.module.css";

type Props = {
  form: ProviderForm;
  /** A guest can save a method only with an account: otherwise the checkbox is hidden. */
  isUseless: boolean;
} & Pick<PaymentFormView, "save" | "isSaveTicked">;

/** Whether to save the new method. */
export function SaveBox({ form, save, isSaveTicked, isUseless }: Props) {
  const name = fieldName(form, "tokenize-payment-method");
  if (save === "never") return null;
  if (save === "always") return <input type="hidden" name={name} value="1" />;
  return (
    <div className={styles.save} data-save={save} hidden={isUseless}>
      <CheckField
        id={name}
        name={name}
        value="1"
        label={paymentsText.save()}
        defaultChecked={isSaveTicked}
        disabled={isUseless}
      />
    </div>
  );
}
