import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import type { CheckoutFormView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import { PaymentFields } from "../payments/PaymentFields";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { AttributionInputs } from "./AttributionInputs";
import { BillingFields } from "./BillingFields";
import { billingErrors } from "./billing-errors";
import styles from "./CheckoutForm.module.css";
import { CopyButton } from "./CopyButton.island";
import checkoutStyles from "./checkout.module.css";
import { hasRecipient } from "./destination";
import { ExpressPay } from "./ExpressPay";
import { FormErrors } from "./FormErrors";
import { GiftFields } from "./GiftFields";
import { NotesField } from "./NotesField";
import { CHECKOUT_FORM, PLACE_ORDER } from "./names";
import { OrderSide } from "./OrderSide";
import { PayButton } from "./PayButton";
import { TermsField } from "./TermsField";
import { useCartEmail } from "./use-cart-email";
import { useOrderReview } from "./use-order-review";
import { usePaymentForm } from "./use-payment-form";

type Props = { form: CheckoutFormView; cartUrl: string };

/** The checkout: one plain form that posts to its own page, with the order summary beside it. */
export function CheckoutForm({ form, cartUrl }: Props) {
  const { action, fields, payment, express, attribution } = form;
  const element = useRef<HTMLFormElement>(null);
  const findForm = useCallback(() => element.current, []);
  const [state, review] = useOrderReview(form.summary, findForm);
  const [wantsAccount, setWantsAccount] = useState(form.createAccount ?? false);
  useCartEmail(form.loginUrl !== null, findForm);

  const live = usePaymentForm({
    form: element,
    errors: form.errors,
    busyText: checkoutText.processing(),
    hasPayment: payment.forms.length > 0,
    check: (data) => billingErrors(hasRecipient(data) ? [...fields, ...form.gift.fields] : fields, data),
    settle: async () => ((await review.settle()) ? null : { text: checkoutText.totalChanged(), field: null }),
  });
  const { fieldErrors, isBusy } = live;

  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.target;
    const isPlain = event.key === "Enter" && !event.nativeEvent.isComposing && !event.defaultPrevented;
    if (!isPlain || !(field instanceof HTMLInputElement) || field.form !== element.current) return;
    event.preventDefault();
    live.pressPay();
  };
  const holderOf = () => {
    const data = new FormData(element.current ?? undefined);
    return `${data.get("billing_first_name")} ${data.get("billing_last_name")}`;
  };
  const gateway = payment.forms.find(({ type }) => type === "credit-card");
  // The summary contains the total that the shopper has seen.
  const hidden = form.hidden.filter(([name]) => name !== "seen_total");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field, which the form itself would give to its first button
    <div className={styles.co} onKeyDown={onKeyDown}>
      <OrderSide state={state} review={review} cartUrl={cartUrl} notificationTime={form.notificationTime} />
      <form
        {...live.form}
        id={CHECKOUT_FORM}
        className={`checkout ${checkoutStyles.coForm}`}
        method="post"
        action={action}
        noValidate
        data-tracks-nonce={form.tracksNonce}
      >
        <FormErrors
          key={live.attempt}
          ref={live.alert}
          errors={live.errors}
          title={checkoutText.errorsTitle()}
        />
        <HiddenInputs pairs={hidden} />
        <AttributionInputs fields={attribution} />
        {express && gateway && (
          <ExpressPay
            express={express}
            gateway={gateway}
            review={review}
            onRefused={() => live.refuse([{ text: paymentsText.generalError(), field: null }])}
          />
        )}
        <BillingFields {...form} errors={fieldErrors} onWantsAccount={setWantsAccount} />
        <section className={checkoutStyles.coBlock} aria-labelledby="payment-title">
          <h2 id="payment-title">{paymentsText.title()}</h2>
          <PaymentFields
            ref={live.payment}
            payment={payment}
            errors={fieldErrors}
            isBlocked={isBusy}
            wantsAccount={wantsAccount}
            holderOf={holderOf}
            offline={state.summary.offline}
            copy={({ plainIban }) => <CopyButton text={plainIban} what="iban" />}
          />
        </section>
        <div className={checkoutStyles.coBlock}>
          <GiftFields gift={form.gift} errors={fieldErrors} />
          <NotesField notes={form.notes} />
          <TermsField url={form.termsUrl} isTicked={form.isTermsTicked} error={fieldErrors.terms ?? null} />
          <PayButton ref={live.button} name={PLACE_ORDER} isBusy={isBusy}>
            <span>
              <span className={controls.btnLabel}>{checkoutText.placeOrder()}</span>{" "}
              <span data-order-total="">
                <Money text={state.summary.total} />
              </span>
            </span>
          </PayButton>
        </div>
      </form>
    </div>
  );
}
