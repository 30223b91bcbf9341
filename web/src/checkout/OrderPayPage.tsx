import type { OrderPayPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { PaymentScripts } from "../payments/PaymentScripts";
import { Island } from "../renderer/Island";
import { CheckoutSteps } from "./CheckoutSteps";
import checkoutStyles from "./checkout.module.css";
import { OrderPayForm } from "./OrderPayForm.island";
import { OrderTotals } from "./OrderTotals";
import ordersStyles from "./orders.module.css";
import { ReviewTable } from "./ReviewTable";
import { TextWith } from "./TextWith";

/** An unpaid order: its lines, and the payment form. */
export function OrderPayPage(props: OrderPayPageView) {
  const { order, action, hidden, errors, payment, offline, termsUrl } = props;
  const { number, date, total, address } = order;
  return (
    <div className={`wrap ${checkoutStyles.wrapMid}`}>
      <CheckoutSteps current="details" />
      <div className="page-head">
        <h1>
          <TextWith text={checkoutText.payTitle({ number })}>
            <bdi dir="ltr">{number}</bdi>
          </TextWith>
        </h1>
        <p>{checkoutText.payLead({ date })}</p>
      </div>
      <div className={ordersStyles.order}>
        <ReviewTable lines={order.lines} />
        <OrderTotals order={order} />
        <Island
          of={OrderPayForm}
          id="order-pay"
          on="load"
          props={{ action, hidden, errors, payment, offline, termsUrl, total, holder: address[0] ?? "" }}
        />
        <PaymentScripts payment={payment} />
      </div>
    </div>
  );
}
