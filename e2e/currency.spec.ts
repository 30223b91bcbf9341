import { expect, t, test } from "./shop";
import { expectNoSidewaysScroll, violations } from "./support/audit";
import { sideCart } from "./support/carts";
import { type OtherShop, openShop } from "./support/closed-shop";
import { coffee, hospitality } from "./support/products";

/** The demo shop's minor units, read as thousandths of a dinar. */
const dinars = (dollars: string) => {
  const minor = Number(dollars.replace(/[^\d]/g, ""));
  return `${(minor / 1000).toFixed(3)}\u00a0د.ك`;
};

test.describe("a shop in Kuwaiti dinars", () => {
  let shop: OtherShop;
  test.beforeAll(async () => {
    shop = await openShop({ MATJAR_CURRENCY: "KWD" });
  });
  test.afterAll(() => shop.close());
  test.beforeEach(({ pageErrors }) => {
    pageErrors.allow(new RegExp(`^third-party request: ${shop.origin}/`));
  });

  test("prices have three decimals and the sign of the currency, on the page and in its data", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(shop.origin + coffee.path);
    const price = page.getByRole("main").locator(".price").first();
    await expect(price).toContainText(dinars(coffee.price).split("\u00a0")[0] ?? "");
    await expect(price).toContainText("د.ك");
    await expect(price).toContainText(t("pricing.currency-kwd"));
    expect(await price.textContent()).not.toContain("$");
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const offer = data.map((json) => JSON.parse(json)).find((one) => one["@type"] === "Product").offers;
    expect(offer.priceCurrency).toBe("KWD");
    expect(offer.price ?? offer.lowPrice).toMatch(/^\d+\.\d{3}$/);
    expect(await violations(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  });

  test("the cart and a bundle that the browser adds up use the same currency", async ({ page }) => {
    await page.goto(shop.origin + hospitality.path);
    const form = page.getByRole("form", { name: t("bundles.title") });
    const total = form.getByRole("status").filter({ hasText: t("bundles.total-label") });
    await expect(total).toContainText("د.ك");
    expect(await total.textContent()).toMatch(/\d\.\d{3}/);
    await page.goto(shop.origin + coffee.path);
    await page
      .getByRole("button", { name: t("catalog.add-to-cart"), exact: true })
      .first()
      .click();
    await expect(sideCart(page)).toContainText("د.ك");
    expect(await sideCart(page).textContent()).not.toContain("$");
  });

  test("the Store API says how amounts are written", async ({ request }) => {
    const [product] = await (
      await request.get(`${shop.origin}/ar/wp-json/wc/store/v1/products?per_page=1`)
    ).json();
    expect(product.prices).toMatchObject({
      currency_code: "KWD",
      currency_minor_unit: 3,
      currency_symbol: "د.ك",
      currency_suffix: "\u00a0د.ك",
    });
  });
});
