// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderStatusAnswer } from "../generated/checkout";
import { endHydrated, hydrated, pass } from "../testing/hydrated";
import { PaymentConfirmation } from "./PaymentConfirmation.island";

const ownUrl = "/ar/checkout/order-received/7/?key=k";
const open = () =>
  hydrated(<PaymentConfirmation number="7" orderKey="k" hint="نتأكّد من الدفع." ownUrl={ownUrl} />);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  endHydrated();
  vi.useRealTimers();
});

test("while a payment is being confirmed the page polls after 2, 3, 5, 5… seconds, and is reloaded once", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  let kind: OrderStatusAnswer["kind"] = "confirming";
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ kind }));
  vi.stubGlobal("fetch", fetch);
  await open();
  expect(screen.getByRole("status").textContent).toBe("نتأكّد من الدفع.");
  expect(screen.getByRole("link").getAttribute("href")).toBe(ownUrl);
  for (const [index, seconds] of [2, 3, 5, 5].entries()) {
    await pass(seconds * 1000 - 1);
    expect(fetch).toHaveBeenCalledTimes(index);
    await pass(1);
    expect(fetch).toHaveBeenCalledTimes(index + 1);
  }
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/ar/?wc-ajax=order_status");
  expect(Object.fromEntries(request?.body as URLSearchParams)).toEqual({ order: "7", key: "k" });
  expect(reload).not.toHaveBeenCalled();

  kind = "paid";
  await pass(5000);
  expect(reload).toHaveBeenCalledOnce();
  await pass(60_000);
  expect(fetch).toHaveBeenCalledTimes(5);
});

test("a failed poll is ignored", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("fetch", fetch);
  await open();
  await pass(2000);
  await pass(3000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a hidden page does not poll", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ kind: "confirming" }));
  vi.stubGlobal("fetch", fetch);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await open();
  await pass(5000);
  expect(fetch).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  await pass(5000);
  expect(fetch).toHaveBeenCalledOnce();
});
