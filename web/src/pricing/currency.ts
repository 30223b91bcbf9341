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

const isKnown = (code: string | undefined): code is CurrencyCode => code !== undefined && code in CURRENCIES;

/** The currency of every amount: the server tells the renderer, and the renderer the browser. */
export function shopCurrency(): CurrencyCode {
  const given =
    typeof document === "undefined" ? process.env.MATJAR_CURRENCY : document.documentElement.dataset.currency;
  return isKnown(given) ? given : "USD";
}
