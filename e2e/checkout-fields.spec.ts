import type { Page, Request } from "@playwright/test";
import type { Shop } from "./shop";
import { fillCart } from "./support/carts";
import { attemptsOf, ordersOf } from "./support/office";
import { greeting } from "./support/products";
import { booked, type Numbers } from "./support/provider";
import { plain } from "./support/texts";
import {
  AMEX,
  AMEX_CSC,
  bankNumbers,
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
  fieldsOf,
  fillBilling,
  fillCard,
  fillEcheck,
  JCB,
  MASTERCARD,
  noteOf,
  numberField,
  numbersOf,
  part,
  payButton,
  payReady,
  placings,
  put,
  refusedWith,
  toCheckout,
  VISA,
} from "./support/till";
import { expect, t, test } from "./till";

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
    const wrong: Array<[Numbers, Record<string, string>, string]> = [
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
    // As the message table has them.
    expect(
      [
        "check-number-digits",
        "check-number-missing",
        "license-state-missing",
        "license-number-missing",
        "license-number-invalid",
      ].map((key) => t(`payments.${key}`)),
    ).toEqual([
      "رقم الشيك غير صالح (يُسمح بالأرقام فقط).",
      "أدخل رقم الشيك.",
      "اختر الولاية التي أصدرت رخصة القيادة.",
      "أدخل رقم رخصة القيادة.",
      "رقم رخصة القيادة غير صالح.",
    ]);
  });
});
