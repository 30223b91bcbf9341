import { isTouched } from "../runtime/typed-fields";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What was typed into a form and not saved. */
export type Draft = {
  values: Record<string, string>;
  /** The version and the stored values that it was typed on: the server compares with them. */
  base: Record<string, string>;
  /** Another form of the same page was sent: the page comes back at once. */
  isWithin: boolean;
};

const BASE = ["version", "was"];

const keyOf = (form: HTMLFormElement) =>
  `draft ${new URL(form.getAttribute("action") ?? "", location.href).pathname}`;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** The fields that the member may change, wherever they stand on the page. */
function fieldsOf(form: HTMLFormElement): Array<Field> {
  return [...form.elements]
    .filter(isField)
    .filter((field) => field.name !== "" && field.type !== "hidden" && !field.disabled);
}

const baseOf = (form: HTMLFormElement) =>
  BASE.map((name) => form.elements.namedItem(name)).filter((input) => input instanceof HTMLInputElement);

export function dropDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // A browser that stores nothing has no draft.
  }
}

/** Stores what differs from the page; of a refused form everything, because its page shows what was typed. */
export function storeDraft(form: HTMLFormElement, isRefused: boolean, isWithin = false): void {
  const typed = fieldsOf(form).filter((field) => isRefused || isTouched(field));
  if (typed.length === 0) {
    dropDraft(form);
    return;
  }
  const draft: Draft = {
    values: Object.fromEntries(typed.map((field) => [field.name, field.value])),
    base: Object.fromEntries(baseOf(form).map((input) => [input.name, input.value])),
    isWithin,
  };
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // Full or forbidden: the fields keep what was typed until the page is left.
  }
}

/** The draft of a form, if it says anything that the page does not. */
export function findDraft(form: HTMLFormElement): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null") as Draft | null;
    if (draft && fieldsOf(form).some(({ name, value }) => (draft.values[name] ?? value) !== value))
      return draft;
  } catch {
    // Unreadable: as if there were none.
  }
  dropDraft(form);
  return null;
}

/** Fills in a draft. What was typed since the page was shown is newer. */
export function restoreDraft(form: HTMLFormElement, draft: Draft): void {
  for (const field of fieldsOf(form)) {
    const value = draft.values[field.name];
    if (value !== undefined && !isTouched(field)) field.value = value;
  }
  for (const input of baseOf(form)) input.value = draft.base[input.name] ?? input.value;
}
