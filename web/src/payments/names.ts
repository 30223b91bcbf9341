import type { FormKind, ProviderForm } from "../generated/payments";

/** Fields without a name: their values are never posted. */
export type PayField = "number" | "expiry" | "csc" | "routing" | "account" | "account-type" | "holder";

/** Suffixes of the ids of these fields. */
const IDS: Record<PayField, string> = {
  number: "account-number",
  expiry: "expiry",
  csc: "csc",
  routing: "routing-number",
  account: "account-number",
  "account-type": "account-type",
  holder: "holder",
};

/** Hidden fields that are filled in from the provider's response: the token, and the details that may be shown. */
const FILLED: Record<FormKind, Array<string>> = {
  "credit-card": ["payment-nonce", "payment-descriptor", "card-type", "last-four", "exp-month", "exp-year"],
  echeck: ["payment-nonce", "payment-descriptor", "last-four", "account-type"],
};

type Named = Pick<ProviderForm, "id_dasherized">;

/** The name of a field of a payment method. */
export const fieldName = ({ id_dasherized }: Named, field: string) => `wc-${id_dasherized}-${field}`;

/** The id of a field without a name. */
export const fieldId = (form: Named, field: PayField) => fieldName(form, IDS[field]);

export const filledFields = (kind: FormKind): Array<string> => FILLED[kind];
