const fieldOf = (eye: HTMLElement) => eye.parentElement?.querySelector("input");

const eyeAround = ({ target }: Event) => (target as Element).closest<HTMLElement>("[data-eye]");

function show(eye: HTMLElement, seen: boolean): void {
  const field = fieldOf(eye);
  if (!field) return;
  const { selectionStart, selectionEnd } = field;
  field.type = seen ? "text" : "password";
  // Another type is another field to some browsers: they forget where the caret was.
  if (field === document.activeElement) field.setSelectionRange(selectionStart, selectionEnd);
  eye.setAttribute("aria-pressed", String(seen));
  eye.setAttribute("aria-label", (seen ? eye.dataset.hide : eye.dataset.show) ?? "");
}

/** The eye of a password field. */
export function start(): void {
  const unhide = () => {
    for (const eye of document.querySelectorAll<HTMLElement>("[data-eye][hidden]")) eye.hidden = false;
  };
  unhide();
  // Fields may come into the page later; nobody types into one without entering it.
  document.addEventListener("focusin", unhide);
  // A press must not take the focus out of the field, and a phone's keyboard away with it.
  document.addEventListener("mousedown", (event) => {
    if (eyeAround(event)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const eye = eyeAround(event);
    if (eye) show(eye, eye.getAttribute("aria-pressed") !== "true");
  });
  // Browsers offer to keep passwords, and must not keep them among the words once typed.
  document.addEventListener("submit", ({ target }) => {
    for (const eye of (target as Element).querySelectorAll<HTMLElement>("[data-eye][aria-pressed=true]"))
      show(eye, false);
  });
}
