import type { Fault } from "../payments/faults";
import { alertBox, mark } from "../payments/marks";
import { scrollAbove } from "../ui/scroll-above";

function item({ text, field }: Fault): HTMLElement {
  const made = document.createElement("li");
  if (!field?.id) {
    made.textContent = text;
    return made;
  }
  const link = document.createElement("a");
  link.href = `#${field.id}`;
  link.textContent = text;
  // Straight into the field, and no step in the browser's history.
  link.addEventListener("click", (event) => {
    event.preventDefault();
    field.focus();
  });
  made.append(link);
  return made;
}

/** Lists everything that is wrong at the top of the form, marks each field, and leads the shopper there. */
export function showFaults(form: HTMLFormElement, faults: Array<Fault>): void {
  const place = form.querySelector<HTMLElement>("[data-faults]");
  if (!place) return;
  const title = document.createElement("p");
  title.className = "faults__title";
  title.textContent = place.dataset.faults ?? "";
  const list = document.createElement("ul");
  list.append(...faults.map(item));
  const box = alertBox(title, list);
  place.replaceChildren(box);
  for (const { field, text } of faults) if (field) mark(field, text);
  box.focus({ preventScroll: true });
  scrollAbove(form);
}

export function clearFaults(form: HTMLFormElement): void {
  form.querySelector("[data-faults]")?.replaceChildren();
}
