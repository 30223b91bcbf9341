import { HiddenPairs } from "../accounts/HiddenPairs";
import type { OrderPayPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { PaymentForm } from "../payments/PaymentForm";
import { Money } from "../pricing/Money";
import { FaultList } from "./FaultList";
import { OrderSums } from "./OrderSums";
import { PayButton } from "./PayButton";
import { ReviewTable } from "./ReviewTable";
import { Steps } from "./Steps";
import { TermsLink } from "./TermsLink";
import { TextWith } from "./TextWith";

/** An order that is not paid yet: what is in it, and how to pay it. */
export function OrderPayPage({ order, action, hidden, faults, payment, termsUrl }: OrderPayPageView) {
  const { number, date, total, address } = order;
  return (
    <div className="wrap wrap--mid">
      <Steps current="details" />
      <div className="page-head">
        <h1>
          <TextWith text={checkoutText.payTitle({ number })}>
            <bdi dir="ltr">{number}</bdi>
          </TextWith>
        </h1>
        <p>{checkoutText.payLead({ date })}</p>
      </div>
      <div className="order">
        <ReviewTable lines={order.lines} />
        <OrderSums order={order} />
        <form id="order_review" className="co__form" method="post" action={action} noValidate>
          <FaultList faults={faults} title={checkoutText.errorsTitle()} />
          <HiddenPairs pairs={hidden} />
          <PaymentForm payment={payment} holder={address[0]} />
          {termsUrl !== "" && (
            <p className="co__terms">
              <TextWith text={checkoutText.payTerms({ terms: checkoutText.terms() })}>
                <TermsLink url={termsUrl} />
              </TextWith>
            </p>
          )}
          <PayButton>
            <span>
              <TextWith text={checkoutText.payButton({ amount: total })}>
                <Money text={total} />
              </TextWith>
            </span>
          </PayButton>
        </form>
      </div>
    </div>
  );
}
