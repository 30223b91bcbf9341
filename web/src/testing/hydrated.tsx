import { act, cleanup, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, vi } from "vitest";

// Testing Library lets time pass by this name only, also where the timers are Vitest's.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

// Every element of a browser has this property, and React reads it; in happy-dom few have.
if (typeof HTMLElement !== "undefined" && !("autofocus" in HTMLElement.prototype))
  Object.defineProperty(HTMLElement.prototype, "autofocus", {
    get(this: HTMLElement) {
      return this.hasAttribute("autofocus");
    },
  });

/** Hydrates a component from its server HTML, as an island is. Call `endHydrated` after each test. */
export async function hydrated(element: ReactElement): Promise<void> {
  const errors = vi.spyOn(console, "error");
  const container = document.createElement("div");
  container.innerHTML = renderToString(element);
  // A browser that runs scripts has nothing in there.
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

/** Somebody who types and clicks; with fake timers no time passes by itself. */
export const shopper = (): UserEvent =>
  userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms), delay: null });

/** Lets time pass, and React follow. */
export const pass = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
