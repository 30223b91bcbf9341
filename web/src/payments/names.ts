import type { FormKind, ProviderForm } from "../generated/payments";

/** Fields that have no name: what is typed into them never leaves the page by a form. */
export type PayField = "number" | "expiry" | "csc" | "routing" | "account" | "account-type" | "holder";

/** How the ids of these fields end. */
const IDS: Record<PayField, string> = {
  number: "account-number",
  expiry: "expiry",
  csc: "csc",
  routing: "routing-number",
  account: "account-number",
  "account-type": "account-type",
  holder: "holder",
};

/** Hidden fields that are filled in when the provider has answered: its token, and what may be shown of the method. */
const FILLED: Record<FormKind, Array<string>> = {
  "credit-card": ["payment-nonce", "payment-descriptor", "card-type", "last-four", "exp-month", "exp-year"],
  echeck: ["payment-nonce", "payment-descriptor", "last-four", "account-type"],
};

type Named = Pick<ProviderForm, "id_dasherized">;

/** The name of one of a form's fields. */
export const fieldName = ({ id_dasherized }: Named, field: string) => `wc-${id_dasherized}-${field}`;

/** The id of a field that has no name. */
export const fieldId = (form: Named, field: PayField) => fieldName(form, IDS[field]);

export const filledFields = (kind: FormKind): Array<string> => FILLED[kind];
