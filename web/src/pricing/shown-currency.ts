import * as pricingText from "../generated/messages/pricing";
import { CURRENCIES, currencyName, shopCurrency } from "./currency";

/** How this page writes amounts, and the word for the currency. */
export interface ShownCurrency {
  sign: string;
  decimals: number;
  name: string;
}

/**
 * The renderer knows all currencies and writes its own into the document, unless it is the dollar; the browser reads it there,
 * so that pages do not load the others.
 */
export function shownCurrency(): ShownCurrency {
  if (import.meta.env.SSR) {
    const code = shopCurrency();
    return { ...CURRENCIES[code], name: currencyName(code) };
  }
  const { currency } = document.documentElement.dataset;
  const [sign = "$", decimals = "2", name] = currency?.split("|") ?? [];
  return { sign, decimals: Number(decimals), name: name ?? pricingText.currency() };
}

/** What the browser reads. */
export function documentCurrency(): string | undefined {
  const { sign, decimals, name } = shownCurrency();
  return sign === "$" ? undefined : [sign, decimals, name].join("|");
}
