import type { BrowserContext, Page } from "@playwright/test";
import type { Shop } from "./shop";
import { finishAccount, letterTo, METHODS, newCustomer } from "./support/accounts";
import { fillCart } from "./support/carts";
import { redraw } from "./support/catalogue";
import { keep } from "./support/methods";
import { greeting } from "./support/products";
import { misbehave, type Numbers, PAY, PAY_SCRIPT } from "./support/provider";
import { plain } from "./support/texts";
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
  expectKind,
  faultLines,
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
} from "./support/till";
import { expect, t, test } from "./till";

/** What is kept: each can be deleted. */
const methods = (page: Page) =>
  main(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(t("payments.delete"), { exact: true }) });
const method = (page: Page, last4: string) => methods(page).filter({ hasText: last4 });
const kept = (page: Page, id = CARD) =>
  part(page, id).getByRole("group", { name: t("payments.saved"), exact: true });
const tokens = (page: Page, id = CARD) => kept(page, id).getByRole("radio");
const fresh = (page: Page, id = CARD) => part(page, id).locator("[data-new-method]");

test.describe("methods: the page of kept ones", () => {
  test("is empty at first, leads to a form, and a new card comes back to it [ACCT-12] [SITE-06] [SITE-15] [PAY-06] [PAY-07] [PAY-08]", async ({
    page,
    shop,
    told,
  }) => {
    await newCustomer(page);
    await shop.visit(METHODS);
    await expect(main(page)).toContainText(t("payments.methods-empty"));
    await shop.arriving(() => page.getByRole("link", { name: t("payments.add") }).click());
    expect(new URL(page.url()).pathname).toBe(ADD_METHOD);
    const form = page.locator("form#add_payment_method");
    await expect(form).toHaveAttribute("action", ADD_METHOD);
    // There is nothing to choose from yet, and nothing is bought.
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
    const kept = method(page, "0002");
    await expect(kept).toContainText("12/38");
    await expect(kept).toContainText(t("payments.default"));
    expect(told.toProvider.join()).toContain(AMEX);
    expect(await told.secrets()).toEqual([]);
  });

  test("a bank account is kept too, under the name of its owner", async ({ page, shop }) => {
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await fillEcheck(page);
    expect(await refusedWith(page)).toEqual([t("payments.holder-missing")]);
    await numberField(page, "holder").fill("Noor Al Hasan");
    await shop.arriving(() => payButton(page).click());
    await expect(method(page, "1012")).toContainText(t("payments.echeck"));
  });

  test("says what is wrong with a new card before anything is sent [PAY-51]", async ({ page, shop }) => {
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

  test("says that the provider does not keep it", async ({ page, shop, faults }) => {
    faults.allow(/422/);
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await fillCard(page, VISA);
    const number = numberField(page, "number");
    await number.fill(VISA);
    // A token that was used up meanwhile.
    await page.route(`**${ADD_METHOD}`, (route) => {
      const body = new URLSearchParams(route.request().postData() ?? "");
      body.set("wc-authorize-net-cim-credit-card-payment-nonce", "used-up");
      return route.continue({ postData: body.toString() });
    });
    await shop.arriving(() => payButton(page).click());
    await expect(faultLines(page)).toHaveCount(1);
    await expect(number).toHaveValue("");
  });

  test("without script says that a new one needs it", { tag: "@no-script" }, async ({
    page,
    shop,
    faults,
  }) => {
    faults.allow(/422/);
    await newCustomer(page);
    await shop.visit(ADD_METHOD);
    await expect(noScriptNotice(page)).toHaveText(t("payments.no-script-pay"));
    await shop.arriving(() => payButton(page).click());
    await expect(faultLines(page)).toHaveText([t("payments.general-error")]);
  });

  test("deletes one after asking again; another becomes the default [ACCT-12]", { tag: "@any" }, async ({
    page,
    shop,
  }) => {
    await newCustomer(page);
    await keep(page.request, numbersOf(VISA));
    await keep(page.request, numbersOf(MASTERCARD));
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

  test("has nothing of another customer's, and does nothing to it [PAY-65]", async ({
    page,
    shop,
    browser,
    baseURL,
    email,
  }) => {
    await newCustomer(page);
    await keep(page.request, numbersOf(VISA));
    await shop.visit(METHODS);
    const id = (await methods(page).first().getAttribute("data-method")) ?? "";
    expect(id.length).toBeGreaterThan(20);

    const theirs: BrowserContext = await browser.newContext({ baseURL });
    try {
      const other = await theirs.newPage();
      await newCustomer(other);
      await keep(other.request, numbersOf(MASTERCARD));
      const html = await (await other.request.get(METHODS)).text();
      expect(html).not.toContain(id);
      const nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(
        html.slice(html.indexOf("data-method")),
      )?.[1];
      const form = { _wpnonce: nonce ?? "" };
      // What is not there cannot be deleted: nothing happens, and nothing is told.
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

  test("is sealed for the provider where a method is added, and for nobody elsewhere", async ({
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

  test("holds at 320 px", async ({ page, shop }) => {
    await newCustomer(page);
    await keep(page.request, numbersOf(VISA));
    await keep(page.request, bankNumbers);
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

test.describe("methods: paying with a kept one", () => {
  async function atCheckout(page: Page, shop: Shop, ...kept: Array<Numbers>): Promise<void> {
    await newCustomer(page);
    for (const one of kept) await keep(page.request, one);
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await payReady(page);
  }

  test("takes no number, no date and no code [PAY-01] [PAY-19] [PAY-20] [PAY-21] [PAY-65]", async ({
    page,
    shop,
    email,
    told,
  }) => {
    await atCheckout(page, shop, numbersOf(VISA));
    await expect(tokens(page)).toHaveCount(2);
    await expect(tokens(page).first()).toBeChecked();
    await expect(kept(page)).toContainText("1111");
    await expect(createAccount(page)).toHaveCount(0);
    // Left over from before, and of no account now.
    await put(numberField(page, "number"), "41");
    await put(numberField(page, "expiry"), "13 / 20");
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    await expect(main(page)).toContainText("1111");
    expect(told.toProvider).toEqual([]);
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

  test("of a bank takes no number either [PAY-46]", async ({ page, shop, email }) => {
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
    await keep(page.request, numbersOf(VISA));
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await expect(tokens(page).first()).toBeChecked();
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
  });

  test("hides the fields of a new one with a slide of 200 ms, and shows them with the same [PAY-14]", async ({
    page,
    shop,
  }) => {
    await newCustomer(page);
    await keep(page.request, numbersOf(VISA));
    await fillCart(page, greeting);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await expect.poll(async () => (await fresh(page).boundingBox())?.height ?? 0).toBe(0);
    await expect(numberField(page, "number")).toBeHidden();
    /** Chooses, and measures how long the box moves and how it is cut off meanwhile. */
    const slide = (at: number) =>
      tokens(page)
        .nth(at)
        .evaluate(async (radio) => {
          const box = radio.closest("[data-provider]")?.querySelector<HTMLElement>("[data-new-method]");
          if (!box) throw new Error("no box");
          // Whatever it holds is cut off while it moves, and while it is shut.
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
    // What is not seen is not reached either.
    await tokens(page).first().focus();
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(() => document.activeElement?.closest("[data-new-method]") !== null);
      expect(inside, `after ${press + 1} tabs`).toBe(false);
    }
  });

  test("takes the code beside the list where the shop wants one [PAY-15] [PAY-19]", async ({
    page,
    shop,
    context,
    email,
  }) => {
    await context.grantPermissions(["local-network-access"]);
    await redraw(page, CHECKOUT, (html) =>
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

  test("a new card is kept when that is ticked", async ({ page, shop, email }) => {
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

  test("one that is declined is told, and another can be chosen [PAY-55]", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    // A kept method is charged without its buyer's address; nobody else buys seven.
    await misbehave({
      when: { amount: 7 * 350 + 700, kind: "authCaptureTransaction" },
      do: "decline",
      times: 1,
    });
    await fillCart(page, ...Array.from({ length: 6 }, () => greeting));
    await atCheckout(page, shop, numbersOf(VISA));
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    expect(await faultLines(page).allTextContents()).toEqual([
      t("payments.general-error"),
      t("payments.declined"),
    ]);
    await expect(tokens(page).first()).toBeChecked();
    await tokens(page).nth(1).check();
    await fillCard(page, MASTERCARD, { expiry: EXPIRY });
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
  });

  test("a guest's card never enters an account that was there before [PAY-65] [CONF-B1] [SEC-M6]", async ({
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
      // The letter that says so is the last thing to happen; nothing follows from it.
      await letterTo(email, t("mail.registered-already"));
      await shop.visit("/ar/my-account/orders/");
      await expect(main(page)).not.toContainText(order.number);
      await shop.visit(METHODS);
      await expect(methods(page)).toHaveCount(0);
    } finally {
      await theirs.close();
    }
  });

  test("a guest's card waits for the account that was asked for with it", async ({ page, shop }) => {
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
