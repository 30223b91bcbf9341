export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

/** The six plural forms of Arabic. The same rule as in Rust; both run vectors/plural.json. */
export function pluralForm(count: number): PluralForm {
  const n = Math.abs(count);
  if (!Number.isInteger(n)) return "other";
  if (n === 0) return "zero";
  if (n === 1) return "one";
  if (n === 2) return "two";
  const rest = n % 100;
  return rest >= 3 && rest <= 10 ? "few" : rest >= 11 ? "many" : "other";
}
