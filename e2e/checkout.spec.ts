import type { Page, Request } from "@playwright/test";
import type { Shop } from "./shop";
import { ACTION, letterTo, newCustomer } from "./support/accounts";
import { CART, cartButton, fillCart, isCall, lineIn, REFRESH, removeLink, sideCart } from "./support/carts";
import { redraw } from "./support/catalogue";
import { openShop } from "./support/closed-shop";
import { attemptsOf, attributionOf, ordersOf } from "./support/office";
import { greeting, ribbon } from "./support/products";
import { booked, misbehave, PAY, PAY_API, PAY_SCRIPT } from "./support/provider";
import { plain } from "./support/texts";
import {
  AMEX,
  AMEX_CSC,
  billingOf,
  CARD,
  CHECKOUT,
  CSC,
  checkoutFields,
  DINERS,
  DISCOVER,
  ECHECK,
  expectKind,
  faultLines,
  fillBilling,
  fillCard,
  fillEcheck,
  JCB,
  MASTERCARD,
  main,
  noteOf,
  numberField,
  numbersOf,
  orderOf,
  part,
  payButton,
  payReady,
  put,
  REVIEW,
  refusedWith,
  required,
  seenTotal,
  subject,
  summary,
  unfold,
  VISA,
} from "./support/till";
import { expect, t, test } from "./till";

const EXPRESS = "/ar/wp-json/wc/store/v1/checkout";

/** Puts something into the cart and goes to the checkout. */
async function toCheckout(page: Page, shop: Shop, ...products: Array<typeof greeting>): Promise<void> {
  await fillCart(page, ...(products.length > 0 ? products : [greeting]));
  await shop.visit(CHECKOUT);
}

/** Sent forms of the checkout: an order each, if the shop agrees. */
function placings(page: Page): Array<Request> {
  const sent: Array<Request> = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname === CHECKOUT) sent.push(request);
  });
  return sent;
}

const fieldsOf = (request: Request) => Object.fromEntries(new URLSearchParams(request.postData() ?? ""));

test.describe("checkout: a guest pays", () => {
  test("by card, in one plain form, and lands on the page of the order [PAY-01] [PAY-06] [PAY-07] [PAY-53] [PAY-61] [SITE-12] [SITE-14]", async ({
    page,
    shop,
    email,
  }) => {
    const sent = placings(page);
    await toCheckout(page, shop);
    const form = page.locator("form#checkout");
    await expect(form.locator(`#payment_method_${CARD}`)).toBeChecked();
    await expect(form.locator(`#payment_method_${ECHECK}`)).toHaveCount(1);
    await expect(form.locator("[name=payment_method]")).toHaveCount(2);
    await expect(numberField(page, "number")).toBeVisible();
    await expect(page.locator("#createaccount")).toHaveCount(1);
    await expect(page.locator("[data-save]")).toHaveCount(2);
    await expect(payButton(page)).toContainText(t("checkout.place-order"));
    await expect(payButton(page)).toContainText("10.50");

    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    const order = orderOf(page.url());
    expect(order.key.length).toBeGreaterThan(20);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("نور");
    await expect(main(page)).toContainText(order.number);
    await expect(main(page)).toContainText(plain(t("payments.card-ending", { last4: "1111" })));

    expect(sent).toHaveLength(1);
    expect(sent[0]?.isNavigationRequest()).toBe(true);
    expect(await sent[0]?.headerValue("content-type")).toBe("application/x-www-form-urlencoded");
    const [attempt, ...others] = attemptsOf(order.number);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ state: "captured", kind: "card", last4: "1111" });
    const payments = await booked(attempt?.key ?? "");
    expect(payments.map(({ amount, last4 }) => [amount, last4])).toEqual([[1050, "1111"]]);
    await shop.visit(CART);
    await expect(main(page).getByRole("heading", { name: t("cart.empty") })).toBeVisible();
  });

  test("by a bank account: the order waits for the bank", async ({ page, shop, email }) => {
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillEcheck(page);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "waiting");
    await expect(main(page)).toContainText(t("checkout.next-bank-hint"));
    expect(attemptsOf(orderOf(page.url()).number)).toMatchObject([{ kind: "echeck", state: "processing" }]);
  });

  test("with the keyboard alone", async ({ page, shop, email }) => {
    await toCheckout(page, shop);
    await payReady(page);
    await page.locator("#billing_email").focus();
    const { type, press } = {
      type: (text: string) => page.keyboard.insertText(text),
      press: (key: string) => page.keyboard.press(key),
    };
    const next = async (id: string) => {
      await press("Tab");
      await expect(page.locator(`#${id}`)).toBeFocused();
      const outline = await page
        .locator(`#${id}`)
        .evaluate((field) => `${getComputedStyle(field).outlineStyle} ${getComputedStyle(field).boxShadow}`);
      expect(outline, `#${id} shows that it has the focus`).not.toBe("none none");
    };
    await type(email);
    for (const [id, text] of [
      ["billing_first_name", "نور"],
      ["billing_last_name", "الحسن"],
      ["billing_country", ""],
      ["billing_address_1", "شارع النخيل 12"],
      ["billing_home_number", "٤"],
      ["billing_city", "ديربورن"],
      ["billing_postcode", ""],
      ["billing_phone", "3135550142"],
      ["createaccount", ""],
      [`payment_method_${CARD}`, ""],
      ["wc-authorize-net-cim-credit-card-account-number", VISA],
      ["wc-authorize-net-cim-credit-card-expiry", "12"],
    ] as const) {
      await next(id);
      if (text) await type(text);
    }
    await page.keyboard.type("38");
    await expect(numberField(page, "expiry")).toHaveValue("12 / 38");
    await next("wc-authorize-net-cim-credit-card-csc");
    await type(CSC);
    await next("order_comments");
    await next("terms");
    await press("Space");
    await press("Tab");
    await expect(payButton(page)).toBeFocused();
    await shop.arriving(() => press("Enter"));
    await expectKind(page, "paid");
    await expect(main(page)).toContainText("شارع النخيل 12، 4");
  });

  test("and Enter in a field places the order as the button does", async ({ page, shop, email }) => {
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await shop.arriving(() => page.locator("#billing_city").press("Enter"));
    await expectKind(page, "paid");
  });

  test("without script: is told that a card needs it, and the order is kept to be paid later", {
    tag: "@no-script",
  }, async ({ page, shop, email }) => {
    await toCheckout(page, shop);
    await expect(page.locator("noscript .notice")).toHaveText(t("payments.no-script"));
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "unpaid");
    await expect(main(page)).toContainText(t("checkout.unpaid-later"));
    const { number } = orderOf(page.url());
    expect(attemptsOf(number)).toEqual([]);
    const letter = await letterTo(email, subject("mail-unpaid", number));
    expect(letter.text).toContain("/ar/checkout/order-pay/");
    await shop.arriving(() => page.getByRole("link", { name: t("checkout.pay-again") }).click());
    await expect(page.locator("noscript .notice")).toHaveText(t("payments.no-script-pay"));
  });
});

test.describe("checkout: what is wrong", () => {
  const REQUIRED = ["email", "first-name", "last-name", "address", "city", "phone"];

  test("is listed all at once, marked at each field, and nothing is sent [PAY-02] [PAY-51]", async ({
    page,
    shop,
  }) => {
    const sent = placings(page);
    await toCheckout(page, shop);
    await payReady(page);
    for (const name of ["first_name", "last_name", "phone", "country", "address_1", "city", "email"])
      await expect(page.locator(`#billing_${name}`)).toHaveAttribute("required", "");
    await expect(page.locator("#billing_home_number")).not.toHaveAttribute("required");

    await page.locator("#billing_country").selectOption("");
    const told = await refusedWith(page);
    const [email, first, last, ...rest] = REQUIRED.map(required).map(plain);
    expect(told.map(plain)).toEqual([
      ...[email, first, last, plain(required("country")), ...rest],
      t("payments.number-missing"),
      t("payments.expiry-invalid"),
      t("payments.csc-missing"),
      t("checkout.terms-missing"),
    ]);
    const box = page.locator("[data-faults] [role=alert]");
    await expect(box).toContainText(t("checkout.errors-title"));
    await expect(box).toBeFocused();
    expect(await page.locator("form#checkout > :first-child").getAttribute("data-faults")).toBe("");
    for (const id of ["billing_email", "billing_phone", "terms"]) {
      const field = page.locator(`#${id}`);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      const note = await field.getAttribute("aria-describedby");
      await expect(page.locator(`[id="${note}"]`)).toBeVisible();
    }
    await expect(numberField(page, "number")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("#billing_home_number")).not.toHaveAttribute("aria-invalid");
    await shop.audit();

    await page.locator("[data-faults] a", { hasText: t("payments.csc-missing") }).click();
    await expect(numberField(page, "csc")).toBeFocused();
    await page.locator("#billing_phone").fill("3135550142");
    await expect(page.locator("#billing_phone")).not.toHaveAttribute("aria-invalid");
    await page.locator("#billing_email").fill("نور");
    expect(await refusedWith(page)).toContain(t("checkout.email-invalid"));
    expect(sent).toEqual([]);
  });

  test("brings the page to 100 px above the form, within a second [PAY-52]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    await payReady(page);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await page.evaluate(() => {
      const moves: Array<[number, number]> = [];
      Object.assign(window, { moves });
      addEventListener("scroll", () => moves.push([performance.now(), scrollY]));
    });
    await payButton(page).click();
    const top = () =>
      page.locator("form#checkout").evaluate((form) => Math.round(form.getBoundingClientRect().top));
    await expect.poll(top).toBe(100);
    const moves = await page.evaluate(() => (window as unknown as { moves: Array<[number, number]> }).moves);
    const lasted = (moves.at(-1)?.[0] ?? 0) - (moves[0]?.[0] ?? 0);
    expect(lasted).toBeGreaterThan(800);
    expect(lasted).toBeLessThan(2000);
    expect(moves.length, "steps on the way").toBeGreaterThan(5);
  });

  test("is shown at once where somebody wants no motion", { tag: "@wide" }, async ({ page, shop }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await toCheckout(page, shop);
    await payReady(page);
    await refusedWith(page);
    expect(
      await page.locator("form#checkout").evaluate((form) => Math.round(form.getBoundingClientRect().top)),
    ).toBe(100);
  });

  test("is found by the server too, which names each field [PAY-03]", { tag: "@no-script" }, async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    await toCheckout(page, shop);
    await page.locator("#billing_first_name").fill("نور");
    await page.locator("#billing_country").selectOption("");
    await page.locator("#billing_email").fill("نور@");
    await shop.arriving(() => payButton(page).click());
    const told = await faultLines(page).allTextContents();
    expect(told.map(plain)).toEqual([
      t("checkout.email-invalid"),
      ...["last-name", "country", "address", "city", "phone"].map((label) => plain(required(label))),
      t("checkout.terms-missing"),
    ]);
    await expect(page.locator("#billing_phone")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("#billing_first_name")).toHaveValue("نور");
    const link = faultLines(page).first().getByRole("link");
    await expect(link).toHaveAttribute("href", "#billing_email");
    expect(ordersOf(email)).toEqual([]);
  });

  test("a card's number in a text field is refused, and not shown again [PAY-64]", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    await toCheckout(page, shop);
    const number = "4012888888881881";
    const form = await checkoutFields(page.request, {
      billing: { ...billingOf(email), address_1: number },
      more: { order_comments: `بطاقتي 4012 8888 8888 1881` },
    });
    const answer = await page.request.post(CHECKOUT, { form });
    expect(answer.status()).toBe(422);
    const html = plain(await answer.text());
    expect(html).toContain(plain(t("checkout.card-in-text", { field: t("accounts.address") })));
    expect(html).toContain(plain(t("checkout.card-in-text", { field: t("checkout.notes") })));
    expect(html.replaceAll(" ", "")).not.toContain(number);
  });

  test("a form without a payment form goes its plain way [PAY-12]", async ({ page, shop, faults }) => {
    faults.allow(/422/);
    const sent = placings(page);
    await redraw(page, CHECKOUT, (html) =>
      html
        .replace(/<script data-payment-form.*?<\/script>/s, "")
        .replace(/<script src="http[^>]*><\/script>/, ""),
    );
    await toCheckout(page, shop);
    await expect(page.locator(".pay-box.is-live")).toHaveCount(0);
    await shop.arriving(() => payButton(page).click());
    expect(sent).toHaveLength(1);
    await shop.visit("/ar/");
    await expect(page.locator("[data-provider-script]")).toHaveCount(0);
  });
});

test.describe("checkout: a card's fields", { tag: "@wide" }, () => {
  /** Everything is right but the card, and nothing is sent while something is wrong. */
  async function beginCard(page: Page, shop: Shop, email: string): Promise<void> {
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
  }

  test("number: missing, too short or long, other signs, and nobody's [PAY-22] [PAY-23] [PAY-24] [PAY-25] [PAY-26] [PAY-27]", async ({
    page,
    shop,
    email,
  }) => {
    await beginCard(page, shop, email);
    const number = numberField(page, "number");
    for (const [typed, text] of [
      ["", "number-missing"],
      ["  - ", "number-missing"],
      ["41111111111", "number-length"],
      ["41111111111111111111", "number-length"],
      ["4111x11111111111", "number-digits"],
      ["9111111111111111", "number-invalid"],
      // A visa of fifteen digits, and one whose last digit is wrong.
      ["411111111111116", "number-invalid"],
      ["4111111111111112", "number-invalid"],
    ] as const) {
      await put(number, typed);
      expect(await refusedWith(page), `«${typed}»`).toEqual([t(`payments.${text}`)]);
      await expect(number).toHaveAttribute("aria-invalid", "true");
    }
    // With spaces and dashes it is the same number: the terms alone are missing.
    await page.locator("#terms").uncheck();
    await put(number, "4111-1111 1111-1111");
    expect(await refusedWith(page)).toEqual([t("checkout.terms-missing")]);
    await expect(number).not.toHaveAttribute("aria-invalid");
  });

  test("code: missing, other signs, too short or long; three and four digits do for every card [PAY-17] [PAY-18] [PAY-19]", async ({
    page,
    shop,
    email,
  }) => {
    await beginCard(page, shop, email);
    const csc = numberField(page, "csc");
    for (const [typed, text] of [
      ["", "csc-missing"],
      ["12a", "csc-digits"],
      ["12", "csc-length"],
      ["12345", "csc-length"],
    ] as const) {
      await put(csc, typed);
      expect(await refusedWith(page), `«${typed}»`).toEqual([t(`payments.${text}`)]);
    }
    await page.locator("#terms").uncheck();
    for (const [number, code] of [
      [VISA, CSC],
      [VISA, AMEX_CSC],
      [AMEX, CSC],
      [AMEX, AMEX_CSC],
    ] as const) {
      await numberField(page, "number").fill(number);
      await csc.fill(code);
      expect(await refusedWith(page)).toEqual([t("checkout.terms-missing")]);
    }
  });

  test("expiry: no month, and what has passed; a card is good to the end of its month [PAY-37] [PAY-38] [PAY-39]", async ({
    page,
    shop,
    email,
  }) => {
    await page.clock.install({ time: new Date("2027-03-31T20:00:00Z") });
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    const expiry = numberField(page, "expiry");
    // 70 and later is the last century.
    for (const typed of ["", "13 / 38", "00 / 38", "02 / 27", "12 / 26", "12 / 70", "1"]) {
      await put(expiry, typed);
      expect(await refusedWith(page), `«${typed}»`).toEqual([t("payments.expiry-invalid")]);
    }
    await page.locator("#terms").uncheck();
    for (const typed of ["03 / 27", "04 / 27", "12 / 69", "12 / 2038"]) {
      await put(expiry, typed);
      expect(await refusedWith(page), `«${typed}»`).toEqual([t("checkout.terms-missing")]);
    }
  });

  const shut = (...numbers: Array<string>) => numbers;
  for (const { ids, brand, isTaken, right, wrong } of [
    {
      ids: "[PAY-28]",
      brand: "maestro",
      isTaken: false,
      right: shut("501800000009", "6759649826438453", "6220180000000000000", "5020000000000005"),
      wrong: shut("501800000000"),
    },
    {
      ids: "[PAY-29]",
      brand: "forbrugsforeningen",
      isTaken: false,
      right: shut("6007220000000004"),
      wrong: shut("6007220000000005", "60072200000000001"),
    },
    {
      ids: "[PAY-29]",
      brand: "dankort",
      isTaken: false,
      right: shut("5019717010103742"),
      wrong: shut("501971701010374"),
    },
    {
      ids: "[PAY-30]",
      brand: "visa",
      isTaken: true,
      right: shut(VISA, "4222222222222"),
      wrong: shut("42222222222225"),
    },
    {
      ids: "[PAY-31]",
      brand: "mastercard",
      isTaken: true,
      right: shut(MASTERCARD, "5105105105105100", "2223000048400011"),
      wrong: shut("5105105105105101"),
    },
    {
      ids: "[PAY-32]",
      brand: "amex",
      isTaken: true,
      right: shut(AMEX, "340000000000009"),
      wrong: shut("3700000000000002"),
    },
    {
      ids: "[PAY-33]",
      brand: "dinersclub",
      isTaken: true,
      right: shut(DINERS, "30569309025904"),
      wrong: shut("380000000000006"),
    },
    { ids: "[PAY-33]", brand: "jcb", isTaken: true, right: shut(JCB), wrong: shut("3530111333300001") },
    {
      ids: "[PAY-34] [PAY-36]",
      brand: "discover",
      isTaken: true,
      right: shut(DISCOVER, "6221000000000000", "6500000000000002"),
      wrong: shut("6011000000000011"),
    },
    {
      ids: "[PAY-35] [PAY-36]",
      brand: "unionpay",
      isTaken: false,
      // No check digit, and up to nineteen digits.
      right: shut("6230000000000000", "6230000000000001", "8800000000000000000"),
      wrong: shut("623000000000000"),
    },
  ]) {
    test(`type ${brand}: which numbers are its own ${ids}`, async ({ page, shop, email }) => {
      await beginCard(page, shop, email);
      await page.locator("#terms").uncheck();
      const number = numberField(page, "number");
      const lit = part(page, CARD).locator(".brand.is-on");
      for (const one of right) {
        await number.fill(one);
        if (isTaken) await expect(lit).toHaveAttribute("data-brand", brand);
        else await expect(lit).toHaveCount(0);
        expect(await refusedWith(page), one).toEqual([t("checkout.terms-missing")]);
        const note = t("payments.type-invalid-named", { brand: t(`payments.${brand}`) });
        expect(await noteOf(number), one).toBe(isTaken ? "" : note);
      }
      for (const one of wrong) {
        await put(number, one);
        expect(await refusedWith(page), one).toEqual([
          t("payments.number-invalid"),
          t("checkout.terms-missing"),
        ]);
      }
    });
  }

  test("a type that the shop does not take is marked inline only; the server declines it [PAY-40] [PAY-41]", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    const sent = placings(page);
    await beginCard(page, shop, email);
    const number = numberField(page, "number");
    await number.fill("6230000000000009");
    const named = plain(t("payments.type-invalid-named", { brand: t("payments.unionpay") }));
    expect(plain(await noteOf(number))).toBe(named);
    await expect(faultLines(page)).toHaveCount(0);
    await shop.arriving(() => payButton(page).click());
    expect(sent).toHaveLength(1);
    const [text, ...more] = t("payments.type-invalid-named", { brand: "\u2026" }).split("\u2068\u2026\u2069");
    const [told, ...others] = await faultLines(page).allTextContents();
    expect(others).toEqual([]);
    expect(told?.startsWith(text ?? "") && told.endsWith(more.join())).toBe(true);
    expect(ordersOf(email)).toEqual([]);

    const form = await checkoutFields(page.request, {
      billing: billingOf(email),
      numbers: numbersOf(VISA),
      more: { "wc-authorize-net-cim-credit-card-card-type": "" },
    });
    const answer = await page.request.post(CHECKOUT, { form });
    expect(answer.status()).toBe(422);
    expect(await answer.text()).toContain(t("payments.type-invalid"));
  });

  test("a type that is declined is called by its Arabic name, as in the page", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    await beginCard(page, shop, email);
    await numberField(page, "number").fill("6230000000000009");
    await shop.arriving(() => payButton(page).click());
    await expect(faultLines(page)).toHaveText([
      t("payments.type-invalid-named", { brand: t("payments.unionpay") }),
    ]);
  });

  test("are checked by the server again, which gets a token and nothing more [PAY-64]", async ({
    page,
    shop,
    faults,
    email,
    told,
  }) => {
    faults.allow(/422/);
    const sent = placings(page);
    await beginCard(page, shop, email);
    await numberField(page, "number").fill(AMEX);
    await numberField(page, "csc").fill(AMEX_CSC);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    const fields = fieldsOf(sent[0] as Request);
    const own = (name: string) => fields[`wc-authorize-net-cim-credit-card-${name}`];
    expect(own("payment-nonce")?.length).toBeGreaterThan(20);
    expect([own("card-type"), own("last-four"), own("exp-month"), own("exp-year")]).toEqual([
      "amex",
      "0002",
      "12",
      "2038",
    ]);
    expect(JSON.stringify(fields)).not.toMatch(/account-number|csc/);
    // The provider heard the number; whether the shop did is looked at after every test.
    expect(told.toProvider.join()).toContain(AMEX);
    expect(told.count).toBeGreaterThan(20);
    expect(await told.secrets()).toEqual([]);

    await fillCart(page, greeting);
    const past = await checkoutFields(page.request, {
      billing: billingOf(email),
      numbers: numbersOf(VISA),
      more: { "wc-authorize-net-cim-credit-card-exp-year": "2020" },
    });
    const answer = await page.request.post(CHECKOUT, { form: past });
    expect(answer.status()).toBe(422);
    expect(await answer.text()).toContain(t("payments.expiry-invalid"));
  });
});

test.describe("checkout: fields take shape while somebody types", () => {
  test("number in fours, or 4-6-5; sixteen digits of a type unknown [PAY-42]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    await payReady(page);
    const number = numberField(page, "number");
    for (const [typed, shown] of [
      [VISA, "4111 1111 1111 1111"],
      [AMEX, "3700 000000 00002"],
      ["91111111111111119999", "9111 1111 1111 1111"],
      ["37000", "3700 0"],
    ] as const) {
      await number.fill("");
      await number.pressSequentially(typed);
      await expect(number).toHaveValue(shown);
    }
    // In the middle of it the caret stays behind its digit.
    await number.fill("4111 1111 1111");
    await number.evaluate((field) => (field as HTMLInputElement).setSelectionRange(2, 2));
    await page.keyboard.type("2");
    await expect(number).toHaveValue("4121 1111 1111 1");
    expect(await number.evaluate((field) => (field as HTMLInputElement).selectionStart)).toBe(3);
    await number.press("Backspace");
    await expect(number).toHaveValue("4111 1111 1111");
  });

  test("expiry as MM / YY of six digits at most, a code of four [PAY-43]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    await payReady(page);
    const [expiry, csc] = [numberField(page, "expiry"), numberField(page, "csc")];
    for (const [typed, shown] of [
      ["1238", "12 / 38"],
      ["938", "09 / 38"],
      ["12203899", "12 / 2038"],
    ] as const) {
      await expiry.fill("");
      await expiry.pressSequentially(typed);
      await expect(expiry).toHaveValue(shown);
    }
    for (const left of ["12 / 203", "12 / 20", "12 / 2"]) {
      await expiry.press("Backspace");
      await expect(expiry).toHaveValue(left);
    }
    await csc.pressSequentially("12345a");
    await expect(csc).toHaveValue("1234");
  });

  test("digits of other scripts become plain ones [PAY-44] [PAY-45]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    await payReady(page);
    const number = numberField(page, "number");
    await number.pressSequentially("４１１１１１１１");
    await expect(number).toHaveValue("4111 1111");
    await number.fill("");
    await number.pressSequentially("٤١١١١١١١١١١١١١١١");
    await expect(number).toHaveValue("4111 1111 1111 1111");
    await numberField(page, "expiry").pressSequentially("١٢٣٨");
    await expect(numberField(page, "expiry")).toHaveValue("12 / 38");
    await numberField(page, "csc").pressSequentially("٧３9");
    await expect(numberField(page, "csc")).toHaveValue("739");
    await page.locator(`#payment_method_${ECHECK}`).check();
    for (const [name, typed, shown] of [
      ["routing", "١２1", "121"],
      ["account", "٩８7", "987"],
    ] as const) {
      await numberField(page, name, ECHECK).pressSequentially(typed);
      await expect(numberField(page, name, ECHECK)).toHaveValue(shown);
    }
  });

  test("an account is a wish that brings the box to keep the method, and takes it away [PAY-16]", async ({
    page,
    shop,
  }) => {
    await toCheckout(page, shop);
    await payReady(page);
    const box = part(page, CARD).getByRole("checkbox", { name: t("payments.save") });
    await expect(box).toBeHidden();
    await page.locator("#createaccount").check();
    await expect(box).toBeVisible();
    await shop.audit();
    await page.locator(`#payment_method_${ECHECK}`).check();
    await expect(part(page, ECHECK).getByRole("checkbox", { name: t("payments.save") })).toBeVisible();
    await page.locator("#createaccount").uncheck();
    await expect(part(page, ECHECK).getByRole("checkbox", { name: t("payments.save") })).toBeHidden();
  });
});

test.describe("checkout: a bank account's fields", { tag: "@wide" }, () => {
  test("routing number: missing, other signs, not nine [PAY-47]", async ({ page, shop, email }) => {
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillEcheck(page);
    for (const [typed, text] of [
      ["", "routing-missing"],
      ["12104288x", "routing-digits"],
      ["12104288", "routing-length"],
      ["1210428821", "routing-length"],
    ] as const) {
      await put(numberField(page, "routing", ECHECK), typed);
      expect(await refusedWith(page), `«${typed}»`).toEqual([t(`payments.${text}`)]);
    }
    // Nine digits that no bank has: only the provider knows.
    await put(numberField(page, "routing", ECHECK), "123456789");
    expect(await refusedWith(page)).toEqual([t("payments.routing-invalid")]);
    await shop.audit();
  });

  test("account number: missing, other signs, five to seventeen [PAY-48] [PAY-49]", async ({
    page,
    shop,
    email,
  }) => {
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillEcheck(page);
    for (const [typed, text] of [
      ["", "account-missing"],
      ["12345x", "account-digits"],
      ["1234", "account-length"],
      ["123456789012345678", "account-length"],
    ] as const) {
      await put(numberField(page, "account", ECHECK), typed);
      expect(await refusedWith(page), `«${typed}»`).toEqual([t(`payments.${text}`)]);
    }
    await page.locator("#terms").uncheck();
    for (const typed of ["12345", "12345678901234567"]) {
      await put(numberField(page, "account", ECHECK), typed);
      expect(await refusedWith(page), `«${typed}»`).toEqual([t("checkout.terms-missing")]);
    }
  });

  test("ask for no check number and no licence, and no code [PAY-10] [PAY-50]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    const fields = part(page, ECHECK).locator("[data-pay-field]");
    expect(
      await fields.evaluateAll((all) => all.map((field) => (field as HTMLElement).dataset.payField)),
    ).toEqual(["routing", "account", "account-type"]);
    expect(t("payments.check-number-missing")).toBeTruthy();
  });
});

test.describe("checkout: paying", () => {
  test("while it works nothing is checked again, and two presses make one order [PAY-13]", async ({
    page,
    shop,
    email,
  }) => {
    const sent = placings(page);
    let go = () => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    await page.route(PAY_API, async (route) => {
      await held;
      await route.continue();
    });
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    const exchanged = page.waitForRequest(
      (request) => request.url() === PAY_API && request.method() === "POST",
    );
    await payButton(page).dblclick();
    await exchanged;
    await expect(payButton(page)).toHaveAttribute("aria-busy", "true");
    await expect(payButton(page)).toHaveText(t("checkout.processing"));
    expect(await page.locator(".pay").evaluate((fields) => (fields as HTMLElement).inert)).toBe(true);
    // The fields stay in sight, and so the button stays where it is.
    await expect(numberField(page, "number")).toBeVisible();
    await put(page.locator("#billing_city"), "");
    // Pressed as a program does: a pointer does not get through.
    await payButton(page).evaluate((button) => (button as HTMLElement).click());
    await page.locator("#billing_phone").press("Enter");
    await expect(faultLines(page)).toHaveCount(0);
    await put(page.locator("#billing_city"), "ديربورن");
    await shop.arriving(async () => go());
    await expectKind(page, "paid");
    expect(sent).toHaveLength(1);
    expect(ordersOf(email)).toHaveLength(1);
    expect(attemptsOf(orderOf(page.url()).number)).toHaveLength(1);
  });

  test("the same form that comes twice at once makes one order", { tag: "@wide" }, async ({
    page,
    shop,
    email,
  }) => {
    await fillCart(page, greeting);
    const form = await checkoutFields(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    const answers = await Promise.all([1, 2, 3].map(() => page.request.post(CHECKOUT, { form })));
    const [first] = answers.map((answer) => answer.url());
    for (const answer of answers) expect(answer.url()).toBe(first);
    expect(ordersOf(email)).toHaveLength(1);
    expect(attemptsOf(orderOf(first ?? "").number)).toHaveLength(1);
    await shop.visit(first ?? "");
  });

  test("a card that is declined is told, and another one pays [PAY-55]", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    await misbehave({ when: { email, kind: "authCaptureTransaction" }, do: "decline", times: 1 });
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    const told = await faultLines(page).allTextContents();
    expect(told).toEqual([t("payments.general-error"), t("payments.declined")]);
    await expect(page.locator("#billing_city")).toHaveValue("ديربورن");
    await expect(numberField(page, "number")).toHaveValue("");
    await expect(page.locator("[data-filled=payment-nonce]").first()).toHaveValue("");
    await fillCard(page, MASTERCARD);
    await page.locator("#terms").check();
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    await expect(main(page)).toContainText("0015");
  });

  test("an answer that is lost: the page confirms, and says by itself how it ended [PAY-56]", async ({
    page,
    shop,
    email,
  }) => {
    await misbehave({ when: { email, kind: "authCaptureTransaction" }, do: "swallow_after", times: 1 });
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await payButton(page).click();
    await expectKind(page, "confirming");
    await expect(
      page.getByRole("status").filter({ hasText: t("payments.processing-problem") }),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: t("checkout.confirming-refresh") })).toBeVisible();
    const { number } = orderOf(page.url());
    await expect(page.locator("[data-order-kind=paid]")).toBeVisible({ timeout: 30_000 });
    const [attempt, ...others] = attemptsOf(number);
    expect(others).toEqual([]);
    expect(await booked(attempt?.key ?? "")).toHaveLength(1);
  });

  test("a token that the provider does not give is told in its place", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/Failed to load resource: net::ERR_FAILED/);
    await page.route(PAY_API, (route) => route.abort());
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    const sent = placings(page);
    expect(await refusedWith(page)).toEqual([t("payments.general-error")]);
    await expect(payButton(page)).not.toHaveAttribute("aria-busy");
    await expect(numberField(page, "number")).toBeVisible();
    await expect(numberField(page, "number")).toHaveValue("4111 1111 1111 1111");
    expect(sent).toEqual([]);
  });
});

test.describe("checkout: a provider that cannot be reached", { tag: "@wide" }, () => {
  // The other shop's policy names an address at which nobody listens; the browser's half of the provider is up.
  test.use({ bypassCSP: true });

  test("leaves an order that is paid later [PAY-55]", async ({ page, shop, faults, email }) => {
    test.slow();
    const other = await openShop({
      MATJAR_PAY_API_URL: "http://127.0.0.1:9/xml/v1/request.api",
      // What is done later is left to the first shop, which reaches the provider.
      DATABASE_WORKER_URL: "postgresql://nobody@127.0.0.1:9/none",
      MATJAR_RENDERERS: "1",
    });
    try {
      faults.allow(/^request to somebody else: http:\/\/localhost:/);
      await fillCart(page, greeting);
      await page.goto(`${other.origin}${CHECKOUT}`);
      await shop.audit();
      await fillBilling(page, billingOf(email));
      await fillCard(page);
      await payButton(page).click();
      await expectKind(page, "unpaid");
      await expect(main(page)).toContainText(t("payments.later"));
      await shop.audit();
      const { number, key } = orderOf(page.url());
      await letterTo(email, subject("mail-unpaid", number));
      // Where the provider answers, the order can be paid.
      await shop.visit(`/ar/checkout/order-pay/${number}/?pay_for_order=true&key=${key}`);
      await fillCard(page);
      await shop.arriving(() => payButton(page).click());
      await expectKind(page, "paid");
    } finally {
      await other.close();
    }
  });
});

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
    const signs = part(page, CARD).locator(".brands [data-brand]");
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
        "</form>",
        `</form><script data-tracks type="application/json">${JSON.stringify(queue)}</script>`,
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
  });

  test("a guest's address is told by call 10 when it changes [ACCT-09] [API-10]", async ({
    page,
    shop,
    email,
  }) => {
    await toCheckout(page, shop);
    await page.locator("#billing_first_name").fill("نور");
    await page.locator("#billing_last_name").fill("الحسن");
    const sent = page.waitForRequest(
      (request) => request.postData()?.includes("fue_wc_set_cart_email") ?? false,
    );
    await page.locator("#billing_email").fill(email);
    await page.locator("#billing_email").blur();
    const request = await sent;
    expect(new URL(request.url()).pathname).toBe(ACTION);
    expect(fieldsOf(request)).toEqual({
      action: "fue_wc_set_cart_email",
      email,
      first_name: "نور",
      last_name: "الحسن",
    });
    const answer = await request.response();
    expect([answer?.status(), answer?.headers()["content-length"]]).toEqual([200, "0"]);
  });

  test("a customer's address is not [ACCT-10]", async ({ page, shop }) => {
    await newCustomer(page);
    await toCheckout(page, shop);
    const sent: Array<string> = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("fue_wc_set_cart_email")) sent.push(request.url());
    });
    await page.locator("#billing_email").fill("other@example.com");
    await page.locator("#billing_email").blur();
    await page.waitForLoadState("networkidle");
    expect(sent).toEqual([]);
    await expect(page.locator("#createaccount")).toHaveCount(0);
  });
});

test.describe("checkout: the summary", () => {
  const review = (page: Page) => page.waitForResponse((answer) => isCall(REVIEW)(new URL(answer.url())));

  test("follows the way of shipping and the place", async ({ page, shop, email }) => {
    await toCheckout(page, shop);
    await payReady(page);
    await unfold(page);
    const asked = review(page);
    await summary(page).getByLabel("توصيل سريع").check();
    await asked;
    await expect(payButton(page)).not.toContainText("10.50");
    const fast = Number(await seenTotal(page));
    expect(fast).toBeGreaterThanOrEqual(1250);
    await expect(summary(page).getByLabel("توصيل سريع")).toBeChecked();
    const moved = review(page);
    await page.locator("#billing_country").selectOption("SA");
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
    expect((await booked(attempt?.key ?? "")).map(({ amount }) => amount)).toEqual([total]);
  });

  test("a total that changed under the shopper's eyes is shown before anything is paid", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    // Another tab of the same shopper, which tells nobody.
    await fillCart(page, ribbon);
    await shop.arriving(() => payButton(page).click());
    expect(await faultLines(page).allTextContents()).toEqual([t("checkout.total-changed")]);
    await expect(payButton(page)).toContainText("14.50");
    expect(ordersOf(email)).toEqual([]);
  });

  test("takes a coupon and lets it go, and says what is wrong with one", async ({ page, shop }) => {
    await toCheckout(page, shop, ribbon);
    await payReady(page);
    await unfold(page);
    const told = page.locator("[data-coupon-told]");
    const apply = page.locator("[name=apply_coupon]");
    await apply.click();
    await expect(told).toHaveText(t("cart.coupon-empty"));
    await page.locator("#coupon_code").fill("انتهى");
    await apply.click();
    await expect(told).toHaveClass(/is-wrong/);
    await expect(told).not.toBeEmpty();
    await shop.audit();
    await page.locator("#coupon_code").fill("نخلة10");
    const asked = review(page);
    await page.locator("#coupon_code").press("Enter");
    await asked;
    await expect(summary(page)).toContainText("0.40");
    await expect.poll(() => seenTotal(page)).toBe("1060");
    await expect(payButton(page)).toContainText("10.60");
    await summary(page)
      .getByRole("link", { name: t("checkout.coupon-remove", { code: "نخلة10" }) })
      .click();
    await expect.poll(() => seenTotal(page)).toBe("1100");
  });

  test("takes a coupon and another way of shipping without script", { tag: "@no-script" }, async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    await toCheckout(page, shop, ribbon);
    await page.locator("#billing_city").fill("ديربورن");
    await page.locator("#coupon_code").fill("انتهى");
    await shop.arriving(() => page.locator("[name=apply_coupon]").click());
    await expect(faultLines(page)).toHaveCount(1);
    await page.locator("#coupon_code").fill("نخلة10");
    await shop.arriving(() => page.locator("[name=apply_coupon]").click());
    await expect(summary(page)).toContainText("0.40");
    await expect(page.locator("#billing_city")).toHaveValue("ديربورن");
    await summary(page).getByLabel("استلام من المتجر").check();
    await shop.arriving(() => page.locator("[name=woocommerce_checkout_update_totals]").click());
    expect(await seenTotal(page)).toBe("360");
    await fillBilling(page, billingOf(email));
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "unpaid");
    await expect(main(page)).toContainText("3.60");
  });

  test("follows the cart, which knows that it is changed from here [CART-63] [CART-64]", async ({
    page,
    shop,
  }) => {
    await toCheckout(page, shop, greeting, ribbon);
    await unfold(page);
    await page.locator(".co__edit").click();
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

  test("a cart that empties leaves no form, and one that fills brings it back [CART-65]", async ({
    page,
    shop,
  }) => {
    await toCheckout(page, shop);
    await unfold(page);
    await page.locator(".co__edit").click();
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
    await page.locator(".co__edit").click();
    const panel = sideCart(page).locator("details");
    await panel.locator("summary").click();
    const calls: Array<string> = [];
    page.on("request", (request) => {
      if (request.url().includes("calculate_shipping")) calls.push(request.url());
    });
    await panel.getByRole("button", { name: t("cart.shipping-calculate") }).click();
    await expect(sideCart(page)).toContainText(t("cart.shipping-at-checkout"));
    expect(calls).toEqual([]);
  });

  test("hears of another tab", { tag: "@wide" }, async ({ page, shop, context }) => {
    await toCheckout(page, shop);
    await payReady(page);
    const other = await context.newPage();
    await shop.visit(ribbon.path, other);
    const asked = page.waitForResponse((answer) => answer.url().includes(REFRESH));
    await other.locator("form.buy__form .add_to_cart_button").click();
    await expect(cartButton(other, 2)).toBeVisible();
    await page.bringToFront();
    await asked;
    await expect.poll(() => seenTotal(page)).toBe("1450");
  });
});

test.describe("checkout: where the order came from", () => {
  const FIELDS = [
    "source_type",
    "referrer",
    "utm_campaign",
    "utm_source",
    "utm_medium",
    "utm_content",
    "utm_id",
    "utm_term",
    "utm_source_platform",
    "utm_creative_format",
    "utm_marketing_tactic",
    "session_entry",
    "session_start_time",
    "session_pages",
    "session_count",
    "user_agent",
  ];

  test("sixteen hidden inputs are sent, and kept with the order [ATTR-01] [ATTR-16]", async ({
    page,
    shop,
    email,
  }) => {
    const sent = placings(page);
    await toCheckout(page, shop);
    const hidden = page.locator("form#checkout input[type=hidden][name^=wc_order_attribution_]");
    const names = await hidden.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).name));
    expect(names.toSorted()).toEqual(FIELDS.map((name) => `wc_order_attribution_${name}`).toSorted());
    const told = { source_type: "utm", utm_source: "رسالة", utm_campaign: "العيد", session_pages: "3" };
    for (const [name, value] of Object.entries(told))
      await put(page.locator(`[name=wc_order_attribution_${name}]`), value);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    const fields = fieldsOf(sent[0] as Request);
    for (const name of FIELDS) expect(fields[`wc_order_attribution_${name}`], name).toBeDefined();
    expect(attributionOf(orderOf(page.url()).number)).toMatchObject(told);
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
    await expect(page.locator("[data-express]")).toBeHidden();
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

test("checkout: no sideways scroll at 320 px, with everything open and with faults", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await toCheckout(page, shop, greeting, ribbon);
  await payReady(page);
  await unfold(page);
  await refusedWith(page);
  await shop.audit();
  await page.locator(`#payment_method_${ECHECK}`).check();
  await refusedWith(page);
  await shop.audit();
});
