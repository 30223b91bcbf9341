import { readProps, updateIsland } from "./islands";
import { parseElement } from "./trusted-html";

export type Fragments = Record<string, string>;

/** What was typed and not yet taken up goes along, with the caret. */
function carryText(from: Element, to: Element): void {
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) return;
  if (from.value === from.defaultValue) return;
  to.value = from.value;
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

/** A static region is replaced. If the shopper's focus was in it, it goes to the same control of the new one. */
function replace(old: Element, fresh: Element): void {
  // Nothing new: leave the page, and whatever the shopper is doing in it, alone.
  if (old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.getAttribute("data-focus-key");
  old.replaceWith(fresh);
  const twin = key && fresh.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`);
  if (!focused || !twin) return;
  twin.focus({ preventScroll: true });
  carryText(focused, twin);
}

/**
 * Puts the server's newest drawing of each region in its place, wherever that region stands. An island is never
 * replaced: it is handed the props that came with its drawing.
 */
export function applyFragments(fragments: Fragments): void {
  for (const [name, html] of Object.entries(fragments)) {
    const fresh = parseElement(html);
    if (!fresh) continue;
    for (const old of document.querySelectorAll(`[data-region="${CSS.escape(name)}"]`)) {
      if (old.hasAttribute("data-island")) updateIsland(old, readProps(fresh));
      else replace(old, document.importNode(fresh, true));
    }
  }
}
