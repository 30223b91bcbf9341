import type { Page } from "@playwright/test";
import { test as atCheckout } from "./payment-shop";
import { expect, t, test } from "./shop";
import { fillCart } from "./support/carts";
import { coffee } from "./support/products";

const CALL = "wc-ajax=matjar_delivery";
const promise = (page: Page) => page.locator("[data-delivery]");
const change = (page: Page) => promise(page).getByRole("link", { name: t("delivery.change") });
const sheet = (page: Page) => page.getByRole("dialog", { name: t("delivery.title") });
const city = (place: ReturnType<typeof sheet>) => place.getByRole("combobox", { name: t("cart.city") });
const ARRIVES = /^يصلك (بين )?(الأحد|الاثنين|الثلاثاء|الأربعاء|الخميس)/;
const plain = (text: string | null) =>
  (text ?? "").replaceAll(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");
const arrival = async (page: Page) => plain(await promise(page).locator("strong").textContent());

async function choose(page: Page, name: string): Promise<void> {
  await change(page).click();
  await city(sheet(page)).fill(name);
  await sheet(page)
    .getByRole("button", { name: t("delivery.show") })
    .click();
  await expect(sheet(page)).toBeHidden();
}

test("a product page promises the days of arrival, and a chosen city is kept on the device [VIS-5]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await shop.visit(coffee.path);
  const usual = await arrival(page);
  expect(usual).toMatch(ARRIVES);
  await expect(promise(page)).toContainText("الولايات المتحدة");

  await change(page).click();
  await expect(city(sheet(page))).toBeVisible();
  await shop.audit();
  await page.keyboard.press("Escape");
  await expect(change(page)).toBeFocused();

  await choose(page, "انكوراج");
  await expect(promise(page)).toContainText("انكوراج");
  const far = await arrival(page);
  expect(far, "a remote city takes longer").not.toBe(usual);
  expect(far).toMatch(ARRIVES);

  const answered = page.waitForResponse((response) => response.url().includes(CALL));
  await shop.visit(coffee.path);
  await answered;
  await expect.poll(() => arrival(page)).toBe(far);

  await choose(page, "غوام");
  await expect(promise(page)).toContainText(t("delivery.not-served"));
});

test("a failed call is said in the sheet, and the form stays", async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/503/);
  await shop.visit(coffee.path);
  const before = await arrival(page);
  await change(page).click();
  await city(sheet(page)).fill("ديربورن");
  await page.route(`**/*${CALL}*`, (route) => route.fulfill({ status: 503, body: "{}" }));
  await sheet(page)
    .getByRole("button", { name: t("delivery.show") })
    .click();
  await expect(sheet(page).getByRole("alert")).toHaveText(t("delivery.failed"));
  expect(await city(sheet(page)).inputValue()).toBe("ديربورن");
  expect(await arrival(page)).toBe(before);
});

test("without script the link leads to a form with the dates of all methods [VIS-5]", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  await shop.visit(coffee.path);
  const usual = await arrival(page);
  await shop.arriving(() => change(page).click());
  await expect(page.getByRole("main")).toContainText("توصيل سريع");
  const dates = plain(await page.getByRole("main").textContent());
  expect(dates).toContain(usual);
  await page.getByRole("combobox", { name: t("cart.city") }).fill("غوام");
  await shop.arriving(() => page.getByRole("button", { name: t("delivery.show") }).click());
  await expect(page.getByRole("alert")).toHaveText(t("delivery.not-served"));
  await expect(page.getByRole("main")).toContainText("استلام من المتجر");
  await expect(page.getByRole("main")).not.toContainText("توصيل سريع");
});

atCheckout(
  "cart and checkout show the date of each shipping method [VIS-5]",
  { tag: "@phone" },
  async ({ page, shop }) => {
    await shop.visit(coffee.path);
    const usual = await arrival(page);
    await fillCart(page, coffee);
    for (const address of ["/ar/cart/", "/ar/checkout/"]) {
      await shop.visit(address);
      const text = plain(await page.getByRole("main").textContent());
      expect(text, address).toContain(usual);
      expect(text, address).toContain("جاهز للاستلام");
    }
  },
);
