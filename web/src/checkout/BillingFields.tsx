import { useRef, useState } from "react";
import { FormField } from "../accounts/FormField";
import type { FieldView } from "../generated/accounts";
import type { CheckoutFormView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { useHydrated } from "../ui/use-hydrated";
import styles from "./BillingFields.module.css";
import checkoutStyles from "./checkout.module.css";
import { FoldedRow } from "./FoldedRow";
import { useRememberedAddress } from "./use-remembered-address";

type Props = Pick<CheckoutFormView, "fields" | "loginUrl" | "createAccount"> & {
  /** Errors by field name. */
  errors: Record<string, string>;
  onWantsAccount: (wantsAccount: boolean) => void;
};

/** Who the shop writes to; the others say where the parcel goes. */
const CONTACT = ["billing_email", "billing_first_name", "billing_last_name"];
/** In the order in which an address is read. */
const PLACE = ["billing_address_1", "billing_home_number", "billing_city", "billing_postcode"];

const isFilled = (fields: Array<FieldView>) =>
  fields.every(({ isRequired, value }) => !isRequired || value.trim() !== "");

type Values = Record<string, string>;

const initialValues = (fields: Array<FieldView>): Values =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));

/** The label of the chosen country. */
function countryOf(fields: Array<FieldView>, values: Values): string {
  const country = fields.find(({ name }) => name === "billing_country");
  return country?.options.find(({ value }) => value === values[country.name])?.label ?? "";
}

/** The billing and shipping address. The ids of the fields are their names: error links lead to them. */
export function BillingFields(props: Props) {
  const { loginUrl, createAccount, errors, onWantsAccount } = props;
  const part = useRef<HTMLElement>(null);
  const live = useHydrated();
  const isGuest = loginUrl !== null;
  const { fields, hasConsent, setConsent } = useRememberedAddress(isGuest, props.fields, part);
  // Folded rows stay, also when a field in them is emptied.
  const [hadErrors] = useState(Object.keys(errors).length > 0);
  const isFolded = !hadErrors && isFilled(fields) && (!isGuest || fields !== props.fields);
  const fieldOf = (field: FieldView) => (
    <FormField
      key={field.name}
      field={{ ...field, error: errors[field.name] ?? null }}
      id={field.name}
      isFocused={false}
    />
  );
  return (
    <section ref={part} className={checkoutStyles.coBlock} aria-labelledby="billing">
      <div className={styles.head}>
        <h2 id="billing">{checkoutText.billing()}</h2>
        {loginUrl && (
          <a className={controls.link} href={loginUrl}>
            {checkoutText.haveAccount()}
          </a>
        )}
      </div>
      {isFolded ? (
        <Rows fields={fields} errors={errors} fieldOf={fieldOf} />
      ) : (
        <div className={forms.fields}>{fields.map(fieldOf)}</div>
      )}
      <div className={`${forms.fields} ${styles.ticks}`}>
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
        {isGuest && live && (
          <CheckField
            id="remember-address"
            label={checkoutText.rememberDevice()}
            checked={hasConsent}
            onChange={({ target }) => setConsent(target.checked)}
          />
        )}
      </div>
    </section>
  );
}

type RowsProps = {
  fields: Array<FieldView>;
  errors: Record<string, string>;
  fieldOf: (field: FieldView) => React.ReactNode;
};

/** Two rows that say what is known, each opened by its link or by an error in it. */
function Rows({ fields, errors, fieldOf }: RowsProps) {
  const [values, setValues] = useState(() => initialValues(fields));
  const contact = fields.filter(({ name }) => CONTACT.includes(name));
  const place = fields.filter(({ name }) => !CONTACT.includes(name));
  const read = (row: HTMLDetailsElement) => {
    const form = row.closest("form");
    if (!form) return;
    const data = new FormData(form);
    setValues(Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? "")])));
  };
  const name = `${values.billing_first_name ?? ""} ${values.billing_last_name ?? ""}`.trim();
  const address = PLACE.map((one) => values[one]?.trim()).filter(Boolean);
  const hasError = (group: Array<FieldView>) => group.some((field) => errors[field.name] !== undefined);
  return (
    <>
      <FoldedRow
        title={checkoutText.contact()}
        value={
          <>
            {name}، <bdi dir="ltr">{values.billing_email}</bdi>
          </>
        }
        hasError={hasError(contact)}
        onToggle={read}
      >
        <div className={forms.fields}>{contact.map(fieldOf)}</div>
      </FoldedRow>
      <FoldedRow
        title={checkoutText.deliverTo()}
        value={
          <>
            {name}،{" "}
            {address.map((one, index) => (
              <span key={index}>
                <bdi>{one}</bdi>،{" "}
              </span>
            ))}
            {countryOf(fields, values)}
          </>
        }
        hasError={hasError(place)}
        onToggle={read}
      >
        <div className={forms.fields}>{place.map(fieldOf)}</div>
      </FoldedRow>
    </>
  );
}
