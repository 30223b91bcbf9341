import type { ExpressView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import type { ProviderForm } from "../generated/payments";
import { chosenShipping, type OrderReview } from "./order-review";

/** The data for an express payment: the API URLs, the gateway, and the order. */
export type ExpressPayment = { express: ExpressView; gateway: ProviderForm; review: OrderReview };

/** The current totals in the format of a payment request. */
export function details({ express: { currency }, review }: ExpressPayment): PaymentDetailsInit {
  const state = review.store.get();
  const { totalAmount, shipping } = state.summary;
  const chosen = chosenShipping(state);
  return {
    total: { label: checkoutText.total(), amount: { currency, value: totalAmount } },
    shippingOptions: shipping.map(({ id, title, amount }) => ({
      id,
      label: title,
      amount: { currency, value: amount },
      selected: id === chosen,
    })),
  };
}

export function toRequest(payment: ExpressPayment): PaymentRequest {
  return new PaymentRequest([{ supportedMethods: payment.express.methodUrl }], details(payment), {
    requestPayerName: true,
    requestPayerEmail: true,
    requestPayerPhone: true,
    requestShipping: true,
  });
}

/** Whether this browser offers this payment method. The query itself may be rejected. */
export async function isExpressOffered(payment: ExpressPayment): Promise<boolean> {
  if (!("PaymentRequest" in window)) return false;
  try {
    return await toRequest(payment).canMakePayment();
  } catch {
    return false;
  }
}
