import type { Page } from "@playwright/test";
import { test as base, expect, t } from "./shop";
import { choose, form, galleryCalls, pictures, quantity } from "./support/catalogue";
import { type OwnShop, openOwnShop } from "./support/closed-shop";
import { staffToken, wish } from "./support/office";
import { clear } from "./support/prices";
import { coffee, perfume } from "./support/products";

/** Other tests would meet the settings that these write, so they have a shop of their own. */
const test = base.extend<{ baseURL: string }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: what Playwright wants where nothing is needed
    async ({}, use) => {
      const own = await openOwnShop();
      await use(own);
      await own.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
});
test.describe.configure({ mode: "default" });

const table = (page: Page) => page.getByRole("table", { name: t("pricing.table-caption") });
const SETTINGS = "https://office.example/rules";
const settingsLink = (page: Page) =>
  page.getByRole("link", { name: t("pricing.discount-settings"), includeHidden: true });
const opacity = (page: Page) => settingsLink(page).evaluate((link) => Number(getComputedStyle(link).opacity));

test("the table of quantities leads staff to the rules behind it, on hover and by keyboard, and nobody else [PRICE-08]", async ({
  page,
  shop,
  context,
  baseURL,
  ownShop,
}) => {
  wish(ownShop, "discounts", { settings_url: SETTINGS });
  const fields = { action: "loadWooDiscountedDiscountTable", loaded: "1", time: "1" };
  await shop.visit(coffee.path);
  await expect(table(page)).toBeVisible();
  await expect(settingsLink(page)).toHaveCount(0);

  const id = await form(page).locator("[name=product_id]").inputValue();
  await context.addCookies([
    {
      name: "__Host-staff",
      value: staffToken(ownShop),
      domain: "localhost",
      path: "/",
      secure: true,
      httpOnly: true,
    },
  ]);
  await expect
    .poll(async () =>
      (await page.request.post(`${baseURL}/ar/wp-admin/admin-ajax.php`, { form: { ...fields, id } })).text(),
    )
    .toContain(SETTINGS);
  await shop.visit(coffee.path);
  await expect(table(page)).toBeVisible();
  await expect(settingsLink(page)).toHaveAttribute("href", SETTINGS);
  expect(await opacity(page)).toBe(0);
  await table(page).hover();
  await expect.poll(() => opacity(page)).toBe(1);
  await page.mouse.move(0, 0);
  await expect.poll(() => opacity(page)).toBe(0);
  await quantity(page).focus();
  for (
    let steps = 0;
    steps < 10 && !(await settingsLink(page).evaluate((link) => link.matches(":focus")));
    steps++
  )
    await page.keyboard.press("Tab");
  await expect(settingsLink(page)).toBeFocused();
  await expect.poll(() => opacity(page)).toBe(1);
  await shop.audit();
});

test("pictures that the shop's settings hold for a variation are shown without a call [PROD-26]", async ({
  page,
  shop,
  ownShop,
}) => {
  const calls = galleryCalls(page);
  await shop.visit(perfume.path);
  const [own]: Array<{ variation_id: string }> = JSON.parse(
    (await form(page).getAttribute("data-product_variations")) ?? "[]",
  );
  const picture = await pictures(page).first().getAttribute("src");
  const html = `<div data-region="gallery"><section class="gallery" aria-label="${t("catalog.pictures")}" data-gallery="{}"><div class="gallery__main"><div class="gallery__view"><ul class="gallery__strip"><li><img src="${picture}" alt="قارورة من الإعدادات" data-large_image="${picture}"></li></ul></div></div></section></div>`;
  wish(ownShop, "gallery", { variation_data: { [own?.variation_id ?? ""]: html } });
  try {
    await expect
      .poll(async () => (await page.request.get(perfume.path)).text())
      .toContain("قارورة من الإعدادات");
    await shop.visit(perfume.path);
    await choose(page, { size: "50 مل" });
    await expect(pictures(page)).toHaveCount(1);
    await expect(pictures(page)).toHaveAttribute("alt", "قارورة من الإعدادات");
    await clear(page);
    await expect(pictures(page).first()).not.toHaveAttribute("alt", "قارورة من الإعدادات");
    await page.waitForLoadState("networkidle");
    expect(calls).toHaveLength(0);
  } finally {
    wish(ownShop, "gallery", { variation_data: {} });
  }
});
