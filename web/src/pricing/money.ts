import type { Currency } from "./currency";
import { shownCurrency } from "./shown-currency";

/** The same rule as Rust's `kernel::Money`; both run vectors/money.json. */
export function formatMoney(minor: number, currency: Currency = shownCurrency()): string {
  const { sign, decimals } = currency;
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, ",");
  // U+2212 is the minus sign: a hyphen could be separated from its number by a line break. U+00A0 keeps the currency
  // on the line.
  return `${minor < 0 ? "\u2212" : ""}${whole}.${digits.slice(-decimals)}\u00a0${sign}`;
}
