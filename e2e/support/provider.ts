import { expect } from "@playwright/test";

/** The payment simulator, which `scripts/e2e` starts, and its control API: see crates/paysim/src/control.rs. */
export const PAY = process.env.E2E_PAY ?? "";
export const PAY_SCRIPT = `${PAY}/v1/Accept.js`;
export const PAY_API = `${PAY}/xml/v1/request.api`;

/** A payment in the simulator's ledger. Amounts are in cents. */
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

/** A fault rule. All tests share one simulator, so each rule names the email address that it applies to. */
export type Rule = {
  when: { email?: string; kind?: string; amount?: number };
  do: "swallow_after" | "swallow_before" | "slow" | "late" | "twice" | "decline" | "hold" | "garbage";
  ms?: number;
  code?: string;
  times?: number;
};

async function control<T>(call: string, body?: unknown): Promise<T> {
  if (!PAY) throw new Error("E2E_PAY says where the provider of payments is; `make e2e` sets it");
  const answer = await fetch(`${PAY}/sim/${call}`, {
    method: body === undefined ? "GET" : "POST",
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  expect(answer.ok, `/sim/${call} answers ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

export const addFaultRules = (...rules: Array<Rule>): Promise<unknown> => control("rules/add", rules);
export const settle = (transId: string): Promise<unknown> => control("settle", { trans_id: transId });
export const returnPayment = (transId: string): Promise<unknown> => control("return", { trans_id: transId });
export const ledgerOf = (invoice: string): Promise<Array<Payment>> => control(`ledger?invoice=${invoice}`);

/** The token that the provider's script returns. */
export type Token = { dataDescriptor: string; dataValue: string };
export type Numbers =
  | { cardNumber: string; expirationDate: string; cardCode?: string }
  | { routingNumber: string; accountNumber: string; nameOnAccount: string; accountType: string };

/** Requests a token like the provider's script does in a page. */
export async function tokenFor(token: Numbers): Promise<Token> {
  const merchantAuthentication = { name: "matjar-sim", clientKey: "matjar-sim-client-key" };
  const request = { merchantAuthentication, data: { type: "TOKEN", id: crypto.randomUUID(), token } };
  const answer = await fetch(PAY_API, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ securePaymentContainerRequest: request }),
  });
  const response = JSON.parse((await answer.text()).replace(/^\ufeff/, ""));
  expect(response.messages?.resultCode, JSON.stringify(response.messages)).toBe("Ok");
  return response.opaqueData;
}
