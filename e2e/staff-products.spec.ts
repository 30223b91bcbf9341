import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { png } from "./support/reviews";
import { signInStaff } from "./support/staff";

const LIST = "/ar/wp-admin/products/";

let count = 0;
const newKey = () => `${process.pid}-${Date.now()}-${count++}`;

/** A field of the editor, by its label. */
const field = (page: Page, label: string) => page.getByLabel(label, { exact: false }).first();

test("staff products: a first product with a picture and variations is published, and its price follows by keyboard", {
  tag: "@any",
}, async ({ page, shop, pageErrors }) => {
  test.slow();
  pageErrors.allow(/422/);
  const key = newKey();
  const name = `بن حراز ${key}`;
  await signInStaff(page);
  await shop.visit(LIST);
  await shop.arriving(() => page.getByRole("link", { name: t("staff_products.new-title") }).click());

  // A product without a SKU is refused at its field.
  await field(page, t("staff_products.field-name")).fill(name);
  await page.locator("[name=sku]").evaluate((input) => input.removeAttribute("required"));
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.create") }).click());
  await expect(page.getByRole("alert")).toContainText(t("staff_products.not-saved"));
  await expect(page.locator("[name=sku]")).toHaveAttribute("aria-invalid", "true");

  await page.locator("[name=sku]").fill(`BN-${key}`);
  await page.locator("[name=regular_minor]").fill("١٨٫٥٠");
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.create") }).click());
  await expect(page.getByRole("status").first()).toContainText(t("staff_products.created"));

  const pictures = page.locator("#pictures");
  await pictures.locator("input[type=file]").setInputFiles(png("bn.png"));
  await shop.arriving(() => pictures.getByRole("button", { name: t("staff_products.picture-add") }).click());
  const editor = page.url().split("?")[0] ?? LIST;
  await expect(async () => {
    await shop.visit(editor);
    // Without a description it has no role of a picture.
    await expect(pictures.locator("img")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await page.locator("[name=p0_alt]").fill("كيس بن من الأمام");
  await shop.arriving(() =>
    pictures.getByRole("button", { name: t("staff_products.pictures-save") }).click(),
  );

  const variations = page.locator("#variations");
  await variations.locator("[name=label]").fill("الوزن");
  await variations.locator("[name=values]").fill("250 غ، 500 غ");
  await shop.arriving(() =>
    variations.getByRole("button", { name: t("staff_products.add-attribute") }).click(),
  );
  await expect(variations.getByRole("row")).toHaveCount(3);

  await page.locator("[name=status]").selectOption("published");
  await shop.arriving(() =>
    page.getByRole("button", { name: t("staff_products.save"), exact: true }).click(),
  );
  await shop.arriving(() => page.getByRole("link", { name: t("staff_products.view-in-shop") }).click());
  const product = page.url();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page.getByRole("main")).toContainText("18.50");
  await expect(page.getByRole("img", { name: "كيس بن من الأمام" }).first()).toBeVisible();

  // Enter in the cell saves the price.
  await shop.visit(`${LIST}?s=${encodeURIComponent(`BN-${key}`)}`);
  await shop.arriving(() =>
    page.getByRole("link", { name: t("staff_products.unfold", { count: 2 }) }).click(),
  );
  const cell = page.getByRole("textbox", { name: t("staff_products.price-of", { name: "250 غ" }) });
  await cell.fill("15.00");
  await shop.arriving(() => cell.press("Enter"));
  await expect(page.getByRole("status").first()).toContainText(t("staff_products.price-saved"));
  await expect(async () => {
    await shop.visit(product);
    await expect(page.getByRole("main")).toContainText("15.00", { timeout: 500 });
  }).toPass({ timeout: 10_000 });

  // A draft leaves the shop. It also leaves the lists that other specs count.
  pageErrors.allow(/404/);
  await shop.visit(editor);
  await page.locator("[name=status]").selectOption("draft");
  await shop.arriving(() =>
    page.getByRole("button", { name: t("staff_products.save"), exact: true }).click(),
  );
  await expect.poll(async () => (await page.request.get(product)).status()).toBe(404);
});

test("staff products: two people who change one field choose between three columns", { tag: "@any" }, async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/409/);
  await signInStaff(page);
  await shop.visit(LIST);
  await shop.arriving(() => page.locator("table a[href^='/ar/wp-admin/products/']").first().click());
  const url = page.url();
  const note = page.locator("[name=note]");
  const key = newKey();
  const old = await page
    .locator("form#product")
    .evaluate((form) => new FormData(form as HTMLFormElement).get("was"));
  expect(old).toBeTruthy();
  const other = await page.context().newPage();
  await other.goto(url);
  await other.locator("[name=note]").fill(`أول ${key}`);
  await other.getByRole("button", { name: t("staff_products.save"), exact: true }).click();
  await other.waitForURL(/saved=/);
  await other.close();
  await note.fill(`ثانٍ ${key}`);
  await shop.arriving(() =>
    page.getByRole("button", { name: t("staff_products.save"), exact: true }).click(),
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("staff_products.conflict-title"));
  await expect(page.getByRole("group")).toContainText(`أول ${key}`);
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.audit();
  }
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.conflict-save") }).click());
  await expect(note).toHaveValue(`ثانٍ ${key}`);
});

test("staff products: list and editor at every width", async ({ page, shop }) => {
  await signInStaff(page);
  for (const path of [LIST, `${LIST}new/`]) {
    await shop.visit(path);
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await shop.audit();
    }
  }
});

test("staff products: what was typed stays when another form of the page is sent, and is offered on the way back", async ({
  page,
  shop,
}) => {
  const typed = `سطر لم يُحفظ ${newKey()}`;
  await signInStaff(page);
  await shop.visit(LIST);
  const row = page.locator("tbody tr").filter({ has: page.locator("form[action$='/stock/']") });
  await shop.arriving(() => row.first().locator("a[href^='/ar/wp-admin/products/']").first().click());
  const editor = page.url();
  const note = page.locator("[name=note]");
  const stock = page.locator("#stock form");
  await note.fill(typed);
  await shop.arriving(() => stock.getByRole("button").click());
  await expect(page.locator("#stock").getByRole("status")).toBeVisible();
  await expect(note).toHaveValue(typed);
  await expect(page.getByText(t("staff_products.draft-restored"))).toBeVisible();

  await shop.visit(LIST);
  await shop.visit(editor);
  await expect(note).not.toHaveValue(typed);
  await page.getByRole("button", { name: t("staff_products.draft-restore") }).press("Enter");
  await expect(note).toHaveValue(typed);
  await shop.visit(editor);
  await page.getByRole("button", { name: t("staff_products.draft-drop") }).click();
  await shop.visit(editor);
  await expect(note).not.toHaveValue(typed);
  await expect(page.getByText(t("staff_products.draft-offered"))).toHaveCount(0);
});

test("staff products: the answer of a small form stands in its row, in view", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await signInStaff(page);
  await shop.visit(LIST);
  const last = page
    .locator("tbody tr")
    .filter({ has: page.locator("form[action$='/price/']") })
    .last();
  const id = await last.getAttribute("id");
  const cell = last.locator("form[action$='/price/'] [name=value]");
  await shop.arriving(() => cell.press("Enter"));
  const answer = page.locator(`#${id}`).getByRole("status");
  await expect(answer).toContainText(t("staff_products.unchanged"));
  await expect(answer).toBeInViewport();
});
