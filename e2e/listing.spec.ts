import type { Locator, Page } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";

const SHOP = "/ar/shop/";
const ORDERS = ["menu_order", "popularity", "rating", "date", "price", "price-desc"];

const sortSelect = (page: Page) =>
  page.getByRole("main").getByRole("combobox", { name: t("catalog.sort-label") });
const count = (page: Page) => page.locator(".woocommerce-result-count");
const cards = (page: Page) => page.getByRole("main").getByRole("article");
/** The active filters; the last chip clears all of them. */
const chips = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("list")
    .filter({ has: page.getByRole("link", { name: t("catalog.filter-clear") }) });
const range = (first: number, last: number, total: number) =>
  t("catalog.result-range", { first: String(first), last: String(last), total: String(total) });
const amounts = async (page: Page) =>
  (
    await cards(page).evaluateAll((all) =>
      all.map((card) => [...card.querySelectorAll(".price bdi")].at(-1)?.textContent ?? ""),
    )
  ).map((text) => Number.parseFloat(text.replaceAll(",", "")));

/** The filters: beside the list, or on a small screen in a panel that is opened first. */
async function filters(page: Page, isMobile: boolean): Promise<Locator> {
  const box = page.getByRole("complementary", { name: t("catalog.filter-label") });
  if (isMobile) {
    await expect(box).toBeHidden();
    await page
      .getByRole("main")
      .getByRole("button", { name: t("catalog.filter"), exact: false })
      .click();
  }
  await expect(box).toBeVisible();
  return box;
}

/** Follows an option. In the sheet of small screens it is ticked, and the last button shows the result. */
async function apply(shop: Shop, box: Locator, choice: Locator, isMobile: boolean): Promise<void> {
  if (!isMobile) return shop.arriving(() => choice.click());
  await choice.click();
  await expect(choice).toHaveAttribute("aria-current", "true");
  await expect(box.getByText(t("common.updating"))).toHaveCount(0);
  await shop.arriving(() => box.getByRole("link", { name: /^عرض / }).click());
}

/** The number of products that an option announces. */
const promise = async (choice: Locator) => Number(/\d+$/.exec((await choice.textContent()) ?? "")?.[0]);

const option = (box: Locator, label: string) =>
  box.getByRole("link").filter({ has: box.page().getByText(label, { exact: true }) });

test.describe("the list of products", () => {
  test("shows the number of products and the range on this page [PROD-49]", { tag: "@any" }, async ({
    page,
    shop,
  }) => {
    await shop.visit(SHOP);
    await expect(count(page)).toBeVisible();
    await expect(count(page)).toHaveText(range(1, 24, 76));
    await expect(cards(page)).toHaveCount(24);

    await shop.visit("/ar/product-category/gifts/");
    const all = await cards(page).count();
    await expect(count(page)).toHaveText(t("catalog.product-count", { count: all }));
  });

  test("has six sort orders; another is submitted as soon as it is chosen [PROD-48] [PROD-50]", async ({
    page,
    shop,
  }) => {
    await shop.visit(SHOP);
    await expect(sortSelect(page)).toHaveAttribute("name", "orderby");
    const values = await sortSelect(page)
      .locator("option")
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(values).toEqual(ORDERS);
    await expect(sortSelect(page)).toHaveValue("menu_order");

    await shop.arriving(() => sortSelect(page).selectOption("price"));
    await expect(page).toHaveURL(`${SHOP}?orderby=price`);
    await expect(sortSelect(page)).toHaveValue("price");
    const rising = await amounts(page);
    expect(rising).toEqual([...rising].sort((one, other) => one - other));

    await shop.arriving(() => sortSelect(page).selectOption("price-desc"));
    const falling = await amounts(page);
    expect(falling).toEqual([...falling].sort((one, other) => other - one));
    expect(falling[0]).toBe(1250);
    await expect(count(page)).toHaveText(range(1, 24, 76));
  });

  test("is sorted by its button without script [PROD-50]", { tag: "@no-script" }, async ({ page, shop }) => {
    await shop.visit(SHOP);
    await sortSelect(page).selectOption("price");
    await expect(page).toHaveURL(SHOP);
    await shop.arriving(() =>
      page
        .getByRole("main")
        .getByRole("button", { name: t("catalog.sort"), exact: true })
        .click(),
    );
    await expect(page).toHaveURL(`${SHOP}?orderby=price`);
    const rising = await amounts(page);
    expect(rising).toEqual([...rising].sort((one, other) => one - other));
  });

  test("has pages, which retain the order", { tag: "@any" }, async ({ page, shop }) => {
    await shop.visit(`${SHOP}?orderby=price`);
    const pager = page.getByRole("navigation", { name: t("catalog.pages") });
    const first = await amounts(page);
    await shop.arriving(() => pager.getByRole("link", { name: t("catalog.pages-next") }).click());
    await expect(count(page)).toHaveText(range(25, 48, 76));
    expect((await amounts(page))[0]).toBeGreaterThanOrEqual(first.at(-1) ?? 0);
    await expect(sortSelect(page)).toHaveValue("price");
    await expect(pager.locator("[aria-current=page]")).toContainText("2");

    await shop.arriving(() => pager.getByRole("link", { name: "4", exact: true }).click());
    await expect(count(page)).toHaveText(range(73, 76, 76));
    await expect(cards(page)).toHaveCount(4);
    await expect(pager.getByRole("link", { name: t("catalog.pages-next") })).toHaveCount(0);
    await shop.arriving(() => pager.getByRole("link", { name: t("catalog.pages-previous") }).click());
    await expect(count(page)).toHaveText(range(49, 72, 76));
  });

  test("is narrowed by options with a count, and widened again", { tag: ["@any", "@phone"] }, async ({
    page,
    shop,
    isMobile,
  }) => {
    await shop.visit("/ar/product-category/coffee/");
    const before = await cards(page).count();
    let box = await filters(page, isMobile);
    if (isMobile) await shop.audit();
    const sale = option(box, t("catalog.filter-on-sale"));
    const promised = await promise(sale);
    expect(promised).toBeGreaterThan(0);
    expect(promised).toBeLessThan(before);
    await apply(shop, box, sale, isMobile);
    await expect(page).toHaveURL(/\?on_sale=1$/);
    await expect(cards(page)).toHaveCount(promised);
    await expect(count(page)).toHaveText(t("catalog.product-count", { count: promised }));
    await expect(cards(page).locator("del")).toHaveCount(promised);
    const remove = t("catalog.filter-remove", { name: t("catalog.filter-on-sale") });
    await expect(chips(page).getByRole("link", { name: remove })).toBeVisible();
    box = await filters(page, isMobile);
    await expect(option(box, t("catalog.filter-on-sale"))).toHaveAttribute("aria-current", "true");
    if (isMobile) await box.getByRole("button", { name: t("catalog.close") }).click();

    await shop.arriving(() => chips(page).getByRole("link", { name: remove }).click());
    await expect(cards(page)).toHaveCount(before);
    await expect(chips(page)).toHaveCount(0);
  });

  test("is filtered by rating, in a listing and in search results", { tag: ["@any", "@phone"] }, async ({
    page,
    shop,
    isMobile,
  }) => {
    const label = t("catalog.filter-rating-from", { count: 4 });
    for (const path of ["/ar/shop/", "/ar/shop/?s=قهوة"]) {
      await shop.visit(path);
      const box = await filters(page, isMobile);
      const four = option(box, label);
      const promised = await promise(four);
      expect(promised).toBeGreaterThan(0);
      await apply(shop, box, four, isMobile);
      await expect(page).toHaveURL(/[?&]rating_filter=4%2C5/);
      // «28 منتجًا», or «من أصل 28» if they need more than one page.
      await expect(count(page)).toContainText(`\u2068${promised}\u2069`);
      const remove = t("catalog.filter-remove", { name: label });
      await expect(chips(page).getByRole("link", { name: remove })).toBeVisible();
    }
  });

  test("is filtered by an attribute and a price range together, in any digits", {
    tag: ["@any", "@phone"],
  }, async ({ page, shop, isMobile }) => {
    await shop.visit("/ar/product-category/coffee/");
    let box = await filters(page, isMobile);
    // Attributes are folded.
    await box.locator("summary", { hasText: "الوزن" }).first().click();
    const weight = option(box, "500 غ");
    const promised = await promise(weight);
    await apply(shop, box, weight, isMobile);
    await expect(cards(page)).toHaveCount(promised);
    box = await filters(page, isMobile);
    await box.getByRole("textbox", { name: t("catalog.price-from"), exact: true }).fill("١٠");
    await box.getByRole("textbox", { name: t("catalog.price-to"), exact: true }).fill("18");
    if (isMobile) {
      const show = box.getByRole("link", { name: /^عرض / });
      await expect(show).toHaveAttribute("href", /min_price=10.*max_price=18/);
      await shop.arriving(() => show.click());
    } else {
      await shop.arriving(() => box.getByRole("button", { name: t("catalog.filter-apply") }).click());
    }

    const found = await amounts(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(promised);
    for (const amount of found) {
      expect(amount).toBeGreaterThanOrEqual(10);
      expect(amount).toBeLessThanOrEqual(18);
    }
    // The category, the weight, the prices, and the link that clears them.
    await expect(chips(page).getByRole("link")).toHaveCount(4);

    await shop.arriving(() =>
      chips(page)
        .getByRole("link", { name: t("catalog.filter-clear") })
        .click(),
    );
    await expect(page).toHaveURL("/ar/product-category/coffee/");
  });

  test("shows a notice when nothing matches the filters, and a link that clears them", {
    tag: "@any",
  }, async ({ page, shop }) => {
    await shop.visit(`${SHOP}?min_price=2000`);
    await expect(cards(page)).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText(t("catalog.empty-filtered"));
    await shop.arriving(() =>
      page
        .getByRole("heading", { name: t("catalog.empty-filtered") })
        .locator("xpath=..")
        .getByRole("link", { name: t("catalog.filter-clear") })
        .click(),
    );
    await expect(cards(page)).toHaveCount(24);
  });
});
