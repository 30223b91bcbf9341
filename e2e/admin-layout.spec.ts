import { expect, t, test } from "./shop";
import { STAFF_ORDERS, signInStaff } from "./support/staff";

const HOME = "/ar/wp-admin/";

test("admin: the menu marks the page, leads to others, and the shop is one link away", {
  tag: "@any",
}, async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(HOME);
  const menu = page.getByRole("complementary", { name: t("admin.menu") });
  await expect(menu.locator("[aria-current]")).toHaveText(t("admin.home"));
  await shop.arriving(() => menu.getByRole("link", { name: t("admin.orders") }).click());
  await expect(page).toHaveURL(new RegExp(`${STAFF_ORDERS}$`));
  await expect(menu.locator("[aria-current]")).toHaveText(t("admin.orders"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  // Nothing of the shop's own layout is around a page for staff.
  await expect(page.getByRole("searchbox", { name: t("layout.search-label") })).toHaveCount(0);
  await shop.arriving(() =>
    page
      .getByRole("banner")
      .getByRole("link", { name: t("admin.view-shop") })
      .click(),
  );
  await expect(page).toHaveURL(/\/ar\/$/);
});

test("admin by keyboard: the first key reaches the content, and the menu is in order", async ({
  page,
  shop,
}) => {
  await signInStaff(page);
  await shop.visit(HOME);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: t("layout.skip") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await shop.audit();
});

test.describe("admin on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  for (const isScripted of [true, false]) {
    test.describe(isScripted ? "with script" : "without script", () => {
      test.use({ javaScriptEnabled: isScripted });

      test("the menu opens from the bar, leads to a page, and closes again", async ({ page, shop }) => {
        await signInStaff(page);
        await shop.visit(HOME);
        const menu = page.getByRole("complementary", { name: t("admin.menu") });
        const bar = page.getByRole("navigation", { name: t("admin.quick") });
        await expect(menu).toBeHidden();
        await bar.getByRole("link", { name: t("admin.more") }).tap();
        await expect(menu).toBeVisible();
        if (isScripted) await shop.audit();
        await menu.getByRole("link", { name: t("admin.close-menu") }).tap();
        await expect(menu).toBeHidden();
        await page
          .getByRole("banner")
          .getByRole("link", { name: t("admin.open-menu") })
          .tap();
        await shop.arriving(() => menu.getByRole("link", { name: t("admin.orders") }).tap());
        await expect(page).toHaveURL(new RegExp(`${STAFF_ORDERS}$`));
        await expect(menu).toBeHidden();
        await expect(bar.locator("[aria-current]")).toHaveText(t("admin.orders"));
      });
    });
  }

  test("nothing is wider than a screen of 320 px", async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await signInStaff(page);
    for (const path of [HOME, STAFF_ORDERS]) {
      await shop.visit(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  });
});
