import type { TermsView } from "../generated/bundles";
import { fromParts, toParts } from "../ui/quantity";

/** The state of one row. A null id: no variation is chosen yet. */
export type Part = {
  id: string | number | null;
  name: string;
  quantity: string;
  /** The price of one piece, in minor units. */
  price: number;
  isOptional?: boolean;
  isUnpurchasable?: boolean;
};

export type Refusal =
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
  /** The message key, and its argument: a product name, a number of pieces, or minor units. */
  refusal: [Refusal, string] | null;
};

const WHOLE = 10_000;
const UNIT = 100_000n;

/** Rounds half up; a positive price stays at least 1. */
function cost(price: number, quantity: number): bigint {
  const exact = BigInt(price) * BigInt(quantity);
  const rounded = (exact + UNIT / 2n) / UNIT;
  return exact > 0n && rounded < 1n ? 1n : rounded;
}

const parts = (text: string) => toParts(text) ?? 0;

/** The cost of this quantity of an item, in minor units. */
export const costOf = ({ price, quantity }: Part) => Number(cost(price, parts(quantity)));

/** Whether a row counts: its variation is chosen, its quantity is above 0, and it is not excluded as unpurchasable. */
export const counts = (terms: TermsView, part: Part) =>
  part.id !== null && parts(part.quantity) > 0 && !(terms.excludeUnpurchasable && part.isUnpurchasable);

function discounted({ amount, percent }: TermsView, before: bigint): bigint {
  if (amount > 0 && BigInt(amount) < before) return before - BigInt(amount);
  if (percent < 1 || percent >= WHOLE) return before;
  return before - (before * BigInt(percent) + BigInt(WHOLE / 2)) / BigInt(WHOLE);
}

function refusalOf(terms: TermsView, rows: Array<Part>, selected: number, total: number): Verdict["refusal"] {
  const wanted = rows.filter((part) => parts(part.quantity) > 0);
  const missing = terms.hasVariations && wanted.find((part) => part.id === null);
  if (missing) return ["variation-missing", missing.name];
  const gone = wanted.find((part) => part.isOptional && part.isUnpurchasable);
  if (gone) return ["unpurchasable", gone.name];
  if (selected === 0) return ["empty", ""];
  if (terms.hasOptional) {
    if (terms.min !== null && selected < parts(terms.min)) return ["min-qty", terms.min];
    const max = terms.max === null ? 0 : parts(terms.max);
    if (terms.max !== null && max > 0 && selected > max) return ["max-qty", terms.max];
  }
  if (terms.fixedPrice === null) {
    if (terms.totalMin !== null && total < terms.totalMin) return ["total-min", String(terms.totalMin)];
    if (terms.totalMax !== null && terms.totalMax > 0 && total > terms.totalMax)
      return ["total-max", String(terms.totalMax)];
  }
  return null;
}

/**
 * Returns the total and the first refusal of a selection. A preview only: the server applies the same rule when the
 * form is posted (crates/bundles/src/rules.rs). Both run vectors/bundles/.
 */
export function judge(terms: TermsView, rows: Array<Part>): Verdict {
  const counted = rows.filter((part) => counts(terms, part));
  const selected = counted.reduce((sum, part) => sum + parts(part.quantity), 0);
  let before = counted.reduce((sum, part) => sum + cost(part.price, parts(part.quantity)), 0n);
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
    refusal: refusalOf(terms, rows, selected, Number(total)),
  };
}

/** The wire format of a selection: `id/key/qty/attrs`, separated by commas. */
export const writeSelection = (picks: Array<{ id: string; key: string; quantity: string; attrs: string }>) =>
  picks.map(({ id, key, quantity, attrs }) => `${id}/${key}/${quantity}/${attrs}`).join(",");
