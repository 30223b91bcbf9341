import * as paymentsText from "../generated/messages/payments";
import type { PayField } from "./part";
import type { CardFault, EcheckFault } from "./rules";

/** One thing that is wrong, and where. */
export type Fault = { text: string; field: HTMLElement | null };

/** A payment that did not come about, in words for the shopper. */
export class PaymentFailed extends Error {
  override name = "PaymentFailed";

  constructor(readonly faults: Array<Fault>) {
    super("the payment did not come about");
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

/** The words of a rule's answer. */
export const faultText = (fault: CardFault | EcheckFault): string => TEXTS[fault]();

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

/** What a refusal means, each once. Where the provider says nothing of use, that it went wrong. */
export function refusalFaults(
  codes: Array<string>,
  find: (field: PayField) => HTMLElement | null,
): Array<Fault> {
  const known = new Map<string, Fault>();
  for (const code of codes) {
    const [field, message] = REFUSALS[code] ?? [null, null];
    const text = message ? message() : paymentsText.generalError();
    known.set(text, { text, field: field && find(field) });
  }
  const faults = [...known.values()];
  return faults.length > 0 ? faults : [{ text: paymentsText.generalError(), field: null }];
}
