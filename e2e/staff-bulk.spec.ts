import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { signInStaff } from "./support/staff";

const LIST = "/ar/wp-admin/products/";
const BULK = `${LIST}bulk/`;

let count = 0;
const newKey = () => `${process.pid}-${Date.now()}-${count++}`;

type Visit = {
  visit(path: string): Promise<unknown>;
  arriving(act: () => Promise<unknown>): Promise<unknown>;
};

/** Two drafts, which the shop's own lists do not show. Returns the address of the list with them. */
async function twoDrafts(page: Page, shop: Visit): Promise<string> {
  const key = newKey();
  for (const [number, price] of ["18.00", "24.50"].entries()) {
    await shop.visit(`${LIST}new/`);
    await page.locator("[name=name]").fill(`مسودة ${key} ${number}`);
    await page.locator("[name=sku]").fill(`BULK-${key}-${number}`);
    await page.locator("[name=regular_minor]").fill(price);
    await shop.arriving(() => page.getByRole("button", { name: t("staff_products.create") }).click());
  }
  return `${LIST}?s=${encodeURIComponent(`BULK-${key}`)}`;
}

/** The worker does the job; with script the page follows by itself, without it is loaded again. */
async function ended(page: Page, shop: Visit): Promise<void> {
  const job = page.url().split("?")[0] ?? LIST;
  await expect(async () => {
    await shop.visit(job);
    await expect(page.getByText(t("bulk.state-done"), { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
}

test("staff bulk: prices of the picked products are shown before, changed, reported and taken back, by keyboard", {
  tag: "@any",
}, async ({ page, shop, pageErrors }) => {
  test.slow();
  pageErrors.allow(/422/);
  await signInStaff(page);
  const list = await twoDrafts(page, shop);
  await shop.visit(list);
  const picks = page.locator("input[name='id[]']");
  await expect(picks).toHaveCount(2);
  for (const pick of await picks.all()) await pick.press("Space");
  await shop.arriving(() => page.getByRole("button", { name: t("bulk.edit-picked") }).press("Enter"));
  await expect(page.getByRole("main")).toContainText(t("bulk.chosen", { count: 2 }));

  // Nothing is chosen: the refusal is said, and the page stays.
  await shop.arriving(() => page.getByRole("button", { name: t("bulk.preview") }).press("Enter"));
  await expect(page.getByRole("alert")).toContainText(t("bulk.nothing-chosen"));

  await page.locator("[name=price]").selectOption("raise-percent");
  await page.locator("[name=amount]").fill("٥");
  await page.locator("[name=rounding]").selectOption("half");
  await page.locator("[name=title]").fill("رفع الشتاء");
  await shop.arriving(() => page.getByRole("button", { name: t("bulk.preview") }).press("Enter"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("رفع الشتاء");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.filter({ hasText: "19.00" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "25.50" })).toHaveCount(1);
  await shop.arriving(() => page.getByRole("button", { name: t("bulk.start", { count: 2 }) }).press("Enter"));
  await ended(page, shop);
  await expect(page.getByRole("main")).toContainText(t("bulk.were-changed", { count: 2 }));

  await shop.arriving(() => page.getByRole("button", { name: t("bulk.undo-all") }).press("Enter"));
  await ended(page, shop);
  await expect(rows.filter({ hasText: "18.00" })).toHaveCount(1);
  await shop.visit(`${LIST}jobs/`);
  await expect(page.getByRole("main")).toContainText("رفع الشتاء");
});

test("staff bulk: form, preview and jobs at every width", async ({ page, shop }) => {
  test.slow();
  await signInStaff(page);
  const list = await twoDrafts(page, shop);
  await shop.visit(list);
  await shop.arriving(() => page.getByRole("link", { name: t("bulk.edit-all") }).click());
  const widths = async () => {
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await shop.audit();
    }
  };
  await widths();
  await page.locator("[name=tag_way]").selectOption("add");
  await page.locator("[name=tag]").fill("شتاء");
  await shop.arriving(() => page.getByRole("button", { name: t("bulk.preview") }).click());
  await widths();
  await shop.arriving(() => page.getByRole("button", { name: t("bulk.drop") }).click());
  await expect(page.getByRole("status").first()).toContainText(t("bulk.dropped-now"));
  for (const path of [`${LIST}jobs/`, BULK]) {
    await shop.visit(path);
    await widths();
  }
});
