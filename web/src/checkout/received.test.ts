// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAsking } from "./received";

const page = (kind: string) => `<div data-order-kind="${kind}" data-own-url="/ar/order-received/7/"></div>`;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = page("confirming");
});
afterEach(() => vi.useRealTimers());

test("while a payment is being confirmed the page asks after 2, 3, 5, 5… seconds, and is loaded anew once", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  let kind = "confirming";
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(page(kind)));
  vi.stubGlobal("fetch", fetch);
  startAsking();
  for (const [index, seconds] of [2, 3, 5, 5].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(fetch).toHaveBeenCalledTimes(index);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch).toHaveBeenCalledTimes(index + 1);
  }
  expect(fetch.mock.calls[0]?.[0]).toBe("/ar/order-received/7/");
  expect(reload).not.toHaveBeenCalled();

  kind = "paid";
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(5);
});

test("a lost answer is no answer", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("fetch", fetch);
  startAsking();
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetch).toHaveBeenCalledTimes(2);
});
