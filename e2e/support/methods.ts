import { type APIRequestContext, expect } from "@playwright/test";
import { type Numbers, tokenFor } from "./provider";
import { ADD_METHOD, CARD, ECHECK, toldOf } from "./till";

/** Keeps a method by the same requests as the page. */
export async function keep(request: APIRequestContext, numbers: Numbers): Promise<void> {
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
      ...Object.fromEntries(Object.entries(toldOf(numbers)).map(([name, told]) => [own(name), told])),
    },
  });
  expect(answer.url(), `the method was kept (${answer.status()})`).toContain("told=added");
}
