import type { FormKind, ProviderForm } from "../generated/payments";

/** Hidden fields that a script fills in when the provider has answered: what it answered, and what may be shown of it. */
const FILLED: Record<FormKind, Array<string>> = {
  "credit-card": ["payment-nonce", "payment-descriptor", "card-type", "last-four", "exp-month", "exp-year"],
  echeck: ["payment-nonce", "payment-descriptor", "last-four", "account-type"],
};

/** The name of one of a form's fields, and the id of one that has no name. */
export const fieldName = ({ id_dasherized }: Pick<ProviderForm, "id_dasherized">, field: string) =>
  `wc-${id_dasherized}-${field}`;

export const filledFields = (kind: FormKind): Array<string> => FILLED[kind];
