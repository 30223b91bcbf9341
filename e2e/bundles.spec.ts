import type { Locator, Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { CART, FORM_ADD, isCall, lineIn, sideCart } from "./support/carts";
import { rewritePage, summaryPrice, withOwnPlace } from "./support/catalogue";
import { stopClock } from "./support/prices";
import { feast, finjan, haraz, hospitality, incense, morning, oudBox } from "./support/products";

const DOLLAR = "\u00a0$";
const money = (text: string) => `${text}${DOLLAR}`;
/** The items of the bundles, by name. */
const COFFEE = haraz.name;
const DATES = "تمر سُكَّري فاخر";
const CUPS = finjan.name;
const INCENSE = incense.name;
const FEAST = ["معمول بالتمر", "تمر محشوّ باللوز", "عسل زهور برّية", "بخور العروس", "شمعة العود والعنبر"];
const SOLD_OUT = "مخمّرية العود والزعفران";
const [MAAMOUL = "", ...OTHERS] = FEAST;

const form = (page: Page): Locator => page.getByRole("form", { name: t("bundles.title") });
const rows = (page: Page): Locator => form(page).getByRole("listitem");
/** The row of an item, found by its heading. */
const row = (page: Page, name: string): Locator =>
  rows(page).filter({ has: page.getByRole("heading", { name, exact: true }) });
const amount = (page: Page, name: string): Locator => row(page, name).getByRole("textbox");
const plus = (page: Page, name: string): Locator =>
  row(page, name).getByRole("button", { name: t("common.quantity-up") });
const minus = (page: Page, name: string): Locator =>
  row(page, name).getByRole("button", { name: t("common.quantity-down") });
const options = (page: Page, name: string): Locator => row(page, name).getByRole("combobox");
const alarm = (page: Page): Locator => form(page).getByRole("alert");
const add = (page: Page): Locator => form(page).getByRole("button", { name: t("bundles.add") });
const total = (page: Page): Locator =>
  form(page)
    .getByRole("status")
    .filter({ hasText: t("bundles.total-label") });
const selected = (page: Page): Locator =>
  form(page)
    .getByRole("status")
    .filter({ hasText: t("bundles.selected") });
/** The element around the rows, which carries the terms as data attributes. */
const terms = (page: Page): Locator => form(page).locator("[data-discount]");
const selection = (page: Page): Locator => form(page).locator("[name=woosb_ids]");
/** Controls are only disabled after hydration, so this shows that the island is hydrated. */
const hydrated = (page: Page) => expect(selection(page)).not.toHaveValue("");

/** Opens the hospitality box with its coffee chosen: four pieces that can be sold. */
async function chooseCoffee(page: Page): Promise<void> {
  await hydrated(page);
  await options(page, COFFEE).selectOption({ index: 1 });
  await expect(add(page)).toBeEnabled();
}

test.describe("a bundle's page", () => {
  test("has rows, a total, a count and an alert, and shows its requirements [BUND-01] [BUND-02] [BUND-03] [BUND-04] [BUND-05] [BUND-33]", async ({
    page,
    shop,
  }) => {
    await shop.visit(hospitality.path);
    const box = terms(page);
    for (const [name, value] of Object.entries({
      discount: "10",
      "discount-amount": "0.00",
      "fixed-price": "no",
      optional: "yes",
      variables: "yes",
      "exclude-unpurchasable": "no",
      min: "4",
      max: "8",
      "total-min": "0",
      "total-max": "0",
      "price-suffix": "",
    }))
      await expect(box, name).toHaveAttribute(`data-${name}`, value);
    await expect(rows(page)).toHaveCount(5);
    await expect(row(page, COFFEE)).toHaveAttribute("data-id", "0");
    await expect(row(page, COFFEE)).toHaveAttribute("data-optional", "no");
    await expect(row(page, CUPS)).toHaveAttribute("data-optional", "yes");
    await expect(row(page, DATES)).toHaveAttribute("data-price", "17.60");
    await expect(row(page, DATES)).toHaveAttribute("data-regular-price", "22.00");
    await expect(amount(page, COFFEE)).toHaveValue("2");
    await expect(total(page)).toContainText(t("bundles.total-label"));
    await expect(selected(page)).toContainText(t("bundles.selected"));
    // Only after the first touch.
    await hydrated(page);
    await expect(alarm(page)).toHaveCount(0);
    await amount(page, COFFEE).press("Tab");
    await expect(alarm(page)).toBeVisible();
    await expect(form(page)).toContainText(t("bundles.between", { min: "4", max: 8 }));
  });

  test("names every item, smaller than the price [WEB-1] [VIS-1]", { tag: ["@any", "@phone"] }, async ({
    page,
    shop,
  }) => {
    await shop.visit(hospitality.path);
    const size = (place: Locator) =>
      place.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    await expect(page.getByRole("heading", { name: t("bundles.title"), exact: true })).toBeVisible();
    const price = await size(summaryPrice(page));
    const parts = [COFFEE, DATES, "عسل بالمكسّرات", CUPS, INCENSE];
    await expect(rows(page)).toHaveCount(parts.length);
    for (const part of parts) {
      const name = row(page, part).getByRole("heading", { name: part, exact: true });
      await expect(name).toBeVisible();
      expect(await size(name)).toBeLessThan(price);
    }
    // The checkout summary has a tinted background; a product page is white.
    const column = page.locator(".summary");
    expect(await column.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
  });

  test("updates its total, its count and the posted selection with every change [BUND-07] [BUND-08] [BUND-09] [BUND-19] [BUND-32]", async ({
    page,
    shop,
  }) => {
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    // 2 × 18.00 + 17.60 + 24.00, less a tenth.
    await expect(total(page)).toContainText(money("77.60"));
    await expect(total(page)).toContainText(money("69.84"));
    await expect(total(page)).toContainText(t("bundles.saved", { amount: money("7.76") }));
    await expect(selected(page)).toContainText(t("bundles.pieces", { count: 4 }));
    const id = await row(page, COFFEE).getAttribute("data-id");
    const attrs = await row(page, COFFEE).getAttribute("data-attrs");
    expect(attrs).toContain(`roast=${encodeURIComponent("متوسط")}`);
    const picked = (await selection(page).inputValue()).split(",");
    expect(picked).toHaveLength(3);
    expect(picked[0]).toBe(`${id}/p1/2/${attrs}`);
    expect(picked[1]).toMatch(/^\d+\/p2\/1\/$/);

    await plus(page, INCENSE).click();
    await expect(total(page)).toContainText(money("86.94"));
    await expect(selected(page)).toContainText(t("bundles.pieces", { count: 5 }));
    await expect(selection(page)).toHaveValue(/\/p5\/1\/$/);
    await minus(page, INCENSE).click();
    await expect(selection(page)).toHaveValue(picked.join(","));
  });

  test("is added to the cart by its own form [BUND-42] [BUND-43] [BUND-06]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    let calls = 0;
    page.on("request", (request) => {
      if (isCall(FORM_ADD)(new URL(request.url()))) calls += 1;
    });
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await shop.arriving(() => add(page).click());
    // With script it leads back to the bundle, where the side cart opens.
    await expect(page).toHaveURL(encodeURI(hospitality.path));
    await expect(lineIn(sideCart(page), hospitality)).toBeVisible();
    expect(calls).toBe(0);
    await shop.visit(CART);
    const line = lineIn(page.getByRole("main"), hospitality);
    await expect(line).toContainText(`2 × ${haraz.name}`);
    await expect(line).toContainText(money("69.84"));
    await line.getByRole("button", { name: t("common.quantity-up") }).click();
    await expect(line).toContainText(money("139.68"));
  });

  test("retains what was chosen before hydration [BUND-09]", async ({ page, shop }) => {
    let open = () => {};
    const opened = new Promise<void>((done) => {
      open = done;
    });
    await page.route(/BundleBuilder/, async (route) => {
      await opened;
      await route.continue();
    });
    const arrived = shop.visit(hospitality.path);
    await options(page, COFFEE).selectOption({ index: 1 });
    open();
    await arrived;
    await expect(add(page)).toBeEnabled();
    await expect(alarm(page)).toHaveCount(0);
    await expect(row(page, COFFEE)).not.toHaveAttribute("data-id", "0");
  });

  test("can be bought with the keyboard alone [BUND-05]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    await hydrated(page);
    await options(page, COFFEE).focus();
    await page.keyboard.press("ArrowDown");
    await expect(add(page)).toBeEnabled();
    await amount(page, INCENSE).focus();
    await page.keyboard.press("Tab");
    await expect(plus(page, INCENSE)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(amount(page, INCENSE)).toHaveValue("1");
    await add(page).focus();
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(lineIn(sideCart(page), hospitality)).toBeVisible();
  });

  test("shows one price with its suffix if the price is fixed [BUND-34] [BUND-39]", async ({
    page,
    shop,
  }) => {
    await shop.visit(morning.path);
    await hydrated(page);
    await expect(terms(page)).toHaveAttribute("data-fixed-price", "yes");
    const before = await total(page).textContent();
    await expect(total(page)).toContainText("شامل التغليف");
    await plus(page, "قهوة تركية").click();
    await expect(selected(page)).toContainText(t("bundles.pieces", { count: 5 }));
    await expect(total(page)).toHaveText(before ?? "");
  });

  test("shows the picture of the chosen option [BUND-35]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    await hydrated(page);
    const picture = row(page, CUPS).locator("img");
    const first = await picture.getAttribute("src");
    // The picture of the chosen variation, and then the original one again.
    const seen: Array<string> = [];
    for (const option of await options(page, CUPS).locator("option:not([disabled])").all()) {
      const value = (await option.getAttribute("value")) ?? "";
      if (value === "") continue;
      await options(page, CUPS).selectOption(value);
      await expect(row(page, CUPS)).toHaveAttribute("data-id", value.split("/")[0] ?? "");
      seen.push(/\/media\/([a-z-]+)-\d+\./.exec((await picture.getAttribute("src")) ?? "")?.[1] ?? "");
    }
    expect(seen).toEqual(["finjan", "finjan-maroon"]);
    await options(page, CUPS).selectOption({ index: 0 });
    await expect(picture).toHaveAttribute("src", first ?? "");
    await expect(row(page, CUPS)).toHaveAttribute("data-name", finjan.name);

    await rewritePage(page, hospitality.path, (html) =>
      html.replace('"changeImage":"yes"', '"changeImage":"no"'),
    );
    await shop.visit(hospitality.path);
    await hydrated(page);
    await options(page, CUPS).selectOption({ index: 2 });
    await expect(row(page, CUPS)).not.toHaveAttribute("data-id", "0");
    await expect(picture).toHaveAttribute("src", first ?? "");
  });

  test("leaves the price of the page unchanged, unless the shop owner configures otherwise [BUND-38]", async ({
    page,
    shop,
  }) => {
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await plus(page, INCENSE).click();
    await expect(summaryPrice(page)).toContainText(money("69.84"));

    const customize = (value: string) => (html: string) =>
      html.replace('"changePrice":"no","priceSelector":""', `"changePrice":${value}`);
    await rewritePage(page, hospitality.path, customize('"yes","priceSelector":""'));
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await plus(page, INCENSE).click();
    await expect(summaryPrice(page)).toContainText(money("86.94"));

    await page.unrouteAll();
    await rewritePage(page, hospitality.path, (html) =>
      withOwnPlace(customize('"yes_custom","priceSelector":".own-total"')(html), "own-total"),
    );
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await expect(page.locator(".own-total")).toContainText(money("69.84"));
    await expect(page.locator(".own-total")).not.toContainText("—");
    await expect(summaryPrice(page)).toContainText(t("pricing.from"));
  });
});

test.describe("a bundle cannot be added", () => {
  test("while a variation is missing, before any other refusal [BUND-10] [BUND-17]", async ({
    page,
    shop,
  }) => {
    await shop.visit(hospitality.path);
    await hydrated(page);
    const text = t("bundles.variation-missing", { name: haraz.name });
    await amount(page, COFFEE).press("Tab");
    await expect(alarm(page)).toHaveText(text);
    await expect(add(page)).toBeDisabled();
    // The selection is also too small; only the first refusal is shown.
    await minus(page, COFFEE).click();
    await expect(selected(page)).toContainText(t("bundles.pieces", { count: 2 }));
    await expect(alarm(page)).toHaveText(text);
    await shop.audit();
  });

  test("with an item that is sold out [BUND-11] [BUND-18]", async ({ page, shop }) => {
    await shop.visit(oudBox.path);
    await expect(plus(page, SOLD_OUT)).toBeEnabled();
    await options(page, "دهن عود كمبودي معتّق").selectOption({ index: 1 });
    await expect(alarm(page)).toHaveCount(0);
    await expect(add(page)).toBeEnabled();
    await plus(page, SOLD_OUT).click();
    await expect(alarm(page)).toHaveText(t("bundles.unpurchasable", { name: SOLD_OUT }));
    await expect(add(page)).toBeDisabled();
    await shop.audit();
    await minus(page, SOLD_OUT).click();
    await expect(alarm(page)).toHaveCount(0);
    await expect(add(page)).toBeEnabled();
  });

  test("when it is empty, or its total is too low or too high [BUND-12] [BUND-15] [BUND-16]", async ({
    page,
    shop,
  }) => {
    await shop.visit(feast.path);
    await expect(plus(page, MAAMOUL)).toBeEnabled();
    await amount(page, MAAMOUL).press("Tab");
    await expect(alarm(page)).toHaveText(t("bundles.empty"));
    await expect(add(page)).toBeDisabled();
    await plus(page, MAAMOUL).click();
    await expect(alarm(page)).toHaveText(t("bundles.total-min", { min: money("60.00") }));
    await expect(add(page)).toBeDisabled();
    for (const name of OTHERS.slice(0, 3)) await plus(page, name).click();
    // 13.50 + 19.00 + 16.80 + 20.80, minus 10.
    await expect(total(page)).toContainText(money("60.10"));
    await expect(alarm(page)).toHaveCount(0);
    await expect(add(page)).toBeEnabled();
    for (const name of OTHERS) {
      await amount(page, name).fill("6");
      await amount(page, name).blur();
    }
    await expect(alarm(page)).toHaveText(t("bundles.total-max", { max: money("300.00") }));
    await expect(add(page)).toBeDisabled();
  });

  test("with too few pieces, or too many [BUND-13] [BUND-14] [BUND-20]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await minus(page, COFFEE).click();
    await expect(alarm(page)).toHaveText(t("bundles.min-qty", { min: 4 }));
    await expect(add(page)).toBeDisabled();
    await amount(page, COFFEE).fill("6");
    await amount(page, COFFEE).blur();
    await expect(selected(page)).toContainText(t("bundles.pieces", { count: 8 }));
    await expect(add(page)).toBeEnabled();
    await plus(page, DATES).click();
    await expect(alarm(page)).toHaveText(t("bundles.max-qty", { max: 8 }));
    await expect(add(page)).toBeDisabled();
  });
});

test.describe("a quantity in a bundle", () => {
  test("is processed a second after the last key [BUND-28]", async ({ page, shop }) => {
    await page.clock.install();
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await stopClock(page);
    await amount(page, INCENSE).fill("3");
    await page.clock.runFor(900);
    await expect(selected(page)).toContainText(t("bundles.pieces", { count: 4 }));
    await page.clock.runFor(200);
    await expect(selected(page)).toContainText(t("bundles.pieces", { count: 7 }));
    await page.clock.resume();
  });

  test("is processed immediately by Enter, which submits the form [BUND-28] [BUND-42]", async ({
    page,
    shop,
  }) => {
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await amount(page, INCENSE).fill("3");
    await shop.arriving(() => amount(page, INCENSE).press("Enter"));
    await expect(lineIn(sideCart(page), hospitality)).toContainText("3 × بخور معمول");
  });

  test("is 0 without a number, and stays between its limits [BUND-24] [BUND-25]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await amount(page, INCENSE).fill("كثير");
    await amount(page, INCENSE).blur();
    await expect(amount(page, INCENSE)).toHaveValue("0");
    await amount(page, INCENSE).fill("٣");
    await amount(page, INCENSE).blur();
    await expect(amount(page, INCENSE)).toHaveValue("3");
    await amount(page, INCENSE).fill("99");
    await amount(page, INCENSE).blur();
    await expect(amount(page, INCENSE)).toHaveValue("6");
    await amount(page, DATES).fill("");
    await amount(page, DATES).blur();
    await expect(amount(page, DATES)).toHaveValue("1");
  });

  test("moves by its step, and no further than its limits [BUND-26] [BUND-27]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    await expect(minus(page, CUPS)).toBeDisabled();
    await plus(page, CUPS).click();
    await expect(amount(page, CUPS)).toHaveValue("1");
    await plus(page, CUPS).click();
    await expect(amount(page, CUPS)).toHaveValue("2");
    await expect(plus(page, CUPS)).toBeDisabled();
    await minus(page, COFFEE).click();
    await expect(amount(page, COFFEE)).toHaveValue("1");
    await expect(minus(page, COFFEE)).toBeDisabled();
  });

  test("moves by a step other than one [BUND-26]", async ({ page, shop }) => {
    await rewritePage(page, hospitality.path, (html) => html.replaceAll('"step":"1"', '"step":"0.5"'));
    await shop.visit(hospitality.path);
    await chooseCoffee(page);
    for (const quantity of ["0.5", "1", "1.5", "2"]) {
      await plus(page, CUPS).click();
      await expect(amount(page, CUPS)).toHaveValue(quantity);
    }
    await expect(plus(page, CUPS)).toBeDisabled();
    await minus(page, CUPS).click();
    await expect(amount(page, CUPS)).toHaveValue("1.5");
  });
});

test.describe("without script", { tag: "@no-script" }, () => {
  test("a bundle is bought by its plain form [BUND-42] [BUND-44]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    await expect(alarm(page)).toBeHidden();
    await options(page, COFFEE).selectOption({ index: 3 });
    await amount(page, INCENSE).fill("2");
    await shop.arriving(() => add(page).click());
    const line = lineIn(page.getByRole("main"), hospitality);
    await expect(line).toContainText(`2 × ${haraz.name}`);
    await expect(line).toContainText("2 × بخور معمول");
    await expect(page).toHaveURL(new RegExp(CART));
  });

  test("an unavailable bundle is reported on the cart page [BUND-44]", async ({ page, shop }) => {
    await shop.visit(hospitality.path);
    await shop.arriving(() => add(page).click());
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      t("bundles.variation-missing", { name: haraz.name }),
    );
    await expect(page.getByRole("main").getByRole("heading", { name: t("cart.empty") })).toBeVisible();
  });
});
