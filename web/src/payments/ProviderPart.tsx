import * as paymentsText from "../generated/messages/payments";
import type { PaymentFormView, ProviderForm } from "../generated/payments";
import { Icon } from "../ui/Icon";
import { BrandSign } from "./BrandSign";
import { CardFields } from "./CardFields";
import { EcheckFields } from "./EcheckFields";
import { fieldName, filledFields } from "./names";
import { SaveBox } from "./SaveBox";
import { SavedMethods } from "./SavedMethods";

type Props = { form: ProviderForm; payment: PaymentFormView; asksHolder: boolean };

/** One way to pay: its radio, and what belongs to it while it is chosen. */
export function ProviderPart({ form, payment, asksHolder }: Props) {
  const { saved, chosen, chosenSaved, save, isSaveTicked } = payment;
  const isCard = form.type === "credit-card";
  const kept = saved.filter(({ kind }) => kind === form.type);
  const isShut = kept.some(({ id }) => id === chosenSaved);
  return (
    <div className="pay__o" data-provider={form.id}>
      <div className="pay__h">
        <label className="check">
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
      <div className="pay__b">
        {isCard && (
          <ul className="brands" aria-label={paymentsText.cards()}>
            {form.enabled_card_types.map((brand) => (
              <li key={brand}>
                <BrandSign brand={brand} />
              </li>
            ))}
          </ul>
        )}
        {kept.length > 0 && <SavedMethods form={form} saved={kept} chosen={chosenSaved} />}
        <div className="pay__saved-csc" data-csc-place="" />
        <div className={isShut ? "pay__new is-shut" : "pay__new"} data-new-method="">
          <div className="pay__new-in">
            {isCard ? <CardFields form={form} /> : <EcheckFields form={form} asksHolder={asksHolder} />}
            <SaveBox {...{ form, save, isSaveTicked }} />
          </div>
        </div>
        {filledFields(form.type).map((field) => (
          <input
            key={field}
            type="hidden"
            name={fieldName(form, field)}
            defaultValue=""
            data-filled={field}
          />
        ))}
      </div>
    </div>
  );
}
