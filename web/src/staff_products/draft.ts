import { isToggle, isTouched } from "../runtime/typed-fields";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What was typed into a form and not saved. */
export type Draft = {
  values: Record<string, string>;
  /** The version and the stored values that it was typed on: the server compares with them. */
  base: Record<string, string>;
  /** The pictures that the lines of the form were about, as a list. */
  pictures?: string;
  /** Another form of the same page was sent: the page comes back at once. */
  isWithin: boolean;
};

const BASE = ["version", "was"];

/** The rows of a table, each with a version of its own, and the lines of pictures begin their names so. */
const ROW = /^[vp]\d+_/;

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

const readValue = (field: Field) => (isToggle(field) ? String(field.checked) : field.value);

/** The names of a form's pictures, whose lines are numbered in this order; null in other forms. */
function picturesOf(form: HTMLFormElement): string | null {
  const was = form.elements.namedItem("was");
  return form.elements.namedItem("p0_was") && was instanceof HTMLInputElement ? was.value : null;
}

/** Whether the lines that were typed on are still those of the form. An uploaded picture comes after them. */
function hasSameLines(form: HTMLFormElement, typed: string | undefined): boolean {
  const pictures = picturesOf(form);
  if (pictures === null) return true;
  const [now, then] = [pictures, typed ?? "[]"].map((names) => JSON.parse(names) as Array<string>);
  return then?.every((name, index) => now?.[index] === name) ?? false;
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
    values: Object.fromEntries(typed.map((field) => [field.name, readValue(field)])),
    base: Object.fromEntries(
      baseOf(
        form,
        typed.map(({ name }) => name),
      ).map((input) => [input.name, input.value]),
    ),
    pictures: picturesOf(form) ?? undefined,
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
    const differs = (field: Field) => (draft?.values[field.name] ?? readValue(field)) !== readValue(field);
    if (draft && hasSameLines(form, draft.pictures) && fieldsOf(form).some(differs)) return draft;
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
    if (isToggle(field)) field.checked = value === "true";
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const input of baseOf(form, Object.keys(draft.values)))
    input.value = draft.base[input.name] ?? input.value;
}
