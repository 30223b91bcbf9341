import { expect, t, test } from "./shop";
import { buyButton, CART, cartButton, lineIn, stayClosed } from "./support/carts";
import {
  alter,
  barcode,
  choose,
  expectPicture,
  fact,
  form,
  GALLERY_CALL,
  gallery,
  galleryCalls,
  mainView,
  nextPicture,
  PRODUCT_FORM,
  pictures,
  quantity,
  rewritePage,
  rewriteProps,
  summaryPrice,
  variationId,
} from "./support/catalogue";
import { finjan, haraz } from "./support/products";

type Variation = Record<string, unknown> & { variation_id: string; attributes: Record<string, string> };

/** The first variation of haraz: medium, 250 g, whole beans. */
const FIRST = { roast: "متوسط", weight: "250 غ", grind: "حبوب كاملة" };
const SECOND = { roast: "متوسط", weight: "500 غ", grind: "مطحون للدلّة" };
const SOLD_OUT = { roast: "داكن", weight: "500 غ", grind: "مطحون للدلّة" };

const isCall14 = (url: URL) => url.pathname.endsWith("/wp-admin/admin-ajax.php");

test.describe("choosing a variation", () => {
  test("each contains what its choice changes [PROD-37]", async ({ page, shop }) => {
    await shop.visit(haraz.path);
    const product = await form(page).locator("[name=product_id]").inputValue();
    const all: Array<Variation> = JSON.parse(
      (await form(page).getAttribute("data-product_variations")) ?? "[]",
    );
    expect(all).toHaveLength(24);
    for (const variation of all) {
      expect(variation).toMatchObject({
        variation_id: expect.stringMatching(/^\d+$/),
        price_html: expect.stringContaining('class="price '),
        _cr_gtin: expect.stringMatching(/^\d{13}$/),
        _cr_mpn: expect.stringMatching(/^NKH-HRZ-\d+$/),
        _cr_brand: "محمصة النخلة",
        barcode_img: expect.stringMatching(/^\/media\/barcode\/\d{13}\.svg$/),
        barcode_value: variation._cr_gtin,
        wavi_value: expect.any(Boolean),
        product_type: "variation",
        parent_id: product,
        has_single_price: 0,
        step: "1",
        input_value: "1",
      });
    }
    expect(all.filter((variation) => variation.wavi_value)).toHaveLength(16);
  });

  test("changes price, identifiers and barcode; clearing restores the product's [PROD-14] [PROD-38] [PROD-39] [PROD-40]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await alter<Array<Variation>>(page, haraz.path, "data-product_variations", (all) => {
      Object.assign(all[0] ?? {}, { _cr_brand: "محمصة أخرى" });
    });
    await shop.visit(haraz.path);
    // The table of discounts comes after the page.
    await expect(page.locator(".summary")).not.toContainText(t("common.loading"));
    const atRest = await page.locator(".summary").evaluate((summary) => summary.textContent);
    await expect(variationId(page)).toHaveValue("0");
    await expect(summaryPrice(page)).toContainText(t("pricing.from"));
    await expect(fact(page, "gtin")).toHaveText("6291045000108");
    await expect(fact(page, "mpn")).toHaveText("NKH-001");
    await expect(fact(page, "brand")).toHaveText("محمصة النخلة");
    await expect(barcode(page)).toHaveAttribute("src", "/media/barcode/6291045000108.svg");

    await choose(page, FIRST);
    await expect(variationId(page)).toHaveValue(/^[1-9]\d*$/);
    const first = await variationId(page).inputValue();
    await expect(summaryPrice(page).locator("bdi")).toHaveText("18.00\u00a0$");
    await expect(summaryPrice(page)).not.toContainText(t("pricing.from"));
    await expect(fact(page, "gtin")).toHaveText("6291047100011");
    await expect(fact(page, "mpn")).toHaveText("NKH-HRZ-1");
    await expect(fact(page, "brand")).toHaveText("محمصة أخرى");
    // The brand above the name changes too.
    await expect(page.locator(".summary").getByText("محمصة أخرى", { exact: true })).toHaveCount(2);
    await expect(fact(page, "barcode")).toHaveText("6291047100011");
    await expect(barcode(page)).toHaveAttribute("src", "/media/barcode/6291047100011.svg");
    await expect(barcode(page)).toHaveAttribute("alt", /6291047100011/);
    await barcode(page).scrollIntoViewIfNeeded();
    await expect
      .poll(() => barcode(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await shop.audit();

    await choose(page, SECOND);
    await expect(variationId(page)).not.toHaveValue(first);
    await expect(summaryPrice(page).locator("bdi")).toHaveText("34.00\u00a0$");
    await expect(fact(page, "gtin")).toHaveText("6291047100066");
    await expect(fact(page, "mpn")).toHaveText("NKH-HRZ-6");
    await expect(fact(page, "brand")).toHaveText("محمصة النخلة");

    await form(page)
      .getByRole("button", { name: t("catalog.clear-options") })
      .click();
    await expect(variationId(page)).toHaveValue("0");
    await expect(summaryPrice(page)).toContainText(t("pricing.from"));
    await expect(fact(page, "gtin")).toHaveText("6291045000108");
    await expect(barcode(page)).toHaveAttribute("src", "/media/barcode/6291045000108.svg");
    await expect(form(page).locator("input:checked")).toHaveCount(0);
    await expect(buyButton(page)).toBeDisabled();
    // Everything shows the product's values again, except the button, which is disabled until a choice is made.
    const after = await page.locator(".summary").evaluate((summary) => summary.textContent);
    expect(after).toBe(atRest);
  });

  test("sets the quantity's step and value to its own, a step of 1 where it has none [PROD-41] [PROD-42]", async ({
    page,
    shop,
  }) => {
    await alter<Array<Variation>>(page, haraz.path, "data-product_variations", (all) => {
      for (const variation of all) {
        const {
          attribute_roast: roast,
          attribute_weight: weight,
          attribute_grind: grind,
        } = variation.attributes;
        if (roast !== FIRST.roast || grind !== FIRST.grind) continue;
        if (weight === "250 غ") Object.assign(variation, { step: "2", input_value: "5" });
        if (weight === "500 غ") Object.assign(variation, { step: "", input_value: "3" });
      }
    });
    await shop.visit(haraz.path);
    const more = form(page).getByRole("button", { name: t("common.quantity-up") });
    await quantity(page).fill("4");

    await choose(page, FIRST);
    await expect(quantity(page)).toHaveValue("5");
    await more.click();
    await expect(quantity(page)).toHaveValue("7");

    await choose(page, { weight: "500 غ" });
    await expect(quantity(page)).toHaveValue("3");
    await more.click();
    await expect(quantity(page)).toHaveValue("4");

    await choose(page, { weight: "250 غ" });
    await expect(quantity(page)).toHaveValue("5");
    await form(page)
      .getByRole("button", { name: t("catalog.clear-options") })
      .click();
    await expect(quantity(page)).toHaveValue("1");
  });

  test("that is sold out shows that and cannot be added; one that does not exist cannot be chosen [PROD-17]", async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    await choose(page, SOLD_OUT);
    await expect(form(page)).toContainText(t("catalog.out-of-stock"));
    await expect(form(page)).toContainText(t("catalog.option-unavailable"));
    await expect(buyButton(page)).toBeDisabled();
    await quantity(page).press("Enter");
    await expect(cartButton(page, 0)).toBeVisible();
    await shop.audit();

    // One kilogram exists only for the dark roast as whole beans.
    await choose(page, { grind: "حبوب كاملة", weight: "1 كغ" });
    await expect(buyButton(page)).toBeEnabled();
    await expect(summaryPrice(page).locator("bdi")).toHaveText("64.00\u00a0$");
    await expect(form(page).locator('input[value="فاتح"]')).toBeDisabled();
    await expect(form(page).locator('option[value="مطحون للدلّة"]')).toBeDisabled();
  });

  test("adds that one to the cart", async ({ page, shop }) => {
    await stayClosed(page);
    await shop.visit(haraz.path);
    await choose(page, SECOND);
    await buyButton(page).click();
    await expect(cartButton(page, 1)).toBeVisible();
    await expect(buyButton(page)).toContainClass("added");

    await choose(page, { weight: "250 غ" });
    await expect(buyButton(page)).toHaveText(t("catalog.add-to-cart"));
    await buyButton(page).click();
    await expect(cartButton(page, 2)).toBeVisible();

    await shop.visit(CART);
    const lines = lineIn(page.getByRole("main"), haraz);
    await expect(lines).toHaveCount(2);
    await expect(lines.filter({ hasText: "500 غ" })).toContainText("34.00\u00a0$");
    await expect(lines.filter({ hasText: "250 غ" })).toContainText("18.00\u00a0$");
  });

  test("by the plain form adds that one to the cart, and nothing without a choice [PROD-17]", {
    tag: "@no-script",
  }, async ({ page, shop }) => {
    await shop.visit(haraz.path);
    await buyButton(page).click();
    await expect(page).toHaveURL(encodeURI(haraz.path));

    await choose(page, SECOND);
    await quantity(page).fill("2");
    await shop.arriving(() => buyButton(page).click());

    await expect(page).toHaveURL(/\/ar\/cart\//);
    const line = lineIn(page.getByRole("main"), haraz);
    await expect(line).toHaveCount(1);
    await expect(line).toContainText("500 غ");
    await expect(line).toContainText("مطحون للدلّة");
    await expect(line).toContainText("68.00\u00a0$");
  });

  test("that is sold out is refused by the plain form too, with a notice in the cart [PROD-17]", {
    tag: "@no-script",
  }, async ({ page, shop }) => {
    await shop.visit(haraz.path);
    await choose(page, SOLD_OUT);
    await shop.arriving(() => buyButton(page).click());
    await expect(page).toHaveURL(/\/ar\/cart\/\?refused=/);
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(/\S/);
    await expect(page.getByRole("main").getByRole("heading", { name: t("cart.empty") })).toBeVisible();
  });
});

test.describe("the pictures of a variation", () => {
  test("are requested once, replace the product's, and clearing restores those [PROD-44] [PROD-45] [PROD-46]", async ({
    page,
    shop,
  }) => {
    const calls = galleryCalls(page);
    await shop.visit(finjan.path);
    const sources = () =>
      pictures(page).evaluateAll((all) => all.map((one) => one.getAttribute("src") ?? ""));
    const own = await sources();
    expect(own).toHaveLength(3);
    const answer = page.waitForResponse(
      (response) => response.request().postData()?.includes(GALLERY_CALL) ?? false,
    );

    await choose(page, { colour: "عنّابي" });
    const { success, data } = await (await answer).json();
    expect(success).toBe(true);
    expect(data.variation_images).toContain("finjan-maroon");
    await expect(pictures(page)).toHaveCount(2);
    const maroon = await sources();
    expect(maroon[0]).toContain("finjan-maroon");
    expect(maroon[1]).toContain("finjan-single");
    await shop.audit();
    // The new gallery is a working slider too.
    await nextPicture(page).click();
    await expectPicture(page, 2);

    const sent = Object.fromEntries(new URLSearchParams(calls[0]?.postData() ?? ""));
    expect(sent).toEqual({
      action: GALLERY_CALL,
      nonce: expect.stringMatching(/.+/),
      product_id: await form(page).locator("[name=product_id]").inputValue(),
      variation_id: await variationId(page).inputValue(),
    });

    await choose(page, { colour: "أخضر" });
    await expect.poll(async () => (await sources())[0]).toMatch(/finjan-640/);
    await expect(pictures(page)).toHaveCount(2);
    expect(calls).toHaveLength(2);

    await choose(page, { colour: "عنّابي" });
    await expect.poll(sources).toEqual(maroon);
    await form(page)
      .getByRole("button", { name: t("catalog.clear-options") })
      .click();
    await expect.poll(sources).toEqual(own);
    await choose(page, { colour: "أخضر" });
    await expect(pictures(page)).toHaveCount(2);
    expect(calls).toHaveLength(2);
    await form(page)
      .getByRole("button", { name: t("catalog.clear-options") })
      .click();
    await expect(pictures(page)).toHaveCount(3);
    await nextPicture(page).click();
    await expectPicture(page, 2);
  });

  test("are replaced by the product's, which move by keys and touch, however early it was touched [PROD-46] [CONF-A16]", async ({
    page,
    shop,
  }) => {
    // The script of the form loads late, after the gallery has been used.
    let release = () => {};
    const isTouched = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\/assets\/(variation-form|ProductForm)[^/]*\.js/, async (route) => {
      await isTouched;
      await route.continue();
    });
    await shop.visit(finjan.path);
    await mainView(page).focus();
    await expect(mainView(page)).toHaveAttribute("data-live");
    await page.keyboard.press("ArrowLeft");
    await expectPicture(page, 2);
    release();

    await choose(page, { colour: "عنّابي" });
    await expect(pictures(page)).toHaveCount(2);
    await form(page)
      .getByRole("button", { name: t("catalog.clear-options") })
      .click();
    await expect(pictures(page)).toHaveCount(3);
    await expectPicture(page, 1);
    await mainView(page).focus();
    await expect(mainView(page)).toHaveAttribute("data-live");
    await page.keyboard.press("ArrowLeft");
    await expectPicture(page, 2);
    await page.keyboard.press("ArrowRight");
    await expectPicture(page, 1);
  });

  test("are not requested where it has none [PROD-44]", async ({ page, shop }) => {
    const calls = galleryCalls(page);
    await shop.visit(haraz.path);
    await choose(page, FIRST);
    await expect(variationId(page)).not.toHaveValue("0");
    await expect(pictures(page)).toHaveCount(8);
    await page.waitForLoadState("networkidle");
    expect(calls).toHaveLength(0);
    await choose(page, { roast: "فاتح" });
    await expect(pictures(page)).toHaveCount(3);
    expect(calls).toHaveLength(1);
    await choose(page, { roast: "متوسط" });
    await expect(pictures(page)).toHaveCount(8);
    expect(calls).toHaveLength(1);
  });

  test("that are in the page are shown without a call [PROD-43]", async ({ page, shop }) => {
    const calls = galleryCalls(page);
    await rewritePage(page, finjan.path, (html) => {
      const picture = /src="(\/media\/[^"]*)"/.exec(html)?.[1];
      const local = `<div><ul><li><img src="${picture}" alt="فنجان" data-large_image="${picture}"></li></ul></div>`;
      return rewriteProps<{ form: { variations: Array<Variation>; variationData: Record<string, string> } }>(
        html,
        PRODUCT_FORM,
        ({ form }) => {
          form.variationData[form.variations[0]?.variation_id ?? ""] = local;
        },
      );
    });
    await shop.visit(finjan.path);
    await choose(page, { colour: "أخضر" });
    await expect(pictures(page)).toHaveCount(1);
    await expect(pictures(page)).toHaveAttribute("alt", "فنجان");
    await form(page)
      .getByRole("button", { name: t("catalog.clear-options") })
      .click();
    await expect(pictures(page)).toHaveCount(3);
    await page.waitForLoadState("networkidle");
    expect(calls).toHaveLength(0);
  });

  for (const how of ["is cut off", "fails"] as const) {
    test(`when their call ${how} that is logged, and the gallery stays [PROD-47]`, async ({
      page,
      shop,
      pageErrors,
    }) => {
      pageErrors.allow(/admin-ajax|ERR_FAILED/);
      const logged: Array<string> = [];
      page.on("console", (message) => logged.push(`${message.type()}: ${message.text()}`));
      page.on("dialog", (dialog) => logged.push(`dialog: ${dialog.message()}`));
      await page.route(isCall14, (route) =>
        how === "fails" ? route.fulfill({ status: 500, json: { success: false } }) : route.abort(),
      );
      await shop.visit(finjan.path);
      await expect(mainView(page)).toHaveAttribute("data-live");
      const before = await gallery(page).innerHTML();

      await choose(page, { colour: "عنّابي" });
      await expect.poll(() => logged.some((line) => line.startsWith("info:"))).toBe(true);

      expect(await gallery(page).innerHTML()).toBe(before);
      expect(logged.filter((line) => line.startsWith("dialog:"))).toEqual([]);
      await expect(page.getByRole("alert").filter({ visible: true })).toHaveCount(0);
      // It can be bought nevertheless.
      await expect(fact(page, "mpn")).toHaveText("NKH-050-2");
      await buyButton(page).click();
      await expect(cartButton(page, 1)).toBeVisible();
    });
  }
});
