import type { Page, Request } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import type { Shop } from "./shop";
import { fillCart } from "./support/carts";
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
  errorLines,
  expectKind,
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
} from "./support/checkout";
import { attemptsOf, ordersOf } from "./support/database";
import { greeting } from "./support/products";
import { ledgerOf, type Numbers } from "./support/provider";
import { type NameOf, plain } from "./support/texts";

/**
 * Valid and invalid numbers, dates and codes are tested in web/src/payments/rules.test.ts. These tests check how the
 * form shows the errors.
 */
test.describe("checkout: a card's fields", () => {
  // Each refusal scrolls for about a second, and Playwright clicks an element only after it has stopped moving.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  /** All fields except the card are valid; nothing is sent while there is an error. */
  async function beginCard(page: Page, shop: Shop, email: string): Promise<void> {
    await toCheckout(page, shop);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
  }

  test("each invalid card field gets its own error, and nothing is sent [PAY-17] [PAY-18] [PAY-19] [PAY-22] [PAY-23] [PAY-24] [PAY-25] [PAY-26] [PAY-27] [PAY-37] [PAY-38] [PAY-39]", async ({
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
    // Spaces and dashes are ignored, and a card is valid until the end of its month: only the terms are still
    // missing.
    await put(numberField(page, "number"), "4111-1111 1111-1111");
    await terms(page).uncheck();
    expect(await refusedWith(page)).toEqual([t("checkout.terms-missing")]);
    await expect(numberField(page, "number")).not.toHaveAttribute("aria-invalid");
    expect(sent).toEqual([]);
  });

  test("the card type is highlighted while typing, or a notice says that it is not accepted [PAY-28] [PAY-30] [PAY-32] [PAY-40]", async ({
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

  test("a card type that the shop does not accept is marked inline only; the server declines it by its Arabic name [PAY-40] [PAY-41]", async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/422/);
    const sent = placings(page);
    await beginCard(page, shop, email);
    const number = numberField(page, "number");
    await number.fill("6230000000000009");
    const named = plain(t("payments.type-invalid-named", { brand: t("payments.unionpay") }));
    expect(plain(await noteOf(number))).toBe(named);
    await expect(errorLines(page)).toHaveCount(0);
    await shop.arriving(() => payButton(page).click());
    expect(sent).toHaveLength(1);
    await expect(errorLines(page)).toHaveText([
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

  test("a card whose type differs from what the browser sent is voided [CONF-B7] [PAY-41]", async ({
    page,
    shop,
    pageErrors,
    email,
  }) => {
    pageErrors.allow(/422/);
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
    for (const { key } of tries)
      expect((await ledgerOf(key)).map(({ status }) => status)).toEqual(["voided"]);
  });

  test("are validated by the server again, which gets only a token [PAY-64]", async ({
    page,
    shop,
    pageErrors,
    email,
    shopRequests,
  }) => {
    pageErrors.allow(/422/);
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
    // The provider received the number. The `shopRequests` fixture checks after every test that the shop did not.
    expect(shopRequests.toProvider.join()).toContain(AMEX);
    expect(shopRequests.count).toBeGreaterThan(20);
    expect(await shopRequests.secrets()).toEqual([]);

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

test.describe("checkout: fields are formatted while typing", () => {
  test("a number in groups of four or 4-6-5, a date as MM / YY, a code of four, all in Western digits [PAY-42] [PAY-43] [PAY-44] [PAY-45]", async ({
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
    // When editing in the middle, the caret stays behind the same digit.
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

  test("choosing to create an account shows the box that saves the method, and unchoosing hides it [PAY-16]", async ({
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

  test("each invalid bank field gets its own error, and nothing is sent [PAY-47] [PAY-48] [PAY-49]", async ({
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
          // Nine digits that belong to no bank: only the provider can reject them.
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

  test("have no check number, licence or code [PAY-10] [PAY-50]", async ({ page, shop }) => {
    await toCheckout(page, shop);
    const fields = part(page, ECHECK).locator("[data-pay-field]");
    expect(
      await fields.evaluateAll((all) => all.map((field) => (field as HTMLElement).dataset.payField)),
    ).toEqual(["routing", "account", "account-type"]);
    // The texts of the message table.
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
