import { createElement, type ReactNode, useLayoutEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { loadSheet } from "../runtime/document";
import { loadPage } from "./pages";
import type { PageAnswer } from "./view";

let root: Root | null = null;
let shown = 0;
/** Loads the address of the page that is being shown: the server's HTML of it needs no script. */
let load = (): void => location.reload();

/** The style sheets of the pages, by component; the document lists them, so they are those of its release. */
function sheets(): Record<string, string> {
  return JSON.parse(document.querySelector("script[data-sheets]")?.textContent ?? "{}");
}

function Shown({ children, onShown }: { children: ReactNode; onShown: () => void }) {
  useLayoutEffect(onShown, [onShown]);
  return children;
}

/**
 * Puts a page into the layout that stands. False if this release cannot show it: the address must be loaded. Each page is
 * mounted anew, as a load would, so that no field keeps what was typed into another page. The first one takes the place of
 * the server's HTML.
 */
export async function show(
  answer: PageAnswer,
  isStill: () => boolean,
  onThrow: () => void,
): Promise<boolean> {
  const main = document.querySelector("main");
  const known = sheets();
  const sheet = known[answer.component];
  if (!main || sheet === undefined) return false;
  const [component, removeOthers] = await Promise.all([
    loadPage(answer.component),
    loadSheet(sheet, Object.values(known)),
  ]);
  if (!component) return false;
  if (!isStill()) return true;
  if (!root) {
    const { roots } = await import("../runtime/mount");
    // Some islands listen to keys of the whole document.
    for (const [element, island] of roots) if (main.contains(element)) island.unmount();
    root = createRoot(main, {
      identifierPrefix: "admin-",
      onUncaughtError: (error) => {
        console.error(error);
        load();
      },
    });
  }
  load = onThrow;
  shown += 1;
  const key = shown;
  await new Promise<void>((done) => {
    root?.render(
      <Shown key={key} onShown={done}>
        {createElement(component, answer.props)}
      </Shown>,
    );
  });
  removeOthers();
  document.title = answer.title;
  return true;
}
