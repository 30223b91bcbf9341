import * as paymentsText from "../generated/messages/payments";
import { foldDigits } from "../ui/digits";
import { exchange, type Keys } from "./authorize-net";
import type { ReadField } from "./card";
import { type PayError, payErrors } from "./field-errors";
import { checkEcheck } from "./rules";

/** The provider's maximum length. */
const MAX_NAME = 22;

/** The errors of a bank account. */
export function echeckErrors(text: ReadField, asksHolder: boolean): Array<PayError> {
  const isUnnamed = asksHolder && text("holder").trim() === "";
  return [
    ...(isUnnamed ? [{ field: "holder" as const, text: paymentsText.holderMissing() }] : []),
    ...payErrors("routing", checkEcheck("routing", text("routing"))),
    ...payErrors("account", checkEcheck("account", text("account"))),
  ];
}

/** Exchanges a bank account for a token. Returns the values of the hidden fields. */
export async function exchangeEcheck(
  text: ReadField,
  keys: Keys,
  holder: string,
): Promise<Record<string, string>> {
  const account = foldDigits(text("account"));
  const type = text("account-type") || "checking";
  const token = await exchange(keys, {
    bankData: {
      routingNumber: foldDigits(text("routing")),
      accountNumber: account,
      nameOnAccount: (text("holder").trim() || holder).trim().slice(0, MAX_NAME),
      accountType: type,
    },
  });
  return {
    "payment-nonce": token.dataValue,
    "payment-descriptor": token.dataDescriptor,
    "last-four": account.slice(-4),
    "account-type": type,
  };
}
