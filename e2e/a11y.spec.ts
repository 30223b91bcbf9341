import { test as atCheckout } from "./payment-shop";
import { expect, t, test } from "./shop";
import { ACCOUNT, AREA, field, LOST, newCustomer, REGISTER, submitOf } from "./support/accounts";
import { CART, cartButton, fillCart, lineIn, sideCart } from "./support/carts";
import { ADD_METHOD, CHECKOUT, main, payReady, refusedWith, unfold } from "./support/checkout";
import { openClosedShop } from "./support/closed-shop";
import { cerrado, coffee, oud } from "./support/products";
import { NOWHERE, PAGES } from "./support/screens";

/**
 * Visits every kind of page at both widths, independently of the other specs: `shop` fails a test if axe reports a
 * violation on one of its pages or if a page scrolls sideways.
 */
test.describe("axe reports no violations", { tag: "@phone" }, () => {
  test("on catalog pages", async ({ shop, pageErrors }) => {
    test.slow();
    pageErrors.allow(/404/);
    for (const path of [...Object.values(PAGES), NOWHERE]) await shop.visit(path);
  });

  test("on the cart, empty and filled, and when a link is refused", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/403/);
    await shop.visit(CART);
    await fillCart(page, coffee, cerrado, oud);
    await shop.visit(CART);
    await cartButton(page, 3).click();
    await expect(lineIn(sideCart(page), oud)).toBeVisible();
    await shop.audit();
    await shop.visit(`${CART}?remove_item=x&_wpnonce=x`);
  });

  test("on account pages", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/422/);
    for (const path of [REGISTER, LOST, ACCOUNT]) await shop.visit(path);
    await field(page, "user").fill("salma@example.com");
    await shop.arriving(() => submitOf(page, "user").click());
    await newCustomer(page);
    for (const path of AREA) await shop.visit(path);
  });

  atCheckout("on payment pages, also with all fields invalid", async ({ page, shop }) => {
    await shop.visit(CHECKOUT);
    await fillCart(page, coffee, cerrado);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await unfold(page);
    await refusedWith(page);
    await shop.audit();
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await payReady(page);
    await refusedWith(page);
  });

  test("on the error page of a shop without a renderer", async ({ page, shop, pageErrors }) => {
    const closed = await openClosedShop();
    try {
      pageErrors.allow(/503|third-party request/);
      const answer = await page.goto(`${closed.origin}/ar/`);
      expect(answer?.status()).toBe(503);
      await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(t("content.busy"));
      await shop.audit();
    } finally {
      await page.goto("about:blank");
      await closed.close();
    }
  });
});
