import type { Browser, Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import { ACCOUNT, billingField, newCustomer, PASSWORD, submitOf } from "./support/accounts";
import { fillCart } from "./support/carts";
import {
  billingOf,
  CHECKOUT,
  entriesOf,
  errorLines,
  expectKind,
  fillBilling,
  fillCard,
  notesField,
  orderKind,
  payButton,
  payReady,
  terms,
  toCheckout,
} from "./support/checkout";
import { type OtherShop, openShop } from "./support/closed-shop";
import { ordersOf } from "./support/database";
import { greeting } from "./support/products";
import { addFaultRules } from "./support/provider";
import { plain } from "./support/texts";

const NOTES = "اتركوا الطلب عند الحارس.";

/** Every typed value is still in its field, except those of the card. */
async function expectFilled(page: Page, email: string): Promise<void> {
  for (const [name, value] of entriesOf(billingOf(email)).filter(([name]) => name !== "phone"))
    await expect(billingField(page, name)).toHaveValue(value);
  await expect(notesField(page)).toHaveValue(NOTES);
  await expect(terms(page)).toBeChecked();
  for (const field of await page.locator("[data-pay-field=number]").all())
    await expect(field).toHaveValue("");
}

async function signInElsewhere(page: Page, email: string): Promise<void> {
  const html = await (await page.request.get(ACCOUNT)).text();
  const nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(html.slice(html.indexOf("<main")))?.[1] ?? "";
  const form = { username: email, password: PASSWORD, _wpnonce: nonce };
  expect((await page.request.post(ACCOUNT, { form })).ok()).toBe(true);
}

test.describe("a refused checkout form", () => {
  test("is restored as a page by Back, after a decline and a purchase [CONF-B17]", async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/422/);
    await addFaultRules({ when: { email, kind: "authCaptureTransaction" }, do: "decline", times: 1 });
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await notesField(page).fill(NOTES);
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    await expect(errorLines(page)).toHaveText([t("payments.general-error"), t("payments.declined")]);
    await expectFilled(page, email);
    await shop.arriving(() => page.reload());
    await expectFilled(page, email);

    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    await shop.arriving(() => page.goBack());
    await expect(page.getByRole("heading", { level: 1, name: t("checkout.empty") })).toBeVisible();
    await shop.arriving(() => page.goForward());
    await expectKind(page, "paid");
  });

  test("is rendered again when it has expired, and is sent by one click [CONF-B14] [API-40]", async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/403/);
    const account = await newCustomer(page);
    await page.context().clearCookies();
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await notesField(page).fill(NOTES);
    await fillCard(page);
    await signInElsewhere(page, account);

    await shop.arriving(() => payButton(page).click());
    await expect(errorLines(page)).toHaveText([t("checkout.expired")]);
    await expectFilled(page, email);
    expect(ordersOf(email)).toEqual([]);
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    expect(ordersOf(email)).toHaveLength(1);
  });

  test("is rendered again without script too [CONF-B14] [CONF-B17]", { tag: "@no-script" }, async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/403|422/);
    const account = await newCustomer(page);
    await page.context().clearCookies();
    await toCheckout(page, shop);
    await fillBilling(page, { ...billingOf(email), phone: "12" });
    await notesField(page).fill(NOTES);
    await shop.arriving(() => payButton(page).click());
    await expect(errorLines(page)).toHaveText([t("checkout.phone-invalid")]);
    await expectFilled(page, email);

    await billingField(page, "phone").fill("3135550142");
    await signInElsewhere(page, account);
    await shop.arriving(() => payButton(page).click());
    await expect(errorLines(page)).toHaveText([t("checkout.expired")]);
    await expectFilled(page, email);
    await shop.arriving(() => payButton(page).click());
    await expect(orderKind(page, "unpaid")).toBeVisible();
    expect(ordersOf(email)).toHaveLength(1);
  });
});

/** The production limits: the other tests run with wider rate limits and accept accounts of any age. */
test.describe("with production settings", () => {
  test.describe.configure({ mode: "serial" });
  let real: OtherShop;

  test.beforeAll(async () => {
    real = await openShop({
      MATJAR_RATE_FACTOR: "1",
      MATJAR_PAY_MIN_ACCOUNT_AGE_SECONDS: "600",
      MATJAR_PAY_RECONCILE_SECONDS: "60",
      MATJAR_TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
    });
  });
  test.afterAll(() => real.close());

  /**
   * A browser context with its own IP address, signed in like the given page. Only its pages have this address;
   * `page.request` does not, and would use up the limits that all other tests share.
   */
  async function openFromOwnAddress(browser: Browser, page: Page): Promise<Page> {
    const { viewport } = { viewport: page.viewportSize() };
    const context = await browser.newContext({ baseURL: real.origin, locale: "ar", viewport });
    const part = () => Math.floor(Math.random() * 250) + 1;
    const address = `10.${part()}.${part()}.${part()}`;
    await context.route(`${real.origin}/**`, (route) =>
      route.continue({ headers: { ...route.request().headers(), "x-forwarded-for": address } }),
    );
    await context.addCookies(await page.context().cookies());
    return context.newPage();
  }

  test("three refused forms charge nothing, and the rate limit renders the form again [CONF-B4] [PAY-51]", async ({
    browser,
    page: own,
    email,
  }) => {
    const page = await openFromOwnAddress(browser, own);
    await fillCart(page, greeting);
    await page.goto(CHECKOUT);
    await fillBilling(page, billingOf(email));
    await notesField(page).fill(NOTES);
    for (const phone of ["12", "313", "abc"]) {
      await billingField(page, "phone").fill(phone);
      await fillCard(page);
      const answer = page.waitForResponse((one) => one.url().includes("refused="));
      await payButton(page).click();
      expect((await answer).status()).toBe(422);
      await payReady(page);
      await expect(errorLines(page)).toHaveText([t("checkout.phone-invalid")]);
      await expectFilled(page, email);
    }
    await billingField(page, "phone").fill("3135550142");
    await fillCard(page);
    await payButton(page).click();
    await expectKind(page, "paid");

    const buyAgain = async () => {
      await fillCart(page, greeting);
      await page.goto(CHECKOUT);
      await fillBilling(page, billingOf(email));
      await notesField(page).fill(NOTES);
      await fillCard(page);
      await payButton(page).click();
    };
    for (const _ of [2, 3]) {
      await buyAgain();
      await expectKind(page, "paid");
    }
    await buyAgain();
    await expect(errorLines(page)).toHaveText([t("common.too-many")]);
    await expectFilled(page, email);
    expect(ordersOf(email)).toHaveLength(3);
    await page.context().close();
  });

  test("a saved address sets the total, and the first click pays it [CONF-B5] [PAY-02]", async ({
    browser,
    page: own,
    email,
  }) => {
    await newCustomer(own);
    const page = await openFromOwnAddress(browser, own);
    const billing = `${ACCOUNT}edit-address/billing/`;
    await page.goto(billing);
    for (const [name, value] of entriesOf({ ...billingOf(email), country: "SA", city: "الرياض" })) {
      const field = billingField(page, name);
      if (name === "country") await field.selectOption(value);
      else await field.fill(value);
    }
    await submitOf(page, "city").click();
    await expect(page).toHaveURL(/notice=address/);
    await fillCart(page, greeting);
    await page.goto(CHECKOUT);
    await expect(billingField(page, "country")).toHaveValue("SA");
    const total = plain((await payButton(page).locator("[data-order-total]").textContent()) ?? "");
    await terms(page).check();
    await fillCard(page);
    await payButton(page).click();
    await expectKind(page, "paid");
    await expect(page.getByRole("main")).toContainText(total.trim());
    await page.context().close();
  });

  test("a notice tells a new account when it may save a card [CONF-B12] [PAY-08]", async ({
    browser,
    page: own,
  }) => {
    await newCustomer(own);
    const page = await openFromOwnAddress(browser, own);
    await page.goto(`${ACCOUNT}add-payment-method/`);
    await fillCard(page);
    await payButton(page).click();
    await expect(errorLines(page)).toHaveText([t("payments.account-too-new", { count: 10 })]);
    await page.context().close();
  });
});
