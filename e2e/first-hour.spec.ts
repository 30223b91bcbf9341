import { expect, t, test } from "./payment-shop";
import { buyButton, stayClosed } from "./support/carts";
import { variationId } from "./support/catalogue";
import { billingOf, main, numbersOf, quickOrder, VISA } from "./support/checkout";
import { png } from "./support/reviews";
import { STAFF_ORDERS, signInStaff } from "./support/staff";

const PRODUCTS = "/ar/wp-admin/products/";

/**
 * The steps of the handbook's page «A new owner's first hour», from the admin's own screens. The times are written beside the
 * test's result: they are those of the shop, without what a person reads and types.
 */
test("first hour: a product with pictures and variations, a discount, and an order that is sent", async ({
  page,
  shop,
  email,
}) => {
  const key = `${process.pid}-${Date.now()}`;
  const name = `عسل سدر ${key}`;
  const status = page.getByRole("status").first();
  let editor = "";
  let product = "";
  let order = "";

  await stayClosed(page);
  const timed = (title: string, work: () => Promise<void>) =>
    test.step(title, async () => {
      const since = Date.now();
      await work();
      const seconds = ((Date.now() - since) / 1000).toFixed(1);
      test.info().annotations.push({ type: `first hour: ${title}`, description: `${seconds} s` });
    });
  const press = (button: string) =>
    shop.arriving(() => main(page).getByRole("button", { name: button, exact: true }).click());

  await timed("sign in", async () => {
    await signInStaff(page);
    await shop.visit("/ar/wp-admin/");
  });

  await timed("a product", async () => {
    await shop.visit(PRODUCTS);
    await shop.arriving(() => page.getByRole("link", { name: t("staff_products.new-title") }).click());
    await page.locator("[name=name]").fill(name);
    await page.locator("[name=sku]").fill(`FIRST-${key}`);
    await page.locator("[name=regular_minor]").fill("١٨٫٠٠");
    await press(t("staff_products.create"));
    await expect(status).toContainText(t("staff_products.created"));
    editor = page.url().split("?")[0] ?? PRODUCTS;
  });

  await timed("its pictures", async () => {
    const pictures = page.locator("#pictures");
    await pictures.locator("input[type=file]").setInputFiles(png("first.png"));
    await shop.arriving(() =>
      pictures.getByRole("button", { name: t("staff_products.picture-add") }).click(),
    );
    await expect(async () => {
      await shop.visit(editor);
      await expect(pictures.locator("img")).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await page.locator("[name=p0_alt]").fill("مرطبان عسل من الأمام");
    await press(t("staff_products.pictures-save"));
  });

  await timed("its variations and their stock", async () => {
    const variations = page.locator("#variations");
    await variations.locator("[name=label]").fill("الوزن");
    await variations.locator("[name=values]").fill("250 غ، 500 غ");
    await press(t("staff_products.add-attribute"));
    await expect(variations.getByRole("row")).toHaveCount(3);
    await shop.visit(`${PRODUCTS}?s=${encodeURIComponent(`FIRST-${key}`)}`);
    await shop.arriving(() =>
      page.getByRole("link", { name: t("staff_products.unfold", { count: 2 }) }).click(),
    );
    const stock = page.getByRole("textbox", { name: t("staff_products.stock-of", { name: "250 غ" }) });
    await stock.fill("20");
    await shop.arriving(() => stock.press("Enter"));
    await expect(status).toContainText(t("staff_products.stock-saved"));
  });

  await timed("published", async () => {
    await shop.visit(editor);
    await page.locator("[name=status]").selectOption("published");
    await press(t("staff_products.save"));
    await shop.arriving(() => page.getByRole("link", { name: t("staff_products.view-in-shop") }).click());
    product = page.url();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(page.getByRole("img", { name: "مرطبان عسل من الأمام" }).first()).toBeVisible();
  });

  await timed("a discount with dates", async () => {
    await shop.visit(`${PRODUCTS}?s=${encodeURIComponent(`FIRST-${key}`)}`);
    await page.locator("input[name='id[]']").first().check();
    await shop.arriving(() => page.getByRole("button", { name: t("bulk.edit-picked") }).click());
    const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
    await page.locator("[name=sale]").selectOption("percent");
    await page.locator("[name=sale_amount]").fill("٢٠");
    await page.locator("[name=sale_to]").fill(nextWeek);
    await press(t("bulk.preview"));
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("bulk.start", { count: 2 }) })
        .click(),
    );
    await expect(async () => {
      await shop.visit(product);
      await expect(main(page)).toContainText("14.40", { timeout: 500 });
    }).toPass({ timeout: 20_000 });
  });

  await timed("an order", async () => {
    await main(page).locator("form.cart label").filter({ hasText: "250 غ" }).first().click();
    await expect(variationId(page)).toHaveValue(/^[1-9]\d*$/);
    await buyButton(page).click();
    await expect(buyButton(page)).toContainClass("added");
    const placed = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    order = `${STAFF_ORDERS}${placed.number}/`;
  });

  await timed("packed and sent", async () => {
    await shop.visit(order);
    await shop.arriving(() =>
      main(page)
        .getByRole("link", { name: t("staff_orders.pick") })
        .click(),
    );
    const sku = await main(page)
      .getByRole("listitem")
      .filter({ hasText: name })
      .locator("small")
      .textContent();
    await main(page)
      .getByRole("textbox", { name: t("barcodes.label") })
      .fill(sku ?? "");
    await page.keyboard.press("Enter");
    await main(page)
      .getByRole("button", { name: t("barcodes.pick-finish") })
      .click();
    await expect(main(page)).toContainText(t("barcodes.pick-finished"));
    await shop.arriving(() =>
      main(page)
        .getByRole("link", { name: t("barcodes.pick-order") })
        .click(),
    );
    await page.locator("#ship-carrier").selectOption({ index: 1 });
    await page.locator("#ship-number").fill("1Z999");
    await press(t("orders.staff-ship-submit"));
    await expect(status).toContainText(t("orders.staff-shipped"));
  });

  // Other specs count the products of the shop's own lists.
  await shop.visit(editor);
  await page.locator("[name=status]").selectOption("draft");
  await press(t("staff_products.save"));
});
