import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { coffee, incense } from "./support/products";
import { openSearch } from "./support/search";

const SUGGEST = "/ar/search/suggest/";

/** Found by label: with suggestions its role changes from search box to combobox. */
const box = (page: Page) => page.getByRole("banner").getByLabel(t("layout.search-label"));
const list = (page: Page) => page.getByRole("listbox", { name: t("layout.suggestions") });
const options = (page: Page) => list(page).getByRole("option");

async function type(page: Page, words: string): Promise<void> {
  await openSearch(page);
  await box(page).focus();
  await expect(box(page)).toHaveRole("combobox");
  await box(page).fill(words);
}

test("the search box searches in Arabic and answers with a page under its old address [SITE-35] [SITE-36]", {
  tag: "@any",
}, async ({ page, shop }) => {
  await shop.visit("/ar/");
  await expect(box(page)).toHaveAttribute("placeholder", "اكتب كلمة البحث هنا…");

  await box(page).fill("بخور");
  await shop.arriving(() => box(page).press("Enter"));

  const address = new URL(page.url());
  expect(address.pathname).toBe("/ar/");
  expect([...address.searchParams]).toEqual([
    ["s", "بخور"],
    ["post_type", "product"],
  ]);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    t("catalog.search-results-for", { query: "بخور" }),
  );
  await expect(page.getByRole("main").getByRole("article").first()).toContainText("بخور");
  await expect(page.locator(".woocommerce-result-count")).toBeVisible();
});

test("articles follow the products of the results [VIS-10]", { tag: "@no-script" }, async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/?s=قهوة&post_type=product");
  const articles = page.getByRole("region", { name: t("catalog.search-articles") });
  await shop.arriving(() => articles.getByRole("link").first().click());
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText("قهو");
});

test("a search by its button retains the query in the box [SITE-36]", async ({ page, shop }) => {
  await shop.visit(coffee.path);
  await box(page).fill("عسل");
  await shop.arriving(() =>
    page
      .getByRole("banner")
      .getByRole("button", { name: t("layout.search-submit") })
      .click(),
  );
  expect(new URL(page.url()).pathname + decodeURI(new URL(page.url()).search)).toBe(
    "/ar/?s=عسل&post_type=product",
  );
  await expect(box(page)).toHaveValue("عسل");
});

test("a search without results shows that once, with a link to all products", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/?s=كمبيوتر&post_type=product");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    t("catalog.search-none", { query: "كمبيوتر" }),
  );
  await expect(page.locator(".woocommerce-result-count")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: t("catalog.all-products") })).toHaveAttribute(
    "href",
    "/ar/shop/",
  );
});

test.describe("suggestions", () => {
  test("appear while typing, and one is opened by keys", { tag: "@phone" }, async ({ page, shop }) => {
    await shop.visit("/ar/");
    await type(page, "بخور");
    await expect(options(page).first()).toBeVisible();
    await expect(box(page)).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("banner").getByRole("status")).toContainText(/\S/);
    await shop.audit();

    await box(page).press("ArrowDown");
    await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
    const id = (await options(page).first().getAttribute("id")) ?? "";
    await expect(box(page)).toHaveAttribute("aria-activedescendant", id);
    await expect(box(page)).toBeFocused();
    await box(page).press("ArrowUp");
    await expect(box(page)).not.toHaveAttribute("aria-activedescendant");
    await box(page).press("ArrowUp");
    await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
    await box(page).press("ArrowDown");
    await expect(box(page)).not.toHaveAttribute("aria-activedescendant");
    await box(page).press("ArrowDown");

    const href = (await options(page).first().getAttribute("href")) ?? "";
    await shop.arriving(() => box(page).press("Enter"));
    expect(new URL(page.url()).pathname).toBe(href);
  });

  test("show a product with its price, and a click opens it", async ({ page, shop }) => {
    await shop.visit("/ar/");
    await type(page, incense.name);
    const option = options(page).filter({ hasText: incense.name }).first();
    await expect(option).toContainText(incense.price);
    await shop.arriving(() => option.click());
    await expect(page).toHaveURL(encodeURI(incense.path));
  });

  test("name articles below products and categories [VIS-10]", async ({ page, shop }) => {
    await shop.visit("/ar/");
    await type(page, "قهوة سعودية");
    const group = list(page).getByRole("group", { name: t("layout.suggested-articles") });
    await expect(group.getByRole("option").first()).toContainText("قهوة");
    await shop.audit();
  });

  test("lead to all results", async ({ page, shop }) => {
    await shop.visit("/ar/");
    await type(page, "قهوة");
    await shop.arriving(() =>
      page
        .getByRole("banner")
        .getByRole("link", { name: t("layout.suggest-all") })
        .click(),
    );
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
      t("catalog.search-results-for", { query: "قهوة" }),
    );
  });

  test("close by Escape and by a click outside; Enter without an active option searches", {
    tag: "@phone",
  }, async ({ page, shop, isMobile }) => {
    await shop.visit("/ar/");
    await type(page, "عسل");
    await expect(list(page)).toBeVisible();
    await box(page).press("Escape");
    await expect(list(page)).toBeHidden();
    await expect(box(page)).toHaveValue("عسل");
    await expect(box(page)).toHaveAttribute("aria-expanded", "false");
    // On a small screen the panel covers the page.
    if (!isMobile) {
      await box(page).press("ArrowDown");
      await expect(list(page)).toBeVisible();
      await page.mouse.click(5, 500);
      await expect(list(page)).toBeHidden();
      await box(page).focus();
    }
    await shop.arriving(() => box(page).press("Enter"));
    await expect(page).toHaveURL(/\/ar\/\?s=.*&post_type=product$/);
  });

  test("show that there are none, and are requested only for two letters or more", async ({ page, shop }) => {
    const requested: Array<string> = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === SUGGEST) requested.push(url.searchParams.get("s") ?? "");
    });
    await shop.visit("/ar/");
    await type(page, "ك");
    await box(page).pressSequentially("مبيوتر", { delay: 10 });
    await expect(page.getByRole("banner")).toContainText(t("layout.suggest-none", { query: "كمبيوتر" }));
    await expect(box(page)).toHaveAttribute("aria-expanded", "false");
    await shop.audit();
    expect(requested).not.toContain("ك");
    expect(requested.at(-1)).toBe("كمبيوتر");
  });

  test("that fail to load leave the box as it was", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/503/);
    await page.route(
      (url) => url.pathname === SUGGEST,
      (route) => route.fulfill({ status: 503, json: {} }),
    );
    await shop.visit("/ar/");
    const answered = page.waitForResponse((response) => response.url().includes(SUGGEST));
    await type(page, "عسل");
    await answered;
    await expect(list(page)).toHaveCount(0);
    await shop.arriving(() => box(page).press("Enter"));
    await expect(page.getByRole("main").getByRole("article").first()).toContainText("عسل");
  });
});

test("what a query asks for beside goods is a chip, and its link takes it away", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/?s=عسل تحت 20 دولار&post_type=product");
  const main = page.getByRole("main");
  const chip = main.getByRole("link", {
    name: t("catalog.filter-remove", { name: t("catalog.filter-price-to", { to: "20.00\u00a0$" }) }),
  });
  await expect(chip.first()).toBeVisible();
  const narrowed = await main.getByRole("article").count();
  await shop.audit();

  await shop.arriving(() => chip.first().click());

  expect(new URL(page.url()).searchParams.get("s")).toBe("عسل");
  await expect(chip).toHaveCount(0);
  expect(await main.getByRole("article").count()).toBeGreaterThan(narrowed);
});

test("an order in the query is the order of the results", { tag: "@any" }, async ({ page, shop }) => {
  await shop.visit("/ar/?s=أرخص عسل&post_type=product");
  const prices = await page
    .getByRole("main")
    .locator("article:not([class*=isOut])")
    .evaluateAll((cards) =>
      cards.slice(0, 3).map((card) => {
        const shown = card.querySelector("ins") ?? card;
        return Number(/([\d,]+\.\d\d)/.exec(shown.textContent ?? "")?.[1]?.replace(",", ""));
      }),
    );
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  expect(prices.length).toBeGreaterThan(1);
});

test("what the shop does not sell is not found, and leads on; a corrected word can be searched as typed", {
  tag: "@any",
}, async ({ page, shop }) => {
  const main = page.getByRole("main");
  await shop.visit("/ar/?s=فندق&post_type=product");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(
    t("catalog.search-none", { query: "فندق" }),
  );
  await expect(
    main
      .getByRole("navigation", { name: t("catalog.search-categories") })
      .getByRole("link")
      .first(),
  ).toBeVisible();

  await shop.visit("/ar/?s=بخووور&post_type=product");
  await expect(main.getByRole("article").first()).toContainText("بخور");

  await shop.visit("/ar/?s=زعفرلن&post_type=product");
  await expect(main.getByRole("status")).toContainText("عرضنا نتائج");
  await shop.arriving(() =>
    main.getByRole("link", { name: t("catalog.search-as-typed", { query: "زعفرلن" }) }).click(),
  );
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(
    t("catalog.search-none", { query: "زعفرلن" }),
  );
});

test("a query without a result is reported once, and an answered one is not", async ({ page, shop }) => {
  const reported: Array<string> = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/search-report")) reported.push(request.postData() ?? "");
  });
  await shop.visit("/ar/?s=عسل&post_type=product");
  await shop.visit("/ar/?s=فندق&post_type=product");
  await expect.poll(() => reported.map(decodeURIComponent)).toEqual(["query=فندق"]);
});
