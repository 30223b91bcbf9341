import { expect } from "@playwright/test";

/** The provider of payments, which `scripts/e2e` starts, and its desk for tests: see crates/paysim/src/control.rs. */
export const PAY = process.env.E2E_PAY ?? "";
export const PAY_SCRIPT = `${PAY}/v1/Accept.js`;
export const PAY_API = `${PAY}/xml/v1/request.api`;

/** A line of the provider's books. Amounts are cents. */
export type Payment = {
  transId: string;
  kind: string;
  status: string;
  amount: number;
  refunded: number;
  invoiceNumber: string;
  method: "card" | "echeck";
  last4: string;
};

/** How the provider misbehaves, and for whom. Everybody pays at the same one, so each says for whose e-mail. */
export type Rule = {
  when: { email?: string; kind?: string; amount?: number };
  do: "swallow_after" | "swallow_before" | "slow" | "late" | "twice" | "decline" | "hold" | "garbage";
  ms?: number;
  code?: string;
  times?: number;
};

async function desk<T>(call: string, body?: unknown): Promise<T> {
  if (!PAY) throw new Error("E2E_PAY says where the provider of payments is; `make e2e` sets it");
  const answer = await fetch(`${PAY}/sim/${call}`, {
    method: body === undefined ? "GET" : "POST",
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  expect(answer.ok, `/sim/${call} answers ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

export const misbehave = (...rules: Array<Rule>): Promise<unknown> => desk("rules/add", rules);
export const settle = (transId: string): Promise<unknown> => desk("settle", { trans_id: transId });
export const takeBack = (transId: string): Promise<unknown> => desk("return", { trans_id: transId });
export const booked = (invoice: string): Promise<Array<Payment>> => desk(`ledger?invoice=${invoice}`);

/** What the provider's script gives for numbers. */
export type Token = { dataDescriptor: string; dataValue: string };
export type Numbers =
  | { cardNumber: string; expirationDate: string; cardCode?: string }
  | { routingNumber: string; accountNumber: string; nameOnAccount: string; accountType: string };

/** The same as the provider's script does in a page. */
export async function tokenFor(token: Numbers): Promise<Token> {
  const merchantAuthentication = { name: "matjar-sim", clientKey: "matjar-sim-client-key" };
  const asked = { merchantAuthentication, data: { type: "TOKEN", id: crypto.randomUUID(), token } };
  const answer = await fetch(PAY_API, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ securePaymentContainerRequest: asked }),
  });
  const told = JSON.parse((await answer.text()).replace(/^\ufeff/, ""));
  expect(told.messages?.resultCode, JSON.stringify(told.messages)).toBe("Ok");
  return told.opaqueData;
}
