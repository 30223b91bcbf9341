/** Formats of flags and amounts in a bundle's data attributes. */
export const yes = (flag: boolean) => (flag ? "yes" : "no");
export const decimal = (minor: number | null) => (minor === null ? "0" : (minor / 100).toFixed(2));
