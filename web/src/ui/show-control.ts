/** The id of a field's control, by the form's id and the field's name. */
export const controlId = (id: string, name: string) => `${id}-${name}`;

/** Moves the focus to a field, and the field to the middle of the window. */
export function showControl(id: string, name: string): void {
  const control = document.getElementById(controlId(id, name));
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}
