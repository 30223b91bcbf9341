// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BundleView } from "../generated/bundles";
import { bundle, bundleItem, bundleOption } from "../testing/bundle-samples";
import { hydrateIsland, leavePage } from "../testing/hydrate-island";
import { countdownAt, product } from "../testing/samples";
import { BundleBuilder } from "./BundleBuilder.island";

const props = { ...product, bundle };

beforeEach(() => {
  vi.spyOn(console, "error");
  vi.stubGlobal("fetch", async () => new Response("", { headers: { date: new Date().toUTCString() } }));
});
afterEach(async () => {
  vi.useRealTimers();
  await leavePage();
  expect(console.error).not.toHaveBeenCalled();
});

const open = (view: Partial<BundleView>, page: Partial<typeof props> = {}) =>
  hydrateIsland(BundleBuilder, { ...props, ...page, bundle: { ...bundle, ...view } });

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const total = () => screen.getByText("سعر الحزمة:").parentElement as HTMLElement;
const press = (selector: string) => act(async () => find(selector).click());

test.each([
  ["price", false, "17.60", "17.60"],
  ["subtotal", false, "52.80", "70.40"],
  ["subtotal_under_name", true, "52.80", "70.40"],
] as const)(
  "a row shows its %s, also after one more [BUND-36]",
  async (bundledPrice, isUnder, first, then) => {
    const price = () => find("[data-key=p1] .price");
    await open({ settings: { ...bundle.settings, bundledPrice } });
    expect(find("[data-key=p1] h2").parentElement?.contains(price())).toBe(isUnder);
    expect(price().textContent).toContain(first);
    await press("[aria-label='زيادة الكمية']");
    expect(find("[data-key=p1]").dataset.qty).toBe("4");
    expect(price().textContent).toContain(then);
  },
);

test("unpurchasable items are not posted, if the shop owner has configured that [BUND-40]", async () => {
  const items = [
    bundleItem(),
    bundleItem({ key: "p2", options: [bundleOption({ id: "18" })], isUnpurchasable: true }),
  ];
  const sent = () => (find("[name=woosb_ids]") as HTMLInputElement).value;
  await open({ items, terms: { ...bundle.terms, excludeUnpurchasable: true } });
  expect(sent()).toBe("17/p1/3/");
  await leavePage();
  await open({ items });
  expect(sent()).toBe("17/p1/3/,18/p2/3/");
});

/** A sale that begins in two seconds and lasts an hour. */
function beginsSoon() {
  const stamp = (time: number) => new Date(time).toISOString().slice(0, 19).replace("T", " ");
  const [now, begin] = [Date.now(), Date.now() + 2000];
  return countdownAt(now, {
    countdown_time_start: stamp(now - 1000),
    countdown_time_end: stamp(begin),
    countdown_time_from: stamp(begin),
    countdown_time_to: stamp(begin + 3_600_000),
  });
}

const pagePrice = () => find(".summary .price").textContent?.replaceAll("\u00a0", " ");
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

test("a countdown that changes its phase leaves the total as the price of the page [BUND-38] [WEB-5]", async () => {
  vi.useFakeTimers();
  await open({ settings: { ...bundle.settings, changePrice: "yes" } }, { countdown: beginsSoon() });
  expect(pagePrice()).toContain("52.80 $");
  await pass(5000);
  expect(find("[data-countdown]").dataset.phase).toBe("upcoming");
  expect(pagePrice()).toContain("52.80 $");
  await press("[aria-label='زيادة الكمية']");
  expect(pagePrice()).toContain("70.40 $");
});

test("a countdown changes the price of a page whose bundle has a fixed price [PRICE-27] [WEB-5]", async () => {
  vi.useFakeTimers();
  const terms = { ...bundle.terms, fixedPrice: 2200 };
  await open({ terms }, { countdown: beginsSoon() });
  expect(pagePrice()).not.toContain("17.60");
  await pass(5000);
  expect(pagePrice()).toContain("17.60 $");
});

test("the total is shown in the owner's container, and nowhere else [BUND-38]", async () => {
  const place = document.body.appendChild(document.createElement("p"));
  place.className = "own-total";
  place.textContent = "—";
  await open({ settings: { ...bundle.settings, changePrice: "yes_custom", priceSelector: ".own-total" } });
  expect(place.textContent?.replaceAll("\u00a0", " ")).toContain("52.80 $");
  expect(place.textContent).not.toContain("—");
  const before = pagePrice();
  await press("[aria-label='زيادة الكمية']");
  expect(place.textContent).toContain("70.40");
  expect(pagePrice()).toBe(before);
});

test("an owner's selector that matches the page's price shows the total there [BUND-38]", async () => {
  await open({
    settings: { ...bundle.settings, changePrice: "yes_custom", priceSelector: ".summary .price" },
  });
  expect(pagePrice()).toContain("52.80 $");
  await press("[aria-label='زيادة الكمية']");
  expect(pagePrice()).toContain("70.40 $");
});

test("the savings are shown while the selection is still refused [BUND-32] [CONF-B15]", async () => {
  await open({ terms: { ...bundle.terms, percent: 1000, hasOptional: true, min: "5" } });
  // Nobody has chosen anything yet.
  expect(document.querySelector("[role=alert]")).toBeNull();
  await press("[aria-label='إنقاص الكمية']");
  await press("[aria-label='زيادة الكمية']");
  expect(document.querySelector("[role=alert]")).not.toBeNull();
  expect(total().textContent?.replaceAll("\u00a0", " ")).toContain("5.28 $");
});

test("a quantity between two steps is rounded down before it is summed or sent [CONF-B16]", async () => {
  await open({});
  const field = find("input.qty") as HTMLInputElement;
  await act(async () => {
    fireEvent.change(field, { target: { value: "1.5" } });
    fireEvent.blur(field);
  });
  expect(field.value).toBe("1");
  expect((find("[name=woosb_ids]") as HTMLInputElement).value).toBe("17/p1/1/");
  expect(total().textContent).toContain("17.60");
});
