import { foldDigits } from "../ui/digits";
import { pressMinus, pressPlus, type QuantityLimits, readQuantity } from "../ui/quantity";
import { setQuantity } from "./calls";

const COMMIT_AFTER = 500;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function limitsOf({ min, max, step }: DOMStringMap): QuantityLimits {
  return { min: min ?? "1", max: max ?? null, step: step ?? "1" };
}

/** Sends what the line's field says by then; a fragment may have replaced the field since the change. */
async function commit(key: string): Promise<void> {
  const box = document.querySelector<HTMLElement>(`[data-line-quantity="${CSS.escape(key)}"]`);
  const field = box?.querySelector("input");
  const wish = readQuantity(field?.value ?? "");
  if (!box || !field || wish === null) return;
  field.value = wish;
  if (wish === field.defaultValue) return;
  // No longer half-typed: the server's answer may overrule it.
  field.defaultValue = wish;
  const line = box.closest("[data-cart-line]");
  line?.setAttribute("aria-busy", "true");
  await setQuantity(key, wish);
  line?.removeAttribute("aria-busy");
}

function commitSoon(box: HTMLElement): void {
  const key = box.dataset.lineQuantity ?? "";
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => void commit(key), COMMIT_AFTER),
  );
}

/** The steppers of the cart page. Those of the side cart are an island's own. */
export function startQuantityFields(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-line-quantity] [data-by]");
    const box = button?.closest<HTMLElement>("[data-line-quantity]");
    const field = box?.querySelector("input");
    if (!button || !box || !field) return;
    const press = button.dataset.by === "1" ? pressPlus : pressMinus;
    const next = press({ text: field.value, unused: box.dataset.unused ?? "0" }, limitsOf(box.dataset));
    if (next === null) return;
    field.value = next.text;
    box.dataset.unused = next.unused;
    commitSoon(box);
  });
  document.addEventListener("input", (event) => {
    const field = event.target as HTMLInputElement;
    const box = field.closest<HTMLElement>("[data-line-quantity]");
    if (!box) return;
    const folded = foldDigits(field.value);
    if (folded !== field.value) {
      const caret = field.selectionStart;
      field.value = folded;
      field.setSelectionRange(caret, caret);
    }
    if (readQuantity(folded) !== null) commitSoon(box);
  });
  // Left without a number: back to what it was.
  document.addEventListener("focusout", (event) => {
    const field = event.target as HTMLInputElement;
    if (field.closest("[data-line-quantity]") && readQuantity(field.value ?? "0") === null) {
      field.value = field.defaultValue;
    }
  });
}
