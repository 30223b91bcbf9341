import * as pricingText from "../generated/messages/pricing";

/** How amounts of a currency are written. */
export interface Currency {
  /** Written after the amount. */
  sign: string;
  decimals: number;
}

/** As `kernel::Currency`. */
export const CURRENCIES = {
  USD: { sign: "$", decimals: 2 },
  SAR: { sign: "ر.س", decimals: 2 },
  AED: { sign: "د.إ", decimals: 2 },
  EGP: { sign: "ج.م", decimals: 2 },
  JOD: { sign: "د.أ", decimals: 3 },
  KWD: { sign: "د.ك", decimals: 3 },
  BHD: { sign: "د.ب", decimals: 3 },
  OMR: { sign: "ر.ع", decimals: 3 },
} as const satisfies Record<string, Currency>;

export type CurrencyCode = keyof typeof CURRENCIES;

const NAMES: Record<CurrencyCode, () => string> = {
  USD: pricingText.currency,
  SAR: pricingText.currencySar,
  AED: pricingText.currencyAed,
  EGP: pricingText.currencyEgp,
  JOD: pricingText.currencyJod,
  KWD: pricingText.currencyKwd,
  BHD: pricingText.currencyBhd,
  OMR: pricingText.currencyOmr,
};

const isKnown = (code: string | undefined): code is CurrencyCode => code !== undefined && code in CURRENCIES;

/** The renderer's currency, which the server tells it. */
export function shopCurrency(): CurrencyCode {
  const given = process.env.MATJAR_CURRENCY;
  return isKnown(given) ? given : "USD";
}

/** The currency as a word. */
export const currencyName = (code: CurrencyCode): string => NAMES[code]();
