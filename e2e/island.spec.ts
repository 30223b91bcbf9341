import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import {
  buyButton,
  CART,
  cartButton,
  fillCart,
  lineIn,
  REFRESH,
  sideCart,
  stayClosed,
} from "./support/carts";
import { rewritePage } from "./support/catalogue";
import { coffee, incense, morning, ribbon } from "./support/products";

const quantityOf = (name: string) => t("common.quantity-of", { name });

test("an open side cart with an incomplete number in it survives the arrival of a fragment [CART-11]", async ({
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

  // The shopper changes the cart in another tab, and a script adds to it in this one.
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

  // The rest of the typed number is processed.
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

/** All scripts but the one that hides a dismissed notice: the page is not shown before it has run. */
const MODULES = /^(?!.*store-notice).*\.js$/;

test("a quantity typed before hydration is retained", async ({ page, shop }) => {
  let start = () => {};
  const held = new Promise<void>((go) => {
    start = go;
  });
  await page.route(MODULES, async (route) => {
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

test.describe("an island that throws", () => {
  /** Serves the page as an older release would render it: the islands of this name get empty props. */
  const starve = (page: Page, path: string, name: string) =>
    rewritePage(
      page,
      path,
      (html) =>
        html.replace(
          new RegExp(`(data-island="${name}".*?<script type="application/json">).*?(</script>)`, "s"),
          "$1{}$2",
        ),
      1,
    );

  /** Simulates a newer release that sends lines of another shape. */
  const spoil = (page: Page) =>
    page.route(
      (url) => url.search.includes(REFRESH),
      async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        for (const [key, html] of Object.entries<string>(answer.fragments)) {
          if (key.includes("side-cart"))
            answer.fragments[key] = html.replace(/"lines":\[\{.*?\}\],"totals"/s, '"lines":[{}],"totals"');
        }
        await route.fulfill({ response, json: answer });
      },
    );

  test.beforeEach(({ pageErrors }) => pageErrors.allow(/TypeError/, /Cannot read properties of undefined/));

  test("leaves the field that the server rendered, the typed text, and the form [WEB-4]", async ({
    page,
    shop,
  }) => {
    await stayClosed(page);
    await starve(page, coffee.path, "catalog/ProductForm");
    let start = () => {};
    const held = new Promise<void>((go) => {
      start = go;
    });
    await page.route(MODULES, async (route) => {
      await held;
      await route.continue();
    });
    const error = page.waitForEvent("console", (message) => message.type() === "error");
    await page.goto(coffee.path, { waitUntil: "commit" });
    const field = page.getByLabel(t("common.quantity"), { exact: true });
    await field.fill("3");
    start();
    await error;

    await expect(field).toHaveValue("3");
    await buyButton(page).click();
    await expect(buyButton(page)).toContainClass("added");
    await shop.audit();
    await shop.visit(CART);
    await expect(page.getByRole("main").getByLabel(quantityOf(coffee.name), { exact: true })).toHaveValue(
      "3",
    );
  });

  test("leaves a bundle's form, whose total the server calculates [WEB-4]", async ({ page, shop }) => {
    await starve(page, morning.path, "bundles/BundleBuilder");
    const error = page.waitForEvent("console", (message) => message.type() === "error");
    await shop.visit(morning.path);
    await error;

    const form = page.getByRole("form", { name: t("bundles.title") });
    await expect(form.getByRole("listitem").first()).toBeVisible();
    for (const list of await form.getByRole("combobox").all()) await list.selectOption({ index: 1 });
    await shop.arriving(() => form.getByRole("button", { name: t("bundles.add") }).click());
    await expect(lineIn(page.getByRole("main"), morning)).toBeVisible();
  });

  test("leaves the cart page's form, which changes quantities without script [WEB-4]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, coffee);
    await starve(page, CART, "cart/CartContents");
    const error = page.waitForEvent("console", (message) => message.type() === "error");
    await shop.visit(CART);
    await error;

    const field = page.getByRole("main").getByLabel(quantityOf(coffee.name), { exact: true });
    await field.fill("2");
    await shop.arriving(() => field.press("Enter"));
    await expect(page.getByRole("main")).toContainText("29.00\u00a0$");
  });

  test("leaves the cart button as a link [WEB-4]", async ({ page, shop }) => {
    await fillCart(page, coffee);
    await spoil(page);
    await shop.visit(incense.path);
    await shop.arriving(() => cartButton(page, 1).click());
    await expect(page).toHaveURL(CART);
    await expect(lineIn(page.getByRole("main"), coffee)).toBeVisible();
  });

  test("while it is open closes, and the next click follows the link [WEB-4]", async ({ page, shop }) => {
    await fillCart(page, coffee);
    await shop.visit(incense.path);
    await cartButton(page, 1).click();
    await expect(lineIn(sideCart(page), coffee)).toBeVisible();
    await spoil(page);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(sideCart(page)).toBeHidden();

    await shop.arriving(() => cartButton(page, 1).click());
    await expect(page).toHaveURL(CART);
  });
});
