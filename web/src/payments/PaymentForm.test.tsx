// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PaymentFormView } from "../generated/payments";
import { cardForm, echeckForm, expiredCard, payment, paymentWithSaved } from "../testing/checkout-samples";
import { PaymentForm } from "./PaymentForm";

const draw = (changes: Partial<PaymentFormView> = {}) => {
  document.body.innerHTML = `<form>${renderToStaticMarkup(<PaymentForm payment={{ ...payment, ...changes }} />)}</form>`;
};
const find = <T extends Element = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const all = (selector: string) => [...document.querySelectorAll<HTMLInputElement>(selector)];
const sent = () => [...new FormData(find<HTMLFormElement>("form"))].map(([name]) => name);

test("no number has a name, so none is ever part of a form", () => {
  draw();
  const fields = all("[data-pay-field]");
  expect(fields.map(({ dataset }) => dataset.payField)).toEqual([
    "number",
    "expiry",
    "csc",
    "routing",
    "account",
    "account-type",
  ]);
  for (const field of fields) expect(field.hasAttribute("name")).toBe(false);
  expect(fields.slice(0, 3).map(({ autocomplete }) => autocomplete)).toEqual([
    "cc-number",
    "cc-exp",
    "cc-csc",
  ]);
  for (const field of fields.slice(0, 5)) {
    expect(field.inputMode).toBe("numeric");
    expect(field.className).toBe("input ltr");
    expect(find(`label[for="${field.id}"]`)).not.toBeNull();
  }
  for (const field of fields.slice(0, 5)) field.value = "4242424242424242";
  expect([...new FormData(find<HTMLFormElement>("form")).values()].join()).not.toContain("4242");
});

test("there is a card form and an eCheck form, and fields for what the provider gives [PAY-01]", () => {
  draw();
  // Not there for a browser that runs scripts.
  find("noscript").remove();
  expect(all("[name=payment_method]").map(({ value, checked }) => [value, checked])).toEqual([
    [cardForm.id, true],
    [echeckForm.id, false],
  ]);
  const card = "wc-authorize-net-cim-credit-card";
  const echeck = "wc-authorize-net-cim-echeck";
  expect(sent()).toEqual([
    "payment_method",
    `${card}-payment-nonce`,
    `${card}-payment-descriptor`,
    `${card}-card-type`,
    `${card}-last-four`,
    `${card}-exp-month`,
    `${card}-exp-year`,
    `${echeck}-payment-nonce`,
    `${echeck}-payment-descriptor`,
    `${echeck}-last-four`,
    `${echeck}-account-type`,
  ]);
  expect(all(".brands [data-brand]").map((sign) => sign.firstChild?.textContent)).toEqual(
    "VISA MC AMEX DISC DINERS JCB".split(" "),
  );
});

test("the configuration of the forms and of the plugin is published with the page [PAY-09] [PAY-57]", () => {
  draw();
  const read = (selector: string) => JSON.parse(find(selector).textContent ?? "");
  const { forms, accountId, publishableKey } = read("script[data-payment-form]");
  expect(forms).toEqual([cardForm, echeckForm]);
  expect([accountId, publishableKey]).toEqual(["acc0unt", "pub1ic"]);
  expect(read("#wcpay-config")).toEqual(payment.page);
  const script = find<HTMLScriptElement>("script[data-provider-script]");
  expect([script.getAttribute("src"), script.defer]).toEqual([payment.scriptUrl, true]);
});

test("kept methods are listed with their own kind; the chosen one shuts the fields of a new one [PAY-14]", () => {
  draw({ ...paymentWithSaved, saved: [...paymentWithSaved.saved, expiredCard] });
  const card = find<HTMLElement>(`[data-provider=${cardForm.id}]`);
  const tokens = [...card.querySelectorAll<HTMLInputElement>("[data-tokens] input")];
  expect(new Set(tokens.map(({ name }) => name))).toEqual(
    new Set(["wc-authorize-net-cim-credit-card-payment-token"]),
  );
  expect(tokens.map(({ value, checked }) => [value, checked])).toEqual([
    ["41", true],
    ["43", false],
    ["", false],
  ]);
  expect(card.querySelector("[data-new-method]")?.className).toContain("is-shut");
  expect(card.querySelector(".token .is-wrong")?.textContent).toContain("03/26");

  const echeck = find<HTMLElement>(`[data-provider=${echeckForm.id}]`);
  expect(
    [...echeck.querySelectorAll("[data-tokens] input:checked")].map((one) => one.getAttribute("value")),
  ).toEqual([""]);
  expect(echeck.querySelector("[data-new-method]")?.className).not.toContain("is-shut");
});

test("a method is kept by a box, with an account, always or never", () => {
  const name = "[name$=tokenize-payment-method]";
  draw({ save: "offered", isSaveTicked: true });
  expect(all(name).map(({ type, checked }) => [type, checked])).toEqual([
    ["checkbox", true],
    ["checkbox", true],
  ]);
  draw({ save: "always" });
  expect(all(name).map(({ type, value }) => [type, value])).toEqual([
    ["hidden", "1"],
    ["hidden", "1"],
  ]);
  draw({ save: "never" });
  expect(all(name)).toEqual([]);
});

test("without script the order is kept to be paid later, where there is one to keep", () => {
  const plain = (canPayLater: boolean) =>
    renderToStaticMarkup(<PaymentForm payment={{ ...payment, canPayLater }} />).match(
      /<noscript>.*<\/noscript>/,
    )?.[0];
  expect(plain(true)).toContain('<input type="hidden" name="pay_later" value="1"/>');
  expect(plain(true)).toContain("نحفظ طلبك لدفعه لاحقًا.");
  expect(plain(false)).not.toContain("<input");
});

test("where nobody is named, an account's form asks whose it is", () => {
  document.body.innerHTML = renderToStaticMarkup(<PaymentForm payment={payment} asksHolder />);
  expect(find("[data-pay-field=holder]").hasAttribute("name")).toBe(false);
});
