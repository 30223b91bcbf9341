import type { CardBrand } from "../generated/payments";
import { foldDigits } from "../ui/digits";

/**
 * The error key for a card or a bank account. A preview only: crates/payments/src/rules applies the same rules on the
 * server. Both run vectors/payments/.
 */
export type CardFieldError =
  | "card.number.missing"
  | "card.number.length"
  | "card.number.digits"
  | "card.number.invalid"
  | "card.expiry.invalid"
  | "card.csc.missing"
  | "card.csc.digits"
  | "card.csc.length";

export type EcheckField = "routing" | "account";
export type EcheckFieldError = `echeck.${EcheckField}.${"missing" | "digits" | "length"}`;

export type Brand = CardBrand;

type Row = { brand: Brand; prefix: RegExp; lengths: Array<number> };

const MAESTRO = [12, 13, 14, 15, 16, 17, 18, 19];
const UNIONPAY = [16, 17, 18, 19];

/** The first match counts: 6220 is maestro, 6221 discover, 6230 unionpay. */
const TABLE: Array<Row> = [
  { brand: "maestro", prefix: /^(5018|502|503|506|56|58|639|6220|67)/, lengths: MAESTRO },
  { brand: "forbrugsforeningen", prefix: /^600/, lengths: [16] },
  { brand: "dankort", prefix: /^5019/, lengths: [16] },
  { brand: "visa", prefix: /^4/, lengths: [13, 16] },
  { brand: "mastercard", prefix: /^(5[1-5]|2[2-7])/, lengths: [16] },
  { brand: "amex", prefix: /^3[47]/, lengths: [15] },
  { brand: "dinersclub", prefix: /^3[0689]/, lengths: [14] },
  { brand: "discover", prefix: /^(6[045]|622)/, lengths: [16] },
  { brand: "unionpay", prefix: /^(62|88)/, lengths: UNIONPAY },
  { brand: "jcb", prefix: /^35/, lengths: [16] },
];

// The same characters as on the server: JavaScript's `\s` lacks U+0085 and includes the byte-order mark.
const GAPS = /[\s\u0085\-‐-―−]/g;
const FOREIGN = /[^0-9]/;

const rowOf = (digits: string) => TABLE.find(({ prefix }) => prefix.test(digits));
const lengthOf = (text: string) => [...text].length;
const plainNumber = (text: string) => foldDigits(text).replace(GAPS, "");

/** The card type of a number or of its beginning. */
export const brandOf = (text: string): Brand | null => rowOf(plainNumber(text))?.brand ?? null;

/** The maximum length of a number with this beginning. */
export const maxLengthOf = (digits: string): number => rowOf(digits)?.lengths.at(-1) ?? 16;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const counted = at % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

export function checkNumber(text: string): CardFieldError | null {
  const number = plainNumber(text);
  const length = lengthOf(number);
  if (length === 0) return "card.number.missing";
  if (length < 12 || length > 19) return "card.number.length";
  if (FOREIGN.test(number)) return "card.number.digits";
  const row = rowOf(number);
  if (!row?.lengths.includes(length)) return "card.number.invalid";
  return row.brand === "unionpay" || passesLuhn(number) ? null : "card.number.invalid";
}

/** A card is valid until the end of its month. */
export function checkExpiry(text: string, today: Date): CardFieldError | null {
  const parts = /^([0-9]{1,2})\/([0-9]{2}|[0-9]{4})$/.exec(foldDigits(text).replace(/[\s\u0085]/g, ""));
  const [month, written] = [Number(parts?.[1]), Number(parts?.[2])];
  if (!(month >= 1 && month <= 12)) return "card.expiry.invalid";
  const isShort = parts?.[2]?.length === 2;
  const year = isShort ? written + (written < 70 ? 2000 : 1900) : written;
  const hasPassed = year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1;
  return hasPassed ? "card.expiry.invalid" : null;
}

export type CscTerms = {
  required: boolean;
  requiredForTokens: boolean;
  /** A saved method is chosen. */
  savedChosen: boolean;
};

/** Three or four digits for every card type, as the error text says. */
export function checkCsc(text: string, terms: CscTerms): CardFieldError | null {
  const code = foldDigits(text);
  if (code === "") {
    const isRequired = terms.required && (!terms.savedChosen || terms.requiredForTokens);
    return isRequired ? "card.csc.missing" : null;
  }
  if (FOREIGN.test(code)) return "card.csc.digits";
  return code.length < 3 || code.length > 4 ? "card.csc.length" : null;
}

const ECHECK_LENGTHS: Record<EcheckField, [number, number]> = { routing: [9, 9], account: [5, 17] };

/** Checks a routing or account number. */
export function checkEcheck(field: EcheckField, text: string): EcheckFieldError | null {
  const number = foldDigits(text);
  if (number === "") return `echeck.${field}.missing`;
  if (FOREIGN.test(number)) return `echeck.${field}.digits`;
  const [least, most] = ECHECK_LENGTHS[field];
  return number.length < least || number.length > most ? `echeck.${field}.length` : null;
}
