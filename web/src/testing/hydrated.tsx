import { act, cleanup, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, vi } from "vitest";

// Testing Library detects fake timers only by this name, also if they are Vitest's.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

// In browsers every element has this property, and React reads it; in happy-dom only some do.
if (typeof HTMLElement !== "undefined" && !("autofocus" in HTMLElement.prototype))
  Object.defineProperty(HTMLElement.prototype, "autofocus", {
    get(this: HTMLElement) {
      return this.hasAttribute("autofocus");
    },
  });

/** Hydrates a component from its server HTML, like an island. Call `endHydrated` after each test. */
export async function hydrated(element: ReactElement): Promise<void> {
  const errors = vi.spyOn(console, "error");
  const container = document.createElement("div");
  container.innerHTML = renderToString(element);
  // In a browser with script `<noscript>` has no child elements.
  for (const plain of container.querySelectorAll("noscript")) plain.innerHTML = "";
  document.body.append(container);
  await act(async () => {
    render(element, { container, hydrate: true });
  });
  expect(errors, "hydrated without a warning").not.toHaveBeenCalled();
}

export function endHydrated(): void {
  cleanup();
  document.body.innerHTML = "";
}

/** A user-event instance; with fake timers it does not advance the clock. */
export const shopper = (): UserEvent =>
  userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms), delay: null });

/** Advances the clock and lets React render. */
export const pass = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
