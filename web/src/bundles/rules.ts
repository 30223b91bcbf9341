import type { TermsView } from "../generated/bundles";
import { fromParts, toParts } from "../ui/quantity";

/** One row as it stands. An id of null: its variation is not chosen yet. */
export type Part = {
  id: string | number | null;
  name: string;
  quantity: string;
  /** Of one piece, in minor units. */
  price: number;
  isOptional?: boolean;
  isUnpurchasable?: boolean;
};

export type Problem =
  | "variation-missing"
  | "unpurchasable"
  | "empty"
  | "min-qty"
  | "max-qty"
  | "total-min"
  | "total-max";

export type Verdict = {
  selected: string;
  before: number;
  total: number;
  saved: number | null;
  /** The key of its text, and what it names: a product, a number of pieces, or minor units. */
  problem: [Problem, string] | null;
};

const WHOLE = 10_000;
const UNIT = 100_000n;

/** Half up; nothing with a price is given away. */
function cost(price: number, quantity: number): bigint {
  const exact = BigInt(price) * BigInt(quantity);
  const rounded = (exact + UNIT / 2n) / UNIT;
  return exact > 0n && rounded < 1n ? 1n : rounded;
}

const parts = (text: string) => toParts(text) ?? 0;

/** What so many of a part come to, in minor units. */
export const costOf = ({ price, quantity }: Part) => Number(cost(price, parts(quantity)));

/** What counts: chosen, wanted, and not left out. */
export const keeps = (terms: TermsView, part: Part) =>
  part.id !== null && parts(part.quantity) > 0 && !(terms.excludeUnpurchasable && part.isUnpurchasable);

function discounted({ amount, percent }: TermsView, before: bigint): bigint {
  if (amount > 0 && BigInt(amount) < before) return before - BigInt(amount);
  if (percent < 1 || percent >= WHOLE) return before;
  return before - (before * BigInt(percent) + BigInt(WHOLE / 2)) / BigInt(WHOLE);
}

function problemOf(terms: TermsView, rows: Array<Part>, selected: number, total: number): Verdict["problem"] {
  const wanted = rows.filter((part) => parts(part.quantity) > 0);
  const missing = terms.hasVariations && wanted.find((part) => part.id === null);
  if (missing) return ["variation-missing", missing.name];
  const gone = wanted.find((part) => part.isOptional && part.isUnpurchasable);
  if (gone) return ["unpurchasable", gone.name];
  if (selected === 0) return ["empty", ""];
  if (terms.hasOptional) {
    if (terms.min !== null && selected < parts(terms.min)) return ["min-qty", terms.min];
    const most = terms.max === null ? 0 : parts(terms.max);
    if (terms.max !== null && most > 0 && selected > most) return ["max-qty", terms.max];
  }
  if (terms.fixedPrice === null) {
    if (terms.totalMin !== null && total < terms.totalMin) return ["total-min", String(terms.totalMin)];
    if (terms.totalMax !== null && terms.totalMax > 0 && total > terms.totalMax)
      return ["total-max", String(terms.totalMax)];
  }
  return null;
}

/**
 * May this be sold, and for how much? Only foretold here: the shop decides the same when it is sent
 * (crates/bundles/src/rules.rs). Both run vectors/bundles/.
 */
export function judge(terms: TermsView, rows: Array<Part>): Verdict {
  const kept = rows.filter((part) => keeps(terms, part));
  const selected = kept.reduce((sum, part) => sum + parts(part.quantity), 0);
  let before = kept.reduce((sum, part) => sum + cost(part.price, parts(part.quantity)), 0n);
  let total = discounted(terms, before);
  if (terms.fixedPrice !== null) {
    before = BigInt(terms.fixedPrice);
    total = before;
  }
  const saved = Number(before - total);
  return {
    selected: fromParts(selected),
    before: Number(before),
    total: Number(total),
    saved: saved > 0 ? saved : null,
    problem: problemOf(terms, rows, selected, Number(total)),
  };
}

/** What is picked, as it travels: `id/key/qty/attrs` with commas between. */
export const writeSelection = (picks: Array<{ id: string; key: string; quantity: string; attrs: string }>) =>
  picks.map(({ id, key, quantity, attrs }) => `${id}/${key}/${quantity}/${attrs}`).join(",");
