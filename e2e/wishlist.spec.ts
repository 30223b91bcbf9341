import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { newCustomer } from "./support/accounts";
import { expectNoSidewaysScroll } from "./support/audit";
import { card } from "./support/carts";
import { cardamom, coffee, incense, type Product } from "./support/products";

const WISHLIST = "/ar/wishlist/";
const heart = (page: Page, product: Product) =>
  page
    .getByRole("main")
    .getByRole("button", { name: t("wishlist.save", { name: product.name }) })
    .first();
const recent = (page: Page) => page.getByRole("region", { name: t("wishlist.recent") });
/** Loaded when their place is near. */
const showRecent = (page: Page) =>
  page.locator("[data-id=recent]").evaluate((place) => place.scrollIntoView({ block: "center" }));

test("a guest saves with the heart on the page and on cards, and finds the list [VIS-13]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await shop.visit(WISHLIST);
  await expect(page.getByRole("heading", { level: 1, name: t("wishlist.empty") })).toBeVisible();

  await shop.visit(coffee.path);
  await expect(heart(page, coffee)).toHaveAttribute("aria-pressed", "false");
  await heart(page, coffee).focus();
  await page.keyboard.press("Enter");
  await expect(heart(page, coffee)).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("body > [data-announce]")).toContainText(t("wishlist.saved"));
  await shop.audit();

  await shop.visit(coffee.path);
  await expect(heart(page, coffee), "after a reload").toHaveAttribute("aria-pressed", "true");

  await shop.visit(WISHLIST);
  await expect(card(page, coffee)).toBeVisible();
  await expect(page.getByText(t("wishlist.on-device"))).toBeVisible();
  await heart(page, coffee).click();
  await expect(heart(page, coffee)).toHaveAttribute("aria-pressed", "false");
  await shop.visit(WISHLIST);
  await expect(page.getByRole("heading", { level: 1, name: t("wishlist.empty") })).toBeVisible();
});

test("a guest's list becomes the customer's [VIS-13]", async ({ page, shop }) => {
  await shop.visit(incense.path);
  await heart(page, incense).click();
  await expect(heart(page, incense)).toHaveAttribute("aria-pressed", "true");
  await newCustomer(page);
  await shop.visit(WISHLIST);
  await expect(card(page, incense)).toBeVisible();
  await expect(page.getByText(t("wishlist.on-device"))).toHaveCount(0);
  // On another device without the cookie.
  await page.context().clearCookies({ name: "matjar_wishlist" });
  await shop.visit(WISHLIST);
  await expect(card(page, incense)).toBeVisible();
  const stored = page.waitForResponse((response) => response.url().includes("matjar_wishlist"));
  await heart(page, incense).click();
  await stored;
  await shop.visit(WISHLIST);
  await expect(page.getByRole("heading", { level: 1, name: t("wishlist.empty") })).toBeVisible();
});

test("without script the heart is a form that leads to the list [VIS-13]", { tag: "@no-script" }, async ({
  page,
  shop,
}) => {
  await shop.visit(coffee.path);
  await shop.arriving(() => heart(page, coffee).click());
  await expect(page).toHaveURL(WISHLIST);
  await expect(card(page, coffee)).toBeVisible();
  await shop.arriving(() => heart(page, coffee).click());
  await expect(page.getByRole("heading", { level: 1, name: t("wishlist.empty") })).toBeVisible();
});

test("recently viewed products stay in the browser and can be cleared [VIS-13]", { tag: "@phone" }, async ({
  page,
  shop,
}) => {
  await shop.visit(coffee.path);
  await expect(recent(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("matjar_recent"))).toContain('"');
  await shop.visit(cardamom.path);
  await showRecent(page);
  await expect(recent(page).getByRole("link", { name: coffee.name })).toBeVisible();
  await expect(recent(page).getByRole("link", { name: cardamom.name })).toHaveCount(0);
  for (const path of ["/ar/", "/ar/shop/", WISHLIST]) {
    await shop.visit(path);
    await showRecent(page);
    await expect(recent(page).getByRole("link", { name: cardamom.name })).toBeVisible();
    await shop.audit();
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await recent(page)
    .getByRole("button", { name: t("wishlist.recent-clear") })
    .click();
  await expect(recent(page)).toHaveCount(0);
  await shop.visit("/ar/");
  await expect(recent(page)).toHaveCount(0);
});
