import type { Page } from "@playwright/test";
import { test as base, expect, t } from "./payment-shop";
import { expectNoSidewaysScroll, violations } from "./support/audit";
import {
  billingOf,
  CHECKOUT,
  expectKind,
  fillBilling,
  main,
  payButton,
  payReady,
  quickOrder,
  toCheckout,
} from "./support/checkout";
import { type OwnShop, openOwnShop } from "./support/closed-shop";
import { saveSettings } from "./support/database";

const IBAN = "SA0380000000608010167519";
const SHOWN_IBAN = "SA03 8000 0000 6080 1016 7519";
const METHODS = {
  cod: { enabled: true, maxTotalMinor: 100_000, maxOpenOrders: 100 },
  bacs: { enabled: true, days: 3, maxOpenOrders: 100, accounts: [{ bank: "مصرف النخلة", iban: IBAN }] },
};

/** These tests change settings, so they use a separate shop. */
const test = base.extend<{ baseURL: string }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
    async ({}, use) => {
      const own = await openOwnShop();
      await use(own);
      await own.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
});
test.describe.configure({ mode: "default" });

const method = (page: Page, name: "cod" | "bacs") =>
  page.getByRole("radio", { name: t(`payments.${name}`), exact: true });

test.beforeEach(({ ownShop }) => saveSettings(ownShop, "payment_methods", METHODS));

test("a guest pays the courier: chosen by keyboard, and clean under axe", async ({ page, shop, email }) => {
  await toCheckout(page, shop);
  await payReady(page);
  await fillBilling(page, billingOf(email));
  await page.getByRole("radio", { name: t("payments.card"), exact: true }).focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowDown");
  await expect(method(page, "cod")).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await payButton(page).click();
  await expectKind(page, "paid");
  await expect(main(page)).toContainText(t("payments.cod"));
  expect(await violations(page)).toEqual([]);
});

test("a transfer shows the account at the checkout and on the order, and takes a proof", async ({
  page,
  shop,
  email,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await toCheckout(page, shop);
  await payReady(page);
  await fillBilling(page, billingOf(email));
  await method(page, "bacs").check();
  await expect(page.getByText(SHOWN_IBAN)).toHaveAttribute("dir", "ltr");
  await expectNoSidewaysScroll(page);
  await payButton(page).click();
  await expectKind(page, "waiting");
  await expect(page.getByText(SHOWN_IBAN)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.getByLabel(t("orders.proof-file")).setInputFiles({
    name: "إيصال.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n"),
  });
  await page.getByRole("button", { name: t("orders.proof-send") }).click();
  await expect(main(page)).toContainText(t("orders.proof-sent"));
  await expect(page.getByRole("list", { name: t("orders.proofs") })).toContainText("إيصال.pdf");
});

test("an order above the limit shows the method with its limit, and cannot choose it", async ({
  page,
  shop,
  ownShop,
}) => {
  saveSettings(ownShop, "payment_methods", { ...METHODS, cod: { enabled: true, maxTotalMinor: 100 } });
  await toCheckout(page, shop);
  // A changed setting reaches a server within a second.
  await expect(async () => {
    await shop.visit(CHECKOUT);
    await payReady(page);
    await expect(method(page, "cod")).toBeDisabled({ timeout: 500 });
  }).toPass();
  await expect(method(page, "bacs")).toBeEnabled();
  expect(await violations(page)).toEqual([]);
});

test("a guest pays the courier without script", { tag: "@no-script" }, async ({ page, shop, email }) => {
  await toCheckout(page, shop);
  await fillBilling(page, billingOf(email));
  await method(page, "cod").check();
  await payButton(page).click();
  await expectKind(page, "paid");
  await expect(main(page)).toContainText(t("payments.cod"));
});

test("an order that was not paid yet is paid to the courier from its pay page", async ({
  page,
  shop,
  email,
}) => {
  await toCheckout(page, shop);
  const order = await quickOrder(page.request, { billing: billingOf(email) });
  await shop.visit(`/ar/checkout/order-pay/${order.number}/?pay_for_order=true&key=${order.key}`);
  await payReady(page);
  expect(await violations(page)).toEqual([]);
  await method(page, "cod").check();
  await payButton(page).click();
  await expectKind(page, "paid");
  await expect(main(page)).toContainText(t("payments.cod"));
});

test("a transfer is given up for cash without script", { tag: "@no-script" }, async ({
  page,
  shop,
  email,
}) => {
  await toCheckout(page, shop);
  await fillBilling(page, billingOf(email));
  await method(page, "bacs").check();
  await payButton(page).click();
  await expectKind(page, "waiting");
  await shop.arriving(() => page.getByRole("link", { name: t("orders.transfer-other") }).click());
  await expect(method(page, "bacs")).toHaveCount(0);
  await method(page, "cod").check();
  await payButton(page).click();
  await expectKind(page, "paid");
  await expect(main(page)).toContainText(t("payments.cod"));
});
