import { FormField } from "../accounts/FormField";
import type { CheckoutFormView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import styles from "./BillingFields.module.css";
import checkoutStyles from "./checkout.module.css";

type Props = Pick<CheckoutFormView, "fields" | "loginUrl" | "createAccount"> & {
  /** Errors by field name. */
  errors: Record<string, string>;
  onWantsAccount: (wantsAccount: boolean) => void;
};

/** The billing and shipping address. The ids of the fields are their names: error links lead to them. */
export function BillingFields({ fields, loginUrl, createAccount, errors, onWantsAccount }: Props) {
  return (
    <section className={checkoutStyles.coBlock} aria-labelledby="billing">
      <div className={styles.head}>
        <h2 id="billing">{checkoutText.billing()}</h2>
        {loginUrl && (
          <a className={controls.link} href={loginUrl}>
            {checkoutText.haveAccount()}
          </a>
        )}
      </div>
      <div className={forms.fields}>
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={{ ...field, error: errors[field.name] ?? null }}
            id={field.name}
            isFocused={false}
          />
        ))}
        {createAccount !== null && (
          <CheckField
            id="createaccount"
            name="createaccount"
            value="1"
            label={checkoutText.createAccount()}
            hint={checkoutText.createAccountHint()}
            defaultChecked={createAccount}
            onChange={({ target }) => onWantsAccount(target.checked)}
          />
        )}
      </div>
    </section>
  );
}
