import type { CardBrand } from "../generated/payments";
import { foldDigits } from "../ui/digits";

/**
 * What is wrong with a card or a bank account, by the key of its text. Only foretold here: the same is
 * decided in crates/payments/src/rules. Both run vectors/payments/.
 */
export type CardFault =
  | "card.number.missing"
  | "card.number.length"
  | "card.number.digits"
  | "card.number.invalid"
  | "card.expiry.invalid"
  | "card.csc.missing"
  | "card.csc.digits"
  | "card.csc.length";

export type EcheckField = "routing" | "account";
export type EcheckFault = `echeck.${EcheckField}.${"missing" | "digits" | "length"}`;

export type Brand = CardBrand;

type Row = { brand: Brand; prefix: RegExp; lengths: Array<number> };

const MAESTRO = [12, 13, 14, 15, 16, 17, 18, 19];
const UNIONPAY = [16, 17, 18, 19];

/** The first row that matches counts: 6220 is maestro, 6221 discover, 6230 unionpay. */
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

// As the server's, sign by sign: `\s` of JavaScript lacks the next-line sign and has the byte-order mark.
const GAPS = /[\s\u0085\-‐-―−]/g;
const FOREIGN = /[^0-9]/;

const rowOf = (digits: string) => TABLE.find(({ prefix }) => prefix.test(digits));
const lengthOf = (text: string) => [...text].length;
const plainNumber = (text: string) => foldDigits(text).replace(GAPS, "");

/** What a number, or its beginning, belongs to. */
export const brandOf = (text: string): Brand | null => rowOf(plainNumber(text))?.brand ?? null;

/** The most digits that a number with this beginning may have. */
export const longestOf = (digits: string): number => rowOf(digits)?.lengths.at(-1) ?? 16;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const counted = at % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

export function checkNumber(text: string): CardFault | null {
  const number = plainNumber(text);
  const length = lengthOf(number);
  if (length === 0) return "card.number.missing";
  if (length < 12 || length > 19) return "card.number.length";
  if (FOREIGN.test(number)) return "card.number.digits";
  const row = rowOf(number);
  if (!row?.lengths.includes(length)) return "card.number.invalid";
  return row.brand === "unionpay" || passesLuhn(number) ? null : "card.number.invalid";
}

/** A card is good to the end of its month. */
export function checkExpiry(text: string, today: Date): CardFault | null {
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
  /** A method kept from before pays. */
  savedChosen: boolean;
};

/** Three or four digits for every type: that is what its text says. */
export function checkCsc(text: string, terms: CscTerms): CardFault | null {
  const code = foldDigits(text);
  if (code === "") {
    const isAsked = terms.required && (!terms.savedChosen || terms.requiredForTokens);
    return isAsked ? "card.csc.missing" : null;
  }
  if (FOREIGN.test(code)) return "card.csc.digits";
  return code.length < 3 || code.length > 4 ? "card.csc.length" : null;
}

const ECHECK_LENGTHS: Record<EcheckField, [number, number]> = { routing: [9, 9], account: [5, 17] };

/** A number of a bank account: whose bank it is, or which account. */
export function checkEcheck(field: EcheckField, text: string): EcheckFault | null {
  const number = foldDigits(text);
  if (number === "") return `echeck.${field}.missing`;
  if (FOREIGN.test(number)) return `echeck.${field}.digits`;
  const [least, most] = ECHECK_LENGTHS[field];
  return number.length < least || number.length > most ? `echeck.${field}.length` : null;
}
