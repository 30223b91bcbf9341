import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { buyButton, CART, card, cartButton, lineIn, miniCart, removeLink, sideCart } from "./support/carts";
import { coffee } from "./support/products";

const openProduct = (page: Page) =>
  card(page, coffee).getByRole("link", { name: coffee.name, exact: true }).click();
const askForTwo = (page: Page) => page.getByLabel(t("common.quantity"), { exact: true }).fill("2");
const emptyCart = (page: Page) => page.getByRole("main").getByRole("heading", { name: t("cart.empty") });

test("a guest finds a product, adds it, opens the cart and removes it again [CART-01] [CART-11] [CART-19] [SITE-05] [SITE-16]", {
  tag: "@phone",
}, async ({ page, shop, isMobile }) => {
  await shop.visit("/ar/");
  await shop.arriving(() => openProduct(page));
  await expect(page).toHaveURL(encodeURI(coffee.path));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(coffee.name);

  await askForTwo(page);
  await buyButton(page).click();
  await expect(lineIn(sideCart(page), coffee)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cartButton(page, 1)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: t("cart.view") })).toHaveAttribute(
    "href",
    CART,
  );

  if (!isMobile) {
    await cartButton(page, 1).hover();
    await expect(lineIn(miniCart(page), coffee)).toBeVisible();
    await expect(removeLink(miniCart(page), coffee)).toHaveAttribute("data-cart_item_key", /.+/);
    await shop.audit();
  }

  await cartButton(page, 1).click();
  await expect(lineIn(sideCart(page), coffee)).toContainText("29.00\u00a0$");
  await shop.audit();

  await shop.arriving(() =>
    sideCart(page)
      .getByRole("link", { name: t("cart.view") })
      .click(),
  );
  await expect(page).toHaveURL(CART);
  await expect(lineIn(page.getByRole("main"), coffee)).toContainText("29.00\u00a0$");

  await removeLink(page.getByRole("main"), coffee).click();
  await expect(emptyCart(page)).toBeVisible();
  await expect(cartButton(page, 0)).toBeVisible();
  await page.reload();
  await expect(emptyCart(page)).toBeVisible();
});

test("the same journey with plain links and forms [CART-01] [CART-02] [CART-22] [SITE-05] [SITE-16]", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  await shop.visit("/ar/");
  await shop.arriving(() => openProduct(page));
  await expect(page).toHaveURL(encodeURI(coffee.path));

  await askForTwo(page);
  await shop.arriving(() => buyButton(page).click());
  await expect(page).toHaveURL(/\/ar\/cart\//);
  await expect(page.getByRole("main").getByRole("status")).toHaveText(
    t("cart.added-named", { name: coffee.name }),
  );
  await expect(lineIn(page.getByRole("main"), coffee)).toContainText("29.00\u00a0$");

  await shop.arriving(() => removeLink(page.getByRole("main"), coffee).click());
  await expect(page).toHaveURL(/\/ar\/cart\//);
  await expect(page.getByRole("main").getByRole("status")).toContainText(
    t("cart.removed", { name: coffee.name }),
  );
  await expect(emptyCart(page)).toBeVisible();

  // Through the header link: without script nothing else opens the cart.
  await shop.arriving(() => cartButton(page, 0).click());
  await expect(page).toHaveURL(CART);
  await expect(emptyCart(page)).toBeVisible();
});
