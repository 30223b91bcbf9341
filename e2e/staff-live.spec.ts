import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { signInStaff } from "./support/staff";

const LIST = "/ar/wp-admin/products/";
/** Every member of these tests is called so. */
const NAME = "هدى";

let count = 0;
const newKey = () => `${process.pid}-${Date.now()}-${count++}`;

const corner = (page: Page) => page.locator("[data-corner]");
const saveButton = (page: Page) => page.getByRole("button", { name: t("staff_products.save"), exact: true });

/** A draft of its own: other specs edit the shop's products at the same time. */
async function newProduct(page: Page, arriving: (act: () => Promise<unknown>) => Promise<void>, sku: string) {
  await arriving(() => page.goto(`${LIST}new/`));
  await page.locator("[name=name]").fill(`بن ${sku}`);
  await page.locator("[name=sku]").fill(sku);
  await page.locator("[name=regular_minor]").fill("10.00");
  await arriving(() => page.getByRole("button", { name: t("staff_products.create") }).click());
  return page.url().split("?")[0] ?? LIST;
}

test("two members see each other and what the other saved; the new version keeps what was typed", async ({
  page,
  shop,
  browser,
  baseURL,
}) => {
  test.slow();
  await signInStaff(page);
  const sku = `LV-${newKey()}`;
  const url = await newProduct(page, (act) => shop.arriving(act), sku);
  await shop.visit(url);
  await page.locator("[name=note]").fill("ملاحظة لم تُحفظ");

  const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "ar" });
  const other = await context.newPage();
  await signInStaff(other);
  await other.goto(url);
  await expect(corner(page)).toContainText(t("admin.live-here", { names: NAME }));
  await expect(corner(other)).toContainText(t("admin.live-here", { names: NAME }));

  await other.locator("[name=brand]").fill("محمصة");
  await saveButton(other).click();
  await other.waitForURL(/saved=/);
  await expect(corner(page)).toContainText(t("admin.live-product-by", { name: NAME }));
  await expect(page.locator("[name=note]")).toHaveValue("ملاحظة لم تُحفظ");
  // Whoever saved is not told of it.
  await expect(corner(other)).not.toContainText(t("admin.live-load"));
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.audit();
  }

  await shop.arriving(() =>
    corner(page)
      .getByRole("link", { name: t("admin.live-load") })
      .click(),
  );
  await expect(page.locator("[name=brand]")).toHaveValue("محمصة");
  await expect(page.locator("[name=note]")).toHaveValue("ملاحظة لم تُحفظ");
  await expect(corner(page).getByRole("link")).toHaveCount(0);

  // A list marks the row where it stands.
  await shop.visit(`${LIST}?s=${encodeURIComponent(sku)}`);
  const row = page.getByRole("row").filter({ hasText: sku });
  const before = await row.boundingBox();
  await expect(corner(page)).toHaveAttribute("data-live", "");
  await other.locator("[name=brand]").fill("محمصة أخرى");
  await saveButton(other).click();
  await expect(row).toHaveAttribute("data-changed", "");
  expect(await row.boundingBox()).toEqual(before);
  await expect(corner(page)).toContainText(t("admin.live-rows", { count: 1 }));
  await shop.audit();
  await shop.arriving(() =>
    corner(page)
      .getByRole("link", { name: t("admin.live-refresh") })
      .click(),
  );
  await expect(row).not.toHaveAttribute("data-changed", "");
  await context.close();
});

test("a change is taken back from the corner by keyboard, and the corner stays clear of the phone's bar [D09]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await signInStaff(page);
  const url = await newProduct(page, (act) => shop.arriving(act), `UN-${newKey()}`);
  await shop.visit(url);
  await page.locator("[name=brand]").fill("محمصة");
  await shop.arriving(() => saveButton(page).click());
  const toast = corner(page).getByRole("button", { name: t("admin.undo"), exact: true });
  await expect(toast).toBeVisible();
  const bar = page.getByRole("navigation", { name: t("admin.quick") });
  if (await bar.isVisible()) {
    const [low, high] = [await corner(page).boundingBox(), await bar.boundingBox()];
    expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual(high?.y ?? 0);
  }
  await shop.audit();
  await page.keyboard.press("F8");
  await expect(toast).toBeFocused();
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(page.locator("[name=brand]")).toHaveValue("");
});

test("without script the notice takes the change back", { tag: "@no-script" }, async ({ page, shop }) => {
  await signInStaff(page);
  const url = await newProduct(page, (act) => shop.arriving(act), `NS-${newKey()}`);
  await shop.visit(url);
  await page.locator("[name=brand]").fill("محمصة");
  await shop.arriving(() => saveButton(page).click());
  await shop.arriving(() =>
    page
      .getByRole("status")
      .getByRole("button", { name: t("staff_products.undo"), exact: true })
      .click(),
  );
  await expect(page.locator("[name=brand]")).toHaveValue("");
});
