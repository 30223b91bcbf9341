import type { Locator, Page } from "@playwright/test";
import { test as base, expect, type Shop, t } from "./shop";
import { type OwnShop, openOwnShop } from "./support/closed-shop";
import { staffToken } from "./support/database";
import { item, link, mainNav, menuToggle, mobileMenu } from "./support/menus";

/** These tests change menus and notices, so they use a separate shop. */
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
test.describe.configure({ mode: "serial" });

const MENUS = "/ar/wp-admin/menus/";

const part = (page: Page, name: string) => page.getByRole("form", { name, exact: true });
const field = (form: Locator) => form.getByRole("textbox", { name: t("site.text") });
const save = (form: Locator) => form.getByRole("button", { name: t("site.save") }).click();

test.beforeEach(async ({ context, ownShop }) => {
  await context.addCookies([
    {
      name: "__Host-staff",
      value: staffToken(ownShop),
      domain: "localhost",
      path: "/",
      secure: true,
      httpOnly: true,
      sameSite: "Strict",
    },
  ]);
});

/** Opens a page until it shows the change: it reaches the server within a second. */
const seen = (shop: Shop, path: string, check: () => Promise<void>) =>
  expect(async () => {
    await shop.visit(path);
    await check();
  }).toPass({ timeout: 20_000 });

test("an item added to the main menu is in the menus of all pages, and goes again", async ({
  page,
  shop,
}) => {
  test.slow();
  await shop.visit(MENUS);
  const main = part(page, t("site.menu-main"));
  const before = await field(main).inputValue();
  expect(before).toContain("القهوة | /ar/product-category/coffee/");
  const added = "!عروض رمضان | /ar/shop/ | كل ما يحتاجه بيتك.\n- تمور العيد | /ar/product-category/dates/";
  await field(main).fill(`${before.trimEnd()}\n${added}`);
  await shop.arriving(() => save(main));
  await expect(page.getByRole("main").getByRole("status")).toHaveText(t("site.saved"));
  try {
    for (const path of ["/ar/", "/ar/product-category/honey/"])
      await seen(shop, path, async () => {
        await expect(link(mainNav(page), "عروض رمضان")).toBeVisible({ timeout: 1000 });
        await expect(item(mainNav(page), "عروض رمضان").locator("ul a")).toHaveText(["تمور العيد"]);
      });
    // An empty menu of small screens shows the main one.
    await page.setViewportSize({ width: 390, height: 844 });
    await menuToggle(page).click();
    await expect(link(mobileMenu(page), "عروض رمضان")).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  } finally {
    await shop.visit(MENUS);
    await field(part(page, t("site.menu-main"))).fill(before);
    await shop.arriving(() => save(part(page, t("site.menu-main"))));
  }
  await seen(shop, "/ar/", () => expect(link(mainNav(page), "عروض رمضان")).toHaveCount(0, { timeout: 1000 }));
});

test("a line that is wrong is named, with everything that was typed, and nothing changes", {
  tag: "@any",
}, async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/422/);
  await shop.visit(MENUS);
  const footer = part(page, t("site.menu-footer"));
  const typed = "الأقسام\n- خطر | javascript:alert(1)";
  await field(footer).fill(typed);
  await shop.arriving(() => save(footer));
  await expect(field(footer)).toHaveValue(typed);
  await expect(field(footer)).toHaveAttribute("aria-invalid", "true");
  await expect(footer).toContainText(t("site.bad-address", { line: "2" }));
  await shop.visit("/ar/");
  await expect(page.getByRole("contentinfo")).not.toContainText("خطر");
});

test(
  "a later change is listed with its time, shown nowhere before, and can be cancelled",
  {
    tag: "@any",
  },
  async ({ page, shop }, { project }) => {
    await shop.visit(MENUS);
    const store = part(page, t("site.notice-store"));
    const current = await field(store).inputValue();
    // The tests with and without script share the shop.
    const later = `تخفيضات نهاية العام تبدأ اليوم. ${project.name.length}`;
    await field(store).fill(later);
    await store.locator("[name=valid_from]").fill("2090-01-02T20:30");
    await shop.arriving(() => save(store));
    await expect(page.getByRole("main").getByRole("status")).toHaveText(t("site.scheduled-saved"));
    const row = page.getByRole("listitem").filter({ hasText: later });
    await expect(row).toContainText("2 يناير 2090، 8:30 مساءً");
    await expect(field(store), "what is shown now").toHaveValue(current);
    await shop.visit("/ar/");
    await expect(page.getByRole("region", { name: t("layout.notice") })).not.toContainText(later);

    await shop.visit(MENUS);
    await shop.arriving(() => row.getByRole("button", { name: t("site.cancel") }).click());
    await expect(page.getByRole("main").getByRole("status")).toHaveText(t("site.cancelled"));
    await expect(row).toHaveCount(0);
  },
);

test("the page does not exist for shoppers", async ({ page, context, pageErrors }) => {
  pageErrors.allow(/404/);
  await context.clearCookies();
  expect((await page.request.get(MENUS)).status()).toBe(404);
});
