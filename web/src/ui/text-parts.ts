import { pluralForm } from "./plural";

/** The building blocks of generated message code; scripts/message-code.mjs writes calls of these three. */

/** Created on first use: loading the locale data takes more than 100 ms on a slow phone. */
let grouped: Intl.NumberFormat | undefined;

/** Formats a number in Western digits, independently of the engine's default for Arabic. */
function format(value: number): string {
  // No grouping, fraction or sign.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  grouped ??= new Intl.NumberFormat("ar-u-nu-latn");
  return grouped.format(value);
}

export const show = (value: string | number) => (typeof value === "number" ? format(value) : value);

/** Isolates the direction of a placeholder from the sentence. */
export const apart = (text: string) => `\u2068${text}\u2069`;

export function choose(count: number, forms: Record<string, () => string>, usual: string): string {
  return (forms[pluralForm(count)] ?? forms[usual])?.() ?? "";
}
