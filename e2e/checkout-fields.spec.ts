import type { Page, Request } from "@playwright/test";
import type { Shop } from "./shop";
import { fillCart } from "./support/carts";
import { attemptsOf, ordersOf } from "./support/office";
import { greeting } from "./support/products";
import { booked, type Numbers } from "./support/provider";
import { type NameOf, plain } from "./support/texts";
import {
  ACCOUNT,
  AMEX,
  AMEX_CSC,
  bankNumbers,
  billingOf,
  CARD,
  CHECKOUT,
  CSC,
  checkoutFields,
  createAccount,
  ECHECK,
  expectKind,
  faultLines,
  fieldsOf,
  fillBilling,
  fillCard,
  fillEcheck,
  litBrand,
  noteOf,
  numberField,
  numbersOf,
  part,
  payButton,
  payBy,
  payReady,
  placings,
  put,
  ROUTING,
  refusedWith,
  terms,
  toCheckout,
  VISA,
} from "./support/till";
import { expect, t, test } from "./till";

/**
 * Which numbers, dates and codes are right is a table: web/src/payments/rules.test.ts. Here is what a shopper meets of it.
 */
test.describe("checkout: a card's fields", () => {
  // Each refusal scrolls for a second, and a press waits until what it is meant for stands still.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  /** Everything is right but the card, and nothing is sent while something is wrong. */
  async function beginCard(page: Page, shop: Shop, email: string): Promise<void> {
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
  }

  test("what is wrong with one is told in its own words, and nothing is sent [PAY-17] [PAY-18] [PAY-19] [PAY-22] [PAY-23] [PAY-24] [PAY-25] [PAY-26] [PAY-27] [PAY-37] [PAY-38] [PAY-39]", async ({
    page,
    shop,
    email,
  }) => {
    const sent = placings(page);
    await page.clock.install({ time: new Date("2027-03-31T20:00:00Z") });
    await beginCard(page, shop, email);
    for (const [name, right, wrong] of [
      [
        "number",
        VISA,
        [
          ["  - ", "number-missing"],
          ["41111111111", "number-length"],
          ["4111x11111111111", "number-digits"],
          ["9111111111111111", "number-invalid"],
          ["4111111111111112", "number-invalid"],
        ],
      ],
      [
        "expiry",
        "03 / 27",
        [
          ["", "expiry-invalid"],
          ["02 / 27", "expiry-invalid"],
        ],
      ],
      [
        "csc",
        CSC,
        [
          ["", "csc-missing"],
          ["12a", "csc-digits"],
          ["12345", "csc-length"],
        ],
      ],
    ] as const) {
      const field = numberField(page, name);
      for (const [typed, text] of wrong) {
        await put(field, typed);
        expect(await refusedWith(page), `${name} «${typed}»`).toEqual([t(`payments.${text}`)]);
        await expect(field).toHaveAttribute("aria-invalid", "true");
      }
      await field.fill(right);
    }
    // With spaces and dashes it is the same number, and a card is good to the end of its month: the terms alone are missing.
    await put(numberField(page, "number"), "4111-1111 1111-1111");
    await terms(page).uncheck();
    expect(await refusedWith(page)).toEqual([t("checkout.terms-missing")]);
    await expect(numberField(page, "number")).not.toHaveAttribute("aria-invalid");
    expect(sent).toEqual([]);
  });

  test("the type of a card is lit while it is typed, or said to be none that is taken [PAY-28] [PAY-30] [PAY-32] [PAY-40]", async ({
    page,
    shop,
    email,
  }) => {
    await beginCard(page, shop, email);
    await terms(page).uncheck();
    const number = numberField(page, "number");
    for (const [typed, brand] of [
      [VISA, "visa"],
      [AMEX, "amex"],
      ["6759649826438453", ""],
    ] as const) {
      await number.fill(typed);
      if (brand) await expect(litBrand(page)).toContainText(t(`payments.${brand}`));
      else await expect(litBrand(page)).toHaveCount(0);
      expect(await refusedWith(page), typed).toEqual([t("checkout.terms-missing")]);
      const note = t("payments.type-invalid-named", { brand: t("payments.maestro") });
      expect(await noteOf(number), typed).toBe(brand ? "" : note);
    }
  });

  test("a type that the shop does not take is marked inline only; the server declines it by its Arabic name [PAY-40] [PAY-41]", async ({
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
    await expect(faultLines(page)).toHaveText([
      t("payments.type-invalid-named", { brand: t("payments.unionpay") }),
    ]);
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

  test("a card that is not what the browser says is given its money back [CONF-B7] [PAY-41]", async ({
    page,
    shop,
    faults,
    email,
  }) => {
    faults.allow(/422/);
    await beginCard(page, shop, email);
    for (const [number, text] of [
      ["6230000000000009", t("payments.type-invalid")],
      ["6759649826438453", t("payments.type-invalid-named", { brand: t("payments.maestro") })],
    ] as const) {
      const form = await checkoutFields(page.request, {
        billing: billingOf(email),
        numbers: numbersOf(number),
        more: { "wc-authorize-net-cim-credit-card-card-type": "visa" },
      });
      const answer = await page.request.post(CHECKOUT, { form });
      expect(answer.status()).toBe(422);
      expect(plain(await answer.text())).toContain(plain(text));
    }
    const tries = ordersOf(email).flatMap(attemptsOf);
    expect(tries.map(({ state }) => state)).toEqual(["voided", "voided"]);
    for (const { key } of tries) expect((await booked(key)).map(({ status }) => status)).toEqual(["voided"]);
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
    const wrong: Array<[Numbers, Record<string, string>, NameOf<"payments">]> = [
      [numbersOf(VISA), { "wc-authorize-net-cim-credit-card-exp-year": "2020" }, "expiry-invalid"],
      [numbersOf(VISA), { "wc-authorize-net-cim-credit-card-exp-month": "13" }, "expiry-invalid"],
      [numbersOf(VISA), { "wc-authorize-net-cim-credit-card-payment-nonce": "" }, "general-error"],
      [bankNumbers, { "wc-authorize-net-cim-echeck-payment-nonce": "" }, "general-error"],
    ];
    for (const [numbers, more, text] of wrong) {
      const form = await checkoutFields(page.request, { billing: billingOf(email), numbers, more });
      const answer = await page.request.post(CHECKOUT, { form });
      expect(answer.status()).toBe(422);
      expect(await answer.text()).toContain(t(`payments.${text}`));
    }
  });
});

test.describe("checkout: fields take shape while somebody types", () => {
  test("a number in fours or 4-6-5, a date as MM / YY, a code of four, all in plain digits [PAY-42] [PAY-43] [PAY-44] [PAY-45]", async ({
    page,
    shop,
  }) => {
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

    await number.fill("");
    await number.pressSequentially("４１１１１１１１");
    await expect(number).toHaveValue("4111 1111");
    await number.fill("");
    await number.pressSequentially("٤١١١١١١١١١١١١١١١");
    await expect(number).toHaveValue("4111 1111 1111 1111");
    await expiry.fill("");
    await expiry.pressSequentially("١٢٣٨");
    await expect(expiry).toHaveValue("12 / 38");
    await csc.fill("");
    await csc.pressSequentially("٧３9");
    await expect(csc).toHaveValue("739");
    await payBy(page, ECHECK).check();
    for (const [name, typed, shown] of [
      ["routing", "١２1", "121"],
      ["account", "٩８7", "987"],
    ] as const) {
      await numberField(page, name).pressSequentially(typed);
      await expect(numberField(page, name)).toHaveValue(shown);
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
    await createAccount(page).check();
    await expect(box).toBeVisible();
    await shop.audit();
    await payBy(page, ECHECK).check();
    await expect(part(page, ECHECK).getByRole("checkbox", { name: t("payments.save") })).toBeVisible();
    await createAccount(page).uncheck();
    await expect(part(page, ECHECK).getByRole("checkbox", { name: t("payments.save") })).toBeHidden();
  });
});

test.describe("checkout: a bank account's fields", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("what is wrong with one is told in its own words, and nothing is sent [PAY-47] [PAY-48] [PAY-49]", async ({
    page,
    shop,
    email,
  }) => {
    const sent = placings(page);
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillEcheck(page);
    for (const [name, right, wrong] of [
      [
        "account",
        ACCOUNT,
        [
          ["", "account-missing"],
          ["12345x", "account-digits"],
          ["1234", "account-length"],
        ],
      ],
      [
        "routing",
        ROUTING,
        [
          ["", "routing-missing"],
          ["12104288x", "routing-digits"],
          ["12104288", "routing-length"],
          // Nine digits that no bank has: only the provider knows.
          ["123456789", "routing-invalid"],
        ],
      ],
    ] as const) {
      const field = numberField(page, name);
      for (const [typed, text] of wrong) {
        await put(field, typed);
        expect(await refusedWith(page), `${name} «${typed}»`).toEqual([t(`payments.${text}`)]);
      }
      await shop.audit();
      await field.fill(right);
    }
    expect(sent).toEqual([]);
  });

  test("ask for no check number and no licence, and no code [PAY-10] [PAY-50]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    const fields = part(page, ECHECK).locator("[data-pay-field]");
    expect(
      await fields.evaluateAll((all) => all.map((field) => (field as HTMLElement).dataset.payField)),
    ).toEqual(["routing", "account", "account-type"]);
    // As the message table has them.
    expect([
      t("payments.check-number-digits"),
      t("payments.check-number-missing"),
      t("payments.license-state-missing"),
      t("payments.license-number-missing"),
      t("payments.license-number-invalid"),
    ]).toEqual([
      "رقم الشيك غير صالح (يُسمح بالأرقام فقط).",
      "أدخل رقم الشيك.",
      "اختر الولاية التي أصدرت رخصة القيادة.",
      "أدخل رقم رخصة القيادة.",
      "رقم رخصة القيادة غير صالح.",
    ]);
  });
});
