import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { emailTo, linkIn, newCustomer, newEmail } from "./support/accounts";
import { expectNoSidewaysScroll } from "./support/audit";
import { card } from "./support/carts";
import { addSoldOutProduct, addStock } from "./support/database";
import { haraz, saffron } from "./support/products";
import { plain } from "./support/texts";

const alarm = (page: Page) => page.locator("#stock-alert");
const email = (page: Page) => alarm(page).getByRole("textbox", { name: t("stock_alerts.email") });
const ask = (page: Page) => alarm(page).getByRole("button", { name: t("catalog.notify") });

test("a guest asks by keyboard, gets one email when pieces arrive, and unsubscribes [VIS-13]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  const product = addSoldOutProduct();
  const address = newEmail();
  await shop.visit(product.path);
  await email(page).focus();
  await page.keyboard.type("salma");
  await page.keyboard.press("Enter");
  await expect(alarm(page)).toContainText(t("stock_alerts.email-invalid"));
  await expect(email(page)).toBeFocused();
  await shop.audit();
  await email(page).fill(address);
  await page.keyboard.press("Enter");
  await expect(alarm(page)).toContainText(t("stock_alerts.waiting"));
  await expect(alarm(page)).toBeFocused();
  await shop.audit();

  addStock(product.sku, 2);
  const mail = await emailTo(address, plain(t("stock_alerts.mail-subject", { name: product.name })));
  expect(mail.text).toContain("لدينا قطعتان");
  const stop = new URL(linkIn(mail, "/ar/stock-alerts/stop/")).pathname;
  await shop.visit(stop);
  await shop.arriving(() => page.getByRole("button", { name: t("stock_alerts.stop-button") }).click());
  await expect(page.getByText(t("stock_alerts.stopped"))).toBeVisible();
});

test("a customer presses one button, and cancels [VIS-13]", async ({ page, shop }) => {
  const product = addSoldOutProduct();
  const own = await newCustomer(page);
  await shop.visit(product.path);
  await expect(alarm(page)).toContainText(own);
  await expect(email(page)).toHaveCount(0);
  await ask(page).click();
  await expect(alarm(page)).toContainText(t("stock_alerts.waiting"));
  await shop.arriving(() =>
    alarm(page)
      .getByRole("link", { name: t("stock_alerts.cancel") })
      .click(),
  );
  await shop.arriving(() => page.getByRole("button", { name: t("stock_alerts.cancel") }).click());
  await expect(page.getByRole("heading", { level: 1, name: t("stock_alerts.cancelled") })).toBeVisible();
});

test("without script a plain form leads to the alert [VIS-13]", { tag: "@no-script" }, async ({
  page,
  shop,
}) => {
  const product = addSoldOutProduct();
  await shop.visit(product.path);
  await email(page).fill(newEmail());
  await shop.arriving(() => ask(page).click());
  await expect(page.getByRole("heading", { level: 1, name: t("stock_alerts.waiting") })).toBeVisible();
  await shop.arriving(() => page.getByRole("button", { name: t("stock_alerts.cancel") }).click());
  await expect(page.getByRole("heading", { level: 1, name: t("stock_alerts.cancelled") })).toBeVisible();
});

test("a card of a sold-out product leads to the form, and fits 320 pixels [VIS-13]", async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/?s=زعفران&post_type=product");
  const link = card(page, saffron).getByRole("link", { name: t("stock_alerts.notify-short") });
  await shop.arriving(() => link.click());
  await expect(alarm(page)).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});

test("a variation that is sold out offers its own alert [VIS-13]", async ({ page, shop }) => {
  await shop.visit(haraz.path);
  await expect(alarm(page)).toHaveCount(0);
  const form = page.locator("form.cart");
  // The first choice that is sold out.
  await page.evaluate(() => {
    const data = document.querySelector<HTMLFormElement>("form.cart")?.dataset.product_variations ?? "[]";
    const found = JSON.parse(data).find((one: { is_in_stock: boolean }) => !one.is_in_stock);
    Object.assign(window, { wanted: found.attributes });
  });
  const wanted = await page.evaluate(() => (window as unknown as { wanted: Record<string, string> }).wanted);
  for (const [name, value] of Object.entries(wanted)) {
    const select = form.locator(`select[name="${name}"]`);
    if (value === "") continue;
    if ((await select.count()) > 0) await select.selectOption(value);
    else await form.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
  }
  await expect(ask(page)).toBeVisible();
  await shop.audit();
});
