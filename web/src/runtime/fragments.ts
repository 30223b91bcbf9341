import type { Islands } from "../generated/views";
import { type Props, registerIsland, startIslands, updateIsland } from "./islands";
import { parseDocument, parseElement } from "./trusted-html";

/** HTML by the selector of the elements that it replaces. */
export type Fragments = Record<string, string>;

/** The key of a region in the fragments of a response. */
export const regionKey = (name: string): string => `[data-region="${CSS.escape(name)}"]`;

/** The key of an island's props, which are a script beside its markup. */
const islandKey = (name: string): string => `${regionKey(name)} > script`;

const readScript = (script: Element | null): Props => JSON.parse(script?.textContent ?? "{}");

/** The new props of an island in a response; null if it has none. */
export function islandProps<Name extends keyof Islands>(
  fragments: Fragments | undefined,
  name: Name,
): Islands[Name] | null {
  const html = fragments?.[islandKey(name)];
  return html ? (readScript(parseElement(html)) as Islands[Name]) : null;
}

type Typed = { text: string; from: number | null; to: number | null };

/** The text and caret of a field with unsaved input. */
function typedInto(field: Element | null): Typed | null {
  if (!(field instanceof HTMLInputElement) || field.value === field.defaultValue) return null;
  return { text: field.value, from: field.selectionStart, to: field.selectionEnd };
}

/**
 * Registers the islands of a new region and removes their props scripts before the region is inserted: Trusted Types
 * reject a script that is inserted by script, whatever its type.
 */
function takeProps(fresh: Element): void {
  for (const island of fresh.querySelectorAll("[data-island]")) {
    registerIsland(island);
    island.querySelector(":scope > script")?.remove();
  }
}

/** Replaces a static region. If focus was in it, focus moves to the same control of the new one. */
function replace(old: Element, fresh: Element): void {
  // Unchanged: the page and the shopper's input are left alone.
  if (old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.getAttribute("data-focus-key");
  // Read first: removing a field from the page removes its focus, and a blur handler may reset it.
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
 * Replaces each region with the server's newest HTML, wherever it is in the page. An island is not replaced: it gets
 * the new props instead.
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

/** Takes one static region from another page of the shop. If that page does not contain it the region is emptied. */
export function applyRegionOf(pageHtml: string, name: string): void {
  const fresh = parseDocument(pageHtml).querySelector(regionKey(name));
  for (const old of document.querySelectorAll(regionKey(name))) {
    if (fresh) replace(old, document.importNode(fresh, true));
    else old.replaceChildren();
  }
}
