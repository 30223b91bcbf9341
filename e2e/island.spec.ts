import { expect, t, test } from "./shop";
import { buyButton, CART, cartButton, fillCart, lineIn, REFRESH, sideCart } from "./support/carts";
import { coffee, incense, ribbon } from "./support/products";

const quantityOf = (name: string) => t("common.quantity-of", { name });

test("an open side cart with half a number in it survives the arrival of a fragment [CART-11]", async ({
  page,
  shop,
  context,
}) => {
  await fillCart(page, coffee, ribbon);
  await shop.visit(incense.path);
  await cartButton(page, 2).click();
  const field = sideCart(page).getByLabel(quantityOf(coffee.name), { exact: true });
  await field.click();
  await field.press("End");
  await field.pressSequentially(".");
  await expect(field).toHaveValue("1.");
  await field.evaluate((element) => Object.assign(element, { sameAsEver: true }));

  // In another tab the shopper changes the cart; in this one, something adds to it.
  const tab = await context.newPage();
  await fillCart(tab, ribbon, ribbon);
  await tab.close();
  await buyButton(page).dispatchEvent("click");

  await expect(lineIn(sideCart(page), incense)).toBeVisible();
  await expect(sideCart(page).getByLabel(quantityOf(ribbon.name), { exact: true })).toHaveValue("3");
  await expect(lineIn(sideCart(page), ribbon)).toContainText("12.00\u00a0$");
  await expect(cartButton(page, 3)).toBeAttached();
  await expect(sideCart(page)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("1.");
  const state = await field.evaluate((element: HTMLInputElement) => ({
    same: "sameAsEver" in element,
    caret: element.selectionStart,
  }));
  expect(state).toEqual({ same: true, caret: 2 });

  // And the rest of the number is heard.
  await field.press("Backspace");
  await field.press("Backspace");
  await field.pressSequentially("4");
  await expect(lineIn(sideCart(page), coffee)).toContainText("58.00\u00a0$");
  await shop.audit();
});

test("a quantity being typed on the cart page survives the arrival of a fragment [CART-11]", async ({
  page,
  shop,
}) => {
  await fillCart(page, coffee, ribbon);
  await shop.visit(CART);
  const field = page.getByRole("main").getByLabel(quantityOf(coffee.name), { exact: true });
  await field.click();
  await field.press("End");
  await field.pressSequentially(".");

  await fillCart(page, ribbon);
  const refreshed = page.waitForResponse((response) => response.url().includes(REFRESH));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await refreshed;

  await expect(page.getByRole("main").getByLabel(quantityOf(ribbon.name), { exact: true })).toHaveValue("2");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("1.");
});

test("a drawer that is opened before the cart has arrived fills when it does", async ({ page, shop }) => {
  await fillCart(page, coffee);
  let answer = () => {};
  const held = new Promise<void>((go) => {
    answer = go;
  });
  await page.route(
    (url) => url.search.includes(REFRESH),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.goto("/ar/");

  await cartButton(page, 0).click();
  await expect(sideCart(page)).toContainText(t("common.loading"));
  await shop.audit();
  answer();

  await expect(lineIn(sideCart(page), coffee)).toBeVisible();
  await expect(sideCart(page)).not.toContainText(t("common.loading"));
});

test("a quantity typed before the page's script runs is kept", async ({ page, shop }) => {
  let start = () => {};
  const held = new Promise<void>((go) => {
    start = go;
  });
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(coffee.path, { waitUntil: "commit" });
  const field = page.getByLabel(t("common.quantity"), { exact: true });
  await field.fill("3");
  const more = page.getByRole("button", { name: t("common.quantity-up") });
  await expect(more).toBeDisabled();
  start();

  await expect(more).toBeEnabled();
  await expect(field).toHaveValue("3");
  await more.click();
  await expect(field).toHaveValue("4");
  await shop.audit();
});
