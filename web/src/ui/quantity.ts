import { foldDigits } from "./digits";

/** Quantities have up to five decimals: 1 is 100,000 parts. Integer parts make steps exact. */
const PARTS = 100_000;
const MAX_PARTS = 1_000_000_000 * PARTS;

export type QuantityLimits = { min: string; max: string | null; step: string };

/** Parses a typed quantity into parts; null if invalid. Runs vectors/quantity.json, like the server. */
export function toParts(text: string): number | null {
  const folded = foldDigits(text.trim());
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d{1,5})?$/.test(folded) || folded === "") return null;
  const [whole = "", decimals = ""] = folded.replaceAll(",", "").split(".");
  if (whole.length > 15) return null;
  const value = Number(whole) * PARTS + Number(decimals.padEnd(5, "0"));
  return value <= MAX_PARTS ? value : null;
}

export function fromParts(value: number): string {
  const decimals = String(value % PARTS)
    .padStart(5, "0")
    .replace(/0+$/, "");
  return Math.floor(value / PARTS) + (decimals && `.${decimals}`);
}

/** Normalizes a typed quantity like the server: "٢٫٥٠" becomes "2.5"; null if invalid. */
export function readQuantity(text: string): string | null {
  const value = toParts(text);
  return value === null ? null : fromParts(value);
}

/** Clamps a quantity to its limits; invalid text becomes the minimum. The server checks steps and returns a refusal. */
export function clampQuantity(text: string, limits: QuantityLimits): string {
  const { min, max } = bounds(limits);
  return fromParts(Math.min(Math.max(toParts(text) ?? min, min), max));
}

/** The same, rounded down to whole steps, so that the server does not refuse it. */
export function wholeSteps(text: string, limits: QuantityLimits): string {
  const { min, max, step } = bounds(limits);
  const value = toParts(clampQuantity(text, limits)) ?? min;
  const down = Math.floor(value / step) * step;
  return fromParts(down >= min ? down : Math.min(Math.ceil(min / step) * step, max));
}

/** A field's text, and the part of a step that a plus at the limit did not use. */
export type Pressed = { text: string; unused: string };

export const fresh = (text: string): Pressed => ({ text, unused: "0" });

const bounds = (limits: QuantityLimits) => ({
  min: toParts(limits.min) ?? 0,
  max: limits.max === null ? MAX_PARTS : (toParts(limits.max) ?? MAX_PARTS),
  step: toParts(limits.step) || PARTS,
});

/** Plus: one step up, or to the limit with the rest of the step remembered. Null at the limit. */
export function pressPlus({ text }: Pressed, limits: QuantityLimits): Pressed | null {
  const { max, step } = bounds(limits);
  const now = toParts(text);
  if (now === null) return step <= max ? fresh(fromParts(step)) : null;
  if (now >= max) return null;
  if (now + step <= max) return fresh(fromParts(now + step));
  return { text: fromParts(max), unused: fromParts(now + step - max) };
}

/** Minus: one step down, or from the limit by the used part of the last plus. Runs vectors/cart/plus-minus.json. */
export function pressMinus({ text, unused }: Pressed, limits: QuantityLimits): Pressed | null {
  const { min, max, step } = bounds(limits);
  const now = toParts(text);
  if (now === null) return fresh(fromParts(min));
  if (now <= min) return null;
  const left = now === max ? (toParts(unused) ?? 0) : 0;
  return fresh(fromParts(Math.max(min, left > 0 ? max - left : now - step)));
}
