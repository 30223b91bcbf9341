import type { ProviderForm } from "../generated/payments";
import { foldDigits } from "../ui/digits";
import { exchange, type Keys } from "./authorize-net";
import { type PayError, payErrors } from "./field-errors";
import type { PayField } from "./names";
import { brandOf, checkCsc, checkExpiry, checkNumber } from "./rules";

/** Reads the current value of a field; values are not stored. */
export type ReadField = (field: PayField) => string;

/** Month and year as numbers of two and four digits. */
function readExpiry(text: string): { month: string; year: string } {
  const [month = "", year = ""] = foldDigits(text)
    .split("/")
    .map((part) => part.trim());
  return { month: month.padStart(2, "0"), year: year.length === 2 ? `20${year}` : year };
}

/**
 * The errors of a card. For a saved card only the security code is checked, and only if it is required: otherwise the
 * field is hidden.
 */
export function cardErrors(text: ReadField, form: ProviderForm, isSaved: boolean): Array<PayError> {
  const { csc_required: required, csc_required_for_tokens: requiredForTokens } = form;
  const csc = () =>
    payErrors("csc", checkCsc(text("csc"), { required, requiredForTokens, savedChosen: isSaved }));
  if (isSaved) return requiredForTokens ? csc() : [];
  return [
    ...payErrors("number", checkNumber(text("number"))),
    ...payErrors("expiry", checkExpiry(text("expiry"), new Date())),
    ...csc(),
  ];
}

/** Exchanges a card for a token. Returns the values of the hidden fields. */
export async function exchangeCard(text: ReadField, keys: Keys): Promise<Record<string, string>> {
  const number = foldDigits(text("number")).replace(/\D/g, "");
  const { month, year } = readExpiry(text("expiry"));
  const cardCode = foldDigits(text("csc"));
  const token = await exchange(keys, {
    cardData: { cardNumber: number, month, year, ...(cardCode && { cardCode }) },
  });
  return {
    "payment-nonce": token.dataValue,
    "payment-descriptor": token.dataDescriptor,
    "card-type": brandOf(number) ?? "",
    "last-four": number.slice(-4),
    "exp-month": month,
    "exp-year": year,
  };
}
