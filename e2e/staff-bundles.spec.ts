import type { Page } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";
import { hospitality, ribbon } from "./support/products";
import { signInStaff } from "./support/staff";

const LIST = "/ar/wp-admin/products/";

/** Opens the editor of the demo shop's bundle. */
async function openBundle(page: Page, shop: Shop): Promise<void> {
  await signInStaff(page);
  await shop.visit(`${LIST}?s=${encodeURIComponent(hospitality.name)}`);
  const name = page.getByRole("link", { name: hospitality.name, exact: true }).first();
  await shop.arriving(() => name.click());
  await shop.arriving(() => page.getByRole("link", { name: t("staff_bundles.edit") }).click());
}

const trial = (page: Page) => page.locator("#trial");
const total = (page: Page) => trial(page).locator("dd").last();

test("staff bundles: the trial follows what is typed and asks nothing to be saved", async ({
  page,
  shop,
}) => {
  await openBundle(page, shop);
  const before = await total(page).textContent();
  await page.locator("[name=percent]").fill("50");
  await expect(total(page)).not.toHaveText(before ?? "");
  await page.locator("[name=total_min_minor]").fill("90000");
  await expect(trial(page)).toContainText(t("staff_bundles.default-refused"));
  await shop.audit();
  await page.reload();
  await expect(total(page)).toHaveText(before ?? "");
});

test("staff bundles: a part is found, added, moved and removed, and what is typed stays", {
  tag: "@any",
}, async ({ page, shop }) => {
  await openBundle(page, shop);
  const parts = page.locator("#parts ol > li");
  const count = await parts.count();
  await page.locator("[name=price_suffix]").fill("شاملة التغليف");
  await page.locator("[name=find]").fill(ribbon.name);
  const find = page.getByRole("button", { name: t("staff_bundles.find-button"), exact: true });
  await shop.arriving(() => find.click());
  const add = page
    .getByRole("list", { name: t("staff_bundles.found") })
    .getByRole("button")
    .first();
  await shop.arriving(() => add.click());
  await expect(parts).toHaveCount(count + 1);
  await expect(page.locator("[name=price_suffix]")).toHaveValue("شاملة التغليف");
  const added = (await parts.last().locator("legend").textContent())?.trim() ?? "";
  const up = page.getByRole("button", { name: t("staff_bundles.part-up", { name: added }) });
  await up.focus();
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(parts.nth(count - 1).locator("legend")).toContainText(added);
  const remove = page.getByRole("button", { name: t("staff_bundles.part-remove", { name: added }) });
  await shop.arriving(() => remove.click());
  await expect(parts).toHaveCount(count);
});

test("staff products: a draft is kept, compared, previewed and discarded", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await signInStaff(page);
  // A product of its own: others have one draft for everybody.
  const key = `${process.pid}-${Date.now()}`;
  await shop.visit(`${LIST}new/`);
  await page.locator("[name=name]").fill(`تمر ${key}`);
  await page.locator("[name=sku]").fill(`DR-${key}`);
  await page.locator("[name=regular_minor]").fill("18.00");
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.create") }).click());
  const note = `مسودة ${key}`;
  await page.locator("[name=note]").fill(note);
  await shop.arriving(() => page.getByRole("button", { name: t("staff_drafts.save") }).click());
  await expect(page.getByRole("status").first()).toContainText(t("staff_drafts.stored"));
  await expect(page.getByRole("table")).toContainText(note);
  const preview = page.getByRole("link", { name: t("staff_drafts.preview") });
  const address = await preview.getAttribute("href");
  const answer = await page.request.get(address ?? "");
  expect(answer.headers()["x-robots-tag"]).toContain("noindex");
  expect(await answer.text()).toContain(note);
  await shop.arriving(() => page.getByRole("button", { name: t("staff_drafts.discard") }).click());
  await expect(page.getByRole("status").first()).toContainText(t("staff_drafts.discarded"));
});
