import { foldDigits } from "../ui/digits";
import { exchange, type Keys } from "./accept";
import { type Fault, faultText } from "./faults";
import type { Part } from "./part";
import type { PaymentMethod } from "./payment-form";
import { brandOf, type CardFault, checkCsc, checkExpiry, checkNumber } from "./rules";

/** Month and year as two numbers of two and four digits. */
function readExpiry(text: string): { month: string; year: string } {
  const [month = "", year = ""] = foldDigits(text)
    .split("/")
    .map((part) => part.trim());
  return { month: month.padStart(2, "0"), year: year.length === 2 ? `20${year}` : year };
}

export function cardMethod(part: Part, keys: Keys): PaymentMethod {
  const { csc_required: required, csc_required_for_tokens: requiredForTokens } = part.form;

  const validate = (): Array<Fault> => {
    const savedChosen = part.isSavedChosen;
    const found: Array<[Fault["field"], CardFault | null]> = [
      ...(savedChosen
        ? []
        : ([
            [part.field("number"), checkNumber(part.text("number"))],
            [part.field("expiry"), checkExpiry(part.text("expiry"), new Date())],
          ] satisfies Array<[Fault["field"], CardFault | null]>)),
      [part.field("csc"), checkCsc(part.text("csc"), { required, requiredForTokens, savedChosen })],
    ];
    return found.flatMap(([field, fault]) => (fault ? [{ field, text: faultText(fault) }] : []));
  };

  const tokenize = async (): Promise<void> => {
    const number = foldDigits(part.text("number")).replace(/\D/g, "");
    const { month, year } = readExpiry(part.text("expiry"));
    const cardCode = foldDigits(part.text("csc"));
    const token = await exchange(keys, {
      cardData: { cardNumber: number, month, year, ...(cardCode && { cardCode }) },
    });
    part.fill({
      "payment-nonce": token.dataValue,
      "payment-descriptor": token.dataDescriptor,
      "card-type": brandOf(number) ?? "",
      "last-four": number.slice(-4),
      "exp-month": month,
      "exp-year": year,
    });
  };

  return { validate, tokenize };
}
