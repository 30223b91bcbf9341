import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, vi } from "vitest";

// Testing Library sets this itself only if the test runner has global hooks.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Inserts the server's HTML of a component and hydrates it. React must log no errors. */
export function hydrate(element: ReactElement) {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(element);
  const complaints = vi.spyOn(console, "error");
  const view = render(element, { container, hydrate: true });
  expect(complaints).not.toHaveBeenCalled();
  return view;
}
