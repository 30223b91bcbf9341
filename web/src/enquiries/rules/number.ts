import { foldDigits } from "../../ui/digits";

const MAX_WHOLE_DIGITS = 9;
const MAX_DECIMALS = 4;
const NUMBER = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;

/** A typed number as the server stores it, and in ten-thousandths; `null`: not a number. */
export function parseNumber(text: string, decimals: number): { number: string; units: number } | null {
  const [, sign, grouped = "", digits = ""] = NUMBER.exec(foldDigits(text)) ?? [];
  if (sign === undefined || digits.length > Math.min(decimals, MAX_DECIMALS)) return null;
  const whole = grouped.replaceAll(",", "").replace(/^0+(?=\d)/, "");
  if (whole.length > MAX_WHOLE_DIGITS) return null;
  const fraction = digits.replace(/0+$/, "");
  const units = Number(`${whole}${fraction.padEnd(MAX_DECIMALS, "0")}`);
  const number = fraction === "" ? whole : `${whole}.${fraction}`;
  return units > 0 && sign === "-" ? { number: `-${number}`, units: -units } : { number, units };
}
