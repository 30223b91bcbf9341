import { HiddenPairs } from "../accounts/HiddenPairs";
import type { CheckoutFormView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import { PaymentForm } from "../payments/PaymentForm";
import { Money } from "../pricing/Money";
import { BillingPart } from "./BillingPart";
import { ExpressPart } from "./ExpressPart";
import { FaultList } from "./FaultList";
import { NotesField } from "./NotesField";
import { CHECKOUT_FORM, PLACE_ORDER } from "./names";
import { PayButton } from "./PayButton";
import { TermsField } from "./TermsField";

/** One plain form, sent to its own page. What checks it before that, and pays, is checkout-page.ts. */
export function CheckoutForm(form: CheckoutFormView) {
  const { action, faults, payment, express, summary, attribution } = form;
  const card = payment.forms.find(({ type }) => type === "credit-card");
  // The summary carries what the shopper was shown, and is drawn anew.
  const hidden = form.hidden.filter(([name]) => name !== "seen_total");
  return (
    <form
      id={CHECKOUT_FORM}
      className="checkout co__form"
      method="post"
      action={action}
      noValidate
      data-capture-email={form.loginUrl === null ? undefined : ""}
      data-tracks-nonce={form.tracksNonce}
    >
      <FaultList faults={faults} title={checkoutText.errorsTitle()} />
      <HiddenPairs pairs={hidden} />
      <HiddenPairs pairs={attribution.map(({ name, value }) => [name, value])} />
      {express && card && (
        <ExpressPart express={express} methodId={card.id} methodName={card.id_dasherized} />
      )}
      <BillingPart {...form} />
      <section className="co__block" aria-labelledby="payment-title">
        <h2 id="payment-title">{paymentsText.title()}</h2>
        <PaymentForm payment={payment} />
      </section>
      <div className="co__block">
        <NotesField notes={form.notes} />
        <TermsField
          url={form.termsUrl}
          isTicked={form.isTermsTicked}
          error={faults.find(({ field }) => field === "terms")?.text ?? null}
        />
        <PayButton name={PLACE_ORDER}>
          <span>
            <span className="btn__label">{checkoutText.placeOrder()}</span>{" "}
            <span data-order-total="">
              <Money text={summary.total} />
            </span>
          </span>
        </PayButton>
      </div>
    </form>
  );
}
