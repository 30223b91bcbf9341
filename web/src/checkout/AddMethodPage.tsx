import { AccountLayout } from "../accounts/AccountLayout";
import { HiddenPairs } from "../accounts/HiddenPairs";
import type { AddMethodPageView } from "../generated/checkout";
import * as paymentsText from "../generated/messages/payments";
import { PaymentForm } from "../payments/PaymentForm";
import { FaultList } from "./FaultList";

/** Keeping a new method without buying anything. */
export function AddMethodPage({ frame, action, hidden, faults, payment, methodsUrl }: AddMethodPageView) {
  return (
    <AccountLayout frame={frame}>
      <form id="add_payment_method" className="co__form acc-pay" method="post" action={action} noValidate>
        <FaultList faults={faults} title={paymentsText.errorsTitle()} />
        <HiddenPairs pairs={hidden} />
        <PaymentForm payment={payment} asksHolder />
        <div className="acc-pay__acts">
          <button
            type="submit"
            className="btn btn--primary btn--lg"
            data-place-order=""
            data-busy={paymentsText.saving()}
          >
            {paymentsText.save()}
          </button>
          <a className="btn btn--lg" href={methodsUrl}>
            {paymentsText.cancel()}
          </a>
        </div>
      </form>
    </AccountLayout>
  );
}
