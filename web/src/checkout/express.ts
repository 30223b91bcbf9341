import type { StoreCheckoutAnswer } from "../generated/checkout";
import { fieldName } from "../payments/names";
import { newIdempotencyKey } from "../runtime/request";
import { details, type ExpressPayment, toRequest } from "./express-request";

/** The browser's payment response for the provider's payment method. */
type Details = {
  opaqueData?: { dataDescriptor: string; dataValue: string };
  billingAddress?: PaymentAddress;
};

/** Splits a full name: the last word is the family name. */
function twoNames(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/);
  const last_name = words.length > 1 ? (words.pop() ?? "") : "";
  return { first_name: words.join(" "), last_name };
}

function addressOf(response: PaymentResponse): Record<string, string> {
  const place = response.shippingAddress ?? (response.details as Details).billingAddress;
  return {
    ...twoNames(response.payerName ?? place?.recipient ?? ""),
    address_1: place?.addressLine?.join("، ") ?? "",
    city: place?.city ?? "",
    country: place?.country ?? "",
    postcode: place?.postalCode ?? "",
    phone: response.payerPhone ?? place?.phone ?? "",
    email: response.payerEmail ?? "",
  };
}

/** Places the order through the Store API. Returns the URL to continue at. */
async function placeOrder(response: PaymentResponse, payment: ExpressPayment): Promise<string> {
  const { express, gateway, review } = payment;
  const token = (response.details as Details).opaqueData;
  if (!token) throw new Error("the payment response has no token");
  const answer = await fetch(express.checkoutUrl, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      // The Store API accepts it under both names.
      Nonce: express.nonce,
      "X-WC-Store-API-Nonce": express.nonce,
      "Idempotency-Key": newIdempotencyKey(),
    },
    body: JSON.stringify({
      billing_address: addressOf(response),
      // The total that the payment sheet showed: the server rejects any other.
      expected_total: review.store.get().summary.totalMinor,
      payment_method: gateway.id,
      payment_data: [
        { key: fieldName(gateway, "payment-nonce"), value: token.dataValue },
        { key: fieldName(gateway, "payment-descriptor"), value: token.dataDescriptor },
      ],
    }),
  });
  if (!answer.ok) throw new Error(`express checkout answered ${answer.status}`);
  const placed: StoreCheckoutAnswer = await answer.json();
  return placed.payment_result.redirect_url;
}

/** Updates the costs for the address and the shipping method that are chosen in the browser's payment sheet. */
function updateSheet(request: PaymentRequest, payment: ExpressPayment): void {
  const { review } = payment;
  const follow = (event: Event) => {
    if (request.shippingOption) review.pickShipping(request.shippingOption);
    const { country = "", city = "", postalCode = "" } = request.shippingAddress ?? {};
    const reviewed = review.now({ place: { country, city, postcode: postalCode } });
    (event as PaymentRequestUpdateEvent).updateWith(reviewed.then(() => details(payment)));
  };
  request.addEventListener("shippingaddresschange", follow);
  request.addEventListener("shippingoptionchange", follow);
}

/** Opens the browser's payment sheet and pays. False: the payment was refused. Closing the sheet is not a refusal. */
export async function payExpress(payment: ExpressPayment): Promise<boolean> {
  const request = toRequest(payment);
  updateSheet(request, payment);
  let response: PaymentResponse;
  try {
    response = await request.show();
  } catch {
    return true;
  }
  try {
    const url = await placeOrder(response, payment);
    await response.complete("success");
    location.assign(url);
    return true;
  } catch (error) {
    console.info(error);
    await response.complete("fail");
    return false;
  }
}
