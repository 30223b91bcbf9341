import { type APIRequestContext, expect } from "@playwright/test";
import { ADD_METHOD, CARD, cardDetailsOf, ECHECK } from "./checkout";
import { type Numbers, tokenFor } from "./provider";

/** Saves a payment method with the same requests as the page. */
export async function saveMethod(request: APIRequestContext, numbers: Numbers): Promise<void> {
  const html = await (await request.get(ADD_METHOD)).text();
  const nonce = /name="woocommerce-add-payment-method-nonce" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const gateway = "routingNumber" in numbers ? ECHECK : CARD;
  const own = (name: string) => `wc-${gateway.replaceAll("_", "-")}-${name}`;
  const token = await tokenFor(numbers);
  const answer = await request.post(ADD_METHOD, {
    form: {
      "woocommerce-add-payment-method-nonce": nonce,
      woocommerce_add_payment_method: "1",
      payment_method: gateway,
      [own("payment-nonce")]: token.dataValue,
      [own("payment-descriptor")]: token.dataDescriptor,
      ...Object.fromEntries(
        Object.entries(cardDetailsOf(numbers)).map(([name, value]) => [own(name), value]),
      ),
    },
  });
  expect(answer.url(), `the method was saved (${answer.status()})`).toContain("notice=added");
}
