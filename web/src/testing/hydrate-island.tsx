import { act, cleanup } from "@testing-library/react";
import type { ComponentType } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let roots: Array<Root> = [];

/** Hydrates an island from its server HTML, in the same markup as on a page. Returns the island's element. */
export async function hydrateIsland<P extends object>(of: ComponentType<P>, props: P): Promise<HTMLElement> {
  const Component = of;
  const island = document.createElement("div");
  island.dataset.island = "";
  island.innerHTML = `<div data-root="">${renderToString(<Component {...props} />)}</div>`;
  document.body.append(island);
  await act(async () => {
    roots.push(hydrateRoot(island.firstElementChild as Element, <Component {...props} />));
  });
  return island;
}

/** Call after each test. */
export async function leavePage(): Promise<void> {
  await act(async () => {
    for (const root of roots) root.unmount();
  });
  roots = [];
  cleanup();
  document.body.replaceChildren();
}
