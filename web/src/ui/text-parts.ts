import { pluralForm } from "./plural";

/** What the code of a text is made of; scripts/ftl.mjs writes calls of these three. */

/** Western digits, whatever the engine's own idea of Arabic is. */
const numbers = new Intl.NumberFormat("ar-u-nu-latn");

export const show = (value: string | number) => (typeof value === "number" ? numbers.format(value) : value);

/** Keeps the direction of what is filled in from leaking into the sentence. */
export const apart = (text: string) => `\u2068${text}\u2069`;

export function choose(count: number, forms: Record<string, () => string>, usual: string): string {
  return (forms[pluralForm(count)] ?? forms[usual])?.() ?? "";
}
