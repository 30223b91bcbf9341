import { useRef } from "react";
import type { OrderPayPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { PaymentFields } from "../payments/PaymentFields";
import { Money } from "../pricing/Money";
import { HiddenInputs } from "../ui/HiddenInputs";
import checkoutStyles from "./checkout.module.css";
import { FormErrors } from "./FormErrors";
import styles from "./OrderPayForm.module.css";
import { PayButton } from "./PayButton";
import { TermsLink } from "./TermsLink";
import { TextWith } from "./TextWith";
import { usePaymentForm } from "./use-payment-form";

type Props = Pick<OrderPayPageView, "action" | "hidden" | "errors" | "payment" | "offline" | "termsUrl"> & {
  total: string;
  /** The holder of the bank account. */
  holder: string;
};

/** Pays an order that was placed earlier. */
export function OrderPayForm(props: Props) {
  const { action, hidden, errors, payment, offline, termsUrl, total, holder } = props;
  const element = useRef<HTMLFormElement>(null);
  const live = usePaymentForm({
    form: element,
    errors,
    hasPayment: payment.forms.length > 0,
    busyText: checkoutText.processing(),
  });
  return (
    <form
      {...live.form}
      id="order_review"
      className={checkoutStyles.coForm}
      method="post"
      action={action}
      noValidate
    >
      <FormErrors
        key={live.attempt}
        ref={live.alert}
        errors={live.errors}
        title={checkoutText.errorsTitle()}
      />
      <HiddenInputs pairs={hidden} />
      <PaymentFields
        ref={live.payment}
        payment={payment}
        errors={live.fieldErrors}
        isBlocked={live.isBusy}
        holderOf={() => holder}
        offline={offline}
      />
      {termsUrl !== "" && (
        <p className={styles.terms}>
          <TextWith text={checkoutText.payTerms({ terms: checkoutText.terms() })}>
            <TermsLink url={termsUrl} />
          </TextWith>
        </p>
      )}
      <PayButton ref={live.button} isBusy={live.isBusy}>
        {/* Not every method of these pays now. */}
        {offline.length > 0 ? (
          <span>
            {checkoutText.placeOrder()} <Money text={total} />
          </span>
        ) : (
          <span>
            <TextWith text={checkoutText.payButton({ amount: total })}>
              <Money text={total} />
            </TextWith>
          </span>
        )}
      </PayButton>
    </form>
  );
}
