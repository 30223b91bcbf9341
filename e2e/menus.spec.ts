import type { Locator, Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { item, link, mainNav, menuReady, menuToggle, mobileMenu } from "./support/menus";

/** The first and the last item of the demo shop's menu: links without a submenu. */
const [START, LAST] = ["كل المنتجات", "المدوّنة"];
/** Items with submenus, in reading order after the first one. */
const [FIRST, SECOND, THIRD] = ["القهوة", "التمور", "العسل"];
const COFFEE = ["البنّ", "القهوة العربية", "أدوات التحضير"] as const;

const submenu = (menu: Locator, name: string) => item(menu, name).locator("ul");

/** Focuses an item and waits until the menu reacts to keys. */
async function focusItem(page: Page, name: string): Promise<Locator> {
  const nav = mainNav(page);
  await link(nav, name).focus();
  await menuReady(page, "main-nav");
  return nav;
}

test.describe("the main menu by keyboard", () => {
  test.beforeEach(({ shop }) => shop.visit("/ar/"));

  test("items are read from right to left", async ({ page }) => {
    const nav = mainNav(page);
    const [first, second] = [await link(nav, FIRST).boundingBox(), await link(nav, SECOND).boundingBox()];
    expect(first?.x).toBeGreaterThan(second?.x ?? Number.POSITIVE_INFINITY);
  });

  test("Enter follows the focused link [SITE-45]", async ({ page, shop }) => {
    await focusItem(page, FIRST);
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(page).toHaveURL("/ar/product-category/coffee/");
    await focusItem(page, FIRST);
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(page).toHaveURL("/ar/product-category/coffee/arabic-coffee/");
  });

  test("Escape closes the submenu and returns to its item [SITE-46]", async ({ page }) => {
    const nav = await focusItem(page, SECOND);
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(submenu(nav, SECOND)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(submenu(nav, SECOND)).toBeHidden();
    await expect(link(nav, SECOND)).toBeFocused();
    await expect(link(nav, SECOND)).toHaveAttribute("aria-expanded", "false");
  });

  test("Space opens the submenu and focuses its first item [SITE-47]", async ({ page, shop }) => {
    const nav = await focusItem(page, FIRST);
    await expect(submenu(nav, FIRST)).toBeHidden();
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press("Space");
    await expect(submenu(nav, FIRST)).toBeVisible();
    await expect(link(nav, COFFEE[0])).toBeFocused();
    await expect(link(nav, FIRST)).toHaveAttribute("aria-expanded", "true");
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await shop.audit();
  });

  test("Home and End focus the first and the last visible item [SITE-48]", async ({ page }) => {
    const nav = await focusItem(page, SECOND);
    await page.keyboard.press("End");
    await expect(link(nav, LAST)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(link(nav, START)).toBeFocused();
    // The items of an open submenu are visible, but neither first nor last.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Space");
    await page.keyboard.press("Home");
    await expect(link(nav, START)).toBeFocused();
    await expect(submenu(nav, FIRST)).toBeHidden();
  });

  test("Left moves to the next item and Right to the previous one, around the ends [SITE-49] [SITE-52]", async ({
    page,
  }) => {
    const nav = await focusItem(page, FIRST);
    await page.keyboard.press("ArrowLeft");
    await expect(link(nav, SECOND)).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(link(nav, THIRD)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(link(nav, FIRST)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(link(nav, LAST)).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(link(nav, START)).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(link(nav, FIRST)).toBeFocused();

    // In a submenu they move between its items.
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowLeft");
    await expect(link(nav, COFFEE[1])).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(link(nav, COFFEE[2])).toBeFocused();
  });

  test("moving to another item closes the submenu [SITE-49]", async ({ page }) => {
    const nav = await focusItem(page, FIRST);
    await page.keyboard.press("Space");
    await link(nav, FIRST).focus();
    await expect(submenu(nav, FIRST)).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(link(nav, SECOND)).toBeFocused();
    await expect(submenu(nav, FIRST)).toBeHidden();
  });

  test("Down and Up on an item with a submenu move into it [SITE-50]", async ({ page }) => {
    const nav = await focusItem(page, FIRST);
    await page.keyboard.press("ArrowDown");
    await expect(submenu(nav, FIRST)).toBeVisible();
    await expect(link(nav, COFFEE[0])).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowUp");
    await expect(submenu(nav, FIRST)).toBeVisible();
    await expect(link(nav, COFFEE[2])).toBeFocused();
  });

  test("Down and Up on an item without a submenu move to its neighbours, around the ends [SITE-51]", async ({
    page,
  }) => {
    const nav = await focusItem(page, FIRST);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(link(nav, COFFEE[1])).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(link(nav, COFFEE[2])).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(link(nav, COFFEE[0])).toBeFocused();
    // The blog has no submenu.
    await link(nav, LAST).focus();
    await page.keyboard.press("ArrowDown");
    await expect(link(nav, START)).toBeFocused();
    await link(nav, LAST).focus();
    await page.keyboard.press("ArrowUp");
    await expect(link(nav, "التخفيضات")).toBeFocused();
  });

  test("Tab passes closed submenus by", async ({ page }) => {
    const nav = await focusItem(page, FIRST);
    await page.keyboard.press("Tab");
    await expect(link(nav, SECOND)).toBeFocused();
  });
});

test.describe("the main menu", () => {
  test("a submenu opens under the pointer within 200 ms [SITE-44]", async ({ page, shop }) => {
    await shop.visit("/ar/");
    const nav = mainNav(page);
    const duration = () =>
      submenu(nav, FIRST).evaluate((list) => getComputedStyle(list).transitionDuration.split(", ")[0]);
    expect(await duration()).toBe("0.2s");
    await link(nav, FIRST).hover();
    await expect(submenu(nav, FIRST)).toBeVisible();
    expect(await duration()).toBe("0.2s");
  });

  test("works without script: the focus opens a submenu, and its links lead on", {
    tag: "@no-script",
  }, async ({ page, shop }) => {
    await shop.visit("/ar/");
    const nav = mainNav(page);
    await expect(submenu(nav, FIRST)).toBeHidden();
    await link(nav, FIRST).focus();
    await page.keyboard.press("Tab");
    await expect(link(nav, COFFEE[0])).toBeFocused();
    await expect(submenu(nav, FIRST)).toBeVisible();
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(page).toHaveURL("/ar/product-category/coffee/coffee-beans/");
  });

  test("a description pops up, and Escape closes it [SITE-53]", { tag: "@any" }, async ({ page, shop }) => {
    await shop.visit("/ar/");
    const nav = mainNav(page);
    const button = nav.getByRole("button", { name: t("layout.about-item", { name: "صناديق الهدايا" }) });
    const popup = nav.getByRole("note");
    await expect(popup).toBeHidden();
    await button.click();
    await expect(popup).toBeVisible();
    await expect(popup).toContainText("صناديق نجهّزها بعناية");
    await shop.audit();
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(popup).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("icons are named by a tooltip above everything else [SITE-56]", async ({ page, shop }) => {
    await shop.visit("/ar/");
    const account = page.getByRole("banner").getByRole("link", { name: t("layout.account"), exact: true });
    const tooltip = page.getByRole("banner").getByText(t("layout.account"), { exact: true }).last();
    await expect(tooltip).toBeHidden();
    await account.hover();
    await expect(tooltip).toBeVisible();
    expect(await tooltip.evaluate((bubble) => getComputedStyle(bubble).zIndex)).toBe("15000");
    await page.mouse.move(400, 600);
    await expect(tooltip).toBeHidden();
    await page.keyboard.press("Tab");
    await account.focus();
    await expect(tooltip).toBeVisible();
  });
});

test.describe("the mobile menu", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const arrow = (page: Page, name: string) => item(mobileMenu(page), name).locator("summary");
  const glyph = (summary: Locator) =>
    summary.evaluate((element) => getComputedStyle(element, "::after").content.split('"')[1]);

  for (const tag of ["@phone", "@no-script"]) {
    test(`opens from the top by its button, and closes by it ${tag} [SITE-39]`, { tag }, async ({
      page,
      shop,
    }) => {
      await shop.visit("/ar/");
      const menu = mobileMenu(page);
      await expect(menu).toBeHidden();
      await menuToggle(page).click();
      await expect(menu).toBeVisible();
      await expect(menu).toHaveCSS("clip-path", /^inset\(0px 0px -/);
      await expect(link(menu, FIRST)).toBeInViewport();
      const header = await page.getByRole("banner").boundingBox();
      const box = await menu.boundingBox();
      expect(Math.abs((box?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0))).toBeLessThan(2);
      await shop.audit();
      await menuToggle(page).click();
      await expect(menu).toBeHidden();
    });

    test(`a submenu opens and closes by its arrow ▼ ▲ ${tag} [SITE-41]`, { tag }, async ({ page, shop }) => {
      await shop.visit("/ar/");
      await menuToggle(page).click();
      const list = submenu(mobileMenu(page), FIRST);
      await expect(list).toBeHidden();
      expect(await glyph(arrow(page, FIRST))).toBe("▼");
      await arrow(page, FIRST).click();
      await expect(list).toBeVisible();
      expect(await glyph(arrow(page, FIRST))).toBe("▲");
      await arrow(page, FIRST).click();
      await expect(list).toBeHidden();
      expect(await glyph(arrow(page, FIRST))).toBe("▼");
      await shop.arriving(() => link(mobileMenu(page), SECOND).click());
      await expect(page).toHaveURL("/ar/product-category/dates/");
    });
  }

  test("closes on a click outside [SITE-40]", { tag: "@phone" }, async ({ page, shop }) => {
    await shop.visit("/ar/");
    const menu = mobileMenu(page);
    await menuToggle(page).click();
    await expect(menu).toBeVisible();
    await link(menu, FIRST).evaluate((element) =>
      element.parentElement?.dispatchEvent(new MouseEvent("click", { bubbles: true })),
    );
    await expect(menu).toBeVisible();
    await page.mouse.click(195, 830);
    await expect(menu).toBeHidden();
  });

  test("closes when the window becomes 767 px wide, and applies up to 766 px [SITE-42] [SITE-43]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    const menu = mobileMenu(page);
    await page.setViewportSize({ width: 766, height: 800 });
    await expect(mainNav(page)).toBeHidden();
    await menuToggle(page).click();
    await menuReady(page, "mobile-menu");
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 765, height: 800 });
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(menuToggle(page)).toBeHidden();
    await expect(mainNav(page)).toBeVisible();
    await shop.audit();
    // It was closed, not only hidden.
    await page.setViewportSize({ width: 766, height: 800 });
    await expect(menuToggle(page)).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test("moves for 500 ms, its submenus for 200 ms [SITE-44]", async ({ page, shop }) => {
    await shop.visit("/ar/");
    const menu = mobileMenu(page);
    /** Clicks, and returns the durations of the transitions that this starts. */
    const started = async (control: Locator, target: Locator, property: string) =>
      target.evaluate(
        (element, [button, name]) => {
          (button as HTMLElement).click();
          return element
            .getAnimations()
            .filter((animation) => (animation as CSSTransition).transitionProperty === name)
            .map((animation) => animation.effect?.getTiming().duration);
        },
        [await control.elementHandle(), property] as const,
      );
    await menuToggle(page).hover();
    await menuReady(page, "mobile-menu");
    expect(await started(menuToggle(page), menu, "clip-path")).toEqual([500]);
    expect(await started(arrow(page, FIRST), submenu(menu, FIRST), "opacity")).toEqual([200]);
  });

  test("has the same keys as the main menu [SITE-46] [SITE-47] [SITE-48] [SITE-49] [SITE-50] [SITE-51]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    const menu = mobileMenu(page);
    await menuToggle(page).click();
    await link(menu, FIRST).focus();
    await menuReady(page, "mobile-menu");
    await page.keyboard.press("Space");
    await expect(link(menu, COFFEE[0])).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(link(menu, COFFEE[1])).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(link(menu, FIRST)).toBeFocused();
    await expect(submenu(menu, FIRST)).toBeHidden();
    await expect(menu, "only the submenu is closed").toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(link(menu, COFFEE[0])).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    await expect(link(menu, SECOND)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(link(menu, START)).toBeFocused();
    // The rows below the menu belong to it.
    await page.keyboard.press("ArrowRight");
    await expect(link(menu, "تواصل معنا")).toBeFocused();
    for (const row of ["تتبّع طلبك", "المفضّلة"]) {
      await page.keyboard.press("ArrowRight");
      await expect(link(menu, row)).toBeFocused();
    }
    await page.keyboard.press("ArrowRight");
    await expect(link(menu, t("layout.account"))).toBeFocused();
    await page.keyboard.press("Home");
    await expect(link(menu, START)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(menuToggle(page)).toBeFocused();
  });
});

test("nothing is loaded for a pointer whose place the browser does not know [WEB-3]", async ({
  page,
  shop,
}) => {
  const scripts: Array<string> = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  const isLoaded = () => scripts.some((path) => /StoreNotice/.test(path));
  await shop.visit("/ar/product-category/honey/");
  // The corner belongs to the notice, an island that waits for interaction.
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  expect(isLoaded()).toBe(false);
  await page.mouse.move(2, 6);
  await expect.poll(isLoaded).toBe(true);
});
