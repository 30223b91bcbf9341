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

/** The rows of a table begin their names so, each with a version of its own. */
const ROW = /^v\d+_/;

/** By the address that the form is sent to; a long table has parts, from the row in `rows` on. */
function keyOf(form: HTMLFormElement): string {
  const rows = form.elements.namedItem("rows");
  const part = rows instanceof HTMLInputElement ? ` ${rows.value}` : "";
  return `draft ${new URL(form.getAttribute("action") ?? "", location.href).pathname}${part}`;
}

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

/** What these fields were typed on. Rows that were not touched follow what is stored. */
function baseOf(form: HTMLFormElement, fields: Array<string>): Array<HTMLInputElement> {
  const rows = new Set(fields.map((name) => ROW.exec(name)?.[0] ?? ""));
  return [...rows]
    .flatMap((row) => BASE.map((name) => form.elements.namedItem(row + name)))
    .filter((input) => input instanceof HTMLInputElement);
}

/** Of a refused table only the refused rows show what was typed: the others were saved. */
function isRefusedField(field: Field): boolean {
  const row = field.closest("tr");
  return !row || row.querySelector("[aria-invalid=true]") !== null;
}

export function dropDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // A browser that stores nothing has no draft.
  }
}

/** Stores what differs from the page; of a refused form also what its page shows as typed. */
export function storeDraft(form: HTMLFormElement, isRefused: boolean, isWithin = false): void {
  const typed = fieldsOf(form).filter((field) => isTouched(field) || (isRefused && isRefusedField(field)));
  if (typed.length === 0) {
    dropDraft(form);
    return;
  }
  const draft: Draft = {
    values: Object.fromEntries(typed.map((field) => [field.name, field.value])),
    base: Object.fromEntries(
      baseOf(
        form,
        typed.map(({ name }) => name),
      ).map((input) => [input.name, input.value]),
    ),
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
    if (value === undefined || isTouched(field)) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const input of baseOf(form, Object.keys(draft.values)))
    input.value = draft.base[input.name] ?? input.value;
}
