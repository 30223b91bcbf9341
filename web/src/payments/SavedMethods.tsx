import * as paymentsText from "../generated/messages/payments";
import type { ProviderForm, SavedMethodView } from "../generated/payments";
import forms from "../ui/forms.module.css";
import { BrandSign } from "./BrandSign";
import { MethodTitle } from "./MethodTitle";
import { fieldName } from "./names";
import styles from "./SavedMethods.module.css";

type Props = {
  form: ProviderForm;
  saved: Array<SavedMethodView>;
  chosen: string | null;
  /** Called with the id of a saved method, or null for a new one. */
  onChoose: (id: string) => void;
};

/** The saved methods; the last option is a new one. */
export function SavedMethods({ form, saved, chosen, onChoose }: Props) {
  const name = fieldName(form, "payment-token");
  const isKnown = saved.some(({ id }) => id === chosen);
  return (
    <fieldset className={styles.tokens} data-tokens="">
      <legend className="sr">{paymentsText.saved()}</legend>
      {saved.map(({ id, brand, title, expires, isExpired }) => (
        <div key={id} className={styles.token}>
          <label className={forms.check}>
            <input
              type="radio"
              name={name}
              value={id}
              defaultChecked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <span>
              <MethodTitle title={title} />
            </span>
          </label>
          {expires && (
            <span className={isExpired ? `${styles.note} ${styles.isWrong}` : styles.note}>
              {(isExpired ? paymentsText.expiredOn : paymentsText.expires)({ date: expires })}
            </span>
          )}
          <BrandSign brand={brand} />
        </div>
      ))}
      <div className={styles.token}>
        <label className={forms.check}>
          <input type="radio" name={name} value="" defaultChecked={!isKnown} onChange={() => onChoose("")} />
          <span>{(form.type === "echeck" ? paymentsText.newAccount : paymentsText.newCard)()}</span>
        </label>
      </div>
    </fieldset>
  );
}
