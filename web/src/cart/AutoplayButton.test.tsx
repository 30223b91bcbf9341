// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AutoplayButton } from "./AutoplayButton.island";

const props = { row: "row", delay: 3000 };
const row = () => document.getElementById("row") as HTMLElement;
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
const scrolled = vi.fn();

/** Whether the visitor has a pointer and has not asked for less motion. */
const movesFor = (matches: boolean) =>
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches } as MediaQueryList);

async function open(widths: { scrollWidth: number; clientWidth: number }): Promise<void> {
  document.body.innerHTML = `<div id="row"><div></div></div><div id="place">${renderToString(<AutoplayButton {...props} />)}</div>`;
  for (const [name, value] of Object.entries(widths)) Object.defineProperty(row(), name, { value });
  Object.assign(row(), { scrollTo: scrolled });
  const container = document.getElementById("place") as HTMLElement;
  await act(async () => render(<AutoplayButton {...props} />, { container, hydrate: true }));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  vi.spyOn(console, "error");
  scrolled.mockClear();
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a row of cross-sells moves by itself every three seconds, and can be stopped and started [CART-18]", async () => {
  movesFor(true);
  await open({ scrollWidth: 900, clientWidth: 300 });
  await pass(2999);
  expect(scrolled).not.toHaveBeenCalled();
  await pass(1);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ left: -16, behavior: "smooth" });

  fireEvent.click(screen.getByRole("button", { name: "إيقاف الحركة" }));
  await pass(9000);
  expect(scrolled).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("button", { name: "تشغيل الحركة" }));
  await pass(3000);
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test("where all products fit the button is hidden; on touch screens and under reduced motion nothing moves", async () => {
  movesFor(false);
  await open({ scrollWidth: 300, clientWidth: 300 });
  // It keeps its space, so that showing it does not shift the layout; the style sheet hides it.
  expect(screen.getByRole("button").hasAttribute("data-unneeded")).toBe(true);
  await pass(9000);
  expect(scrolled).not.toHaveBeenCalled();
});
