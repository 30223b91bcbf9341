import { type MessageKey, t } from "../ui/messages";
import type { PayField } from "./part";
import type { CardFault, EcheckFault } from "./rules";
import "./texts";

/** One thing that is wrong, and where. */
export type Fault = { text: string; field: HTMLElement | null };

/** A payment that did not come about, in words for the shopper. */
export class PaymentFailed extends Error {
  override name = "PaymentFailed";

  constructor(readonly faults: Array<Fault>) {
    super("the payment did not come about");
  }
}

const KEYS = {
  "card.number.missing": "payments.number-missing",
  "card.number.length": "payments.number-length",
  "card.number.digits": "payments.number-digits",
  "card.number.invalid": "payments.number-invalid",
  "card.expiry.invalid": "payments.expiry-invalid",
  "card.csc.missing": "payments.csc-missing",
  "card.csc.digits": "payments.csc-digits",
  "card.csc.length": "payments.csc-length",
  "echeck.routing.missing": "payments.routing-missing",
  "echeck.routing.digits": "payments.routing-digits",
  "echeck.routing.length": "payments.routing-length",
  "echeck.account.missing": "payments.account-missing",
  "echeck.account.digits": "payments.account-digits",
  "echeck.account.length": "payments.account-length",
} as const satisfies Record<CardFault | EcheckFault, MessageKey>;

type Plain = (typeof KEYS)[keyof typeof KEYS] | "payments.account-invalid" | "payments.routing-invalid";

/** The words of a rule's answer. */
export const faultText = (fault: CardFault | EcheckFault): string => t(KEYS[fault]);

/** What the provider's codes are about, and in our words. */
const REFUSALS: Record<string, [PayField, Plain]> = {
  E_WC_05: ["number", "payments.number-invalid"],
  E_WC_06: ["expiry", "payments.expiry-invalid"],
  E_WC_07: ["expiry", "payments.expiry-invalid"],
  E_WC_08: ["expiry", "payments.expiry-invalid"],
  E_WC_15: ["csc", "payments.csc-length"],
  E_WC_24: ["account", "payments.account-invalid"],
  E_WC_25: ["routing", "payments.routing-invalid"],
};

/** What a refusal means, each once. Where the provider says nothing of use, that it went wrong. */
export function refusalFaults(
  codes: Array<string>,
  find: (field: PayField) => HTMLElement | null,
): Array<Fault> {
  const known = new Map<string, Fault>();
  for (const code of codes) {
    const [field, key] = REFUSALS[code] ?? [null, null];
    const text = key ? t(key) : t("payments.general-error");
    known.set(text, { text, field: field && find(field) });
  }
  const faults = [...known.values()];
  return faults.length > 0 ? faults : [{ text: t("payments.general-error"), field: null }];
}
