import type { Locator, Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { coffee, saffron } from "./support/products";
import { openSearch } from "./support/search";

const COFFEE = "/ar/product-category/coffee/";
const main = (page: Page) => page.getByRole("main");
const cards = (page: Page) => main(page).getByRole("article");
const sheet = (page: Page) => page.getByRole("complementary", { name: t("catalog.filter-label") });
const openSheet = (page: Page) =>
  main(page)
    .getByRole("button", { name: t("catalog.filter"), exact: false })
    .click();
const option = (page: Page, label: string): Locator =>
  sheet(page)
    .getByRole("link")
    .filter({ has: page.getByText(label, { exact: true }) });
/** The button that shows the products of the ticked filters. */
const show = (page: Page) => sheet(page).getByRole("link", { name: /^(عرض |لا منتجات|جارٍ)/ });
const group = (page: Page, label: string) =>
  sheet(page).locator("details").filter({ hasText: label }).first();
const sortSheet = (page: Page) => page.getByRole("region", { name: t("catalog.sort-label") });
const field = (page: Page) => page.getByRole("banner").getByLabel(t("layout.search-label"));
const isSoldOut = (card: Locator) => card.getByText(t("catalog.out-of-stock")).first();

/** Whether no sold-out product stands before one that can be bought. */
async function expectSoldOutLast(page: Page): Promise<void> {
  const states = await cards(page).evaluateAll(
    (all, words) => all.map((card) => card.textContent?.includes(words) ?? false),
    t("catalog.out-of-stock"),
  );
  expect(states).toEqual([...states].sort());
}

test.describe("the filters of a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("a tick counts and neither loads a page nor closes the sheet; the last button shows the products [VIS-10]", async ({
    page,
    shop,
  }) => {
    await shop.visit(COFFEE);
    const before = await cards(page).count();
    await openSheet(page);
    await expect(show(page)).toHaveText(t("catalog.filter-show", { count: before }));
    await shop.audit();

    await option(page, t("catalog.filter-in-stock")).click();
    await expect(option(page, t("catalog.filter-in-stock"))).toHaveAttribute("aria-current", "true");
    await expect(show(page)).toHaveAttribute("href", /in_stock=1/);
    const count = Number(/\d+/.exec((await show(page).textContent()) ?? "")?.[0] ?? 1);
    expect(count).toBeLessThan(before);
    await expect(sheet(page)).toBeVisible();
    await expect(page).toHaveURL(COFFEE);
    await expect(cards(page)).toHaveCount(before);

    // A second filter in the same sheet.
    const weight = group(page, "الوزن");
    await weight.locator("summary").first().click();
    await weight.getByRole("link").first().click();
    await expect(show(page)).toHaveAttribute("href", /filter_/);
    await weight.locator("summary").first().click();
    // Folded, the group says what is chosen in it.
    await expect(weight.locator("summary small")).not.toBeEmpty();
    await expect(show(page)).toHaveAttribute("href", /in_stock=1.*filter_|filter_.*in_stock=1/);
    await shop.audit();

    await shop.arriving(() => show(page).click());
    await expect(page).toHaveURL(/in_stock=1/);
    const badge = main(page).getByRole("button", { name: t("catalog.filter-count"), exact: false });
    await expect(badge).toContainText("3");
  });

  test("clears in its head, and closing without showing changes nothing [VIS-10]", async ({ page, shop }) => {
    await shop.visit(`${COFFEE}?in_stock=1`);
    await openSheet(page);
    await sheet(page)
      .getByRole("link", { name: t("catalog.filter-clear") })
      .click();
    await expect(show(page)).toHaveAttribute("href", COFFEE);
    await expect(option(page, t("catalog.filter-in-stock"))).not.toHaveAttribute("aria-current");
    await sheet(page)
      .getByRole("button", { name: t("catalog.close") })
      .click();
    await expect(sheet(page)).toBeHidden();
    await openSheet(page);
    await expect(option(page, t("catalog.filter-in-stock"))).toHaveAttribute("aria-current", "true");
  });

  test("keeps both of two quick ticks [VIS-10]", async ({ page, shop }) => {
    await shop.visit(COFFEE);
    await openSheet(page);
    await option(page, t("catalog.filter-on-sale")).click();
    await option(page, t("catalog.filter-in-stock")).click();
    await expect(show(page)).toHaveAttribute("href", /in_stock=1&on_sale=1/);
  });

  test("says that nothing is left, and takes the last step back [VIS-10]", async ({ page, shop }) => {
    await shop.visit(COFFEE);
    await openSheet(page);
    await sheet(page)
      .getByRole("textbox", { name: t("catalog.price-from"), exact: true })
      .fill("1200");
    await expect(sheet(page)).toContainText(t("catalog.filter-none"));
    await shop.audit();
    await sheet(page)
      .getByRole("button", { name: t("catalog.filter-undo") })
      .click();
    await expect(sheet(page)).not.toContainText(t("catalog.filter-none"));
    await expect(show(page)).toHaveAttribute("href", COFFEE);
  });

  test("sliders set the prices, also by keyboard [VIS-10]", async ({ page, shop }) => {
    await shop.visit("/ar/shop/");
    await openSheet(page);
    const low = sheet(page).getByRole("slider", { name: t("catalog.price-lowest") });
    await sheet(page)
      .getByRole("textbox", { name: t("catalog.price-from"), exact: true })
      .focus();
    await expect(low).toBeVisible();
    expect((await low.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await low.focus();
    // Right to left: the left key goes on.
    for (let press = 0; press < 5; press++) await page.keyboard.press("ArrowLeft");
    const from = await sheet(page)
      .getByRole("textbox", { name: t("catalog.price-from"), exact: true })
      .inputValue();
    expect(Number(from)).toBeGreaterThan(3);
    await expect(show(page)).toHaveAttribute("href", new RegExp(`min_price=${from}$`));
    // It cannot pass the other one.
    const high = sheet(page).getByRole("slider", { name: t("catalog.price-highest") });
    await high.focus();
    await page.keyboard.press("Home");
    await expect(high).toHaveValue(from);
    await shop.audit();
  });

  test("categories are ticks that leave chips, and keep the filters [VIS-10]", async ({ page, shop }) => {
    await shop.visit("/ar/shop/?on_sale=1");
    await openSheet(page);
    await option(page, "القهوة").click();
    await expect(show(page)).toHaveAttribute("href", `${COFFEE}?on_sale=1`);
    await expect(option(page, "القهوة")).toHaveAttribute("aria-current", "true");
    await shop.arriving(() => show(page).click());
    const chip = main(page).getByRole("link", { name: t("catalog.filter-remove", { name: "القهوة" }) });
    await expect(chip).toHaveAttribute("href", "/ar/shop/?on_sale=1");
    // The chips are one line that scrolls, not the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("the bar stays under the header, and at the top when the header has moved out [VIS-10]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/shop/");
    const filter = main(page).getByRole("button", { name: t("catalog.filter"), exact: false });
    const top = async () => Math.round((await filter.boundingBox())?.y ?? -1);
    await page.mouse.wheel(0, 1200);
    await expect.poll(top).toBeLessThanOrEqual(2);
    await page.mouse.wheel(0, -200);
    await expect.poll(top).toBeGreaterThanOrEqual(55);
  });

  test("an order of the sheet is applied by one tap [VIS-10]", async ({ page, shop }) => {
    await shop.visit(`${COFFEE}?in_stock=1`);
    await main(page)
      .getByRole("button", { name: t("catalog.sort-current"), exact: false })
      .click();
    const orders = sortSheet(page).getByRole("link");
    await expect(orders).toHaveCount(6);
    for (const order of await orders.all())
      expect((await order.boundingBox())?.height).toBeGreaterThanOrEqual(52);
    await shop.audit();
    await shop.arriving(() => orders.filter({ hasText: t("catalog.sort-price-desc") }).click());
    await expect(page).toHaveURL(`${COFFEE}?in_stock=1&orderby=price-desc`);
    await expect(
      main(page).getByRole("button", { name: t("catalog.sort-price-desc"), exact: false }),
    ).toBeVisible();
  });
});

test.describe("the filters of a phone without script", () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test("every option and every order is a link [VIS-10]", { tag: "@no-script" }, async ({ page, shop }) => {
    await shop.visit(COFFEE);
    await openSheet(page);
    await expect(sheet(page).getByRole("slider")).toHaveCount(0);
    await shop.arriving(() => option(page, t("catalog.filter-on-sale")).click());
    await expect(page).toHaveURL(`${COFFEE}?on_sale=1`);
    await main(page)
      .getByRole("button", { name: t("catalog.sort-current"), exact: false })
      .click();
    await shop.arriving(() =>
      sortSheet(page)
        .getByRole("link", { name: t("catalog.sort-date") })
        .click(),
    );
    await expect(page).toHaveURL(`${COFFEE}?on_sale=1&orderby=date`);
  });
});

test("values of a single product stand behind «المزيد» [VIS-10]", { tag: "@any" }, async ({ page, shop }) => {
  await shop.visit("/ar/shop/");
  const more = sheet(page).locator("details details").first();
  await more.locator("xpath=..").locator("summary").first().click();
  await expect(more.getByRole("link")).toHaveCount(0);
  await more.locator("summary").click();
  const counts = await more
    .getByRole("link")
    .evaluateAll((all) => all.map((one) => one.lastElementChild?.textContent));
  expect(counts.length).toBeGreaterThan(0);
  expect(new Set(counts)).toEqual(new Set(["1"]));
});

for (const path of ["/ar/shop/", "/ar/shop/?orderby=date", "/ar/?s=زعفران&post_type=product"]) {
  test(`sold-out products come last: ${path} [VIS-10]`, { tag: "@any" }, async ({ page, shop }) => {
    await shop.visit(path);
    await expectSoldOutLast(page);
  });
}

test("the last page of a listing holds its sold-out products [VIS-10]", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/shop/?paged=4");
  await expect(isSoldOut(cards(page).last())).toBeVisible();
  await expectSoldOutLast(page);
});

test("search results are filtered and sorted like a listing [VIS-10]", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/?s=قهوة&post_type=product");
  const before = await cards(page).count();
  const stock = option(page, t("catalog.filter-in-stock"));
  const promised = Number(/\d+$/.exec((await stock.textContent()) ?? "")?.[0]);
  await shop.arriving(() => stock.click());
  const address = new URL(page.url());
  expect([address.pathname, ...address.searchParams]).toEqual([
    "/ar/shop/",
    ["in_stock", "1"],
    ["s", "قهوة"],
  ]);
  await expect(cards(page)).toHaveCount(Math.min(promised, 24));
  expect(promised).toBeLessThanOrEqual(before === 24 ? promised : before);
  const category = option(page, "القهوة").first();
  await shop.arriving(() => category.click());
  await expect(option(page, "القهوة").first()).toHaveAttribute("aria-current", "true");
  await shop.visit("/ar/shop/?s=قهوة&orderby=price");
  const amounts = await cards(page).evaluateAll((all) =>
    all
      .filter((card) => !card.textContent?.includes("نفدت"))
      .map((card) => Number.parseFloat([...card.querySelectorAll(".price bdi")].at(-1)?.textContent ?? "")),
  );
  expect(amounts).toEqual([...amounts].sort((one, other) => one - other));
});

test("a corrected word is said, and the typed one can be searched [VIS-10]", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/?s=زعفرلن&post_type=product");
  const note = main(page).getByRole("status");
  await expect(note).toContainText(/عرضنا نتائج/);
  await expect(cards(page).first()).toBeVisible();
  await shop.arriving(() =>
    note.getByRole("link", { name: t("catalog.search-as-typed", { query: "زعفرلن" }) }).click(),
  );
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(
    t("catalog.search-none", { query: "زعفرلن" }),
  );
});

test("a search without results leads on: categories, a question, best sellers [VIS-10]", {
  tag: ["@any", "@phone"],
}, async ({ page, shop }) => {
  await shop.visit("/ar/?s=كمبيوتر&post_type=product");
  const categories = page.getByRole("navigation", { name: t("catalog.search-categories") });
  await expect(categories.getByRole("link")).toHaveCount(6);
  await expect(main(page).getByRole("link", { name: t("catalog.search-ask") })).toHaveAttribute(
    "href",
    "/ar/contact/",
  );
  await expect(main(page).getByRole("heading", { name: t("catalog.most-wanted") })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await shop.arriving(() => categories.getByRole("link").first().click());
  await expect(page).toHaveURL(COFFEE);
});

test("the empty search box proposes recent and popular words, and forgets on demand [VIS-10]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await shop.visit("/ar/");
  await openSearch(page);
  await field(page).focus();
  const popular = page.getByRole("region", { name: t("layout.search-popular") });
  const recent = page.getByRole("region", { name: t("layout.search-recent") });
  await expect(popular.getByRole("link").first()).toBeVisible();
  await expect(recent).toHaveCount(0);
  await field(page).fill("عسل");
  await shop.arriving(() => field(page).press("Enter"));

  await shop.visit(coffee.path);
  await openSearch(page);
  await field(page).focus();
  await expect(recent.getByRole("link", { name: "عسل" })).toBeVisible();
  await shop.audit();
  // Only in this browser.
  expect((await page.context().cookies()).map(({ value }) => decodeURIComponent(value)).join()).not.toContain(
    "عسل",
  );
  await recent.getByRole("button", { name: t("layout.search-forget", { word: "عسل" }) }).click();
  await expect(recent).toHaveCount(0);
  await shop.arriving(() => popular.getByRole("link").first().click());
  await expect(page).toHaveURL(/\/ar\/\?s=/);
});

test("a suggestion of a product with options says that its price is the lowest [VIS-10]", async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/");
  await field(page).focus();
  await expect(field(page)).toHaveRole("combobox");
  await field(page).fill("حراز");
  await expect(page.getByRole("option").first()).toContainText(t("pricing.from"));
});

test("a sold-out product is found after those that can be bought [VIS-10]", async ({ page, shop }) => {
  await shop.visit("/ar/?s=زعفران&post_type=product");
  await expect(cards(page).first()).not.toContainText(saffron.name);
  await expect(main(page).getByRole("link", { name: saffron.name, exact: true })).toBeVisible();
});
