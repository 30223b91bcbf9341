const SEEN_FOR = 5000;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Speaks in the open dialog if there is one, for the page behind it is silent. */
function say(text: string, seen: boolean, seenFor = SEEN_FOR): void {
  const region =
    document.querySelector("dialog[open] [data-announce]") ??
    document.querySelector("body > [data-announce]");
  // What everybody is reading is not cut short by what is only heard.
  if (!region || (!seen && region.hasAttribute("data-seen"))) return;
  clearTimeout(hiding);
  // The same sentence twice is no change, and a region speaks only of changes.
  region.textContent = "";
  region.toggleAttribute("data-seen", seen);
  setTimeout(() => {
    region.textContent = text;
  }, 50);
  if (!seen) return;
  hiding = setTimeout(() => {
    region.textContent = "";
    region.removeAttribute("data-seen");
  }, seenFor);
}

/** Says something to screen readers. */
export function announce(text: string): void {
  say(text, false);
}

/** Says something to everybody: the region that is only heard otherwise is seen for a while. */
export function notify(text: string, seenFor?: number): void {
  say(text, true, seenFor);
}
