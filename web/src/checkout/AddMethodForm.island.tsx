import { useRef } from "react";
import { HiddenPairs } from "../accounts/HiddenPairs";
import type { AddMethodPageView } from "../generated/checkout";
import * as paymentsText from "../generated/messages/payments";
import { PaymentFields } from "../payments/PaymentFields";
import { BusyButton } from "./BusyButton";
import { FormErrors } from "./FormErrors";
import { usePaymentForm } from "./use-payment-form";

type Props = Omit<AddMethodPageView, "frame">;

/** Saves a payment method without buying anything. */
export function AddMethodForm({ action, hidden, faults, payment, methodsUrl }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const live = usePaymentForm({
    form: element,
    errors: faults,
    hasPayment: payment.forms.length > 0,
    busyText: paymentsText.saving(),
  });
  return (
    <form
      {...live.form}
      id="add_payment_method"
      className="co__form acc-pay"
      method="post"
      action={action}
      noValidate
    >
      <FormErrors
        key={live.attempt}
        ref={live.alert}
        errors={live.errors}
        title={paymentsText.errorsTitle()}
      />
      <HiddenPairs pairs={hidden} />
      <PaymentFields
        ref={live.payment}
        payment={payment}
        errors={live.fieldErrors}
        isBlocked={live.isBusy}
        asksHolder
      />
      <div className="acc-pay__acts">
        <BusyButton ref={live.button} isBusy={live.isBusy} busyText={paymentsText.saving()}>
          {paymentsText.save()}
        </BusyButton>
        <a className="btn btn--lg" href={methodsUrl}>
          {paymentsText.cancel()}
        </a>
      </div>
    </form>
  );
}
