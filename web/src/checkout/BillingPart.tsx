import { FormField } from "../accounts/FormField";
import type { CheckoutFormView } from "../generated/checkout";
import { CheckField } from "../ui/CheckField";
import { t } from "../ui/messages";
import "./texts";

type Props = Pick<CheckoutFormView, "fields" | "loginUrl" | "createAccount">;

/** Who buys, and where it goes. The ids of its fields are their names: what is wrong leads to them. */
export function BillingPart({ fields, loginUrl, createAccount }: Props) {
  return (
    <section className="co__block" aria-labelledby="billing">
      <div className="co__head">
        <h2 id="billing">{t("checkout.billing")}</h2>
        {loginUrl && (
          <a className="link" href={loginUrl}>
            {t("checkout.have-account")}
          </a>
        )}
      </div>
      <div className="fields">
        {fields.map((field) => (
          <FormField key={field.name} field={field} id={field.name} isFocused={false} />
        ))}
        {createAccount !== null && (
          <CheckField
            id="createaccount"
            name="createaccount"
            value="1"
            label={t("checkout.create-account")}
            hint={t("checkout.create-account-hint")}
            defaultChecked={createAccount}
          />
        )}
      </div>
    </section>
  );
}
