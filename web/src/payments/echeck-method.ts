import * as paymentsText from "../generated/messages/payments";
import { foldDigits } from "../ui/digits";
import { exchange, type Keys } from "./accept";
import { type Fault, faultText } from "./faults";
import type { Part } from "./part";
import type { PaymentMethod } from "./payment-form";
import { checkEcheck, type EcheckField } from "./rules";

/** The provider takes no longer ones. */
const LONGEST_NAME = 22;
const NUMBERS: Array<EcheckField> = ["routing", "account"];

/** Whose account it is: asked for, known to the page, or written into the form around. */
function holderOf(part: Part): string {
  const form = part.root.closest("form");
  const billing = (name: string) =>
    form?.querySelector<HTMLInputElement>(`[name=billing_${name}]`)?.value.trim() ?? "";
  const known = part.root.closest<HTMLElement>("[data-holder]")?.dataset.holder;
  const name = part.text("holder").trim() || known || `${billing("first_name")} ${billing("last_name")}`;
  return name.trim().slice(0, LONGEST_NAME);
}

export function echeckMethod(part: Part, keys: Keys): PaymentMethod {
  const validate = (): Array<Fault> => {
    if (part.isSavedChosen) return [];
    const faults: Array<Fault> = NUMBERS.flatMap((name) => {
      const fault = checkEcheck(name, part.text(name));
      return fault ? [{ field: part.field(name), text: faultText(fault) }] : [];
    });
    const holder = part.field("holder");
    if (holder && holder.value.trim() === "")
      faults.unshift({ field: holder, text: paymentsText.holderMissing() });
    return faults;
  };

  const tokenize = async (): Promise<void> => {
    const account = foldDigits(part.text("account"));
    const type = part.text("account-type") || "checking";
    const token = await exchange(keys, {
      bankData: {
        routingNumber: foldDigits(part.text("routing")),
        accountNumber: account,
        nameOnAccount: holderOf(part),
        accountType: type,
      },
    });
    part.fill({
      "payment-nonce": token.dataValue,
      "payment-descriptor": token.dataDescriptor,
      "last-four": account.slice(-4),
      "account-type": type,
    });
  };

  return { validate, tokenize };
}
