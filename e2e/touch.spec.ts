import type { Locator, Page } from "@playwright/test";
import { test as atCheckout } from "./payment-shop";
import { expect, t, test } from "./shop";
import { ACCOUNT } from "./support/accounts";
import { CART, cartButton, fillCart, sideCart, sumRow } from "./support/carts";
import { toCheckout } from "./support/checkout";
import { coffee, greeting, oud } from "./support/products";

/** Expects every visible one to have at least this height and width. */
async function expectSize(all: Locator, least: number): Promise<void> {
  await expect(all.filter({ visible: true }).first()).toBeVisible();
  const small = await all.evaluateAll(
    (found, least) =>
      found
        .filter((one) => one.checkVisibility())
        .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.height < least - 0.5 || box.width < least - 0.5)
        .map(({ text, box }) => `${text}: ${box.width} × ${box.height}`),
    least,
  );
  expect(small).toEqual([]);
}

const boxes = (page: Page) => page.locator("label:has(> :is([type=checkbox], [type=radio]))");

test("a row with a checkbox is high enough for touch [WEB-2]", { tag: "@phone" }, async ({
  page,
  shop,
  isMobile,
}) => {
  await shop.visit(ACCOUNT);
  await expectSize(boxes(page), 44);
  await fillCart(page, greeting);
  await shop.visit(CART);
  await expectSize(boxes(page), 44);

  await shop.visit("/ar/shop/");
  if (isMobile)
    await page
      .getByRole("main")
      .getByRole("button", { name: t("catalog.filter") })
      .click();
  // With a mouse a row of links may be lower.
  const filters = page.getByRole("complementary", { name: t("catalog.filter-label") });
  await expectSize(filters.getByRole("listitem").getByRole("link"), isMobile ? 44 : 24);
});

test("links above a page and beside a coupon are large enough for touch [VIS-S5]", { tag: "@phone" }, async ({
  page,
  shop,
  isMobile,
}) => {
  await fillCart(page, coffee);
  await shop.visit(coffee.path);
  await expectSize(
    page.getByRole("navigation", { name: t("common.breadcrumbs") }).getByRole("link"),
    isMobile ? 44 : 24,
  );

  await shop.visit(CART);
  await page.getByRole("main").getByLabel(t("cart.coupon")).fill("نخلة10");
  await page
    .getByRole("main")
    .getByRole("button", { name: t("cart.coupon-apply") })
    .click();
  const remove = t("cart.coupon-remove", { code: "نخلة10" });
  await expectSize(page.getByRole("main").getByRole("link", { name: remove }), 44);
  await cartButton(page, 1).click();
  await expectSize(sideCart(page).getByRole("link", { name: remove }), 44);
});

test("the cart's forms have the shop's styles, and show the real cost of shipping [VIS-8]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await fillCart(page, oud);
  await shop.visit(CART);
  const main = page.getByRole("main");
  const ways = main.getByRole("radio");
  await expectSize(main.locator("label:has(> input[type=radio])"), 44);
  for (const way of await ways.all()) await expect(way).toHaveCSS("appearance", "none");
  const country = main.getByLabel(t("cart.shipping-to"));
  await expect(country).toHaveCSS("appearance", "none");
  const arrow = (frame: Element) => getComputedStyle(frame, "::after").maskImage;
  expect(await country.locator("xpath=..").evaluate(arrow)).toContain("url(");

  // The order is large enough for free shipping, and free shipping is chosen.
  await main.getByLabel("شحن مجاني").check();
  await expect(main).toContainText(t("cart.free-shipping-reached"));
  const cost = sumRow(main, /^الشحن/);
  await expect(cost.getByRole("term")).not.toContainText("شحن مجاني");
  await expect(cost.getByRole("definition")).toHaveText(t("cart.shipping-free"));
  await shop.audit();
  // Express shipping costs money regardless of the order's amount.
  await main.getByLabel("توصيل سريع").check();
  await expect(main).toContainText(t("cart.free-shipping-possible"));
  await expect(main).not.toContainText(t("cart.free-shipping-reached"));
  // One tap chooses the free one.
  await main.getByRole("button", { name: t("cart.free-shipping-choose") }).click();
  await expect(main).toContainText(t("cart.free-shipping-reached"));
  await expect(main.getByLabel("شحن مجاني")).toBeChecked();
});

test("local pickup does not count as free shipping [VIS-8]", async ({ page, shop }) => {
  await fillCart(page, coffee);
  await shop.visit(CART);
  const main = page.getByRole("main");
  await main.getByLabel("استلام").check();
  await expect(main.getByText(/بقي .+ شحن مجاني/)).toBeVisible();
});

test("a refused code shows an error at its field, without script too [VIS-8]", { tag: "@any" }, async ({
  page,
  shop,
  javaScriptEnabled,
}) => {
  await fillCart(page, coffee);
  await shop.visit(CART);
  const main = page.getByRole("main");
  const apply = () => main.getByRole("button", { name: t("cart.coupon-apply") }).click();
  await main.getByLabel(t("cart.coupon")).fill("لاشيء");
  if (javaScriptEnabled === false) await shop.arriving(apply);
  else await apply();
  const field = main.getByLabel(t("cart.coupon"));
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("لاشيء");
  await expect(field).toHaveAccessibleDescription(/./);
  // Shown once.
  await expect(main.getByRole("alert").or(main.getByRole("status"))).toHaveCount(1);
});

atCheckout(
  "the checkout's boxes and steps fit the smallest screens [WEB-2] [VIS-S5]",
  async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await toCheckout(page, shop);
    await expectSize(boxes(page), 44);
    const tops = await page
      .getByRole("list")
      .filter({ has: page.locator("[aria-current=step]") })
      .getByRole("listitem")
      .evaluateAll((steps) => steps.map((step) => Math.round(step.getBoundingClientRect().top)));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
  },
);
