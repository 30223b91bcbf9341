import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { fillCart } from "./support/carts";
import {
  allowProvider,
  billingOf,
  CHECKOUT,
  numbersOf,
  orderOf,
  quickOrder,
  terms,
  VISA,
} from "./support/checkout";
import { coffee, dallah, greeting } from "./support/products";

const footer = (page: Page) => page.getByRole("contentinfo");
const columns = (page: Page) => footer(page).locator("details");
const POLICIES = ["/ar/shipping/", "/ar/returns/", "/ar/privacy/", "/ar/terms/", "/ar/contact/"];
const policies = (page: Page) => footer(page).getByRole("navigation", { name: t("layout.more-links") });
const hrefs = (page: Page) =>
  policies(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));

test("the footer says who sells, how to reach them, what they accept and their policies [VIS-7]", {
  tag: ["@any", "@phone"],
}, async ({ page, shop }) => {
  await shop.visit("/ar/");
  await expect(footer(page).getByRole("link", { name: t("layout.whatsapp"), exact: false })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\d+$/,
  );
  await expect(footer(page).getByRole("link", { name: t("layout.email"), exact: false })).toHaveAttribute(
    "href",
    /^mailto:/,
  );
  await expect(footer(page)).toContainText(t("layout.hours"));
  const cards = footer(page).getByRole("list", { name: t("layout.cards") });
  await expect(cards.getByRole("listitem")).toContainText([t("payments.visa"), t("payments.mastercard")]);
  expect(await hrefs(page)).toEqual(POLICIES);
  for (const path of POLICIES) expect((await page.request.get(path)).status(), path).toBe(200);
});

test.describe("the footer of a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("folds its columns into rows of 48 px [VIS-7]", async ({ page, shop }) => {
    await shop.visit("/ar/");
    await expect(columns(page)).toHaveCount(3);
    await footer(page).scrollIntoViewIfNeeded();
    for (const column of await columns(page).all()) {
      await expect(column.getByRole("link")).toHaveCount(0);
      expect((await column.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    }
    // The design says about 670; the newsletter's form and two rows of card brands make it higher.
    expect((await footer(page).boundingBox())?.height).toBeLessThan(790);
    const help = columns(page).filter({ hasText: "خدمة العملاء" });
    await help.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(help.getByRole("link").first()).toBeVisible();
    await shop.audit();
    // Beside each other they are open.
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(columns(page).first().getByRole("link").first()).toBeVisible();
  });

  test("has open columns without script [VIS-7]", { tag: "@no-script" }, async ({ page, shop }) => {
    await shop.visit("/ar/");
    for (const column of await columns(page).all())
      await expect(column.getByRole("link").first()).toBeVisible();
  });
});

test("the checkout has a slim footer whose links open beside it, and links its terms [VIS-7]", {
  tag: ["@any", "@phone"],
}, async ({ page, shop, pageErrors }) => {
  allowProvider(pageErrors);
  await fillCart(page, greeting);
  await shop.visit(CHECKOUT);
  expect(await hrefs(page)).toEqual(POLICIES);
  for (const link of await policies(page).getByRole("link").all()) {
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toContainText(t("layout.new-window"));
  }
  await expect(footer(page).locator("details")).toHaveCount(0);
  expect((await footer(page).boundingBox())?.height).toBeLessThan(200);
  const box = page.locator("label").filter({ has: terms(page) });
  await expect(box.getByRole("link")).toHaveAttribute("href", "/ar/terms/");
});

test("an order received keeps the slim footer, and prints without it [VIS-7] [VIS-12]", async ({
  page,
  shop,
}) => {
  await fillCart(page, greeting);
  const order = await quickOrder(page.request, {
    billing: billingOf("trust@example.com"),
    numbers: numbersOf(VISA),
  });
  await shop.visit(orderOf(order.url).url);
  expect(await hrefs(page)).toEqual(POLICIES);
  await page.emulateMedia({ media: "print" });
  await expect(footer(page)).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the home page promises, then shows categories, offers that end, and voices [VIS-7] [VIS-14]", {
  tag: ["@any", "@phone"],
}, async ({ page, shop }) => {
  await shop.visit("/ar/");
  const main = page.getByRole("main");
  await expect(main.getByRole("list", { name: t("catalog.promises") }).getByRole("listitem")).toHaveCount(4);
  const headings = await main.getByRole("heading", { level: 2 }).allTextContents();
  const places = ["catalog.categories", "catalog.ending-soon", "catalog.most-wanted"].map((key) =>
    headings.indexOf(t(key as "catalog.categories")),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
  const offers = main.locator("section").filter({
    has: page.getByRole("heading", { name: t("catalog.ending-soon"), exact: true }),
  });
  await expect(offers.getByRole("link", { name: dallah.name, exact: true })).toBeVisible();
  for (const card of await offers.getByRole("article").all())
    await expect(card.locator("del")).toHaveCount(1);
  await expect(main.getByRole("link", { name: "حكاية الدكان" })).toHaveAttribute("href", "/ar/about/");
  // A tile for each of the six categories, and new arrivals that can be bought.
  for (const name of ["القهوة", "التمور", "العسل", "العود والعطور", "المنزل", "صناديق الهدايا"])
    await expect(main.getByRole("link", { name: new RegExp(`^${name} `) }).first()).toBeAttached();
  const newest = main.locator("section").filter({
    has: page.getByRole("heading", { name: t("catalog.newest"), exact: true }),
  });
  await expect(newest.getByRole("article").first()).not.toContainText(t("catalog.out-of-stock"));
});

test.describe("with forced colours", () => {
  const border = (selector: string) => (page: Page) =>
    page
      .locator(selector)
      .first()
      .evaluate((found) => getComputedStyle(found).borderTopStyle);

  test("surfaces have borders and the primary button stands out [VIS-7]", async ({ page, shop }) => {
    await shop.visit(coffee.path);
    await page.emulateMedia({ forcedColors: "active" });
    const button = page.locator("main .single_add_to_cart_button, main .add_to_cart_button").first();
    const isHighlighted = () =>
      button.evaluate((found) => {
        const probe = document.createElement("i");
        probe.style.cssText = "forced-color-adjust:none;background:Highlight";
        document.body.append(probe);
        const highlight = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return getComputedStyle(found).backgroundColor === highlight;
      });
    // Its colour changes with a transition.
    await expect.poll(isHighlighted).toBe(true);
    await page.emulateMedia({ forcedColors: "none" });
    await shop.visit("/ar/shop/");
    await page.emulateMedia({ forcedColors: "active" });
    expect(await border("main article [class*=Badges] > *")(page)).toBe("solid");
    await page.emulateMedia({ forcedColors: "none" });
  });
});

for (const width of [320, 360, 390, 768, 1024, 1280]) {
  test(`no page scrolls sideways at ${width} px [VIS-7]`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/ar/", "/ar/shop/?on_sale=1", coffee.path, "/ar/?s=كمبيوتر", "/ar/cart/"]) {
      await shop.visit(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
    }
  });
}
