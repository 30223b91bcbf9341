import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ACTION, billingField, letterTo, newCustomer } from "./support/accounts";
import { CART, fillCart } from "./support/carts";
import { redraw } from "./support/catalogue";
import { ordersOf } from "./support/office";
import { greeting } from "./support/products";
import { misbehave, PAY, PAY_SCRIPT } from "./support/provider";
import {
  billingOf,
  brands,
  CARD,
  CHECKOUT,
  createAccount,
  ECHECK,
  expectKind,
  faultLines,
  fieldsOf,
  fillBilling,
  fillCard,
  orderOf,
  payReady,
  refusedWith,
  subject,
  toCheckout,
} from "./support/till";
import { expect, t, test } from "./till";

const EXPRESS = "/ar/wp-json/wc/store/v1/checkout";

test.describe("checkout: the provider's script", () => {
  const logged = (page: Page) =>
    page.waitForRequest((request) => request.postData()?.includes("payment_form_log_script_event") ?? false);

  test("that does not come is told to the shop by call 31, and to the shopper [PAY-54] [API-31]", async ({
    page,
    shop,
    faults,
  }) => {
    faults.allow(/Failed to load resource: net::ERR_FAILED/);
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

    // Each is in the log with its own words.
    const said = `The script ${crypto.randomUUID()} could not be loaded.`;
    const log = () => readFileSync(join(import.meta.dirname, "results/server.log"), "utf8");
    for (const form of ["credit_card", "echeck"]) {
      const action = fields.action?.replace("credit_card", form) ?? "";
      const told = { ...fields, action, message: `${said} (${form})`, security: security ?? "" };
      expect((await page.request.post(ACTION, { form: told })).status()).toBe(200);
      await expect.poll(log).toContain(`${said} (${form})`);
    }

    const echeck = { ...fields, action: fields.action?.replace("credit_card", "echeck") ?? "" };
    const answer = await page.request.post(ACTION, { form: { ...echeck, security: security ?? "" } });
    expect(answer.status()).toBe(200);
    const stranger = await page.request.post(ACTION, { form: { ...echeck, security: "0".repeat(32) } });
    expect(stranger.status()).toBe(403);
  });

  test("that fails at work is told as well, once [PAY-54]", async ({ page, shop, faults, email }) => {
    faults.allow(/console error/);
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

  test("is the only one of a stranger, and the policy lets no other in", async ({
    page,
    shop,
    faults,
    request,
    baseURL,
  }) => {
    faults.allow(/console error: .*https:\/\/stranger\.example/);
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
    // Whoever gets a script into the page still gets nowhere.
    const refused = await page.evaluate(async () => {
      const broken: Array<string> = [];
      addEventListener("securitypolicyviolation", (event) => broken.push(event.effectiveDirective));
      await fetch("https://stranger.example/").catch(() => {});
      await new Promise((done) => setTimeout(done, 100));
      return broken;
    });
    expect(refused).toContain("connect-src");
  });

  test("is nowhere but where somebody pays", async ({ page, shop }) => {
    for (const path of ["/ar/", CART, greeting.path]) {
      await shop.visit(path);
      await expect(page.locator("[data-provider-script]")).toHaveCount(0);
    }
  });
});

test.describe("checkout: what the page tells scripts", { tag: "@any" }, () => {
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
    const told = JSON.parse((await page.locator("script#wcpay-config").textContent()) ?? "{}");
    const { paymentMethodsConfig, ...rest } = told;
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
  test("what it has queued goes out by call 32, whose answer is JSON [API-32]", async ({
    page,
    shop,
    context,
  }) => {
    // A page that did not come from the shop itself may not ask the own machine for anything.
    await context.grantPermissions(["local-network-access"]);
    const queue = [{ name: "checkout_page_view", props: { theme_type: "short_code" } }];
    await redraw(page, CHECKOUT, (html) =>
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

  test("a guest's address is told by call 10 when it changes [ACCT-09] [API-10] [API-42] [CONF-B11]", async ({
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
    // The page itself does not read what is answered, so a browser keeps it from everybody.
    const again = await page.request.post(ACTION, { form: fieldsOf(request) });
    expect(await again.json()).toEqual({ success: true });
    const form = { action: "fue_wc_set_cart_email", first_name: "نور" };
    expect((await page.request.post(ACTION, { form })).status()).toBe(400);
  });

  test("names that are filled in after the address are told as well [ACCT-09] [CONF-B10]", async ({
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
    // From top to bottom, as the form asks.
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

  test("a customer's address is not [ACCT-10]", async ({ page, shop }) => {
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
  /** A browser that keeps an address and something to pay with. */
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
            Object.assign(window, { asked: { methods, details, options } });
          }
          canMakePayment() {
            return Promise.resolve(can);
          }
          async show() {
            const { Accept } = window as unknown as {
              Accept: { dispatchData(data: unknown, told: (answer: unknown) => void): void };
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
    await letterTo(email, subject("mail-received", order.number));
  });

  test("that is declined says so, and the form is still there", async ({ page, shop, faults, email }) => {
    faults.allow(/400/);
    await misbehave({ when: { email, kind: "authCaptureTransaction" }, do: "decline", times: 1 });
    await offer(page, true, email);
    await toCheckout(page, shop);
    await page.getByRole("button", { name: t("checkout.express-pay") }).click();
    await expect(faultLines(page)).toHaveText([t("payments.general-error")]);
    expect(await page.evaluate(() => (window as unknown as { how: string }).how)).toBe("fail");
  });
});
