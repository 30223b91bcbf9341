import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { ACCOUNT } from "./support/accounts";
import { buyButton, fillCart } from "./support/carts";
import { honeycomb } from "./support/products";
import { shifts, watchShifts } from "./support/screens";

const notice = (page: Page) => page.getByRole("region", { name: t("layout.notice") });
const dismiss = (page: Page) =>
  notice(page).getByRole("link", { name: t("layout.dismiss"), includeHidden: true });
const idOf = (page: Page) => notice(page).getAttribute("data-notice");

test.describe("the store notice", () => {
  test("is shown with a link that hides it for good [SITE-20] [SITE-21]", { tag: "@phone" }, async ({
    page,
    shop,
    context,
    baseURL,
  }) => {
    await shop.visit("/ar/");
    await expect(notice(page)).toBeVisible();
    await expect(notice(page)).toContainText("الشحن مجاني");
    const id = await idOf(page);
    expect(id).toMatch(/^\d+$/);

    await dismiss(page).click();
    await expect(notice(page)).toBeHidden();
    const cookie = (await context.cookies(baseURL)).find(({ name }) => name === `store_notice${id}`);
    expect(cookie).toMatchObject({ value: "hidden", path: "/" });

    for (const path of ["/ar/", "/ar/shop/", ACCOUNT]) {
      await shop.visit(path);
      await expect(notice(page)).toBeHidden();
    }
  });

  test("does not move the page when it was dismissed before [SITE-20]", async ({
    page,
    shop,
    context,
    baseURL,
  }) => {
    await shop.visit("/ar/");
    const id = await idOf(page);
    await context.addCookies([{ name: `store_notice${id}`, value: "hidden", url: baseURL }]);
    await watchShifts(page);
    await shop.visit("/ar/");
    await expect(notice(page)).toBeHidden();
    expect(await shifts(page)).toEqual([]);
  });

  test("is shown again if it is another notice, or the cookie has another value [SITE-20]", async ({
    page,
    shop,
    context,
    baseURL,
  }) => {
    await shop.visit("/ar/");
    const id = await idOf(page);
    await context.addCookies([
      { name: `store_notice${id}`, value: "shown", url: baseURL },
      { name: `store_notice${id}9`, value: "hidden", url: baseURL },
    ]);
    await shop.visit("/ar/");
    await expect(notice(page)).toBeVisible();
  });

  test("is shown without script, where nothing can hide it", { tag: "@no-script" }, async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    await expect(notice(page)).toBeVisible();
    await expect(dismiss(page)).toBeHidden();
  });

  test("is hidden by keyboard, and the focus is not lost to the top", async ({ page, shop }) => {
    await shop.visit("/ar/");
    await dismiss(page).focus();
    await page.keyboard.press("Enter");
    await expect(notice(page)).toBeHidden();
    await page.keyboard.press("Tab");
    await expect(page.locator("body")).not.toBeFocused();
  });
});

test.describe("alerts", () => {
  /** A login that fails: its page begins with an alert. */
  async function fail(page: Page): Promise<void> {
    await page.locator("main [name=username]").fill("nobody@example.com");
    await page.locator("main [name=password]").fill("سعف النخيل 7");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("accounts.login"), exact: true })
      .click();
  }

  test("an alert that a page begins with gets the focus after 500 ms [SITE-55]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    await shop.visit(ACCOUNT);
    // The server's attribute focuses it at once in this browser; the script is what is tested.
    await page.addInitScript(() => {
      const times = { loaded: 0, focused: 0 };
      Object.assign(window, { times });
      HTMLElement.prototype.focus = new Proxy(HTMLElement.prototype.focus, {
        apply(focus, element: HTMLElement, options: [FocusOptions?]) {
          if (element.getAttribute("role") === "alert") times.focused ||= performance.now();
          Reflect.apply(focus, element, options);
        },
      });
      document.addEventListener("DOMContentLoaded", () => {
        times.loaded = performance.now();
      });
    });
    await fail(page);
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => (window as never as { times: { focused: number } }).times.focused))
      .toBeGreaterThan(0);
    const { loaded, focused } = await page.evaluate(
      () => (window as never as { times: { loaded: number; focused: number } }).times,
    );
    // The script itself may start shortly before the event.
    expect(focused - loaded).toBeGreaterThan(450);
    expect(focused - loaded).toBeLessThan(1500);
    await expect(alert).toBeFocused();
  });
});

test("a refusal that is out of view is scrolled to, 100 px below the top, within 1000 ms [SITE-54]", async ({
  page,
  shop,
}) => {
  await fillCart(page, honeycomb);
  await shop.visit(honeycomb.path);
  await page.evaluate(() => {
    const moves: Array<[number, number]> = [];
    Object.assign(window, { moves });
    scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
    requestAnimationFrame(() =>
      requestAnimationFrame(() => addEventListener("scroll", () => moves.push([performance.now(), scrollY]))),
    );
  });
  // By script: a click would scroll to the button first.
  await buyButton(page).evaluate((button: HTMLElement) => button.click());
  const refusal = page.locator("[data-cart-refusal]");
  await expect(refusal).toBeVisible();
  await expect
    .poll(() => refusal.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
    .toBe(100);
  const moves = await page.evaluate(() => (window as never as { moves: Array<[number, number]> }).moves);
  const took = (moves.at(-1)?.[0] ?? 0) - (moves[0]?.[0] ?? 0);
  expect(took).toBeGreaterThan(700);
  expect(took).toBeLessThan(1300);
});
