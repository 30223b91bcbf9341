import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./payment-shop";
import { ACCOUNT } from "./support/accounts";
import { CART, cartButton, fillCart, lineIn, sideCart } from "./support/carts";
import { CHECKOUT, main, payReady, refusedWith, unfold } from "./support/checkout";
import { timer } from "./support/prices";
import { cerrado, coffee, oud, ribbon } from "./support/products";
import { loadPictures, PAGES } from "./support/screens";

/**
 * Compares twelve screens with stored screenshots, for regressions that no other test covers. Photos (pictures.css)
 * and running timers are hidden.
 */
async function compare(page: Page, name: string, what: Locator = main(page)): Promise<void> {
  await loadPictures(page);
  await expect(what).toHaveScreenshot(`${name}.png`, { mask: [timer(page.locator("body"))] });
}

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
    "bundle",
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
});
