import { expect, t, test } from "./shop";
import { ACCOUNT, AREA, field, LOST, newCustomer, REGISTER, submitOf } from "./support/accounts";
import { CART, cartButton, fillCart, lineIn, sideCart } from "./support/carts";
import { openClosedShop } from "./support/closed-shop";
import { cerrado, coffee, oud } from "./support/products";
import { NOWHERE, PAGES } from "./support/screens";
import { ADD_METHOD, CHECKOUT, main, payReady, refusedWith, unfold } from "./support/till";
import { test as atCheckout } from "./till";

/**
 * Every kind of page, at both widths, whatever the other specs visit: `shop` fails a test whose pages axe has something
 * to say about, or which scroll sideways.
 */
test.describe("axe has nothing to report", { tag: "@phone" }, () => {
  test("on any page of the catalogue", async ({ shop, faults }) => {
    test.slow();
    faults.allow(/404/);
    for (const path of [...Object.values(PAGES), NOWHERE]) await shop.visit(path);
  });

  test("on the cart, with nothing in it and with something, and when a link is refused", async ({
    page,
    shop,
    faults,
  }) => {
    faults.allow(/403/);
    await shop.visit(CART);
    await fillCart(page, coffee, cerrado, oud);
    await shop.visit(CART);
    await cartButton(page, 3).click();
    await expect(lineIn(sideCart(page), oud)).toBeVisible();
    await shop.audit();
    await shop.visit(`${CART}?remove_item=x&_wpnonce=x`);
  });

  test("on any page of an account", async ({ page, shop, faults }) => {
    faults.allow(/422/);
    for (const path of [REGISTER, LOST, ACCOUNT]) await shop.visit(path);
    await field(page, "user").fill("salma@example.com");
    await shop.arriving(() => submitOf(page, "user").click());
    await newCustomer(page);
    for (const path of AREA) await shop.visit(path);
  });

  atCheckout("where somebody pays, with everything wrong too", async ({ page, shop }) => {
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

  test("on the page of a shop that cannot draw any", async ({ page, shop, faults }) => {
    const closed = await openClosedShop();
    try {
      faults.allow(/503|request to somebody else/);
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
