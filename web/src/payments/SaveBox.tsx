import * as paymentsText from "../generated/messages/payments";
import type { PaymentFormView, ProviderForm } from "../generated/payments";
import { CheckField } from "../ui/CheckField";
import { fieldName } from "./names";

type Props = { form: ProviderForm } & Pick<PaymentFormView, "save" | "isSaveTicked">;

/** Whether the new method is kept. A guest can keep one with an account only, so the box follows that wish. */
export function SaveBox({ form, save, isSaveTicked }: Props) {
  const name = fieldName(form, "tokenize-payment-method");
  if (save === "never") return null;
  if (save === "always") return <input type="hidden" name={name} value="1" />;
  return (
    <div className="pay__save" data-save={save}>
      <CheckField id={name} name={name} value="1" label={paymentsText.save()} defaultChecked={isSaveTicked} />
    </div>
  );
}
