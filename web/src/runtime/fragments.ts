import type { Islands } from "../generated/views";
import { type Props, registerIsland, startIslands, updateIsland } from "./islands";
import { parseDocument, parseElement } from "./trusted-html";

/** Markup by the selector of what it takes the place of. */
export type Fragments = Record<string, string>;

/** The key of a region among the fragments of an answer. */
export const regionKey = (name: string): string => `[data-region="${CSS.escape(name)}"]`;

/** The props of an island travel as the script beside its markup. */
const islandKey = (name: string): string => `${regionKey(name)} > script`;

const readScript = (script: Element | null): Props => JSON.parse(script?.textContent ?? "{}");

/** The new props of an island in an answer; null if the answer has none. */
export function islandProps<Name extends keyof Islands>(
  fragments: Fragments | undefined,
  name: Name,
): Islands[Name] | null {
  const html = fragments?.[islandKey(name)];
  return html ? (readScript(parseElement(html)) as Islands[Name]) : null;
}

type Typed = { text: string; from: number | null; to: number | null };

/** What was typed into a field and not yet taken up, with the caret. */
function typedInto(field: Element | null): Typed | null {
  if (!(field instanceof HTMLInputElement) || field.value === field.defaultValue) return null;
  return { text: field.value, from: field.selectionStart, to: field.selectionEnd };
}

/**
 * Islands of a new region take their props before they stand in the page: a script that came by script is refused there by
 * Trusted Types, whatever its type.
 */
function takeProps(fresh: Element): void {
  for (const island of fresh.querySelectorAll("[data-island]")) {
    registerIsland(island);
    island.querySelector(":scope > script")?.remove();
  }
}

/** A static region is replaced. If the shopper's focus was in it, it goes to the same control of the new one. */
function replace(old: Element, fresh: Element): void {
  // Nothing new: leave the page, and whatever the shopper is doing in it, alone.
  if (old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.getAttribute("data-focus-key");
  // Read before: a field that is taken out of the page loses its focus, and whoever hears of that may reset it.
  const typed = typedInto(focused);
  takeProps(fresh);
  old.replaceWith(fresh);
  startIslands(fresh);
  const twin = key && fresh.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`);
  if (!twin) return;
  twin.focus({ preventScroll: true });
  if (!typed || !(twin instanceof HTMLInputElement)) return;
  twin.value = typed.text;
  twin.setSelectionRange(typed.from, typed.to);
}

/**
 * Puts the server's newest drawing of each region in its place, wherever that region stands. An island is never
 * replaced: it is handed the props that came in place of its script.
 */
export function applyFragments(fragments: Fragments): void {
  for (const [key, html] of Object.entries(fragments)) {
    const fresh = parseElement(html);
    if (!fresh) continue;
    for (const old of document.querySelectorAll(key)) {
      const island = old.parentElement?.closest("[data-island]");
      if (island && old.matches("script")) updateIsland(island, readScript(fresh));
      else replace(old, document.importNode(fresh, true));
    }
  }
}

/** Takes one static region out of another page of ours. A page that does not have it empties the region. */
export function applyRegionOf(pageHtml: string, name: string): void {
  const fresh = parseDocument(pageHtml).querySelector(regionKey(name));
  for (const old of document.querySelectorAll(regionKey(name))) {
    if (fresh) replace(old, document.importNode(fresh, true));
    else old.replaceChildren();
  }
}
