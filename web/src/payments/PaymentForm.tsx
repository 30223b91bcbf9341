import * as paymentsText from "../generated/messages/payments";
import type { PaymentFormView } from "../generated/payments";
import { Notice } from "../ui/Notice";
import { JsonScript } from "./JsonScript";
import { ProviderPart } from "./ProviderPart";

type Props = {
  payment: PaymentFormView;
  /** Whose bank account it is; without it the form around has fields of a name, or the account's form asks. */
  holder?: string;
  asksHolder?: boolean;
};

/**
 * The ways to pay, inside of somebody's form. Numbers stay in the page: the provider's script takes them, and what it
 * gives for them is posted (payment-form.ts). Without script a kept method can be chosen, or the order is paid later.
 */
export function PaymentForm({ payment, holder, asksHolder = false }: Props) {
  const { forms, save, scriptUrl, accountId, publishableKey, canPayLater, page } = payment;
  return (
    <div className="pay-box" id="payment" tabIndex={-1} data-holder={holder}>
      <noscript>
        <Notice kind="warning" quiet>
          {(canPayLater ? paymentsText.noScript : paymentsText.noScriptPay)()}
        </Notice>
        {canPayLater && <input type="hidden" name="pay_later" value="1" />}
      </noscript>
      <div data-script-problem="" />
      {/* biome-ignore lint/a11y/useSemanticElements: Chromium at times draws nothing of the containers inside a fieldset */}
      <div className="pay" role="group" aria-label={paymentsText.title()}>
        {forms.map((form) => (
          <ProviderPart key={form.id} {...{ form, payment, asksHolder }} />
        ))}
      </div>
      <JsonScript data-payment-form="" value={{ forms, save, accountId, publishableKey }} />
      <JsonScript id="wcpay-config" value={page} />
      <script src={scriptUrl} defer data-provider-script="" />
    </div>
  );
}
