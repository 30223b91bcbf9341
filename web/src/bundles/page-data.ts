import { CURRENCIES, shopCurrency } from "../pricing/currency";

/** Formats of flags and amounts in a bundle's data attributes. */
export const yes = (flag: boolean) => (flag ? "yes" : "no");
export const decimal = (minor: number | null) => {
  const { decimals } = CURRENCIES[shopCurrency()];
  return minor === null ? "0" : (minor / 10 ** decimals).toFixed(decimals);
};
