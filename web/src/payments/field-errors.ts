import * as paymentsText from "../generated/messages/payments";
import type { PayField } from "./names";
import type { CardFault, EcheckFault } from "./rules";

/** One thing that is wrong, and the id of the field it is about. */
export type FieldError = { text: string; field: string | null };

/** The same before the id is known: a field by its kind. */
export type PayError = { text: string; field: PayField | null };

/** A payment that failed before the order was sent, in words for the shopper. */
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
} satisfies Record<CardFault | EcheckFault, Message>;

/** What a rule found, as an error about its field; none where it found nothing. */
export const payErrors = (field: PayField, fault: CardFault | EcheckFault | null): Array<PayError> =>
  fault ? [{ field, text: TEXTS[fault]() }] : [];

/** What the provider's codes are about, and in our words. */
const REFUSALS: Record<string, [PayField, Message]> = {
  E_WC_05: ["number", paymentsText.numberInvalid],
  E_WC_06: ["expiry", paymentsText.expiryInvalid],
  E_WC_07: ["expiry", paymentsText.expiryInvalid],
  E_WC_08: ["expiry", paymentsText.expiryInvalid],
  E_WC_15: ["csc", paymentsText.cscLength],
  E_WC_24: ["account", paymentsText.accountInvalid],
  E_WC_25: ["routing", paymentsText.routingInvalid],
};

/** The errors that a refusal means, each once. A general one where the provider's codes are unknown. */
export function refusalErrors(codes: Array<string>): Array<PayError> {
  const known = new Map<string, PayError>();
  for (const code of codes) {
    const [field, message] = REFUSALS[code] ?? [null, paymentsText.generalError];
    const text = message();
    known.set(text, { text, field });
  }
  return known.size > 0 ? [...known.values()] : [{ text: paymentsText.generalError(), field: null }];
}
