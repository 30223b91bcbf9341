type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = { field: Field; value: string; isChecked: boolean };

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  // The browser keeps a chosen file itself, and lets nobody set it.
  if (field instanceof HTMLInputElement && ["file", "hidden"].includes(field.type)) return false;
  return field.value !== field.defaultValue;
}

const fieldsOf = (root: Element) => [...root.querySelectorAll<Field>("input, select, textarea")];

/** What the shopper has typed and chosen before hydration, which sets fields back to their props. */
export function typedFields(root: Element): Array<Typed> {
  return fieldsOf(root)
    .filter(isTouched)
    .map((field) => ({ field, value: field.value, isChecked: isToggle(field) && field.checked }));
}

/** Null for kinds of fields that have no caret to tell of, such as e-mail. */
function selectionOf(field: HTMLInputElement | HTMLTextAreaElement): [number, number] | null {
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
}

/**
 * Enters it again as a browser would. React ignores an event whose value equals the last one it has seen, and hydration
 * has already seen what was typed: so the field is first set back to its default, which fires no event, and then changed.
 */
export function retype({ field, value, isChecked }: Typed): void {
  if (isToggle(field)) {
    // A radio that lost its mark lost it to another one, which is entered again itself.
    if (field.type === "radio" && !isChecked) return;
    field.checked = !isChecked;
    field.click();
    return;
  }
  const isSelect = field instanceof HTMLSelectElement;
  // Whoever went on typing meanwhile has the newest text; a field that hydration has set back has none.
  const newest = isSelect || field.value === field.defaultValue ? value : field.value;
  const caret = !isSelect && field === document.activeElement ? selectionOf(field) : null;
  if (!isSelect) field.value = field.defaultValue;
  // Not by the field's own setter: React has put one there that tells it of every change made by script.
  const { prototype } = isSelect
    ? HTMLSelectElement
    : field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement
      : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, newest);
  if (caret && !isSelect) field.setSelectionRange(...caret);
  field.dispatchEvent(new Event(isSelect ? "change" : "input", { bubbles: true }));
}

/** A copy of the server's markup with what the shopper has typed into it: shown where hydration fails. */
export function copyWithTyped(root: Element, typed: Array<Typed>): Element {
  const copy = root.cloneNode(true) as Element;
  const [fields, twins] = [fieldsOf(root), fieldsOf(copy)];
  for (const { field, value, isChecked } of typed) {
    const twin = twins[fields.indexOf(field)];
    if (!twin) continue;
    if (isToggle(twin)) twin.checked = isChecked;
    else twin.value = value;
  }
  return copy;
}
