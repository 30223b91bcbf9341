import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { main } from "./support/checkout";
import { STAFF_STOCK, signInStaff } from "./support/staff";

/** Not sold online: nobody else changes what it has of these goods. */
const STORE = "2";
const RIBBON = "NK-070";
const SPOON = "NK-072";
const HONEY_SPOON = { sku: "NK-073", gtin: "6291045007305" };

const find = (text: string) => `${STAFF_STOCK}?store_id=${STORE}&s=${encodeURIComponent(text)}`;
const button = (page: Page, name: "receive-submit" | "issue-submit" | "count-check" | "count-submit") =>
  main(page).getByRole("button", { name: t(`staff_stock.${name}`) });
const notice = (page: Page) => main(page).getByRole("status").first();

/** What the store has. */
async function onHand(page: Page): Promise<number> {
  const fact = main(page)
    .locator("dl > div")
    .filter({ hasText: t("staff_stock.on-hand") })
    .first();
  return Number(await fact.locator("dd").textContent());
}

test("stock: a typed code opens the forms, and goods are received and issued by keyboard [D21] [D24]", async ({
  page,
  shop,
}) => {
  await signInStaff(page);
  await shop.visit(`${STAFF_STOCK}?store_id=${STORE}&list=all`);
  await main(page).getByRole("searchbox").fill("٦٢٩١٠٤٥٠٠٧٣٠٥");
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(main(page).getByText(HONEY_SPOON.sku)).toBeVisible();
  const before = await onHand(page);
  await main(page).locator("#receive-amount").focus();
  await page.keyboard.type("٥");
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(notice(page)).toHaveText(t("staff_stock.received"));
  expect(await onHand(page)).toBe(before + 5);
  await expect(main(page).getByRole("table").getByRole("row").nth(1)).toContainText("+5");
  await main(page).locator("#issue-amount").fill("2");
  await main(page).locator("#issue-reason").selectOption("gift");
  await button(page, "issue-submit").focus();
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(notice(page)).toHaveText(t("staff_stock.issued"));
  expect(await onHand(page)).toBe(before + 3);
  await expect(main(page).locator("#receive-amount")).toHaveValue("");

  // More than there is stays in the form, with its reason.
  await main(page).locator("#issue-amount").fill("900");
  await shop.arriving(() => button(page, "issue-submit").click());
  await expect(main(page).locator("#issue-amount")).toHaveAttribute("aria-invalid", "true");
  await expect(main(page).locator("#issue-amount")).toHaveValue("900");
  expect(await onHand(page)).toBe(before + 3);
});

test("stock: without script a count says its difference before it is written [D23]", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(find(SPOON));
  const before = await onHand(page);
  await main(page)
    .locator("#count-amount")
    .fill(String(before + 4));
  await shop.arriving(() => button(page, "count-check").click());
  await expect(main(page).getByText(t("staff_stock.count-title"))).toBeVisible();
  await expect(main(page).locator("#count dl")).toContainText("+4");
  expect(await onHand(page)).toBe(before);
  await shop.arriving(() => button(page, "count-submit").click());
  await expect(notice(page)).toHaveText(t("staff_stock.counted"));
  expect(await onHand(page)).toBe(before + 4);
});

test("stock: more than a thousand pieces wait for somebody else [D34]", async ({ page, shop, browser }) => {
  await signInStaff(page);
  await shop.visit(find(RIBBON));
  const before = await onHand(page);
  await main(page).locator("#receive-amount").fill("1001");
  await shop.arriving(() => button(page, "receive-submit").click());
  await expect(notice(page)).toHaveText(t("staff_stock.waits"));
  await expect(main(page).getByText(t("staff_stock.approval-own"))).toBeVisible();
  expect(await onHand(page)).toBe(before);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signInStaff(other);
  await other.goto(page.url());
  const approve = t("staff_stock.approve-of", { submit: t("staff_stock.approve"), sku: RIBBON });
  await main(other).getByRole("button", { name: approve }).click();
  await expect(notice(other)).toHaveText(t("staff_stock.approved"));
  expect(await onHand(other)).toBe(before + 1001);
  await context.close();

  await shop.visit(`${STAFF_STOCK}?store_id=${STORE}&list=all`);
  await expect(main(page).getByText(t("staff_stock.approvals"))).toBeHidden();
});

test("stock: the lists and an item have no fault at any width, and lead from the tool [D25]", {
  tag: "@any",
}, async ({ page, shop }) => {
  await signInStaff(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const list of ["", "low", "out", "reserved", "all"])
      await shop.visit(`${STAFF_STOCK}?store_id=1&list=${list}`);
    await shop.visit(`/ar/wp-admin/barcodes/?store_id=${STORE}&text=${HONEY_SPOON.gtin}`);
    await shop.arriving(() =>
      main(page)
        .getByRole("link", { name: t("barcodes.to-stock") })
        .click(),
    );
    await expect(main(page).getByRole("heading", { name: t("staff_stock.ledger") })).toBeVisible();
  }
});
