// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { card, listing } from "../testing/samples";
import { ListingPage } from "./ListingPage";
import { start } from "./listing.browser";

const plain = (text: string | null | undefined) => (text ?? "").replace(/[\u2066-\u2069]/g, "");
const show = (change: object = {}) => {
  document.body.innerHTML = renderToStaticMarkup(<ListingPage {...listing} {...change} />);
};
const one = (selector: string) => document.querySelector<HTMLElement>(selector);

test("the list shows its range and the number of products [PROD-49]", () => {
  show();
  expect(plain(one(".woocommerce-result-count")?.textContent)).toBe("المنتجات من 13 إلى 15 من أصل 48");
  show({ count: 2, first: 1, cards: [card, { ...card, id: "18" }], pages: null });
  expect(plain(one(".woocommerce-result-count")?.textContent)).toBe("منتجان");
});

test("another order is submitted as soon as it is chosen, with the active filters [PROD-48] [PROD-50]", () => {
  show();
  start();
  const select = one("form.woocommerce-ordering [name=orderby]") as HTMLSelectElement;
  const form = select.form as HTMLFormElement;
  const sent = vi.spyOn(form, "requestSubmit").mockImplementation(() => {});
  expect(select.value).toBe("popularity");
  select.value = "menu_order";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  expect(sent).toHaveBeenCalledOnce();
  expect(form.method).toBe("get");
  expect(new FormData(form).get("filter_origin")).toBe("اليمن");
  expect(form.querySelector("button[type=submit]")).not.toBeNull();
});

test("every filter is a link, and marks whether it is active", () => {
  show();
  const filters = screen.getByRole("complementary", { name: "تصفية المنتجات" });
  const [coffee, dates] = within(filters)
    .getAllByRole("listitem")
    .map((item) => within(item).getByRole("link"));
  expect(coffee?.getAttribute("href")).toBe("/ar/product-category/coffee/");
  expect(coffee?.textContent).toBe("القهوة14");
  expect(coffee?.hasAttribute("aria-current")).toBe(false);
  expect(dates?.getAttribute("aria-current")).toBe("true");
  expect(
    screen.getByRole("link", { name: (name) => plain(name) === "إزالة التصفية «التمور»" }),
  ).toBeDefined();
  const [button] = screen.getAllByRole("button", { name: /^تصفية/ });
  expect(filters.id).toBe(button?.getAttribute("popovertarget"));
});

test("the price range is a plain form", () => {
  show();
  const from = one("[name=min_price]") as HTMLInputElement;
  const to = one("[name=max_price]") as HTMLInputElement;
  expect([from.value, from.placeholder]).toEqual(["10", "4"]);
  expect([to.value, to.placeholder]).toEqual(["", "1250"]);
  expect(new FormData(from.form as HTMLFormElement).get("orderby")).toBe("popularity");
});

test("a corrected query is shown", () => {
  show({ query: "قهوا", corrected: "قهوة" });
  const [note] = screen.getAllByRole("status");
  expect(plain(note?.textContent ?? "").trim()).toBe("عرضنا نتائج «قهوة».");
});

test("filters that match nothing can be cleared", () => {
  show({ cards: [], count: 0, pages: null });
  const empty = screen.getByRole("heading", {
    level: 2,
    name: "لا توجد منتجات تناسب هذه التصفية",
  }).parentElement;
  expect(
    within(empty as HTMLElement)
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/ar/shop/");
  expect(screen.getByRole("complementary", { name: "تصفية المنتجات" })).toBeDefined();
  expect(document.querySelectorAll("h1")).toHaveLength(1);
});

test("a search without results has no filters", () => {
  show({ cards: [], count: 0, pages: null, chips: [], query: "مسباح" });
  expect(plain(one("h1")?.textContent)).toBe("لا توجد نتائج للبحث عن «مسباح»");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
  expect(one(".woocommerce-result-count")).toBeNull();
});

test("what a search understood is a chip, and the page says what it reports", () => {
  const chips = [{ label: "حتى 20.00 $", url: "/ar/shop/?s=%D8%B9%D8%B3%D9%84" }];
  const report = { url: "/report", isUnanswered: false, hasChoices: true };
  show({ query: "عسل تحت 20", chips, report });
  expect(one(`a[href="${chips[0]?.url}"]`)?.getAttribute("rel")).toBe("nofollow");
  const results = one("[data-search-report]");
  expect(results?.dataset).toMatchObject({ searchReport: "/report", searchQuery: "عسل تحت 20" });
  expect(results?.hasAttribute("data-search-choices")).toBe(true);
  expect(results?.hasAttribute("data-search-unanswered")).toBe(false);
  expect(one("[data-product]")?.dataset.product).toBe(card.id);
  show({ query: "عسل" });
  expect(one("[data-search-report], [data-product]")).toBeNull();
});
