type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = { field: Field; value: string; isChecked: boolean };

export const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

/** Whether a field says something else than its markup. */
export function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  // The browser keeps a chosen file itself, and scripts cannot set it.
  if (field instanceof HTMLInputElement && ["file", "hidden"].includes(field.type)) return false;
  return field.value !== field.defaultValue;
}

const fieldsOf = (root: Element) => [...root.querySelectorAll<Field>("input, select, textarea")];

/** Input before hydration, which resets fields to their props. */
export function typedFields(root: Element): Array<Typed> {
  return fieldsOf(root)
    .filter(isTouched)
    .map((field) => ({ field, value: field.value, isChecked: isToggle(field) && field.checked }));
}

/** Null for field types without a caret API, such as email. */
function selectionOf(field: HTMLInputElement | HTMLTextAreaElement): [number, number] | null {
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
}

/**
 * Replays input like a browser. React ignores an event whose value equals the last one that it has seen, and
 * hydration has already seen the typed value: so the field is first reset to its default, which fires no event, and
 * then changed.
 */
export function retype({ field, value, isChecked }: Typed): void {
  if (isToggle(field)) {
    // A radio that was unchecked lost its mark to another one, which is replayed itself.
    if (field.type === "radio" && !isChecked) return;
    field.checked = !isChecked;
    field.click();
    return;
  }
  const isSelect = field instanceof HTMLSelectElement;
  // If the shopper has continued typing, the field has newer text; a field that hydration has reset has none.
  const newest = isSelect || field.value === field.defaultValue ? value : field.value;
  const caret = !isSelect && field === document.activeElement ? selectionOf(field) : null;
  if (!isSelect) field.value = field.defaultValue;
  // Not with the field's own setter: React has replaced it to track changes made by script.
  const { prototype } = isSelect
    ? HTMLSelectElement
    : field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement
      : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, newest);
  if (caret && !isSelect) field.setSelectionRange(...caret);
  field.dispatchEvent(new Event(isSelect ? "change" : "input", { bubbles: true }));
}

/** A copy of the server's markup with the shopper's input: shown if hydration fails. */
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
