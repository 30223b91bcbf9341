import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { type Cards, CornerCards, type Done } from "./CornerCards";

let root: Root | null = null;
let cards: Cards = { toast: null, change: null, here: [] };
let toasts = 0;
/** What was hidden stays hidden until something else is to be said. */
let hidden: ReadonlySet<string> = new Set();

function render(): void {
  const place = document.querySelector("[data-corner]");
  if (!place) return;
  root ??= createRoot(place);
  const { change, here } = cards;
  root.render(
    createElement(CornerCards, {
      ...cards,
      change: change && hidden.has(change.key) ? null : change,
      here: hidden.has(here.join()) ? [] : here,
      onToastEnd,
      onHide,
    }),
  );
}

function onToastEnd(): void {
  cards = { ...cards, toast: null };
  render();
}

function onHide(key: string): void {
  hidden = new Set([...hidden, key]);
  render();
}

/** What others did, and who is here. */
export function showLive(live: Pick<Cards, "change" | "here">): void {
  // Nothing was said, and nothing is to be said.
  if (!root && !live.change && live.here.length === 0) return;
  cards = { ...cards, ...live };
  render();
}

/** Says what the last change did; null: another one followed, of which there is nothing to say. */
export function showDone(done: Done | null): void {
  if (!done && !cards.toast) return;
  toasts += 1;
  cards = { ...cards, toast: done && { ...done, id: toasts } };
  render();
}
