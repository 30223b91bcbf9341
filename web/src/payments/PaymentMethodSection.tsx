import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as paymentsText from "../generated/messages/payments";
import type { PaymentFormView, ProviderForm } from "../generated/payments";
import { classes } from "../ui/classes";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import { BrandSign } from "./BrandSign";
import { CardFields } from "./CardFields";
import { CscField } from "./CscField";
import { cardErrors, exchangeCard } from "./card";
import { EcheckFields } from "./EcheckFields";
import { echeckErrors, exchangeEcheck } from "./echeck";
import type { PayError } from "./field-errors";
import { fieldName, filledFields } from "./names";
import styles from "./PaymentMethodSection.module.css";
import { SaveBox } from "./SaveBox";
import { SavedMethods } from "./SavedMethods";
import { useCollapse } from "./use-collapse";
import { usePayFields } from "./use-pay-fields";

/** The interface of a payment method for the form around it. A method with hosted fields could implement it too. */
export type PaymentMethodHandle = {
  validate(): Array<PayError>;
  /** Exchanges the typed numbers for a token, and fills in the hidden fields. */
  tokenize(): Promise<void>;
  /** Clears the numbers, and with `all` also the token, which is valid once. */
  clear(all?: boolean): void;
};

type Props = {
  form: ProviderForm;
  payment: PaymentFormView;
  errors: Record<string, string>;
  isLive: boolean;
  wantsAccount: boolean;
  asksHolder: boolean;
  holderOf: () => string;
  ref: Ref<PaymentMethodHandle>;
};

/** A payment method: its radio, and its fields while it is chosen. */
export function PaymentMethodSection(props: Props) {
  const { form, payment, errors, isLive, wantsAccount, asksHolder, holderOf, ref } = props;
  const { chosen, chosenSaved, save, isSaveTicked } = payment;
  const isCard = form.type === "credit-card";
  const saved = payment.saved.filter(({ kind }) => kind === form.type);
  const isSavedAtFirst = saved.some(({ id }) => id === chosenSaved);
  const [isSaved, setSaved] = useState(isSavedAtFirst);
  const { isShut, isSliding, setShut } = useCollapse(isSavedAtFirst);
  const { attributes, text, brand, showBrand, clear, controls } = usePayFields(form, errors);
  const filled = useRef<Record<string, HTMLInputElement | null>>({});
  const isCscNextToList = isLive && isSaved && form.csc_required_for_tokens;

  const fill = (values: Record<string, string>) => {
    for (const [name, input] of Object.entries(filled.current)) if (input) input.value = values[name] ?? "";
  };

  useImperativeHandle(ref, () => ({
    validate() {
      if (isCard) showBrand();
      if (isCard) return cardErrors(text, form, isSaved);
      return isSaved ? [] : echeckErrors(text, asksHolder);
    },
    async tokenize() {
      if (isSaved) return;
      fill(await (isCard ? exchangeCard(text, payment) : exchangeEcheck(text, payment, holderOf())));
    },
    clear(all = false) {
      clear();
      if (all) fill({});
    },
  }));

  const choose = (id: string) => {
    // The security code field may move to another position; its value moves along.
    const code = text("csc");
    flushSync(() => {
      setSaved(id !== "");
      setShut(id !== "");
    });
    const { csc } = controls.current;
    if (csc) csc.value = code;
  };

  return (
    <div className={styles.o} data-provider={form.id}>
      <div className={styles.h}>
        <label className={forms.check}>
          <input
            type="radio"
            id={`payment_method_${form.id}`}
            name="payment_method"
            value={form.id}
            defaultChecked={form.id === chosen}
          />
          <span>{(isCard ? paymentsText.card : paymentsText.echeck)()}</span>
        </label>
        <Icon name={isCard ? "card" : "bank"} />
      </div>
      <div className={styles.b}>
        {isCard && (
          <ul className={styles.brands} aria-label={paymentsText.cards()}>
            {form.enabled_card_types.map((type) => (
              <li key={type} aria-current={type === brand ? "true" : undefined}>
                <BrandSign brand={type} isOn={type === brand} />
              </li>
            ))}
          </ul>
        )}
        {saved.length > 0 && (
          <SavedMethods form={form} saved={saved} chosen={chosenSaved} onChoose={choose} />
        )}
        <div className={styles.savedCsc} data-csc-place="">
          {isCscNextToList && <CscField {...attributes("csc")} />}
        </div>
        <div
          className={classes(styles.new, isShut && styles.isShut, isSliding && styles.isSliding)}
          data-new-method=""
        >
          <div className={styles.newIn}>
            {isCard ? (
              <CardFields form={form} attributes={attributes} isCscElsewhere={isCscNextToList} />
            ) : (
              <EcheckFields attributes={attributes} asksHolder={asksHolder} />
            )}
            <SaveBox
              form={form}
              save={save}
              isSaveTicked={isSaveTicked}
              isUseless={isLive && save === "with-account" && !wantsAccount}
            />
          </div>
        </div>
        {/* Without a `value` prop: React would reset it at every render. */}
        {filledFields(form.type).map((field) => (
          <input
            key={field}
            type="hidden"
            name={fieldName(form, field)}
            data-filled={field}
            ref={(input) => {
              filled.current[field] = input;
            }}
          />
        ))}
      </div>
    </div>
  );
}
