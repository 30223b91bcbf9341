import { test as base, expect, t } from "./shop";
import { type OwnShop, openOwnShop } from "./support/closed-shop";
import { staffToken } from "./support/database";

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
test.describe.configure({ mode: "serial" });

const BASE = "/ar/wp-admin/settings/";
const SHOP = `${BASE}shop/`;
const SHIPPING = `${BASE}shipping/`;

let count = 0;
const newKey = () => `${process.pid}-${Date.now()}-${count++}`;

test.beforeEach(async ({ context, ownShop }) => {
  await context.addCookies([
    {
      name: "__Host-staff",
      value: staffToken(ownShop),
      domain: "localhost",
      path: "/",
      secure: true,
      httpOnly: true,
      sameSite: "Strict",
    },
  ]);
});

test("staff settings: a saved field is named, and is taken back by one press [D23]", {
  tag: "@any",
}, async ({ page, shop }) => {
  await shop.visit(SHOP);
  const field = page.locator("[name=taxNumber]");
  const before = await field.inputValue();
  await field.fill(`الرقم الضريبي ${newKey()}`);
  await shop.arriving(() => page.getByRole("button", { name: t("settings.save") }).click());
  const notice = page.getByRole("status").filter({ hasText: t("settings.every-page") });
  await expect(notice).toContainText(t("settings.tax-number"));
  await shop.arriving(() => notice.getByRole("button", { name: t("staff_products.undo") }).click());
  await expect(field).toHaveValue(before);
});

test("staff settings: a field is checked when it is left, and the bar names what is not saved", async ({
  page,
  shop,
}) => {
  await shop.visit(SHOP);
  const name = page.locator("[name=name]");
  const before = await name.inputValue();
  await expect(async () => {
    await name.fill("");
    await name.press("Tab");
    await expect(name).toHaveAttribute("aria-invalid", "true", { timeout: 500 });
  }).toPass();
  await expect(page.getByText(t("settings.error-empty"))).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: t("settings.shop-name") })).toBeVisible();
  await name.fill(before);
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
});

test("staff settings: the server refuses in the same words [D23]", { tag: "@any" }, async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/422/);
  await shop.visit(SHOP);
  await page.locator("[name=contactUrl]").fill("https://example.com/");
  await shop.arriving(() => page.getByRole("button", { name: t("settings.save") }).click());
  await expect(page.getByRole("alert")).toContainText(t("settings.not-saved"));
  await expect(page.locator("[name=contactUrl]")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("[name=contactUrl]")).toHaveValue("https://example.com/");
});

test("staff settings: an address is tried by keyboard [D28]", { tag: "@any" }, async ({ page, shop }) => {
  await shop.visit(SHIPPING);
  await page.locator("[name=weight]").fill("١٫٩");
  await page.locator("[name=amount]").fill("68.40");
  await shop.arriving(() => page.locator("[name=amount]").press("Enter"));
  const result = page.getByRole("status").filter({ hasText: t("settings.trial-result") });
  await expect(result).toContainText(t("settings.trial-offers"));
  // The flat rate, and the rate by weight for two kilograms.
  await expect(result).toContainText("7.00");
  await expect(result).toContainText("14.00");
});

test("staff settings: two people who change one setting choose between three columns [D06]", {
  tag: "@any",
}, async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/409/);
  await shop.visit(SHOP);
  const field = page.locator("[name=address]");
  const key = newKey();
  const other = await page.context().newPage();
  await other.goto(SHOP);
  await other.locator("[name=address]").fill(`أول ${key}`);
  await other.getByRole("button", { name: t("settings.save") }).click();
  await other.waitForURL(/saved=/);
  await other.close();
  await field.fill(`ثانٍ ${key}`);
  await shop.arriving(() => page.getByRole("button", { name: t("settings.save") }).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("settings.conflict-title"));
  await expect(page.getByRole("group")).toContainText(`أول ${key}`);
  await shop.audit();
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.conflict-save") }).click());
  await expect(field).toHaveValue(`ثانٍ ${key}`);
});

test("staff settings: every part at every width [D25]", async ({ page, shop }) => {
  const paths = ["shop/", "cart/", "reviews/", "payments/", "shipping/", "shipping/zones/new/"];
  for (const path of paths) {
    await shop.visit(`${BASE}${path}`);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await shop.audit();
    }
  }
});
