import * as paymentsText from "../generated/messages/payments";
import { foldDigits } from "../ui/digits";
import { BRANDS } from "./brands";
import { caretIn, formatCsc, formatExpiry, formatNumber } from "./format";
import { mark } from "./marks";
import type { Part } from "./part";
import { brandOf } from "./rules";

type Format = (typed: string, isDeleting: boolean) => string;

const FORMATS: Record<string, Format> = {
  number: formatNumber,
  expiry: formatExpiry,
  csc: formatCsc,
  routing: foldDigits,
  account: foldDigits,
};

/** Fewer digits may still become another brand's. */
const ENOUGH = 4;

/** A brand that the shop does not take is only marked: whether it is refused is the server's to say. */
export function showBrand(part: Part): void {
  const field = part.field("number");
  if (!field) return;
  const brand = brandOf(field.value);
  for (const sign of part.root.querySelectorAll<HTMLElement>(".brands [data-brand]"))
    sign.classList.toggle("is-on", sign.dataset.brand === brand);
  const isForeign =
    brand !== null &&
    field.value.replace(/\D/g, "").length >= ENOUGH &&
    !part.form.enabled_card_types.includes(brand);
  if (isForeign) mark(field, paymentsText.typeInvalidNamed({ brand: BRANDS[brand].name() }));
}

function reformat(field: HTMLInputElement, format: Format, isDeleting: boolean): void {
  const typed = field.value;
  const shown = format(typed, isDeleting);
  if (shown === typed) return;
  const caret = field.selectionStart ?? typed.length;
  field.value = shown;
  if (document.activeElement !== field) return;
  const at = caretIn(shown, typed, caret);
  field.setSelectionRange(at, at);
}

/** Shapes what is typed, takes back what was said about it, and lights the card's brand. */
export function enliven(part: Part): void {
  part.root.addEventListener("input", (event) => {
    const field = event.target as HTMLInputElement;
    const name = field.dataset.payField;
    if (name === undefined || (event as InputEvent).isComposing) return;
    const format = FORMATS[name];
    // Not every event of this name comes from a key: a browser that fills the form in says nothing more.
    if (format) reformat(field, format, (event as InputEvent).inputType?.startsWith("delete") ?? false);
    mark(field, null);
    if (name === "number") showBrand(part);
  });
}
