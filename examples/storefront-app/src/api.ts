import { type CurrencyFields, StoreApi } from "matjar-store-api";
import { SHOP } from "./settings.ts";

const TOKEN = "cart-token";

const saved = localStorage.getItem(TOKEN);
export const api = new StoreApi({
  origin: SHOP,
  ...(saved ? { cartToken: saved } : {}),
  onCartToken: (token) => localStorage.setItem(TOKEN, token),
});

/** An amount in minor units, as the shop's own pages write it. */
export function money(amount: string, currency: CurrencyFields): string {
  const digits = amount.padStart(currency.currency_minor_unit + 1, "0");
  const whole = digits.slice(0, digits.length - currency.currency_minor_unit);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, currency.currency_thousand_separator);
  const part = digits.slice(digits.length - currency.currency_minor_unit);
  const decimals = part === "" ? "" : currency.currency_decimal_separator + part;
  return currency.currency_prefix + grouped + decimals + currency.currency_suffix;
}
