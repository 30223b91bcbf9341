// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CardPrice } from "../catalog/CardPrice.island";
import { CardSale } from "../catalog/CardSale.island";
import type { CountdownView } from "../generated/pricing";
import { hydrateIsland, leavePage } from "../testing/hydrate-island";
import { countdownAt } from "../testing/samples";

const calls: Array<string> = [];
const card = { isNew: false, isSoldOut: false };
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
const seconds = () => document.querySelector("[data-unit=seconds] b")?.textContent;
const badge = () => screen.queryByText(/خصم/);
const stamp = (time: number) => new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** Ends in some seconds and does not recur. */
const endsSoon = (change: Partial<CountdownView> = {}) =>
  countdownAt(Date.now(), {
    countdown_time_end: stamp(Date.now() + 3000),
    countdown_time_from: "",
    countdown_time_to: "",
    ...change,
  });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.spyOn(console, "error");
  calls.length = 0;
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    if (init?.method === "HEAD")
      return new Response("", { headers: { date: new Date(Date.now() - 500).toUTCString() } });
    calls.push(String(init?.body));
    return Response.json({ cron: true });
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await leavePage();
  expect(console.error).not.toHaveBeenCalled();
});

test("a timer counts each second, and each new number is a new element whose animation begins [PRICE-23] [PRICE-24]", async () => {
  await hydrateIsland(CardSale, { ...card, countdown: countdownAt(Date.now()), percentOff: 20 });
  await pass(1000);
  const shown = Number(seconds());
  const digits = document.querySelector("[data-unit=seconds] b");
  await pass(1000);
  expect(Number(seconds())).toBe((shown + 59) % 60);
  expect(document.querySelector("[data-unit=seconds] b")).not.toBe(digits);
  expect(screen.getByRole("timer").getAttribute("aria-label")).toMatch(/\d/);
});

test("a card's countdown that ends on a cached page is reported to the server before the page is reloaded [PRICE-35] [CONF-A12]", async () => {
  const reload = vi.spyOn(location, "replace").mockImplementation(() => {});
  await hydrateIsland(CardSale, { ...card, countdown: endsSoon(), percentOff: 20 });
  await pass(1000);
  expect(calls).toEqual([]);
  await pass(4000);
  expect(calls).toEqual(["action=visctr_doing_cron&product_id=17&remove_sale=1"]);
  expect(reload.mock.calls.join()).toContain("sctv_countdown_job");
});

test("on a page that is no cached copy the page is reloaded at once [PRICE-32]", async () => {
  const reload = vi.spyOn(location, "replace").mockImplementation(() => {});
  await hydrateIsland(CardSale, { ...card, countdown: endsSoon({ cached: false }), percentOff: 20 });
  await pass(5000);
  expect(calls).toEqual([]);
  expect(reload).toHaveBeenCalledOnce();
});

test("a sale that begins shows its badge and its price on the card [PRICE-27]", async () => {
  const [now, begin] = [Date.now(), Date.now() + 2000];
  const countdown = countdownAt(now, {
    countdown_time_start: stamp(now),
    countdown_time_end: stamp(begin),
    countdown_time_from: stamp(begin),
    countdown_time_to: stamp(begin + 60_000),
  });
  await hydrateIsland(CardSale, { ...card, countdown, percentOff: null });
  await hydrateIsland(CardPrice, { countdown, price: countdown.regular });
  const price = () => document.querySelector(".price")?.textContent;
  await pass(1000);
  expect(badge()).toBeNull();
  expect(price()).not.toContain("17.60");
  await pass(2000);
  expect(badge()?.textContent).toContain("20%");
  expect(price()).toContain("17.60");
});

test("a message without a timer placeholder stops it for good, with its last price [PRICE-21]", async () => {
  const now = Date.now();
  const countdown = countdownAt(now, {
    countdown_time_from: stamp(now - 60_000),
    countdown_time_end: stamp(now + 2000),
    countdown_time_to: stamp(now + 2000),
    countdown_time_reset: 2,
  });
  countdown.countdown_data_change.upcoming_message = "عرض محدود";
  await hydrateIsland(CardSale, { ...card, countdown, percentOff: 20 });
  await pass(3000);
  const box = () => document.querySelector<HTMLElement>("[data-countdown]");
  expect([box()?.dataset.phase, box()?.hidden]).toEqual(["stopped", true]);
  expect(badge()?.textContent).toContain("20%");
  await pass(3000);
  expect(box()?.dataset.phase).toBe("stopped");
  expect(calls).toEqual([]);
});
