import { useRef } from "react";
import type { AddPaymentMethodPageView } from "../generated/checkout";
import * as paymentsText from "../generated/messages/payments";
import { PaymentFields } from "../payments/PaymentFields";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./AddPaymentMethodForm.module.css";
import { BusyButton } from "./BusyButton";
import checkoutStyles from "./checkout.module.css";
import { FormErrors } from "./FormErrors";
import { usePaymentForm } from "./use-payment-form";

type Props = Omit<AddPaymentMethodPageView, "layout">;

/** The form that saves a payment method without an order. */
export function AddPaymentMethodForm({ action, hidden, errors, payment, methodsUrl }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const live = usePaymentForm({
    form: element,
    errors,
    hasPayment: payment.forms.length > 0,
    busyText: paymentsText.saving(),
  });
  return (
    <form
      {...live.form}
      id="add_payment_method"
      className={`${checkoutStyles.coForm} ${styles.accPay}`}
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
      <HiddenInputs pairs={hidden} />
      <PaymentFields
        ref={live.payment}
        payment={payment}
        errors={live.fieldErrors}
        isBlocked={live.isBusy}
        asksHolder
      />
      <div className={styles.acts}>
        <BusyButton ref={live.button} isBusy={live.isBusy} busyText={paymentsText.saving()}>
          {paymentsText.save()}
        </BusyButton>
        <a className={`${controls.btn} ${controls.btnLg}`} href={methodsUrl}>
          {paymentsText.cancel()}
        </a>
      </div>
    </form>
  );
}
