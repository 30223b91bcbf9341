import { scrollAbove } from "../ui/scroll-above";
import { controlId } from "../ui/show-control";

/** Milliseconds in which the page moves to the first error. */
const LASTS = 700;

export const wrapperId = (id: string, element: string) => `${id}-element-${element}`;

/** Moves the focus to an element of the form, and the page to the element with its label. */
export function showElement(id: string, element: string): void {
  document.getElementById(controlId(id, element))?.focus({ preventScroll: true });
  const wrapper = document.getElementById(wrapperId(id, element));
  if (wrapper) scrollAbove(wrapper, { lasts: LASTS });
}
