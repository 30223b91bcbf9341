import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import { newIdempotencyKey } from "../runtime/request";
import { showFaults } from "./fault-list";
import type { OrderReview } from "./order-review";

/** What the browser gives for a payment of the provider's own kind. */
type Details = {
  opaqueData?: { dataDescriptor: string; dataValue: string };
  billingAddress?: PaymentAddress;
};
type Answer = { payment_result?: { redirect_url?: string } };

/** An amount as it is written for the shopper, as the bare number that browsers want. */
const bare = (text: string | null | undefined) => (text ?? "").replace(/[^\d.]/g, "") || "0.00";

/** What the order comes to now, in the words of a payment request. */
function details(currency: string): PaymentDetailsInit {
  const minor = document.querySelector<HTMLInputElement>("[name=seen_total]")?.value ?? "0";
  const ways = document.querySelectorAll<HTMLInputElement>("[name='shipping_method[0]']");
  return {
    total: { label: checkoutText.total(), amount: { currency, value: (Number(minor) / 100).toFixed(2) } },
    shippingOptions: [...ways].map((way) => ({
      id: way.value,
      label: way.dataset.title ?? "",
      amount: { currency, value: bare(way.dataset.cost) },
      selected: way.type === "hidden" || way.checked,
    })),
  };
}

function ask({ methodUrl = "", currency = "USD" }: DOMStringMap): PaymentRequest {
  return new PaymentRequest([{ supportedMethods: methodUrl }], details(currency), {
    requestPayerName: true,
    requestPayerEmail: true,
    requestPayerPhone: true,
    requestShipping: true,
  });
}

/** A name that comes in one piece: the last word is the family's. */
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

/** Places the order through the Store API; the answer is where to go on. */
async function placeOrder(response: PaymentResponse, button: DOMStringMap, key: string): Promise<string> {
  const token = (response.details as Details).opaqueData;
  if (!token) throw new Error("the browser gave nothing to pay with");
  const field = (name: string) => `wc-${button.methodName}-${name}`;
  const answer = await fetch(button.checkoutUrl ?? "", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      // The Store API knows it by both names.
      Nonce: button.nonce ?? "",
      "X-WC-Store-API-Nonce": button.nonce ?? "",
      "Idempotency-Key": key,
    },
    body: JSON.stringify({
      billing_address: addressOf(response),
      // What the sheet showed: the server takes no other.
      expected_total: document.querySelector<HTMLInputElement>("[name=seen_total]")?.value,
      payment_method: button.method,
      payment_data: [
        { key: field("payment-nonce"), value: token.dataValue },
        { key: field("payment-descriptor"), value: token.dataDescriptor },
      ],
    }),
  });
  if (!answer.ok) throw new Error(`express checkout answered ${answer.status}`);
  const url = ((await answer.json()) as Answer).payment_result?.redirect_url;
  if (!url) throw new Error("express checkout says nowhere to go");
  return url;
}

/** The costs follow the place and the way of shipping that are chosen in the browser's own sheet. */
function followSheet(request: PaymentRequest, review: OrderReview, currency: string): void {
  const follow = (event: Event) => {
    for (const way of document.querySelectorAll<HTMLInputElement>("[name='shipping_method[0]'][type=radio]"))
      way.checked = request.shippingOption ? way.value === request.shippingOption : way.checked;
    const { country = "", city = "", postalCode = "" } = request.shippingAddress ?? {};
    const drawn = review.now({ place: { country, city, postcode: postalCode } });
    (event as PaymentRequestUpdateEvent).updateWith(drawn.then(() => details(currency)));
  };
  request.addEventListener("shippingaddresschange", follow);
  request.addEventListener("shippingoptionchange", follow);
}

async function pay(form: HTMLFormElement, button: HTMLButtonElement, review: OrderReview): Promise<void> {
  const { dataset } = button;
  const request = ask(dataset);
  followSheet(request, review, dataset.currency ?? "USD");
  let response: PaymentResponse | undefined;
  try {
    response = await request.show();
    const url = await placeOrder(response, dataset, newIdempotencyKey());
    await response.complete("success");
    location.assign(url);
  } catch (error) {
    // Closed by the shopper: nothing to say.
    if (!response) return;
    console.info(error);
    await response.complete("fail");
    showFaults(form, [{ text: paymentsText.generalError(), field: null }]);
  }
}

/** Shows the express part where the browser offers a payment of this kind. */
export async function startExpress(form: HTMLFormElement, review: OrderReview): Promise<void> {
  const part = form.querySelector<HTMLElement>("[data-express]");
  const button = part?.querySelector("button");
  if (!part || !button || !("PaymentRequest" in window)) return;
  // A browser may refuse the very question.
  const isOffered = await Promise.resolve(button.dataset)
    .then((data) => ask(data).canMakePayment())
    .catch(() => false);
  if (!isOffered) return;
  part.hidden = false;
  button.addEventListener("click", () => void pay(form, button, review));
}
