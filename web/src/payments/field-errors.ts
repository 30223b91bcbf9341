import * as paymentsText from "../generated/messages/payments";
import type { PayField } from "./names";
import type { CardFieldError, EcheckFieldError } from "./rules";

/** An error, and the id of its field. */
export type FieldError = { text: string; field: string | null };

/** An error before the id is known: the field is given by its kind. */
export type PayError = { text: string; field: PayField | null };

/** A payment that failed before the order was sent, with texts for the shopper. */
export class PaymentFailed extends Error {
  override name = "PaymentFailed";

  constructor(readonly errors: Array<FieldError>) {
    super("the payment failed");
  }
}

type Message = () => string;

const TEXTS = {
  "card.number.missing": paymentsText.numberMissing,
  "card.number.length": paymentsText.numberLength,
  "card.number.digits": paymentsText.numberDigits,
  "card.number.invalid": paymentsText.numberInvalid,
  "card.expiry.invalid": paymentsText.expiryInvalid,
  "card.csc.missing": paymentsText.cscMissing,
  "card.csc.digits": paymentsText.cscDigits,
  "card.csc.length": paymentsText.cscLength,
  "echeck.routing.missing": paymentsText.routingMissing,
  "echeck.routing.digits": paymentsText.routingDigits,
  "echeck.routing.length": paymentsText.routingLength,
  "echeck.account.missing": paymentsText.accountMissing,
  "echeck.account.digits": paymentsText.accountDigits,
  "echeck.account.length": paymentsText.accountLength,
} satisfies Record<CardFieldError | EcheckFieldError, Message>;

/** The result of a rule as an error of its field; empty if the rule found none. */
export const payErrors = (
  field: PayField,
  error: CardFieldError | EcheckFieldError | null,
): Array<PayError> => (error ? [{ field, text: TEXTS[error]() }] : []);

/** The provider's codes by field, with the shop's error keys. */
const REFUSALS: Record<string, [PayField, Message]> = {
  E_WC_05: ["number", paymentsText.numberInvalid],
  E_WC_06: ["expiry", paymentsText.expiryInvalid],
  E_WC_07: ["expiry", paymentsText.expiryInvalid],
  E_WC_08: ["expiry", paymentsText.expiryInvalid],
  E_WC_15: ["csc", paymentsText.cscLength],
  E_WC_24: ["account", paymentsText.accountInvalid],
  E_WC_25: ["routing", paymentsText.routingInvalid],
};

/** The errors for a refusal, without duplicates. A general error for unknown codes. */
export function refusalErrors(codes: Array<string>): Array<PayError> {
  const known = new Map<string, PayError>();
  for (const code of codes) {
    const [field, message] = REFUSALS[code] ?? [null, paymentsText.generalError];
    const text = message();
    known.set(text, { text, field });
  }
  return known.size > 0 ? [...known.values()] : [{ text: paymentsText.generalError(), field: null }];
}
