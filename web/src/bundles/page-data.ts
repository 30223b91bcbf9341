import { shownCurrency } from "../pricing/shown-currency";

/** Formats of flags and amounts in a bundle's data attributes. */
export const yes = (flag: boolean) => (flag ? "yes" : "no");
export const decimal = (minor: number | null) => {
  const { decimals } = shownCurrency();
  return minor === null ? "0" : (minor / 10 ** decimals).toFixed(decimals);
};
