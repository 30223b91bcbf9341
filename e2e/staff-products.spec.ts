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

test("staff products: what was typed survives a lost connection and an ended session [D12]", async ({
  page,
  shop,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_/, /\/live\//, /404/);
  const key = newKey();
  const typed = `سطر لم يُحفظ ${key}`;
  await signInStaff(page);
  await shop.visit(`${LIST}new/`);
  await page.locator("[name=name]").fill(`بن ${key}`);
  await page.locator("[name=sku]").fill(`DR-${key}`);
  await page.locator("[name=regular_minor]").fill("10.00");
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.create") }).click());
  const editor = page.url().split("?")[0] ?? LIST;
  await shop.visit(editor);
  const note = page.locator("[name=note]");
  const save = page.getByRole("button", { name: t("staff_products.save"), exact: true });

  await note.fill(typed);
  await context.setOffline(true);
  await save.click();
  await expect(page.locator("[data-announce]:not(dialog *)")).toHaveText(t("admin.not-sent"));
  await expect(note).toHaveValue(typed);
  await context.setOffline(false);

  // Whose session has ended gets the answer of a stranger.
  await context.clearCookies({ name: "__Host-staff" });
  const refused = page.waitForResponse((answer) => answer.request().method() === "POST");
  await save.click();
  expect((await refused).status()).toBe(404);
  await expect(note).toHaveValue(typed);

  await signInStaff(page);
  await shop.visit(editor);
  await expect(note).not.toHaveValue(typed);
  await page.getByRole("button", { name: t("staff_products.draft-restore") }).click();
  await expect(note).toHaveValue(typed);
  await shop.arriving(() => save.click());
  await shop.visit(editor);
  await expect(note).toHaveValue(typed);
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

/** Pastes where the focus is what a spreadsheet has copied. */
const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

test("staff products: five prices are changed in the sheet by keyboard alone [D24] [D26]", async ({
  page,
  shop,
  pageErrors,
}) => {
  test.slow();
  // Its page in the shop, once it is a draft again.
  pageErrors.allow(/404/);
  const key = newKey();
  await signInStaff(page);
  await shop.visit(`${LIST}new/`);
  await page.locator("[name=name]").fill(`بن بأوزان ${key}`);
  await page.locator("[name=sku]").fill(`SH-${key}`);
  await page.locator("[name=regular_minor]").fill("30.00");
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.create") }).click());
  const editor = page.url().split("?")[0] ?? LIST;
  const variations = page.locator("#variations");
  await variations.locator("[name=label]").fill("الوزن");
  await variations.locator("[name=values]").fill("100 غ، 200 غ، 300 غ، 400 غ، 500 غ");
  await shop.arriving(() =>
    variations.getByRole("button", { name: t("staff_products.add-attribute") }).click(),
  );
  await expect(variations.getByRole("row")).toHaveCount(6);
  const save = page.getByRole("button", { name: t("staff_products.save"), exact: true });
  await page.locator("[name=status]").selectOption("published");
  await shop.arriving(() => save.click());

  await shop.visit(editor);
  const announced = page.locator("[data-announce]:not(dialog *)");
  const prices = variations.locator("input[name$=_regular_minor]");
  const shown = () => prices.evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value));
  const before = ["30.00", "30.00", "30.00", "30.00", "30.00"];
  const { keyboard } = page;

  // Three columns of four rows from a spreadsheet, taken back at once.
  await variations.locator("input[name$=_gtin]").nth(1).focus();
  await expect(page.getByRole("button", { name: t("staff_products.fill-down") })).toBeEnabled();
  await paste(page, "\tأ\t١٨٫٥٠\n\tب\t19\n\tج\t20\n\tد\t21\n");
  await expect(announced).toHaveText(t("staff_products.cells-pasted", { count: 12 }));
  expect(await shown()).toEqual(["30.00", "١٨٫٥٠", "19", "20", "21"]);
  await shop.audit();
  await keyboard.press("Control+KeyZ");
  await expect(announced).toHaveText(t("staff_products.cells-restored", { count: 8 }));
  expect(await shown()).toEqual(before);

  // Typed cell by cell, then filled down, then the last three from a spreadsheet.
  await prices.first().focus();
  await keyboard.press("ControlOrMeta+KeyA");
  await keyboard.type("15.00");
  await keyboard.press("Enter");
  await expect(prices.nth(1)).toBeFocused();
  await keyboard.type("16.00");
  await keyboard.press("Control+KeyD");
  await expect(announced).toHaveText(t("staff_products.cells-filled", { count: 3 }));
  expect(await shown()).toEqual(["15.00", "16.00", "16.00", "16.00", "16.00"]);
  await keyboard.press("ArrowDown");
  await expect(prices.nth(2)).toBeFocused();
  await paste(page, "17.00\n١٨٫٥٠\n19.00\n20.00\n");
  await expect(announced).toHaveText(
    `${t("staff_products.cells-pasted", { count: 3 })} ${t("staff_products.cells-left", { count: 1 })}`,
  );
  await expect(variations.getByText(t("staff_products.cells-unsaved", { count: 5 }))).toBeVisible();

  // Whoever leaves is offered what was typed.
  await shop.visit(LIST);
  await shop.visit(editor);
  expect(await shown()).toEqual(before);
  await variations.getByRole("button", { name: t("staff_products.draft-restore") }).press("Enter");
  await expect.poll(shown).toEqual(["15.00", "16.00", "17.00", "١٨٫٥٠", "19.00"]);
  await prices.first().focus();
  await expect(page.getByRole("button", { name: t("staff_products.fill-down") })).toBeEnabled();
  await shop.arriving(() => keyboard.press("Control+Enter"));
  await expect(variations.getByRole("status").first()).toContainText(t("staff_products.variations-saved"));
  expect(await shown()).toEqual(["15.00", "16.00", "17.00", "18.50", "19.00"]);
  await expect(variations.locator("[data-unsaved]")).toHaveCount(0);

  const link = page.getByRole("link", { name: t("staff_products.view-in-shop") });
  const product = (await link.getAttribute("href")) ?? "";
  await expect(async () => {
    await shop.visit(product);
    await expect(page.getByRole("main")).toContainText("15.00", { timeout: 500 });
  }).toPass({ timeout: 10_000 });

  // It leaves the lists that other specs count.
  await shop.visit(editor);
  await page.locator("[name=status]").selectOption("draft");
  await shop.arriving(() => save.click());
  await expect.poll(async () => (await page.request.get(product)).status()).toBe(404);
});
