import type { Locator, Page } from "@playwright/test";
import { test as base, expect, type Shop, t } from "./shop";
import { newEmail } from "./support/accounts";
import {
  choose,
  expectPicture,
  form,
  type GallerySettings,
  galleryCalls,
  gallerySettings,
  mainView,
  nextPicture,
  pictureLinks,
  pictures,
  quantity,
  thumbs,
} from "./support/catalogue";
import { type OwnShop, openOwnShop } from "./support/closed-shop";
import { addCustomer, saveSettings, setNotice, staffToken } from "./support/database";
import { clear } from "./support/prices";
import { coffee, haraz, perfume } from "./support/products";

/** These tests change settings, so they use a separate shop. */
const test = base.extend<{ baseURL: string }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
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

test("the discount table links staff, and only staff, to its rules, on hover and by keyboard [PRICE-08]", async ({
  page,
  shop,
  context,
  baseURL,
  ownShop,
}) => {
  saveSettings(ownShop, "discounts", { settings_url: SETTINGS });
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

test("pictures of a variation in the shop's settings are shown without a call [PROD-26]", async ({
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
  const html = `<div data-region="gallery"><section aria-label="${t("catalog.pictures")}"><ul><li><img src="${picture}" alt="قارورة من الإعدادات" data-large_image="${picture}"></li></ul></section></div>`;
  saveSettings(ownShop, "gallery", { variation_data: { [own?.variation_id ?? ""]: html } });
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
    saveSettings(ownShop, "gallery", { variation_data: {} });
  }
});

test.describe("the gallery with other settings", () => {
  /** Opens the product page once the shop renders its gallery with these settings. */
  async function visitGallery(
    page: Page,
    shop: Shop,
    ownShop: OwnShop,
    settings: GallerySettings,
  ): Promise<void> {
    saveSettings(ownShop, "gallery", settings);
    await expect
      .poll(async () => gallerySettings(await (await page.request.get(haraz.path)).text()))
      .toMatchObject(settings);
    await shop.visit(haraz.path);
  }

  /** Whether the thumbnails are in a column, and on which side of them the large picture is. */
  async function layout(page: Page) {
    const rectOf = (place: Locator) =>
      place.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    const [large, row, first, second] = await Promise.all(
      [mainView(page), pictureLinks(page).locator("xpath=.."), thumbs(page).first(), thumbs(page).nth(1)].map(
        rectOf,
      ),
    );
    if (!large || !row || !first || !second) throw new Error("there are no small pictures");
    return {
      column: Math.abs(first.left - second.left) < 1 && second.top > first.top,
      thumbs: row.left >= large.right - 8 ? "next to it" : row.bottom <= large.top + 8 ? "above" : "below",
    };
  }
  const below = { column: false, thumbs: "below" };
  const nextToIt = { column: true, thumbs: "next to it" };
  const above = { column: false, thumbs: "above" };

  for (const [what, settings, usual, wide, tablet, small] of [
    ["thumb_v", { thumb_v: true }, { thumb_v: false }, nextToIt, below, below],
    ["thumb_v_tablet", { thumb_v_tablet: true }, { thumb_v_tablet: false }, below, nextToIt, below],
    [
      "thumb_position_mobile",
      { thumb_position_mobile: "top" },
      { thumb_position_mobile: "bottom" },
      below,
      below,
      above,
    ],
  ] as const) {
    test(`has its thumbnails where ${what} sets them, and nowhere else [PROD-24]`, async ({
      page,
      shop,
      ownShop,
    }) => {
      try {
        for (const [width, expected] of [
          [1280, wide],
          [900, tablet],
          [390, small],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          await visitGallery(page, shop, ownShop, settings);
          expect(await layout(page), `${width} px`).toEqual(expected);
          await thumbs(page).nth(1).click();
          await expectPicture(page, 2);
        }
      } finally {
        saveSettings(ownShop, "gallery", usual);
      }
    });
  }

  test("shows two pictures at a time as a carousel, and no thumbnails [PROD-25]", async ({
    page,
    shop,
    ownShop,
  }) => {
    try {
      await visitGallery(page, shop, ownShop, { carousel_mode: true });
      const whole = () =>
        mainView(page).evaluate((view) => {
          const frame = view.getBoundingClientRect();
          return [...view.querySelectorAll("li")].flatMap((one, index) => {
            const { left, right } = one.getBoundingClientRect();
            return left >= frame.left - 1 && right <= frame.right + 1 ? [index + 1] : [];
          });
        });
      expect(await whole()).toEqual([1, 2]);
      await expect(thumbs(page)).toHaveCount(0);
      await nextPicture(page).click();
      await expect.poll(whole).toEqual([2, 3]);
    } finally {
      saveSettings(ownShop, "gallery", { carousel_mode: false });
    }
  });
});

test.describe("the coming-soon banner", () => {
  const TEXT = "قريبًا: تمور المدينة من الحصاد الجديد.";
  const banner = (page: Page) =>
    page.getByRole("region", { name: t("layout.coming-soon"), includeHidden: true });
  const dismissLink = (page: Page) => banner(page).getByRole("link", { name: t("layout.dismiss") });

  test.beforeEach(({ ownShop }) => setNotice(ownShop, "coming-soon", TEXT));
  test.afterEach(({ ownShop }) => setNotice(ownShop, "coming-soon", ""));

  /** Opens a page until it has the banner: a change reaches the server within a second. */
  const openWithBanner = (page: Page, shop: Shop) =>
    expect(async () => {
      await shop.visit("/ar/");
      await expect(banner(page)).toBeVisible({ timeout: 1000 });
    }).toPass();

  test("is dismissed by a customer for good, when the call has completed [SITE-22] [SITE-23] [SITE-24] [API-37]", async ({
    page,
    shop,
    context,
    ownShop,
  }) => {
    const customer = { email: newEmail(), firstName: "سلمى", passwordHash: "" };
    const value = addCustomer(customer, undefined, ownShop.database);
    await context.addCookies([
      {
        name: "__Host-sid",
        value,
        domain: "localhost",
        path: "/",
        secure: true,
        httpOnly: true,
        sameSite: "Lax",
      },
    ]);
    await openWithBanner(page, shop);
    await expect(banner(page)).toContainText(TEXT);

    const restUrl = (await dismissLink(page).getAttribute("data-rest-url")) ?? "";
    expect(restUrl).toBe("/ar/wp-json/wp/v2/users/me");
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(`**${restUrl}`, async (route) => {
      await held;
      await route.continue();
    });
    const sent = page.waitForRequest(`**${restUrl}`);
    await dismissLink(page).click();
    const request = await sent;
    expect(request.method()).toBe("POST");
    expect(request.headers()["x-wp-nonce"]).toMatch(/^[0-9a-f]{32}$/);
    expect(request.postDataJSON()).toEqual({ woocommerce_meta: { coming_soon_banner_dismissed: "yes" } });
    await expect(banner(page), "hidden only when the call has completed").toBeVisible();
    release();
    await expect(banner(page)).toBeHidden();
    expect((await request.response())?.status()).toBe(200);

    const state = page.waitForResponse("**/wp-json/matjar/v1/coming-soon");
    await shop.visit("/ar/shop/");
    expect(await (await state).json()).toMatchObject({ dismissed: true });
    await expect(banner(page)).toBeHidden();
  });

  test("is dismissed by a guest until the browser is closed, without a call [SITE-22]", async ({
    page,
    shop,
  }) => {
    await openWithBanner(page, shop);
    const calls: Array<string> = [];
    page.on("request", (request) => {
      if (request.url().includes("/users/me")) calls.push(request.url());
    });
    await dismissLink(page).click();
    await expect(banner(page)).toBeHidden();
    await shop.visit("/ar/shop/");
    await expect(banner(page)).toBeHidden();
    expect(calls).toEqual([]);
  });
});
