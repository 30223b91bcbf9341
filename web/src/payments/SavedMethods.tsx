import * as paymentsText from "../generated/messages/payments";
import type { ProviderForm, SavedMethodView } from "../generated/payments";
import { BrandSign } from "./BrandSign";
import { MethodTitle } from "./MethodTitle";
import { fieldName } from "./names";

type Props = {
  form: ProviderForm;
  saved: Array<SavedMethodView>;
  chosen: string | null;
  /** With the id of a saved method, or nothing for a new one. */
  onChoose: (id: string) => void;
};

/** Saved methods; the last choice is a new one. */
export function SavedMethods({ form, saved, chosen, onChoose }: Props) {
  const name = fieldName(form, "payment-token");
  const isKnown = saved.some(({ id }) => id === chosen);
  return (
    <fieldset className="tokens" data-tokens="">
      <legend className="sr">{paymentsText.saved()}</legend>
      {saved.map(({ id, brand, title, expires, isExpired }) => (
        <div key={id} className="token">
          <label className="check">
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
            <span className={isExpired ? "token__note is-wrong" : "token__note"}>
              {(isExpired ? paymentsText.expiredOn : paymentsText.expires)({ date: expires })}
            </span>
          )}
          <BrandSign brand={brand} />
        </div>
      ))}
      <div className="token">
        <label className="check">
          <input type="radio" name={name} value="" defaultChecked={!isKnown} onChange={() => onChoose("")} />
          <span>{(form.type === "echeck" ? paymentsText.newAccount : paymentsText.newCard)()}</span>
        </label>
      </div>
    </fieldset>
  );
}
