const VISIBLE_FOR = 5000;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Announces in the open dialog if there is one, because the page behind it is inert. */
function write(text: string, visible: boolean, visibleFor = VISIBLE_FOR): void {
  const region =
    document.querySelector("dialog[open] [data-announce]") ??
    [...document.querySelectorAll("[data-announce]")].find((region) => !region.closest("dialog"));
  // A visible notice is not replaced by one for screen readers only.
  if (!region || (!visible && region.hasAttribute("data-seen"))) return;
  clearTimeout(hiding);
  // Setting the same text is no change, and a live region announces only changes.
  region.textContent = "";
  region.toggleAttribute("data-seen", visible);
  setTimeout(() => {
    region.textContent = text;
  }, 50);
  if (!visible) return;
  hiding = setTimeout(() => {
    region.textContent = "";
    region.removeAttribute("data-seen");
  }, visibleFor);
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  write(text, false);
}

/** Announces a text and shows it: the live region becomes visible for a limited time. */
export function notify(text: string, visibleFor?: number): void {
  write(text, true, visibleFor);
}
