import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import {
  alter,
  choose,
  form,
  PRODUCT_FORM,
  propsOf,
  quantity,
  rewritePage,
  rewriteProps,
  summaryPrice,
  tablePlace,
  variationId,
  withOwnPlace,
} from "./support/catalogue";
import {
  amounts,
  clear,
  clockworkOf,
  deal,
  Gate,
  moment,
  onCall,
  passBy,
  ready,
  recordCalls,
  takenUp,
  visitTimed,
} from "./support/prices";
import { candle, coffee, dallah, haraz, perfume } from "./support/products";
import { shifts, watchShifts } from "./support/screens";

type Variation = { variation_id: string };

const FIRST = { roast: "متوسط", weight: "250 غ", grind: "حبوب كاملة" };
const SECOND_ONE = { roast: "متوسط", weight: "500 غ", grind: "مطحون للدلّة" };

const table = (page: Page) => page.getByRole("table", { name: t("pricing.table-caption") });
/** The rows without the header row. */
const tableRows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
const currentRow = (page: Page) => tableRows(page).and(page.locator("[aria-current=true]"));
/** The response of a price call. */
const priced = (amount: string) => ({
  price_html: `<span class="price"><bdi dir="ltr">${amount}\u00a0$</bdi></span>`,
  price: { amount: `${amount}\u00a0$`, regular: null, percentOff: null, from: false },
});
type DiscountProps = { discounts: { show_product_strikeout: string; product_price_container_class: string } };

test.describe("the price of a variation", () => {
  test("is requested by call 11 and replaced when its status is 1 [PRICE-04] [PRICE-06]", async ({
    page,
    shop,
  }) => {
    const calls = recordCalls(page, 11);
    await onCall(page, 11, (route) => route.fulfill({ json: { status: 1, ...priced("12.34") } }));
    await shop.visit(haraz.path);
    const all: Array<Variation & { price_html: string }> = JSON.parse(
      (await form(page).getAttribute("data-product_variations")) ?? "[]",
    );
    expect(calls).toEqual([]);
    await choose(page, FIRST);
    await expect(amounts(page)).toHaveText(["12.34\u00a0$"]);
    const id = await variationId(page).inputValue();
    expect(calls).toEqual([
      {
        action: "loadWooDiscountedPriceForVariant",
        id,
        price_html: all.find((one) => one.variation_id === id)?.price_html,
      },
    ]);
    await clear(page);
    await expect(summaryPrice(page)).toContainText(t("pricing.from"));
  });

  test("stays when the status of call 11 is not 1, or its response is too late [PRICE-06]", async ({
    page,
    shop,
  }) => {
    const gate = new Gate();
    let count = 0;
    await onCall(page, 11, async (route) => {
      count += 1;
      if (count === 1) await route.fulfill({ json: { status: 0, ...priced("12.34") } });
      else if (count === 2) {
        await gate.opened;
        await route.fulfill({ json: { status: 1, ...priced("56.78") } });
      } else await route.continue();
    });
    await shop.visit(haraz.path);
    const answered = page.waitForResponse((answer) => answer.url().includes("admin-ajax"));
    await choose(page, FIRST);
    await (await answered).finished();
    await takenUp(page);
    await expect(amounts(page)).toHaveText(["18.00\u00a0$"]);

    await choose(page, { roast: "داكن" });
    await expect.poll(() => count).toBe(2);
    await choose(page, SECOND_ONE);
    await expect(amounts(page)).toHaveText(["34.00\u00a0$"]);
    await expect.poll(() => count).toBeGreaterThan(2);
    const late = page.waitForResponse(async (answer) => (await answer.text()).includes("56.78"));
    gate.open();
    await late;
    await takenUp(page);
    await expect(amounts(page)).toHaveText(["34.00\u00a0$"]);
  });

  test("in the response is the one that is charged [PRICE-04] [PRICE-06]", async ({ page, shop }) => {
    await shop.visit(perfume.path);
    const answer = page.waitForResponse(
      (response) => response.request().postData()?.includes("loadWooDiscountedPriceForVariant") ?? false,
    );
    await choose(page, { size: "50 مل" });
    expect((await (await answer).json()).status).toBe(1);
    await expect(amounts(page)).toHaveText(["64.00\u00a0$", perfume.price]);
  });

  for (const id of ["0", "-3", "x"]) {
    test(`is not requested where its id is «${id}» [PRICE-05]`, async ({ page, shop }) => {
      const calls = recordCalls(page, 11);
      await alter<Array<Variation>>(page, haraz.path, "data-product_variations", (all) => {
        for (const one of all) one.variation_id = id;
      });
      await shop.visit(haraz.path);
      await choose(page, FIRST);
      await expect(amounts(page)).toHaveText(["18.00\u00a0$"]);
      await page.waitForLoadState("networkidle");
      expect(calls).toEqual([]);
    });
  }
});

test.describe("the table of quantities", () => {
  test("is loaded by call 12 after the page, without a layout shift [PRICE-07]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    const gate = new Gate();
    const calls = recordCalls(page, 12);
    await onCall(page, 12, async (route) => {
      await gate.opened;
      await route.continue();
    });
    await watchShifts(page);
    await shop.visit(coffee.path);
    const place = tablePlace(page);
    await place.scrollIntoViewIfNeeded();
    await expect(place).toHaveAttribute("aria-busy", "true");
    await expect(place).toContainText(t("common.loading"));
    await expect(table(page)).toHaveCount(0);
    const height = (await place.boundingBox())?.height ?? 0;

    gate.open();
    await expect(table(page)).toBeVisible();
    await expect(place).not.toHaveAttribute("aria-busy", "true");
    expect(calls).toEqual([
      {
        action: "loadWooDiscountedDiscountTable",
        id: await form(page).locator("[name=product_id]").inputValue(),
        loaded: "1",
        time: expect.stringMatching(/^\d{10}$/),
      },
    ]);
    await expect(table(page).getByRole("rowheader")).toHaveText([
      t("pricing.table-range", { from: "1", to: "2" }),
      t("pricing.table-range", { from: "3", to: "5" }),
      t("pricing.table-range", { from: "6", to: "39" }),
      t("pricing.table-more", { from: "40" }),
    ]);
    await expect(tableRows(page).nth(1)).toContainText("13.05\u00a0$");
    expect(Math.abs(((await place.boundingBox())?.height ?? 0) - height)).toBeLessThanOrEqual(1);
    expect(await shifts(page)).toEqual([]);
    await shop.audit();
  });

  for (const [what, product] of Object.entries({ "a sale's page": dallah, "its category": null })) {
    test(`${what}: a timer, and a table whose quantities are not in stock, cause no layout shift`, {
      tag: "@phone",
    }, async ({ page, shop }) => {
      await watchShifts(page);
      await shop.visit(product?.path ?? "/ar/product-category/home/");
      if (product) await expect(tablePlace(page)).toBeHidden();
      await expect(page.locator("[data-phase=running]").first()).toBeAttached();
      await page.waitForLoadState("networkidle");
      expect(await shifts(page)).toEqual([]);
    });
  }

  test("is read from a response that is encoded twice, too [API-44]", async ({ page, shop }) => {
    await onCall(page, 12, async (route) => {
      const answer = await (await route.fetch()).json();
      expect(answer).toEqual({
        cookie: expect.any(String),
        html: expect.stringContaining("<table"),
        table: expect.anything(),
      });
      await route.fulfill({ json: JSON.stringify(answer) });
    });
    await shop.visit(coffee.path);
    await expect(table(page)).toBeVisible();
    await expect(tableRows(page)).toHaveCount(4);
  });

  for (const [how, body] of Object.entries({ nothing: '{"cookie":"","html":""}', rubbish: '"{"' })) {
    test(`is omitted when the response is ${how}`, async ({ page, shop }) => {
      await onCall(page, 12, (route) => route.fulfill({ contentType: "application/json", body }));
      await shop.visit(coffee.path);
      await expect(tablePlace(page)).toBeHidden();
      await expect(tablePlace(page)).toBeEmpty();
    });
  }

  test("follows the chosen variation, and the last choice wins [PRICE-07]", async ({ page, shop }) => {
    const gate = new Gate();
    const calls = recordCalls(page, 12);
    await onCall(page, 12, async (route) => {
      // The response for the first choice arrives last.
      if (calls.length === 2) await gate.opened;
      await route.continue();
    });
    await shop.visit(haraz.path);
    await expect(table(page)).toContainText(t("pricing.from"));
    await choose(page, FIRST);
    await expect.poll(() => calls.length).toBe(2);
    const first = await variationId(page).inputValue();
    expect(calls[1]?.id).toBe(first);
    await choose(page, { weight: "500 غ" });
    const amount = tableRows(page).first().getByRole("cell").last();
    await expect(amount).toContainText("34.00\u00a0$");

    const late = page.waitForResponse(
      (answer) => answer.request().postData()?.includes(`id=${first}`) ?? false,
    );
    gate.open();
    await (await late).finished();
    await expect(amount).toContainText("34.00\u00a0$");
    await expect(amount).not.toContainText(t("pricing.from"));
    await clear(page);
    await expect(table(page)).toContainText(t("pricing.from"));
  });

  test("marks the row that the quantity reaches", async ({ page, shop }) => {
    await shop.visit(coffee.path);
    await ready(page);
    await expect(table(page)).toBeVisible();
    const steps: Array<[typed: string, from: string]> = [
      ["1", "1"],
      ["2", "1"],
      ["3", "3"],
      ["5", "3"],
      ["6", "6"],
      ["10", "6"],
      ["39", "6"],
      ["40", "40"],
      ["٤", "3"],
    ];
    for (const [typed, from] of steps) {
      await quantity(page).fill(typed);
      await expect(currentRow(page)).toHaveCount(1);
      await expect(currentRow(page)).toHaveAttribute("data-from", from);
    }
    await shop.audit();
    const less = form(page).getByRole("button", { name: t("common.quantity-down") });
    await less.click();
    await less.click();
    await expect(quantity(page)).toHaveValue("2");
    await expect(currentRow(page)).toHaveAttribute("data-from", "1");
  });

  test("marks it also for a quantity that was typed before the choice was cleared", async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    await ready(page);
    await choose(page, FIRST);
    // The choice sets the quantity at React's next render; the test must not type before that.
    await takenUp(page);
    await quantity(page).fill("4");
    await expect(currentRow(page)).toHaveAttribute("data-from", "3");
    await clear(page);
    await expect(quantity(page)).toHaveValue("1");
    await expect(currentRow(page)).toHaveAttribute("data-from", "1");
    await quantity(page).fill("4");
    await expect(currentRow(page)).toHaveAttribute("data-from", "3");
  });
});

test.describe("a price that follows the quantity", () => {
  const following = (html: string) =>
    rewriteProps<DiscountProps>(html, PRODUCT_FORM, ({ discounts }) => {
      discounts.show_product_strikeout = "show_on_qty_update";
    });
  /** The container that the shop owner configured for the price, outside the summary. */
  const placed = (html: string) =>
    rewriteProps<DiscountProps>(withOwnPlace(html, "own-price"), PRODUCT_FORM, ({ discounts }) => {
      discounts.product_price_container_class = "own-price";
    });

  test("is struck out by the page itself where the setting is «show», and no call is sent [PRICE-10] [PRICE-12] [PRICE-13]", async ({
    page,
    shop,
  }) => {
    const calls = recordCalls(page, 13);
    await shop.visit(dallah.path);
    expect((await propsOf<DiscountProps>(page, PRODUCT_FORM)).discounts.show_product_strikeout).toBe("show");
    const html = await (await page.request.get(dallah.path)).text();
    const area = /class="price[ "].*?<\/div>/.exec(html)?.[0] ?? "";
    expect(area).toMatch(/<del>.*75\.00.*<\/del>.*<ins>.*60\.00.*<\/ins>/);
    await ready(page);
    await quantity(page).fill("3");
    await form(page)
      .getByRole("button", { name: t("common.quantity-up") })
      .click();
    await expect(quantity(page)).toHaveValue("4");
    await page.waitForLoadState("networkidle");
    expect(calls).toEqual([]);
    await expect(amounts(page)).toHaveText([dallah.regular, dallah.price]);
  });

  test("is requested by call 13 where it is «show_on_qty_update», and replaced [PRICE-10] [PRICE-11] [PRICE-14] [PRICE-15]", async ({
    page,
    shop,
  }) => {
    const calls = recordCalls(page, 13);
    await rewritePage(page, coffee.path, following);
    await shop.visit(coffee.path);
    await ready(page);
    await expect(table(page)).toBeVisible();
    expect(calls).toEqual([]);

    await quantity(page).fill("3");
    await expect(amounts(page)).toHaveText([coffee.price, "13.05\u00a0$"]);
    expect(calls).toEqual([
      {
        action: "loadWooDiscountStrikeoutPriceOfProduct",
        id: await form(page).locator("[name=product_id]").inputValue(),
        qty: "3",
        price_html: "",
      },
    ]);
    await shop.audit();
    await form(page)
      .getByRole("button", { name: t("common.quantity-down") })
      .click();
    await expect(amounts(page)).toHaveText([coffee.price]);
    expect(calls.map((call) => call.qty)).toEqual(["3", "2"]);
    // An incomplete number is not a quantity.
    await quantity(page).fill("");
    await page.waitForLoadState("networkidle");
    expect(calls).toHaveLength(2);
  });

  test("stays when the status of call 13 is not 1, or a newer request was sent [PRICE-15]", async ({
    page,
    shop,
  }) => {
    const gate = new Gate();
    await rewritePage(page, coffee.path, following);
    await onCall(page, 13, async (route, { qty }) => {
      if (qty === "3") await route.fulfill({ json: { status: 0, ...priced("1.11") } });
      else if (qty === "4") {
        await gate.opened;
        await route.fulfill({ json: { status: 1, ...priced("2.22") } });
      } else await route.fulfill({ json: { status: 1, ...priced("3.33") } });
    });
    const answerOf = (qty: string) =>
      page.waitForResponse((answer) => answer.request().postData()?.includes(`qty=${qty}&`) ?? false);
    await shop.visit(coffee.path);
    await ready(page);
    const refused = answerOf("3");
    await quantity(page).fill("3");
    await (await refused).finished();
    await takenUp(page);
    await expect(amounts(page)).toHaveText([coffee.price]);

    const late = answerOf("4");
    await quantity(page).fill("4");
    await quantity(page).fill("5");
    await expect(amounts(page)).toHaveText(["3.33\u00a0$"]);
    gate.open();
    await (await late).finished();
    await takenUp(page);
    await expect(amounts(page)).toHaveText(["3.33\u00a0$"]);
  });

  test("is the variation's once one is chosen [PRICE-14]", async ({ page, shop }) => {
    const calls = recordCalls(page, 13);
    await rewritePage(page, haraz.path, following);
    await shop.visit(haraz.path);
    await ready(page);
    const product = await form(page).locator("[name=product_id]").inputValue();
    await quantity(page).fill("2");
    await expect.poll(() => calls.map((call) => call.id)).toEqual([product]);
    await choose(page, FIRST);
    await expect(quantity(page)).toHaveValue("1");
    const id = await variationId(page).inputValue();
    await quantity(page).fill("6");
    await expect(amounts(page)).toHaveText(["18.00\u00a0$", "15.30\u00a0$"]);
    expect(calls.at(-1)).toMatchObject({ id, qty: "6" });
  });

  for (const single of [1, 0]) {
    test(`is in the owner's container, and ${single ? "also" : "not"} in the summary where has_single_price is ${single} [PROD-15] [PRICE-15] [PRICE-16]`, async ({
      page,
      shop,
    }) => {
      await rewritePage(page, haraz.path, (html) => placed(following(html)));
      await onCall(page, 13, (route) =>
        route.fulfill({
          json: {
            status: 1,
            ...priced("3.33"),
            product_type: "variation",
            has_single_price: single,
            parent_id: "1",
          },
        }),
      );
      await shop.visit(haraz.path);
      await ready(page);
      await choose(page, FIRST);
      const own = page.locator(".own-price");
      await expect(own).toHaveText(/18\.00/);
      await quantity(page).fill("6");
      await expect(own.locator("bdi")).toHaveText("3.33\u00a0$");
      await expect(amounts(page)).toHaveText([single ? "3.33\u00a0$" : "18.00\u00a0$"]);
    });
  }

  test("in the owner's container is the product's again when the choice is cleared [PROD-15] [PROD-39] [CONF-A11]", async ({
    page,
    shop,
  }) => {
    await rewritePage(page, haraz.path, placed);
    await shop.visit(haraz.path);
    await ready(page);
    const own = page.locator(".own-price");
    await choose(page, SECOND_ONE);
    await expect(own.locator("bdi")).toHaveText("34.00\u00a0$");
    await clear(page);
    await expect(own).toContainText(t("pricing.from"));
    await expect(own.locator("bdi")).toHaveText(haraz.price);
  });

  test("is in the owner's container when a countdown switches it, too [PROD-15]", async ({ page, shop }) => {
    await rewritePage(page, candle.path, placed);
    await visitTimed(page, shop, candle.path);
    await passBy(page, moment((await clockworkOf(deal(page))).countdown_time_end));
    await expect(page.locator(".own-price bdi")).toHaveText(candle.regular);
    await expect(amounts(page)).toHaveText([candle.regular, candle.price]);
  });
});
