import type { Locator, Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { BILLING, billingField, newCustomer, submitOf } from "./support/accounts";
import { buyButton, CART, cartButton, fillCart, lineIn, miniCart, sideCart } from "./support/carts";
import { choose, summaryPrice } from "./support/catalogue";
import {
  allowProvider,
  billingOf,
  CHECKOUT,
  CSC,
  EXPIRY,
  entriesOf,
  numberField,
  numbersOf,
  payButton,
  payReady,
  terms,
  VISA,
} from "./support/checkout";
import { menuToggle, mobileMenu } from "./support/menus";
import { saveMethod } from "./support/methods";
import { coffee, dallah, haraz, honeycomb, hospitality } from "./support/products";

/** The bar with the second add button. */
const bar = (page: Page) => page.getByRole("region", { name: t("catalog.add-to-cart"), exact: true });
const toCheckout = (place: ReturnType<typeof sideCart>) =>
  place.getByRole("link", { name: t("cart.checkout") });

/** The first button that adds a product of the home page. */
const firstAdd = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("button", { name: t("catalog.add-to-cart"), exact: false })
    .first();

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  for (const product of [coffee, haraz, dallah]) {
    test(`title, price and button are in the first screen: ${product.name} [VIS-6]`, async ({
      page,
      shop,
    }) => {
      await shop.visit(product.path);
      await expect(bar(page)).toBeVisible();
      const top = (await bar(page).boundingBox())?.y ?? 0;
      for (const part of [page.getByRole("heading", { level: 1 }), summaryPrice(page)]) {
        const box = await part.boundingBox();
        expect((box?.y ?? top) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
      }
      await expect(bar(page).getByRole("button")).toBeEnabled();
      await shop.audit();
      // The form's own button takes over while it is in view.
      await buyButton(page).scrollIntoViewIfNeeded();
      await buyButton(page).evaluate((button) => button.scrollIntoView({ block: "center" }));
      await expect(bar(page)).toBeHidden();
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect(bar(page)).toBeVisible();
    });
  }

  test("the bar leads to the option that is missing, and adds when nothing is [VIS-6]", async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    const button = bar(page).getByRole("button");
    const legends = page.locator("form.cart fieldset");
    const label = (await legends.first().locator("legend > span").first().textContent()) ?? "";
    await expect(button).toHaveText(t("catalog.choose-one", { name: label }));
    await button.click();
    await expect(legends.first()).toBeInViewport();
    await expect(legends.first().getByRole("radio").first()).toBeFocused();
    await choose(page, { roast: "داكن", weight: "500 غ", grind: "حبوب كاملة" });
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(button).toHaveText(t("catalog.add-to-cart"));
    await button.click();
    await expect(lineIn(sideCart(page), haraz)).toBeVisible();
  });

  test("the side cart says what was added and leads to the checkout in one tap [VIS-3]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    allowProvider(pageErrors);
    await shop.visit(coffee.path);
    await bar(page).getByRole("button").click();
    const drawer = sideCart(page);
    await expect(lineIn(drawer, coffee)).toBeVisible();
    await expect(drawer.getByText(t("cart.added-announce")).first()).toBeVisible();
    await shop.audit();
    await expect(toCheckout(drawer)).toBeInViewport();
    await toCheckout(drawer).click();
    await expect(page).toHaveURL(CHECKOUT);
  });

  test("a bundle opens the side cart too [VIS-3]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    const form = page.getByRole("form", { name: t("bundles.title") });
    await expect(form.locator("[name=open-side-cart]")).toHaveCount(1);
    await form.getByRole("combobox").first().selectOption({ index: 1 });
    await form.getByRole("button", { name: t("bundles.add") }).click();
    await expect(lineIn(sideCart(page), hospitality)).toBeVisible();
    await expect(page).toHaveURL(encodeURI(hospitality.path));
    // It opens once.
    await page.reload();
    await expect(cartButton(page, 1)).toBeVisible();
    await expect(sideCart(page)).toBeHidden();
  });

  test("the header is one row that leaves on the way down and returns on the way up [VIS-14]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    const banner = page.getByRole("banner");
    expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(58);
    const bottom = async () => {
      const box = await banner.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    // Less than 96 px: it stays.
    await page.mouse.wheel(0, 80);
    await expect.poll(bottom).toBeGreaterThan(50);
    await page.mouse.wheel(0, 900);
    await expect.poll(bottom).toBeLessThanOrEqual(0);
    await page.mouse.wheel(0, -20);
    await expect.poll(bottom).toBeGreaterThan(50);
    await page.mouse.wheel(0, 400);
    await expect.poll(bottom).toBeLessThanOrEqual(0);
    // Never while the focus is inside.
    await cartButton(page, 0).focus();
    await expect.poll(bottom).toBeGreaterThan(50);
    await page.mouse.wheel(0, 400);
    await expect.poll(bottom).toBeGreaterThan(50);
  });

  test("the menu begins with all products, holds the sale, and ends with the account and contact [VIS-14]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/shop/?on_sale=1");
    await menuToggle(page).click();
    const links = mobileMenu(page).locator(":scope > ul > li > a");
    await expect(links.first()).toHaveText("كل المنتجات");
    const sale = links.filter({ hasText: "التخفيضات" });
    await expect(sale).toHaveAttribute("aria-current", "page");
    await expect(links.first()).not.toHaveAttribute("aria-current");
    await expect(links.nth(-4)).toHaveText(t("layout.account"));
    await expect(links.last()).toHaveAttribute("href", "/ar/contact/");
    for (const [place, height] of [
      [links.first(), 56],
      [links.last(), 48],
    ] as const)
      expect((await place.boundingBox())?.height).toBeGreaterThanOrEqual(height);
    await shop.audit();
  });

  test("the search panel covers the screen with the focus in its field, and Escape returns [VIS-14]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    const opener = page.getByRole("button", { name: t("layout.search-open"), exact: true });
    await opener.click();
    const field = page.getByRole("banner").getByLabel(t("layout.search-label"));
    await expect(field).toBeFocused();
    const panel = await page.locator("search[popover]").first().boundingBox();
    expect([panel?.x, panel?.y, panel?.width]).toEqual([0, 0, 390]);
    await shop.audit();
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test("the bar of a bundle leads to what is missing, then adds; no alert before the first touch [VIS-6] [VIS-15]", async ({
    page,
    shop,
  }) => {
    await shop.visit(hospitality.path);
    const form = page.getByRole("form", { name: t("bundles.title") });
    const button = bar(page).getByRole("button");
    await expect(button).toBeEnabled();
    await expect(form.getByRole("alert")).toHaveCount(0);
    await button.click();
    await expect(form.getByRole("combobox").first()).toBeFocused();
    await expect(form.getByRole("combobox").first()).toBeInViewport();
    await expect(form.getByRole("alert")).toBeVisible();
    await form.getByRole("combobox").first().selectOption({ index: 1 });
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(button).toHaveText(t("catalog.add-to-cart"));
    await button.click();
    await expect(lineIn(sideCart(page), hospitality)).toBeVisible();
  });

  test("discounts by quantity are shown only where the stock reaches them [VIS-15]", async ({
    page,
    shop,
  }) => {
    await shop.visit(honeycomb.path);
    await expect(page.getByRole("main").getByRole("table", { name: t("pricing.table-caption") })).toHaveCount(
      0,
    );
  });

  test("a guest buys from the home page with 9 typed fields and at most 12 taps [VIS-14]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    allowProvider(pageErrors);
    await shop.visit("/ar/");
    let taps = 0;
    let fields = 0;
    const tap = async (place: Locator) => {
      taps += 1;
      await place.tap();
    };
    /** Types into a field. The keyboard's own key leads to the next one; any other field is tapped. */
    const type = async (field: Locator, text: string) => {
      await page.keyboard.press("Tab");
      const isNext = await field.evaluate((one) => one === document.activeElement);
      if (!isNext) await tap(field);
      fields += 1;
      await page.keyboard.type(text);
    };
    await tap(firstAdd(page));
    await tap(toCheckout(sideCart(page)));
    await expect(page).toHaveURL(CHECKOUT);
    await payReady(page);
    await shop.audit();
    const billing = billingOf("taps@example.com");
    for (const name of ["email", "first_name", "last_name", "address_1", "city", "phone"] as const)
      await type(billingField(page, name), billing[name] ?? "");
    await type(numberField(page, "number"), VISA);
    await type(numberField(page, "expiry"), EXPIRY);
    await type(numberField(page, "csc"), CSC);
    await tap(terms(page));
    await tap(payButton(page));
    await expect(page).toHaveURL(/order-received/);
    expect(fields).toBe(9);
    expect(taps).toBeLessThanOrEqual(12);
  });

  test("a customer with a saved card and address buys with at most 4 taps and types nothing [VIS-14]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    allowProvider(pageErrors);
    await newCustomer(page);
    await saveMethod(page.request, numbersOf(VISA));
    await shop.visit(BILLING);
    const { email: _, country, ...billing } = billingOf("");
    for (const [name, value] of entriesOf(billing)) await billingField(page, name).fill(value);
    await billingField(page, "country").selectOption(country ?? "US");
    await shop.arriving(() => submitOf(page, "city").click());

    await shop.visit("/ar/");
    let taps = 0;
    const tap = async (place: Locator) => {
      taps += 1;
      await place.tap();
    };
    await tap(firstAdd(page));
    await tap(toCheckout(sideCart(page)));
    await expect(page).toHaveURL(CHECKOUT);
    await payReady(page);
    await shop.audit();
    await tap(terms(page));
    await tap(payButton(page));
    await expect(page).toHaveURL(/order-received/);
    expect(taps).toBeLessThanOrEqual(4);
  });

  test("a pressed button is not grey afterwards [VIS-15]", async ({ page, shop }) => {
    await shop.visit(coffee.path);
    const plus = page.getByRole("button", { name: t("common.quantity-up") });
    const colour = () => plus.evaluate((button) => getComputedStyle(button).backgroundColor);
    const before = await colour();
    await plus.tap();
    await expect(page.getByLabel(t("common.quantity"), { exact: true })).toHaveValue("2");
    expect(await colour()).toBe(before);
  });

  test("the cart's checkout button is always in view, with the total [VIS-8]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    allowProvider(pageErrors);
    await fillCart(page, coffee, honeycomb);
    await shop.visit(CART);
    const main = page.getByRole("main");
    const button = main.getByRole("link", { name: t("cart.checkout") });
    await expect(button).toHaveCount(1);
    await expect(button).toBeInViewport({ ratio: 1 });
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069\u00a0]/g, " ");
    const total = plain(
      (await main.locator("dl").last().getByRole("definition").last().textContent()) ?? "-",
    );
    expect(plain((await button.locator("xpath=..").textContent()) ?? "")).toContain(total.trim());
    await main.getByRole("link", { name: t("cart.continue") }).scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.tap();
    await expect(page).toHaveURL(CHECKOUT);
  });

  test("suggestions move only when they are asked to [CART-18]", async ({ page, shop }) => {
    await fillCart(page, coffee);
    await page.clock.install();
    await shop.visit(CART);
    const row = page.locator("#cart-suggestions-row");
    await row.scrollIntoViewIfNeeded();
    const play = page.getByRole("button", { name: t("cart.suggestions-play") });
    await expect(play).toBeVisible();
    const place = () => row.evaluate((found) => Math.abs(found.scrollLeft));
    await page.clock.runFor(10_000);
    expect(await place()).toBe(0);
    await play.click();
    await page.mouse.move(0, 0);
    await page.getByRole("heading", { level: 1 }).evaluate((heading) => heading.focus());
    await page.clock.runFor(3_500);
    await expect.poll(place).toBeGreaterThan(0);
  });
});

test("the mini cart leads to the checkout, and to the cart by a link [VIS-3]", async ({ page, shop }) => {
  await fillCart(page, coffee);
  await shop.visit("/ar/");
  await cartButton(page, 1).hover();
  await expect(miniCart(page).getByRole("link", { name: t("cart.view") })).toHaveAttribute("href", CART);
  await expect(toCheckout(miniCart(page))).toHaveAttribute("href", CHECKOUT);
});

test("a bar shows how far the order is from free shipping [VIS-3]", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await fillCart(page, coffee);
  await shop.visit(CART);
  const progress = page
    .getByRole("main")
    .getByRole("progressbar", { name: t("cart.free-shipping-progress") });
  // 14.50 of 75.00.
  await expect(progress).toHaveJSProperty("value", 19);
});

test("a quantity above the stock is refused at its field, which names the product [VIS-8]", async ({
  page,
  shop,
}) => {
  await fillCart(page, coffee, honeycomb);
  await shop.visit(CART);
  const line = lineIn(page.getByRole("main"), honeycomb);
  const field = line.getByRole("textbox", { name: t("common.quantity-of", { name: honeycomb.name }) });
  await field.fill("5");
  const words = t("cart.max-stock", { quantity: "1" });
  await expect(line.getByRole("alert")).toHaveText(words);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(words);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
  await shop.audit();
});

test("options can be told apart with forced colours [VIS-15]", async ({ page, shop }) => {
  await shop.visit(haraz.path);
  await page.emulateMedia({ forcedColors: "active" });
  await choose(page, { roast: "داكن" });
  const [chosen, other] = await page
    .locator("form.cart fieldset")
    .first()
    .getByRole("radio")
    .evaluateAll((all) => {
      const shown = (isChecked: boolean) => {
        const input = all.find((one) => (one as HTMLInputElement).checked === isChecked);
        return input?.nextElementSibling ? getComputedStyle(input.nextElementSibling).outlineStyle : "";
      };
      return [shown(true), shown(false)];
    });
  expect([chosen, other]).toEqual(["solid", "none"]);
  // The page is audited in its own colours.
  await page.emulateMedia({ forcedColors: "none" });
});

test("a page is printed without header and footer [VIS-12]", async ({ page, shop }) => {
  await shop.visit(coffee.path);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});
