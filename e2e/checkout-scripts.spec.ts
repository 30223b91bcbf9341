import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import { ACTION, billingField, emailTo, newCustomer } from "./support/accounts";
import { CART, fillCart } from "./support/carts";
import { rewritePage } from "./support/catalogue";
import {
  billingOf,
  brands,
  CARD,
  CHECKOUT,
  createAccount,
  ECHECK,
  errorLines,
  expectKind,
  fieldsOf,
  fillBilling,
  fillCard,
  orderOf,
  payReady,
  refusedWith,
  subject,
  toCheckout,
} from "./support/checkout";
import { ordersOf } from "./support/database";
import { greeting } from "./support/products";
import { addFaultRules, PAY, PAY_SCRIPT } from "./support/provider";

const EXPRESS = "/ar/wp-json/wc/store/v1/checkout";

test.describe("checkout: the provider's script", () => {
  const logged = (page: Page) =>
    page.waitForRequest((request) => request.postData()?.includes("payment_form_log_script_event") ?? false);

  test("that does not load is reported to the shop by call 31, and shown to the shopper [PAY-54] [API-31]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/Failed to load resource: net::ERR_FAILED/);
    await page.route(PAY_SCRIPT, (route) => route.abort());
    await fillCart(page, greeting);
    const call = logged(page);
    await shop.visit(CHECKOUT);
    const request = await call;
    expect(new URL(request.url()).pathname).toBe(ACTION);
    const { security, ...fields } = fieldsOf(request);
    expect(security).toMatch(/^[0-9a-f]{32}$/);
    expect(fields).toEqual({
      action: "wc_authorize_net_cim_credit_card_payment_form_log_script_event",
      name: "Accept.js",
      message: "The script Accept.js could not be loaded.",
    });
    expect((await request.response())?.status()).toBe(200);
    await expect(page.locator("[data-script-problem] [role=alert]")).toHaveText(t("payments.general-error"));

    // Each one is logged with its own message.
    const message = `The script ${crypto.randomUUID()} could not be loaded.`;
    const log = () => readFileSync(join(import.meta.dirname, "results/server.log"), "utf8");
    for (const form of ["credit_card", "echeck"]) {
      const action = fields.action?.replace("credit_card", form) ?? "";
      const report = { ...fields, action, message: `${message} (${form})`, security: security ?? "" };
      expect((await page.request.post(ACTION, { form: report })).status()).toBe(200);
      await expect.poll(log).toContain(`${message} (${form})`);
    }

    const echeck = { ...fields, action: fields.action?.replace("credit_card", "echeck") ?? "" };
    const answer = await page.request.post(ACTION, { form: { ...echeck, security: security ?? "" } });
    expect(answer.status()).toBe(200);
    const forged = await page.request.post(ACTION, { form: { ...echeck, security: "0".repeat(32) } });
    expect(forged.status()).toBe(403);
  });

  test("that throws is reported as well, once [PAY-54]", async ({ page, shop, pageErrors, email }) => {
    pageErrors.allow(/console error/);
    await page.route(PAY_SCRIPT, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "window.Accept = { dispatchData() { throw new Error('broken') } };",
      }),
    );
    const calls: Array<string> = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("log_script_event")) calls.push(fieldsOf(request).message ?? "");
    });
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    expect(await refusedWith(page)).toEqual([t("payments.general-error")]);
    expect(await refusedWith(page)).toEqual([t("payments.general-error")]);
    expect(calls).toEqual(["A script error has occurred."]);
  });

  test("is the only third-party script, and the policy blocks all others", async ({
    page,
    shop,
    pageErrors,
    request,
    baseURL,
  }) => {
    pageErrors.allow(/console error: .*https:\/\/stranger\.example/);
    const scripts: Array<string> = [];
    page.on("request", (one) => {
      if (one.resourceType() === "script") scripts.push(one.url());
    });
    await toCheckout(page, shop);
    await payReady(page);
    expect(scripts.filter((url) => !url.startsWith(baseURL ?? ""))).toEqual([PAY_SCRIPT]);
    const policyOf = async (path: string) => {
      const answer = await page.request.get(path);
      const policy = answer.headers()["content-security-policy"] ?? "";
      return Object.fromEntries(
        policy.split("; ").map((line) => [line.split(" ")[0], line.split(" ").slice(1).join(" ")]),
      );
    };
    const paying = await policyOf(CHECKOUT);
    expect(paying["script-src"]).toBe(`'self' ${PAY}`);
    expect(paying["connect-src"]).toBe(`'self' ${PAY}`);
    expect(paying["default-src"]).toBe("'none'");
    expect(paying["require-trusted-types-for"]).toBe("'script'");
    expect(paying["form-action"]).toBe("'self'");
    for (const path of ["/ar/", CART, greeting.path]) {
      const elsewhere = await policyOf(path);
      expect(elsewhere["script-src"], path).toBe("'self'");
      expect(elsewhere["connect-src"], path).toBe("'self'");
    }
    const headers = (await request.get(CHECKOUT)).headers();
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["permissions-policy"]).toContain("payment=(self)");
    // The policy blocks a script that was injected into the page.
    const refused = await page.evaluate(async () => {
      const broken: Array<string> = [];
      addEventListener("securitypolicyviolation", (event) => broken.push(event.effectiveDirective));
      await fetch("https://stranger.example/").catch(() => {});
      await new Promise((done) => setTimeout(done, 100));
      return broken;
    });
    expect(refused).toContain("connect-src");
  });

  test("is loaded on payment pages only", async ({ page, shop }) => {
    for (const path of ["/ar/", CART, greeting.path]) {
      await shop.visit(path);
      await expect(page.locator("[data-provider-script]")).toHaveCount(0);
    }
  });
});

test.describe("checkout: data for scripts", { tag: "@any" }, () => {
  test("the provider's two forms [PAY-09] [PAY-10] [PAY-11]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    const { forms } = JSON.parse((await page.locator("script[data-payment-form]").textContent()) ?? "{}");
    expect(forms).toMatchObject([
      {
        id: CARD,
        id_dasherized: "authorize-net-cim-credit-card",
        plugin_id: "authorize_net_cim",
        type: "credit-card",
        csc_required: true,
        csc_required_for_tokens: false,
        enabled_card_types: ["visa", "mastercard", "amex", "discover", "dinersclub", "jcb"],
      },
      {
        id: ECHECK,
        id_dasherized: "authorize-net-cim-echeck",
        plugin_id: "authorize_net_cim",
        type: "echeck",
        csc_required: false,
        csc_required_for_tokens: false,
      },
    ]);
    const signs = brands(page).locator("[data-brand]");
    expect(await signs.evaluateAll((all) => all.map((sign) => (sign as HTMLElement).dataset.brand))).toEqual(
      forms[0].enabled_card_types,
    );
  });

  test("the plugin's configuration, whose wallets are off [PAY-57] [PAY-58] [PAY-59] [PAY-60]", async ({
    page,
    shop,
  }) => {
    await toCheckout(page, shop);
    const config = JSON.parse((await page.locator("script#wcpay-config").textContent()) ?? "{}");
    const { paymentMethodsConfig, ...rest } = config;
    expect(rest).toEqual({
      version: "9.0.0",
      publishableKey: "matjar-sim-client-key",
      testMode: false,
      accountId: "matjar-sim",
      currency: "USD",
      cartTotal: 1050,
      storeCountry: "US",
      locale: "ar",
      gatewayId: "woocommerce_payments",
      accountDescriptor: "MATJAR",
      cartContainsSubscription: false,
      isSavedCardsEnabled: true,
      isPaymentRequestEnabled: true,
      isTokenizedCartEceEnabled: true,
      isExpressCheckoutEnabled: false,
      isApplePayEnabled: false,
      isGooglePayEnabled: false,
      isAmazonPayEnabled: false,
      isWooPayEnabled: false,
      isWooPayEmailInputEnabled: true,
      features: ["products", "refunds", "tokenization", "add_payment_method"],
    });
    expect(paymentMethodsConfig).toEqual({
      card: {
        isReusable: true,
        title: t("payments.cards"),
        icon: expect.stringMatching(/^\/ar\/wp-content\/plugins\/.*\/dist\/.*\.svg$/),
        showSaveOption: true,
        countries: [],
        forceNetworkSavedCards: false,
      },
    });
  });
});

test.describe("checkout: calls of the page", () => {
  test("queued events are sent by call 32, whose response is JSON [API-32]", async ({
    page,
    shop,
    context,
  }) => {
    // Chromium blocks requests to localhost from a page that did not come from localhost.
    await context.grantPermissions(["local-network-access"]);
    const queue = [{ name: "checkout_page_view", props: { theme_type: "short_code" } }];
    await rewritePage(page, CHECKOUT, (html) =>
      html.replace(
        "</main>",
        `<script data-tracks type="application/json">${JSON.stringify(queue)}</script></main>`,
      ),
    );
    await fillCart(page, greeting);
    const sent = page.waitForRequest((request) => request.postData()?.includes("platform_tracks") ?? false);
    await shop.visit(CHECKOUT);
    const { tracksNonce, ...fields } = fieldsOf(await sent);
    expect(fields).toEqual({
      action: "platform_tracks",
      tracksEventName: "checkout_page_view",
      tracksEventProp: '{"theme_type":"short_code"}',
    });
    const answer = await (await sent).response();
    expect(await answer?.json()).toEqual({ success: true });
    await expect(page.locator("script[data-tracks]")).toHaveCount(0);

    const post = (change: Record<string, string>) =>
      page.request.post(ACTION, { form: { ...fields, tracksNonce: tracksNonce ?? "", ...change } });
    expect(await (await post({ tracksEventName: "anything" })).json()).toEqual({ success: false });
    expect((await post({ tracksNonce: "0".repeat(32) })).status()).toBe(403);
    const { tracksEventName: _, ...unnamed } = fields;
    const missing = await page.request.post(ACTION, { form: { ...unnamed, tracksNonce: tracksNonce ?? "" } });
    expect(missing.status()).toBe(400);
  });

  test("a guest's email address is sent by call 10 when it changes [ACCT-09] [API-10] [API-42] [CONF-B11]", async ({
    page,
    shop,
    email,
  }) => {
    await toCheckout(page, shop);
    await billingField(page, "first_name").fill("نور");
    await billingField(page, "last_name").fill("الحسن");
    const sent = page.waitForRequest(
      (request) => request.postData()?.includes("fue_wc_set_cart_email") ?? false,
    );
    await billingField(page, "email").fill(email);
    await billingField(page, "email").blur();
    const request = await sent;
    expect(new URL(request.url()).pathname).toBe(ACTION);
    expect(fieldsOf(request)).toEqual({
      action: "fue_wc_set_cart_email",
      email,
      first_name: "نور",
      last_name: "الحسن",
    });
    const answer = await request.response();
    expect([answer?.status(), answer?.headers()["content-type"]]).toEqual([200, "application/json"]);
    // The page does not read the response, so the browser withholds it from Playwright too.
    const again = await page.request.post(ACTION, { form: fieldsOf(request) });
    expect(await again.json()).toEqual({ success: true });
    const form = { action: "fue_wc_set_cart_email", first_name: "نور" };
    expect((await page.request.post(ACTION, { form })).status()).toBe(400);
  });

  test("names that are filled in after the email address are sent as well [ACCT-09] [CONF-B10]", async ({
    page,
    shop,
    email,
  }) => {
    await toCheckout(page, shop);
    await payReady(page);
    const sent: Array<Record<string, string>> = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("fue_wc_set_cart_email")) sent.push(fieldsOf(request));
    });
    // In the order of the form, from top to bottom.
    await billingField(page, "email").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("نور");
    await page.keyboard.press("Tab");
    await page.keyboard.type("الحسن");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => sent.at(-1))
      .toEqual({ action: "fue_wc_set_cart_email", email, first_name: "نور", last_name: "الحسن" });
  });

  test("a customer's address is not sent [ACCT-10]", async ({ page, shop }) => {
    await newCustomer(page);
    await toCheckout(page, shop);
    const sent: Array<string> = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("fue_wc_set_cart_email")) sent.push(request.url());
    });
    await billingField(page, "email").fill("other@example.com");
    await billingField(page, "email").blur();
    await page.waitForLoadState("networkidle");
    expect(sent).toEqual([]);
    await expect(createAccount(page)).toHaveCount(0);
  });
});

test.describe("checkout: express", () => {
  /** A browser with a saved address and a saved payment method. */
  async function offer(page: Page, isOffered: boolean, email: string): Promise<void> {
    await page.addInitScript(
      ([can, payerEmail]) => {
        class Request extends EventTarget {
          shippingOption = null;
          shippingAddress = null;
          constructor(
            public methods: unknown,
            public details: unknown,
            public options: unknown,
          ) {
            super();
            Object.assign(window, { paymentRequest: { methods, details, options } });
          }
          canMakePayment() {
            return Promise.resolve(can);
          }
          async show() {
            const { Accept } = window as unknown as {
              Accept: { dispatchData(data: unknown, callback: (answer: unknown) => void): void };
            };
            const authData = { apiLoginID: "matjar-sim", clientKey: "matjar-sim-client-key" };
            const cardData = { cardNumber: "4111111111111111", month: "12", year: "2038", cardCode: "739" };
            const { opaqueData } = await new Promise<{ opaqueData: unknown }>((done) =>
              Accept.dispatchData({ authData, cardData }, (answer) =>
                done(answer as { opaqueData: unknown }),
              ),
            );
            return {
              details: { opaqueData },
              payerName: "نور الحسن",
              payerEmail,
              payerPhone: "3135550142",
              shippingAddress: {
                country: "US",
                city: "ديربورن",
                postalCode: "48126",
                addressLine: ["شارع النخيل 12"],
              },
              complete: async (how: string) => Object.assign(window, { how }),
            };
          }
        }
        Object.assign(window, { PaymentRequest: Request });
      },
      [isOffered, email] as const,
    );
  }

  test("is offered only where the browser offers it [PAY-62]", async ({ page, shop, email }) => {
    await offer(page, false, email);
    await toCheckout(page, shop);
    await payReady(page);
    await expect(page.getByRole("region", { name: t("checkout.express") })).toBeHidden();
  });

  test("places the order through the Store API, and lands on its page [PAY-62] [PAY-63]", async ({
    page,
    shop,
    email,
  }) => {
    await offer(page, true, email);
    await toCheckout(page, shop);
    const button = page.getByRole("button", { name: t("checkout.express-pay") });
    await expect(button).toBeVisible();
    await shop.audit();
    const call = page.waitForRequest((request) => new URL(request.url()).pathname === EXPRESS);
    await shop.arriving(() => button.click());
    const sent = (await call).postDataJSON();
    expect(sent.payment_method).toBe(CARD);
    expect(sent.billing_address).toMatchObject({
      email,
      first_name: "نور",
      last_name: "الحسن",
      city: "ديربورن",
    });
    expect((await call).headers()["x-wc-store-api-nonce"]).toMatch(/^[0-9a-f]{32}$/);
    await expectKind(page, "paid");
    const order = orderOf(page.url());
    expect(ordersOf(email)).toEqual([order.number]);
    await emailTo(email, subject("mail-received", order.number));
  });

  test("that is declined shows an error, and the form stays", async ({ page, shop, pageErrors, email }) => {
    pageErrors.allow(/400/);
    await addFaultRules({ when: { email, kind: "authCaptureTransaction" }, do: "decline", times: 1 });
    await offer(page, true, email);
    await toCheckout(page, shop);
    await page.getByRole("button", { name: t("checkout.express-pay") }).click();
    await expect(errorLines(page)).toHaveText([t("payments.general-error")]);
    expect(await page.evaluate(() => (window as unknown as { how: string }).how)).toBe("fail");
  });
});
