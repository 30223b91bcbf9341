/** How a bundle's page data says a flag and an amount. */
export const yes = (flag: boolean) => (flag ? "yes" : "no");
export const decimal = (minor: number | null) => (minor === null ? "0" : (minor / 100).toFixed(2));
