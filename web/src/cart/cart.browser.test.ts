// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { start } from "./cart.browser";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("the visitor's cart is requested once, 200 ms after load, and again after going back [CART-31] [CART-32]", async () => {
  const fetch = vi.fn(async () => Response.json({ fragments: { none: "<i></i>" }, cart_hash: "h" }));
  vi.stubGlobal("fetch", fetch);
  const refreshed = vi.fn();
  document.body.addEventListener("wc_fragments_refreshed", refreshed);

  start();
  await vi.advanceTimersByTimeAsync(199);
  expect(fetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetch).toHaveBeenCalledExactlyOnceWith("/ar/?wc-ajax=xoo_wsc_refresh_fragments", expect.anything());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(refreshed).toHaveBeenCalledOnce();

  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(2);
});
