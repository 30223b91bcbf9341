import type { BrowserContext, Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import type { Shop } from "./shop";
import { emailTo, finishAccount, METHODS, newCustomer } from "./support/accounts";
import { fillCart } from "./support/carts";
import { rewritePage } from "./support/catalogue";
import {
  ADD_METHOD,
  AMEX,
  bankNumbers,
  billingOf,
  CARD,
  CHECKOUT,
  CSC,
  checkoutFields,
  createAccount,
  DINERS,
  ECHECK,
  EXPIRY,
  errorLines,
  expectKind,
  fillBilling,
  fillCard,
  fillEcheck,
  litBrand,
  MASTERCARD,
  main,
  noScriptNotice,
  numberField,
  numbersOf,
  part,
  payButton,
  payBy,
  payReady,
  put,
  quickOrder,
  refusedWith,
  terms,
  VISA,
} from "./support/checkout";
import { saveMethod } from "./support/methods";
import { greeting } from "./support/products";
import { addFaultRules, type Numbers, PAY, PAY_SCRIPT } from "./support/provider";
import { plain } from "./support/texts";

/** The saved methods: each one has a delete button. */
const methods = (page: Page) =>
  main(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(t("payments.delete"), { exact: true }) });
const method = (page: Page, last4: string) => methods(page).filter({ hasText: last4 });
const savedMethods = (page: Page, id = CARD) =>
  part(page, id).getByRole("group", { name: t("payments.saved"), exact: true });
const tokens = (page: Page, id = CARD) => savedMethods(page, id).getByRole("radio");
const fresh = (page: Page, id = CARD) => part(page, id).locator("[data-new-method]");

test.describe("methods: the page of saved methods", () => {
  test("is empty at first, links to a form, and lists the new card [ACCT-12] [SITE-06] [SITE-15] [PAY-06] [PAY-07] [PAY-08]", async ({
    page,
    shop,
    shopRequests,
  }) => {
    await newCustomer(page);
    await shop.visit(METHODS);
    await expect(main(page)).toContainText(t("payments.methods-empty"));
    await shop.arriving(() => page.getByRole("link", { name: t("payments.add") }).click());
    expect(new URL(page.url()).pathname).toBe(ADD_METHOD);
    const form = page.locator("form#add_payment_method");
    await expect(form).toHaveAttribute("action", ADD_METHOD);
    // There are no saved methods to choose from, and no order.
    const config = JSON.parse((await page.locator("script#wcpay-config").textContent()) ?? "{}");
    expect(config.cartTotal).toBe(0);
    await fillCard(page, AMEX);
    await expect(litBrand(page)).toContainText(t("payments.amex"));
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && new URL(request.url()).pathname === ADD_METHOD,
    );
    await shop.arriving(() => payButton(page).click());
    expect((await sent).isNavigationRequest()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(METHODS);
    await expect(main(page)).toContainText(t("payments.added"));
    await expect(methods(page)).toHaveCount(1);
    const saved = method(page, "0002");
    await expect(saved).toContainText("12/38");
    await expect(saved).toContainText(t("payments.default"));
    expect(shopRequests.toProvider.join()).toContain(AMEX);
    expect(await shopRequests.secrets()).toEqual([]);
  });

  test("a bank account is saved too, under the name of its holder", async ({ page, shop }) => {
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await fillEcheck(page);
    expect(await refusedWith(page)).toEqual([t("payments.holder-missing")]);
    await numberField(page, "holder").fill("Noor Al Hasan");
    await shop.arriving(() => payButton(page).click());
    await expect(method(page, "1012")).toContainText(t("payments.echeck"));
  });

  test("shows the errors of a new card before anything is sent [PAY-51]", async ({ page, shop }) => {
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await payReady(page);
    expect(await refusedWith(page)).toEqual([
      t("payments.number-missing"),
      t("payments.expiry-invalid"),
      t("payments.csc-missing"),
    ]);
    await expect(main(page)).toContainText(t("payments.errors-title"));
    await shop.audit();
    expect(new URL(page.url()).pathname).toBe(ADD_METHOD);
  });

  test("shows that the provider refused to save it", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/422/);
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await fillCard(page, VISA);
    const number = numberField(page, "number");
    await number.fill(VISA);
    // A token that has been used in the meantime.
    await page.route(`**${ADD_METHOD}`, (route) => {
      const body = new URLSearchParams(route.request().postData() ?? "");
      body.set("wc-authorize-net-cim-credit-card-payment-nonce", "used-up");
      return route.continue({ postData: body.toString() });
    });
    await shop.arriving(() => payButton(page).click());
    await expect(errorLines(page)).toHaveCount(1);
    await expect(number).toHaveValue("");
  });

  test("without script shows that a new one needs it", { tag: "@no-script" }, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await expect(noScriptNotice(page)).toHaveText(t("payments.no-script-pay"));
    await shop.arriving(() => payButton(page).click());
    await expect(errorLines(page)).toHaveText([t("payments.general-error")]);
  });

  test("deletes one after a confirmation; another becomes the default [ACCT-12]", { tag: "@any" }, async ({
    page,
    shop,
  }) => {
    await newCustomer(page);
    await saveMethod(page.request, numbersOf(VISA));
    await saveMethod(page.request, numbersOf(MASTERCARD));
    await shop.visit(METHODS);
    await expect(methods(page)).toHaveCount(2);
    const [old, other] = [method(page, "1111"), method(page, "0015")];
    await expect(old).toContainText(t("payments.default"));
    await shop.arriving(() => other.getByRole("button", { name: t("payments.make-default") }).click());
    await expect(main(page)).toContainText(t("payments.made-default"));
    await expect(other).toContainText(t("payments.default"));
    await expect(old.getByRole("button", { name: t("payments.make-default") })).toBeVisible();

    const question = old.locator("details");
    await expect(question.getByText(t("payments.delete-confirm"))).toBeHidden();
    await question.locator("summary").click();
    await expect(question.getByText(t("payments.delete-confirm"))).toBeVisible();
    await shop.audit();
    await shop.arriving(() =>
      question.getByRole("button", { name: t("payments.delete"), exact: true }).click(),
    );
    await expect(main(page)).toContainText(t("payments.deleted"));
    await expect(methods(page)).toHaveCount(1);
    await expect(method(page, "0015")).toBeVisible();
  });

  test("shows nothing of another customer, and changes nothing of theirs [PAY-65]", async ({
    page,
    shop,
    browser,
    baseURL,
    email,
  }) => {
    await newCustomer(page);
    await saveMethod(page.request, numbersOf(VISA));
    await shop.visit(METHODS);
    const id = (await methods(page).first().getAttribute("data-method")) ?? "";
    expect(id.length).toBeGreaterThan(20);

    const theirs: BrowserContext = await browser.newContext({ baseURL });
    try {
      const other = await theirs.newPage();
      await newCustomer(other);
      await saveMethod(other.request, numbersOf(MASTERCARD));
      const html = await (await other.request.get(METHODS)).text();
      expect(html).not.toContain(id);
      const nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(
        html.slice(html.indexOf("data-method")),
      )?.[1];
      const form = { _wpnonce: nonce ?? "" };
      // Deleting a method that does not exist changes nothing and shows no notice.
      const deleted = await other.request.post(`/ar/my-account/delete-payment-method/${id}/`, { form });
      expect(deleted.status()).toBe(200);
      const made = await other.request.post(`/ar/my-account/set-default-payment-method/${id}/`, { form });
      expect(made.status()).toBe(404);
      await fillCart(other, greeting);
      const order = await checkoutFields(other.request, {
        billing: billingOf(email),
        more: { pay_later: "", "wc-authorize-net-cim-credit-card-payment-token": id },
      });
      const paid = await other.request.post(CHECKOUT, { form: order });
      expect(paid.status()).toBe(422);
      expect(await paid.text()).toContain(t("payments.method-missing"));
    } finally {
      await theirs.close();
    }
    await shop.visit(METHODS);
    await expect(method(page, "1111")).toContainText(t("payments.default"));
  });

  test("allows the provider in the policy where a method is added, and nowhere else", async ({
    page,
    shop,
  }) => {
    await newCustomer(page);
    const policy = async (path: string) =>
      (await page.request.get(path)).headers()["content-security-policy"] ?? "";
    expect(await policy(ADD_METHOD)).toContain(`script-src 'self' ${PAY};`);
    expect(await policy(METHODS)).toContain("script-src 'self';");
    const scripts: Array<string> = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script" && request.url().startsWith(PAY)) scripts.push(request.url());
    });
    await shop.visit(METHODS);
    expect(scripts).toEqual([]);
    await shop.visit(ADD_METHOD);
    expect(scripts).toEqual([PAY_SCRIPT]);
  });

  test("fits 320 px", async ({ page, shop }) => {
    await newCustomer(page);
    await saveMethod(page.request, numbersOf(VISA));
    await saveMethod(page.request, bankNumbers);
    await page.setViewportSize({ width: 320, height: 640 });
    await shop.visit(METHODS);
    await method(page, "1111").locator("summary").click();
    await shop.audit();
    await shop.visit(ADD_METHOD);
    await payReady(page);
    await payBy(page, ECHECK).check();
    await refusedWith(page);
    await shop.audit();
  });
});

test.describe("methods: paying with a saved method", () => {
  async function atCheckout(page: Page, shop: Shop, ...savedMethods: Array<Numbers>): Promise<void> {
    await newCustomer(page);
    for (const one of savedMethods) await saveMethod(page.request, one);
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await payReady(page);
  }

  test("needs no number, no date and no code [PAY-01] [PAY-19] [PAY-20] [PAY-21] [PAY-65]", async ({
    page,
    shop,
    email,
    shopRequests,
  }) => {
    await atCheckout(page, shop, numbersOf(VISA));
    await expect(tokens(page)).toHaveCount(2);
    await expect(tokens(page).first()).toBeChecked();
    await expect(savedMethods(page)).toContainText("1111");
    await expect(createAccount(page)).toHaveCount(0);
    // Left over from the previous choice; it is ignored now.
    await put(numberField(page, "number"), "41");
    await put(numberField(page, "expiry"), "13 / 20");
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    await expect(main(page)).toContainText("1111");
    expect(shopRequests.toProvider).toEqual([]);
  });

  test("is not blocked by a code left in the fields of a new card [PAY-19] [CONF-B13]", async ({
    page,
    shop,
    email,
  }) => {
    await atCheckout(page, shop, numbersOf(VISA));
    await tokens(page).nth(1).check();
    await numberField(page, "csc").fill("12");
    await tokens(page).first().check();
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
  });

  test("of a bank needs no number either [PAY-46]", async ({ page, shop, email }) => {
    await atCheckout(page, shop, bankNumbers);
    await expect(payBy(page, ECHECK)).toBeChecked();
    await expect(tokens(page, ECHECK).first()).toBeChecked();
    await put(numberField(page, "routing"), "1");
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "waiting");
  });

  test("without script", { tag: "@no-script" }, async ({ page, shop, email }) => {
    await newCustomer(page);
    await saveMethod(page.request, numbersOf(VISA));
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await expect(tokens(page).first()).toBeChecked();
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
  });

  test("closes the fields of a new one in 200 ms, and opens them in the same time [PAY-14]", async ({
    page,
    shop,
  }) => {
    await newCustomer(page);
    await saveMethod(page.request, numbersOf(VISA));
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await expect.poll(async () => (await fresh(page).boundingBox())?.height ?? 0).toBe(0);
    await expect(numberField(page, "number")).toBeHidden();
    /** Chooses a method, and measures how long the box moves and how it is clipped meanwhile. */
    const slide = (at: number) =>
      tokens(page)
        .nth(at)
        .evaluate(async (radio) => {
          const box = radio.closest("[data-provider]")?.querySelector<HTMLElement>("[data-new-method]");
          if (!box) throw new Error("no box");
          // The content is clipped while the box moves and while it is closed.
          const isCut = () => getComputedStyle(box.firstElementChild as Element).overflow === "hidden";
          const isSliding = () => isCut() && box.getAnimations().length > 0;
          const begun = performance.now();
          (radio as HTMLInputElement).click();
          const moved = isSliding();
          const lasts = box.getAnimations({ subtree: true }).map((one) => one.effect?.getTiming().duration);
          const heights: Array<number> = [];
          while (isSliding()) {
            heights.push(box.getBoundingClientRect().height);
            await new Promise(requestAnimationFrame);
          }
          const height = box.getBoundingClientRect().height;
          return { moved, lasts, heights, height, took: performance.now() - begun };
        });
    const open = await slide(1);
    expect(open.moved).toBe(true);
    expect(new Set(open.lasts)).toEqual(new Set([200]));
    expect(open.took).toBeGreaterThanOrEqual(195);
    expect(open.took).toBeLessThan(2000);
    expect(open.heights[0]).toBeLessThan(open.height / 2);
    await expect(numberField(page, "number")).toBeVisible();
    const shut = await slide(0);
    expect(shut.moved).toBe(true);
    expect(new Set(shut.lasts)).toEqual(new Set([200]));
    expect(shut.took).toBeGreaterThanOrEqual(195);
    await expect.poll(async () => (await fresh(page).boundingBox())?.height ?? 0).toBe(0);
    await expect(numberField(page, "number")).toBeHidden();
    // Hidden fields cannot be focused.
    await tokens(page).first().focus();
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(() => document.activeElement?.closest("[data-new-method]") !== null);
      expect(inside, `after ${press + 1} tabs`).toBe(false);
    }
  });

  test("has the code beside the list where the shop requires one [PAY-15] [PAY-19]", async ({
    page,
    shop,
    context,
    email,
  }) => {
    await context.grantPermissions(["local-network-access"]);
    await rewritePage(page, CHECKOUT, (html) =>
      html.replace('"csc_required_for_tokens":false', '"csc_required_for_tokens":true'),
    );
    await atCheckout(page, shop, numbersOf(VISA));
    const place = part(page, CARD).locator("[data-csc-place]");
    const csc = numberField(page, "csc");
    await expect(place.locator("[data-pay-field=csc]")).toBeVisible();
    await shop.audit();
    await fillBilling(page, billingOf(email));
    expect(await refusedWith(page)).toEqual([t("payments.csc-missing")]);
    await tokens(page).nth(1).check();
    await expect(place.locator("[data-pay-field=csc]")).toHaveCount(0);
    await expect(fresh(page).locator("[data-pay-field=csc]")).toBeVisible();
    await tokens(page).first().check();
    await expect(place.locator("[data-pay-field=csc]")).toBeVisible();
    await csc.fill(CSC);
    await terms(page).uncheck();
    expect(await refusedWith(page)).toEqual([t("checkout.terms-missing")]);
  });

  test("a new card is saved when that is ticked", async ({ page, shop, email }) => {
    await newCustomer(page);
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await expect(part(page, CARD).getByRole("checkbox", { name: t("payments.save") })).toBeVisible();
    await fillBilling(page, billingOf(email));
    await fillCard(page, MASTERCARD);
    await part(page, CARD)
      .getByRole("checkbox", { name: t("payments.save") })
      .check();
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    await expect(async () => {
      expect(await (await page.request.get(METHODS)).text()).toContain("0015");
    }).toPass({ timeout: 20_000 });
    await shop.visit(METHODS);
    await expect(method(page, "0015")).toContainText("12/38");
  });

  test("a declined one shows an error, and another can be chosen [PAY-55]", async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/422/);
    // A saved method is charged without the buyer's address, so the amount identifies it: no other test buys seven.
    await addFaultRules({
      when: { amount: 7 * 350 + 700, kind: "authCaptureTransaction" },
      do: "decline",
      times: 1,
    });
    await fillCart(page, ...Array.from({ length: 6 }, () => greeting));
    await atCheckout(page, shop, numbersOf(VISA));
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    expect(await errorLines(page).allTextContents()).toEqual([
      t("payments.general-error"),
      t("payments.declined"),
    ]);
    await expect(tokens(page).first()).toBeChecked();
    await tokens(page).nth(1).check();
    await fillCard(page, MASTERCARD, { expiry: EXPIRY });
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
  });

  test("a guest's card is never saved in an existing account [PAY-65] [CONF-B1] [SEC-M6]", async ({
    page,
    shop,
    browser,
    baseURL,
  }) => {
    const email = await newCustomer(page);
    const theirs: BrowserContext = await browser.newContext({ baseURL });
    try {
      const guest = await theirs.newPage();
      await fillCart(guest, greeting);
      const order = await quickOrder(guest.request, {
        billing: billingOf(email),
        numbers: numbersOf(DINERS),
        more: { createaccount: "1", "wc-authorize-net-cim-credit-card-tokenize-payment-method": "1" },
      });
      // The email is the last effect; no other event follows.
      await emailTo(email, t("mail.registered-already"));
      await shop.visit("/ar/my-account/orders/");
      await expect(main(page)).not.toContainText(order.number);
      await shop.visit(METHODS);
      await expect(methods(page)).toHaveCount(0);
    } finally {
      await theirs.close();
    }
  });

  test("a guest's card is saved once the requested account is confirmed", async ({ page, shop }) => {
    test.slow();
    await fillCart(page, greeting);
    const email = `e2e-later-${Date.now().toString(36)}@example.com`;
    const order = await quickOrder(page.request, {
      billing: billingOf(email),
      numbers: numbersOf(VISA),
      more: { createaccount: "1", "wc-authorize-net-cim-credit-card-tokenize-payment-method": "1" },
    });
    await finishAccount(page, email);
    await shop.visit("/ar/my-account/orders/");
    await expect(main(page)).toContainText(order.number);
    await expect(async () => {
      expect(await (await page.request.get(METHODS)).text()).toContain("1111");
    }).toPass({ timeout: 20_000 });
    await shop.visit(METHODS);
    expect(plain((await method(page, "1111").textContent()) ?? "")).toContain(
      plain(t("payments.card-ending", { last4: "1111" })),
    );
  });
});
