import type { Locator, Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import { ACCOUNT } from "./support/accounts";
import { CART, card, cartButton, fillCart, lineIn, sideCart } from "./support/carts";
import { CHECKOUT, main, payReady, refusedWith, unfold } from "./support/checkout";
import { timer } from "./support/prices";
import { cerrado, coffee, greeting, oud, ribbon } from "./support/products";
import { loadPictures, PAGES } from "./support/screens";

/**
 * Compares screens with stored screenshots, for regressions that no other test covers. Photos (pictures.css)
 * and running timers are hidden.
 */
async function compare(page: Page, name: string, what: Locator = main(page)): Promise<void> {
  await loadPictures(page);
  await expect(what).toHaveScreenshot(`${name}.png`, { mask: [timer(page.locator("body"))] });
}

const TRACK = "/ar/track-order/";

// Playwright injects a style sheet, which the shop's own policy would block.
test.use({ bypassCSP: true });

test.describe("looks as it did", { tag: "@phone" }, () => {
  test("home, with its layout", async ({ page, shop }) => {
    await shop.visit(PAGES.home);
    await compare(page, "home", page.locator("body"));
  });

  for (const name of [
    "listing",
    "search",
    "product-simple",
    "product-variable",
    "product-countdown",
    "product-sold-out",
    "bundle",
    "listing-filtered",
    "search-none",
    "wishlist",
    "contact",
    "return-request",
  ] as const) {
    test(name, async ({ page, shop }) => {
      await shop.visit(PAGES[name]);
      await compare(page, name);
    });
  }

  test("cart", async ({ page, shop }) => {
    await fillCart(page, coffee, cerrado, oud);
    await shop.visit(CART);
    await expect(lineIn(main(page), oud)).toBeVisible();
    await compare(page, "cart");
  });

  test("side-cart", async ({ page, shop }) => {
    await fillCart(page, coffee, cerrado, ribbon);
    await shop.visit(PAGES["search-none"]);
    await cartButton(page, 3).click();
    await expect(lineIn(sideCart(page), ribbon)).toBeVisible();
    await compare(page, "side-cart", sideCart(page));
  });

  test("checkout", async ({ page, shop }) => {
    await fillCart(page, coffee, cerrado, ribbon);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await unfold(page);
    await compare(page, "checkout");
  });

  test("checkout-faults", async ({ page, shop }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await fillCart(page, coffee);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await refusedWith(page);
    await compare(page, "checkout-faults");
  });

  test("account-login", async ({ page, shop }) => {
    await shop.visit(ACCOUNT);
    await compare(page, "account-login");
  });

  test("filters", async ({ page, shop, isMobile }) => {
    await shop.visit("/ar/product-category/coffee/");
    const filters = page.getByRole("complementary", { name: t("catalog.filter-label") });
    if (isMobile)
      await main(page)
        .getByRole("button", { name: t("catalog.filter"), exact: false })
        .click();
    await expect(filters).toBeVisible();
    await compare(page, "filters", filters);
  });

  test("wishlist-saved", async ({ page, shop }) => {
    await shop.visit(coffee.path);
    const heart = main(page)
      .getByRole("button", { name: t("wishlist.save", { name: coffee.name }) })
      .first();
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await shop.visit(PAGES.wishlist);
    await expect(card(page, coffee)).toBeVisible();
    await compare(page, "wishlist-saved");
  });

  test("cart-later", async ({ page, shop }) => {
    await fillCart(page, coffee, oud);
    await shop.visit(CART);
    await shop.arriving(() =>
      page.getByRole("button", { name: t("cart.later-named", { name: coffee.name }) }).click(),
    );
    const later = page.getByRole("region", { name: t("cart.later-title") });
    await expect(later).toContainText(coffee.name);
    await compare(page, "cart-later", later);
  });

  test("checkout-gift", async ({ page, shop }) => {
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await payReady(page);
    const gift = page.getByRole("checkbox", { name: t("checkout.gift") });
    await gift.check();
    await page.getByRole("textbox", { name: t("checkout.gift-text") }).fill("كل عام وأنتم بخير");
    await compare(page, "checkout-gift");
  });

  test("order-track", async ({ page, shop }) => {
    await shop.visit(TRACK);
    await compare(page, "order-track");
  });

  test("order-track-faults", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/422/);
    await shop.visit(TRACK);
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("orders.track-submit") })
        .click(),
    );
    await expect(main(page)).toContainText(t("orders.track-email-missing"));
    await compare(page, "order-track-faults");
  });
});
