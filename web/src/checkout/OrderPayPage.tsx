import { HiddenPairs } from "../accounts/HiddenPairs";
import type { OrderPayPageView } from "../generated/checkout";
import { PaymentForm } from "../payments/PaymentForm";
import { Money } from "../pricing/Money";
import { t } from "../ui/messages";
import { FaultList } from "./FaultList";
import { OrderSums } from "./OrderSums";
import { PayButton } from "./PayButton";
import { ReviewTable } from "./ReviewTable";
import { Steps } from "./Steps";
import { TermsLink } from "./TermsLink";
import { TextWith } from "./TextWith";
import "./texts";

/** An order that is not paid yet: what is in it, and how to pay it. */
export function OrderPayPage({ order, action, hidden, faults, payment, termsUrl }: OrderPayPageView) {
  const { number, date, total, address } = order;
  return (
    <div className="wrap wrap--mid">
      <Steps current="details" />
      <div className="page-head">
        <h1>
          <TextWith text={t("checkout.pay-title", { number })}>
            <bdi dir="ltr">{number}</bdi>
          </TextWith>
        </h1>
        <p>{t("checkout.pay-lead", { date })}</p>
      </div>
      <div className="order">
        <ReviewTable lines={order.lines} />
        <OrderSums order={order} />
        <form id="order_review" className="co__form" method="post" action={action} noValidate>
          <FaultList faults={faults} title={t("checkout.errors-title")} />
          <HiddenPairs pairs={hidden} />
          <PaymentForm payment={payment} holder={address[0]} />
          {termsUrl !== "" && (
            <p className="co__terms">
              <TextWith text={t("checkout.pay-terms", { terms: t("checkout.terms") })}>
                <TermsLink url={termsUrl} />
              </TextWith>
            </p>
          )}
          <PayButton>
            <span>
              <TextWith text={t("checkout.pay-button", { amount: total })}>
                <Money text={total} />
              </TextWith>
            </span>
          </PayButton>
        </form>
      </div>
    </div>
  );
}
