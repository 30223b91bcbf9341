import * as checkoutText from "../generated/messages/checkout";
import type { Fault } from "../payments/faults";
import { mark } from "../payments/marks";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Lets through whatever the server may take: it only foretells. */
export const looksLikeEmail = (text: string) => /^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]{2,}$/.test(text.trim());

/** A field's label without what stands beside it. */
function labelOf(field: Control): string {
  const label = field.labels?.[0];
  return (label?.firstChild?.textContent ?? "").trim();
}

function faultOf(field: Control): string | null {
  if (field instanceof HTMLInputElement && field.type === "checkbox")
    return field.checked ? null : checkoutText.termsMissing();
  const text = field.value.trim();
  if (field.required && text === "") return checkoutText.fieldRequired({ field: labelOf(field) });
  return field.type === "email" && text !== "" && !looksLikeEmail(text) ? checkoutText.emailInvalid() : null;
}

/** Fields that are posted and must be filled in, with what is wrong with each. Numbers have no name: they are the payment's. */
function* checked(form: HTMLFormElement): Generator<Control> {
  for (const field of form.querySelectorAll<Control>("input[name], select[name], textarea[name]")) {
    if (field.required || field.type === "email" || field.id === "terms") yield field;
  }
}

/** What is missing or wrong before anything is asked of anybody. */
export function billingFaults(form: HTMLFormElement): Array<Fault> {
  const faults: Array<Fault> = [];
  for (const field of checked(form)) {
    const text = faultOf(field);
    mark(field, null);
    if (text !== null) faults.push({ text, field });
  }
  return faults;
}

/** What is said about a field is taken back as soon as it changes. */
export function forgiveChanges(form: HTMLFormElement): void {
  for (const name of ["input", "change"]) {
    form.addEventListener(name, ({ target }) => {
      const field = target as Control;
      if (field.getAttribute("aria-invalid") === "true" && !("payField" in field.dataset)) mark(field, null);
    });
  }
}
