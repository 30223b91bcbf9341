import type { Page, Request } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import { billingField } from "./support/accounts";
import {
  buyButton,
  cartButton,
  fillCart,
  isCall,
  lineIn,
  REFRESH,
  removeLink,
  sideCart,
} from "./support/carts";
import {
  billingOf,
  couponButton,
  couponField,
  editCart,
  errorLines,
  expectKind,
  fieldsOf,
  fillBilling,
  fillCard,
  main,
  orderOf,
  payButton,
  payReady,
  placings,
  put,
  REVIEW,
  seenTotal,
  summary,
  toCheckout,
  unfold,
} from "./support/checkout";
import { attemptsOf, attributionOf, ordersOf } from "./support/database";
import { greeting, ribbon } from "./support/products";
import { ledgerOf } from "./support/provider";
import { vectors } from "./support/vectors";

test.describe("checkout: the summary", () => {
  const review = (page: Page) => page.waitForResponse((answer) => isCall(REVIEW)(new URL(answer.url())));

  test("follows the shipping method and the address", { tag: "@phone" }, async ({ page, shop, email }) => {
    await toCheckout(page, shop);
    await payReady(page);
    await unfold(page);
    const updated = review(page);
    await summary(page).getByLabel("توصيل سريع").check();
    await updated;
    await expect(payButton(page)).not.toContainText("10.50");
    const fast = Number(await seenTotal(page));
    expect(fast).toBeGreaterThanOrEqual(1250);
    await expect(summary(page).getByLabel("توصيل سريع")).toBeChecked();
    const moved = review(page);
    await billingField(page, "country").selectOption("SA");
    await moved;
    await expect(summary(page)).toContainText("شحن دولي");
    await expect(summary(page)).toContainText("ضريبة القيمة المضافة");
    await expect.poll(() => seenTotal(page)).not.toBe(String(fast));
    await shop.audit();
    const total = Number(await seenTotal(page));
    await fillBilling(page, { ...billingOf(email), country: "SA" });
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    const [attempt] = attemptsOf(orderOf(page.url()).number);
    expect((await ledgerOf(attempt?.key ?? "")).map(({ amount }) => amount)).toEqual([total]);
  });

  test("a total that has changed meanwhile is shown before anything is paid", async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/422/);
    await toCheckout(page, shop);
    // The page requests the costs of the new address after a short delay; later changes do not come from this page.
    const reviewed = page.waitForResponse(/update_order_review/);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await reviewed;
    // Another tab of the same shopper, without a cross-tab message.
    await fillCart(page, ribbon);
    await shop.arriving(() => payButton(page).click());
    expect(await errorLines(page).allTextContents()).toEqual([t("checkout.total-changed")]);
    await expect(payButton(page)).toContainText("14.50");
    expect(ordersOf(email)).toEqual([]);
  });

  test("applies and removes a coupon, and shows why one is refused", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    await toCheckout(page, shop, ribbon);
    await payReady(page);
    await unfold(page);
    const notice = page.getByRole("complementary", { name: t("checkout.summary") }).getByRole("status");
    const apply = couponButton(page);
    await apply.click();
    await expect(notice).toHaveText(t("cart.coupon-empty"));
    await couponField(page).fill("انتهى");
    await apply.click();
    await expect(couponField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(notice).not.toBeEmpty();
    await shop.audit();
    await couponField(page).fill("نخلة10");
    const updated = review(page);
    await couponField(page).press("Enter");
    await updated;
    await expect(summary(page)).toContainText("0.40");
    await expect.poll(() => seenTotal(page)).toBe("1060");
    await expect(payButton(page)).toContainText("10.60");
    await summary(page)
      .getByRole("link", { name: t("checkout.coupon-remove", { code: "نخلة10" }) })
      .click();
    await expect.poll(() => seenTotal(page)).toBe("1100");
  });

  test("applies a coupon and another shipping method without script", { tag: "@no-script" }, async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/422/);
    await toCheckout(page, shop, ribbon);
    await billingField(page, "city").fill("ديربورن");
    await couponField(page).fill("انتهى");
    await shop.arriving(() => couponButton(page).click());
    await expect(errorLines(page)).toHaveCount(1);
    await couponField(page).fill("نخلة10");
    await shop.arriving(() => couponButton(page).click());
    await expect(summary(page)).toContainText("0.40");
    await expect(billingField(page, "city")).toHaveValue("ديربورن");
    await summary(page).getByLabel("استلام من المتجر").check();
    await shop.arriving(() =>
      summary(page)
        .getByRole("button", { name: t("checkout.refresh") })
        .click(),
    );
    expect(await seenTotal(page)).toBe("360");
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "unpaid");
    await expect(main(page)).toContainText("3.60");
  });

  test("follows the cart, whose calls name this page [CART-63] [CART-64]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await toCheckout(page, shop, greeting, ribbon);
    await unfold(page);
    await editCart(page).click();
    await expect(sideCart(page)).toBeVisible();
    const quantity = sideCart(page).getByRole("textbox", {
      name: t("common.quantity-of", { name: greeting.name }),
    });
    const call = page.waitForRequest((request) => request.url().includes("xoo_wsc_update_item_quantity"));
    await quantity.fill("2");
    const fields = fieldsOf(await call);
    expect([fields.isCheckout, fields.isCart]).toEqual(["true", "false"]);
    await expect.poll(() => seenTotal(page)).toBe("1800");
    await removeLink(sideCart(page), ribbon).click();
    await expect.poll(() => seenTotal(page)).toBe("1400");
    await page.keyboard.press("Escape");
    await expect(payButton(page)).toContainText("14.00");
    await expect(summary(page)).not.toContainText(ribbon.name);
  });

  test("an emptied cart removes the form, and a filled one restores it [CART-65]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    await unfold(page);
    await editCart(page).click();
    await expect(lineIn(sideCart(page), greeting)).toBeVisible();
    await shop.arriving(() => removeLink(sideCart(page), greeting).click());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("checkout.empty"));
    await expect(page.locator("form.checkout")).toHaveCount(0);
    await fillCart(page, greeting);
    await shop.arriving(() =>
      page.evaluate(() => document.body.dispatchEvent(new CustomEvent("added_to_cart", { bubbles: true }))),
    );
    await expect(page.locator("form#checkout")).toBeVisible();
  });

  test("shipping is calculated by the checkout's own form, not in the side cart [CART-60]", async ({
    page,
    shop,
  }) => {
    await toCheckout(page, shop);
    await unfold(page);
    await editCart(page).click();
    const panel = sideCart(page).locator("details");
    await panel.getByText(t("cart.more"), { exact: true }).click();
    const calls: Array<string> = [];
    page.on("request", (request) => {
      if (request.url().includes("calculate_shipping")) calls.push(request.url());
    });
    await panel.getByRole("button", { name: t("cart.shipping-calculate") }).click();
    await expect(sideCart(page)).toContainText(t("cart.shipping-at-checkout"));
    expect(calls).toEqual([]);
  });

  test("follows changes in another tab", async ({ page, shop, context }) => {
    await toCheckout(page, shop);
    await payReady(page);
    const other = await context.newPage();
    await shop.visit(ribbon.path, other);
    const updated = page.waitForResponse((answer) => answer.url().includes(REFRESH));
    await buyButton(other).click();
    await expect(cartButton(other, 2)).toBeVisible();
    await page.bringToFront();
    await updated;
    await expect.poll(() => seenTotal(page)).toBe("1450");
  });
});

test.describe("checkout: attribution", () => {
  const FIELDS = vectors<string>("attribution/fields.json");

  test("sixteen hidden inputs are sent, and stored with the order [ATTR-01] [ATTR-16]", async ({
    page,
    shop,
    email,
  }) => {
    const sent = placings(page);
    await toCheckout(page, shop);
    const hidden = page.locator("form#checkout input[type=hidden][name^=wc_order_attribution_]");
    const names = await hidden.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).name));
    expect(names.toSorted()).toEqual(FIELDS.map((name) => `wc_order_attribution_${name}`).toSorted());
    const attribution: Record<string, string> = Object.fromEntries(
      FIELDS.map((name) => [name, `قيمة ${name}`]),
    );
    Object.assign(attribution, {
      source_type: "utm",
      utm_source: "رسالة",
      session_pages: "3",
      utm_term: "(none)",
    });
    for (const [name, value] of Object.entries(attribution))
      await put(page.locator(`[name=wc_order_attribution_${name}]`), value);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    const fields = fieldsOf(sent[0] as Request);
    for (const name of FIELDS) expect(fields[`wc_order_attribution_${name}`], name).toBeDefined();
    expect(attributionOf(orderOf(page.url()).number)).toEqual(attribution);
  });
});
