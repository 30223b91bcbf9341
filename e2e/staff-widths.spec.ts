import type { Page } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";
import { STAFF_LOGIN, signInStaff } from "./support/staff";

const HOME = "/ar/wp-admin/";
/** The last one is a window of 1280 px at a zoom of 200 %. */
const WIDTHS = [320, 390, 768, 1280, 640];
/** Groups of the menu. */
const GROUPS = ["daily", "goods", "customers", "content", "growth", "shop"] as const;

const menu = (page: Page) => page.getByRole("complementary", { name: t("admin.menu") });

async function atEveryWidth(page: Page, shop: Shop): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await shop.audit();
  }
}

/** Pages of one kind differ in a number, a name or a query: one of each is enough. */
const kindOf = (path: string) =>
  (path.split("?")[0] ?? path).replace(/\/\d+(?=\/)/g, "/n").replace(/(\/media)\/[^/]+\//, "$1/name/");

/** The pages below this one that it leads to, one of each kind. Files and the shop's own pages are no pages of the admin. */
async function below(page: Page, start: string): Promise<Array<string>> {
  const links = await page
    .getByRole("main")
    .locator(`a[href^="${start}"]:not([download]):not([target])`)
    .evaluateAll((all) =>
      (all as Array<HTMLAnchorElement>).map(({ pathname, search }) => ({ pathname, search })),
    );
  const pages = links.filter(({ pathname }) => !/\/(csv|export|files?|preview|proof)\//.test(pathname));
  return [
    ...new Map(pages.map(({ pathname, search }) => [kindOf(pathname), `${pathname}${search}`])).values(),
  ];
}

test.describe("staff: every page of the menu, and what it leads to, at every width and at 200 % [D25]", () => {
  for (const group of GROUPS) {
    test(group, async ({ page, shop }) => {
      test.setTimeout(240_000);
      await signInStaff(page);
      await shop.visit(HOME);
      const links = menu(page)
        .getByRole("navigation", { name: t(`admin.${group}`) })
        .getByRole("link");
      const open = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname));
      expect(open.length, "the group has pages").toBeGreaterThan(0);
      const seen = new Set(open.map(kindOf));
      // By a link of a link: an order and its picking, a product and its bundle.
      for (let path = open.shift(); path !== undefined; path = open.shift()) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await shop.visit(path);
        const found = path === HOME ? [] : await below(page, new URL(page.url()).pathname);
        await atEveryWidth(page, shop);
        for (const next of found) {
          const kind = kindOf(next);
          if (!seen.has(kind)) open.push(next);
          seen.add(kind);
        }
      }
    });
  }

  test("the menu has no other group", async ({ page, shop }) => {
    await signInStaff(page);
    await shop.visit(HOME);
    const names = await menu(page)
      .getByRole("navigation")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    expect(names).toEqual(GROUPS.map((group) => t(`admin.${group}`)));
  });

  test("the login, and the search as a dialog", async ({ page, shop }) => {
    await shop.visit(STAFF_LOGIN);
    await atEveryWidth(page, shop);
    await signInStaff(page);
    await shop.visit(HOME);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: t("admin.find") });
      await expect(palette.getByRole("option").first()).toBeVisible();
      await shop.audit();
      await page.keyboard.press("Escape");
      await expect(palette).toHaveCount(0);
    }
  });
});
