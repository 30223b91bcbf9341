import { readProps, updateIsland } from "./islands";
import { parseElement } from "./trusted-html";

export type Fragments = Record<string, string>;

type Typed = { text: string; from: number | null; to: number | null };

/** What was typed into a field and not yet taken up, with the caret. */
function typedInto(field: Element | null): Typed | null {
  if (!(field instanceof HTMLInputElement) || field.value === field.defaultValue) return null;
  return { text: field.value, from: field.selectionStart, to: field.selectionEnd };
}

/** A static region is replaced. If the shopper's focus was in it, it goes to the same control of the new one. */
function replace(old: Element, fresh: Element): void {
  // Nothing new: leave the page, and whatever the shopper is doing in it, alone.
  if (old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.getAttribute("data-focus-key");
  // Read before: a field that is taken out of the page loses its focus, and whoever hears of that may reset it.
  const typed = typedInto(focused);
  old.replaceWith(fresh);
  const twin = key && fresh.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`);
  if (!twin) return;
  twin.focus({ preventScroll: true });
  if (!typed || !(twin instanceof HTMLInputElement)) return;
  twin.value = typed.text;
  twin.setSelectionRange(typed.from, typed.to);
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
