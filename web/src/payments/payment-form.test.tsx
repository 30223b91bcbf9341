// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PaymentFormView, ProviderForm } from "../generated/payments";
import { cardForm, echeckForm, payment, paymentWithSaved } from "../testing/checkout-samples";
import { PaymentFailed } from "./faults";
import { PaymentForm } from "./PaymentForm";
import { type Payment, setUpPayment } from "./payment-form";
import { SLIDE } from "./slide";

type Accepted = { messages: object; opaqueData?: object };
const ok: Accepted = {
  messages: { resultCode: "Ok", message: [] },
  opaqueData: { dataDescriptor: "COMMON.ACCEPT", dataValue: "t0ken" },
};
const refused = (...codes: Array<string>): Accepted => ({
  messages: { resultCode: "Error", message: codes.map((code) => ({ code, text: "" })) },
});

const find = <T extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const field = (name: string) => find(`[data-pay-field=${name}]`);
const filled = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>("[data-filled]")]
      .filter(({ value }) => value !== "")
      .map(({ name, value }) => [name, value]),
  );
const texts = (live: Payment) => live.validate().map(({ text }) => text);
const error = (name: string) => field(name).closest(".field")?.querySelector(".field__error")?.textContent;

function accepting(answer: Accepted | Error = ok) {
  const dispatchData = vi.fn((_: object, tell: (answer: Accepted) => void) => {
    if (answer instanceof Error) throw answer;
    tell(answer);
  });
  vi.stubGlobal("Accept", { dispatchData });
  return dispatchData;
}

function open(changes: Partial<PaymentFormView> = {}, around = ""): Payment {
  const form = renderToStaticMarkup(<PaymentForm payment={{ ...payment, ...changes }} />);
  document.body.innerHTML = `<form id="order_review">${around}${form}</form>`;
  return setUpPayment(find<HTMLFormElement>("form")) as Payment;
}

function type(name: string, text: string, inputType = "insertText") {
  const target = field(name);
  target.focus();
  target.value = text;
  target.setSelectionRange(text.length, text.length);
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
}

function pick(selector: string) {
  find(selector).checked = true;
  find(selector).dispatchEvent(new Event("change", { bubbles: true }));
}

function typeCard(number = "4242424242424242") {
  type("number", number);
  type("expiry", "08 / 29");
  type("csc", "123");
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-14T12:00:00Z") });
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json({})),
  );
  accepting();
});
afterEach(() => vi.useRealTimers());

test("without a payment form nothing is set up, and nothing goes wrong [PAY-12]", () => {
  document.body.innerHTML = "<form></form>";
  expect(setUpPayment(find<HTMLFormElement>("form"))).toBeNull();
});

test("everything that is wrong is said at once [PAY-51]", () => {
  const live = open();
  expect(texts(live)).toEqual(["أدخل رقم البطاقة.", "تاريخ انتهاء البطاقة غير صالح.", "أدخل رمز الأمان."]);
  pick(`[value=${echeckForm.id}]`);
  expect(texts(live)).toEqual(["أدخل رقم التوجيه.", "أدخل رقم الحساب."]);
  for (const radio of document.querySelectorAll<HTMLInputElement>("[name=payment_method]"))
    radio.checked = false;
  expect(texts(live)).toEqual(["اختر طريقة الدفع."]);
});

test("a kept method needs no numbers, and a code only where the provider wants one [PAY-19] [PAY-20] [PAY-46]", () => {
  expect(texts(open(paymentWithSaved))).toEqual([]);
  const strict: ProviderForm = { ...cardForm, csc_required_for_tokens: true };
  expect(texts(open({ ...paymentWithSaved, forms: [strict, echeckForm] }))).toEqual(["أدخل رمز الأمان."]);
});

test("numbers take their shape while they are typed, with Western digits [PAY-42] [PAY-43] [PAY-44] [PAY-45]", () => {
  open();
  type("number", "٤٢٤٢４２４２42424242");
  expect(field("number").value).toBe("4242 4242 4242 4242");
  type("number", "378282246310005");
  expect(field("number").value).toBe("3782 822463 10005");
  type("expiry", "٨29");
  expect(field("expiry").value).toBe("08 / 29");
  type("csc", "12345");
  expect(field("csc").value).toBe("1234");
  type("routing", "٠٢١٠٠٠٠٢١");
  expect(field("routing").value).toBe("021000021");
});

test("the caret stays behind the digit that was typed", () => {
  open();
  const number = field("number");
  type("number", "4242 4242");
  number.value = "42942 4242";
  number.setSelectionRange(3, 3);
  number.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  expect(number.value).toBe("4294 2424 2");
  expect(number.selectionStart).toBe(3);
});

test("the card's brand is lit, and one that is not taken is marked but does not block [PAY-40]", () => {
  const live = open();
  type("number", "4242");
  expect(find(".brand.is-on").dataset.brand).toBe("visa");
  typeCard("6759649826438453");
  expect(document.querySelector(".brand.is-on")).toBeNull();
  expect(error("number")).toContain("مايسترو");
  expect(texts(live)).toEqual([]);
  expect(error("number")).toContain("مايسترو");
});

test("choosing a kept method shuts the new one's fields in 200 ms, and a new one opens them [PAY-14]", () => {
  open({ ...paymentWithSaved, chosenSaved: null });
  const fields = find<HTMLElement>("[data-new-method]");
  expect(fields.className).toBe("pay__new");

  pick("[data-tokens] [value='41']");
  expect([...fields.classList]).toEqual(["pay__new", "is-shut", "is-sliding"]);
  vi.advanceTimersByTime(SLIDE - 1);
  expect(fields.classList.contains("is-sliding")).toBe(true);
  vi.advanceTimersByTime(1);
  expect([...fields.classList]).toEqual(["pay__new", "is-shut"]);

  pick("[data-tokens] [value='']");
  expect([...fields.classList]).toEqual(["pay__new", "is-sliding"]);
  vi.advanceTimersByTime(SLIDE);
  expect([...fields.classList]).toEqual(["pay__new"]);
});

test("who wants no motion gets none [PAY-14]", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  open({ ...paymentWithSaved, chosenSaved: null });
  pick("[data-tokens] [value='41']");
  expect(find("[data-new-method]").className).toBe("pay__new is-shut");
});

test("a code that is wanted for kept methods too moves beside their list [PAY-15]", () => {
  const strict: ProviderForm = { ...cardForm, csc_required_for_tokens: true };
  open({ ...paymentWithSaved, forms: [strict, echeckForm] });
  const isBesideList = () => find("[data-csc-place]").contains(field("csc"));
  expect(isBesideList()).toBe(true);
  pick("[data-tokens] [value='']");
  expect(isBesideList()).toBe(false);
  expect(field("csc").closest(".fields")).not.toBeNull();
});

test("a guest may keep a method with an account only [PAY-16]", () => {
  open({}, '<input type="checkbox" name="createaccount">');
  const box = find("[data-save]");
  const wish = find("[name=createaccount]");
  const state = () => [box.hidden, box.querySelector("input")?.disabled];
  expect(state()).toEqual([true, true]);
  wish.checked = true;
  wish.dispatchEvent(new Event("change", { bubbles: true }));
  expect(state()).toEqual([false, false]);
  wish.checked = false;
  wish.dispatchEvent(new Event("change", { bubbles: true }));
  expect(state()).toEqual([true, true]);
});

test("a card is exchanged for a token; of the card, only what may be shown is posted [PAY-64]", async () => {
  const live = open();
  const dispatchData = accepting();
  typeCard("٤٢٤٢ 4242 4242 4242");
  await live.tokenize();

  expect(dispatchData.mock.calls[0]?.[0]).toEqual({
    authData: { clientKey: "pub1ic", apiLoginID: "acc0unt" },
    cardData: { cardNumber: "4242424242424242", month: "08", year: "2029", cardCode: "123" },
  });
  const name = "wc-authorize-net-cim-credit-card";
  expect(filled()).toEqual({
    [`${name}-payment-nonce`]: "t0ken",
    [`${name}-payment-descriptor`]: "COMMON.ACCEPT",
    [`${name}-card-type`]: "visa",
    [`${name}-last-four`]: "4242",
    [`${name}-exp-month`]: "08",
    [`${name}-exp-year`]: "2029",
  });
  expect(["number", "expiry", "csc"].map((one) => field(one).value)).toEqual(["", "", ""]);
  expect(document.documentElement.outerHTML).not.toContain("4242424242424242");
});

test("an account is exchanged with the name of who buys", async () => {
  const live = open(
    { chosen: echeckForm.id },
    '<input name="billing_first_name" value="سلمى"><input name="billing_last_name" value="الخطيب">',
  );
  const dispatchData = accepting();
  type("routing", "021000021");
  type("account", "1234567890");
  await live.tokenize();
  expect(dispatchData.mock.calls[0]?.[0]).toMatchObject({
    bankData: {
      routingNumber: "021000021",
      accountNumber: "1234567890",
      nameOnAccount: "سلمى الخطيب",
      accountType: "checking",
    },
  });
  expect(filled()).toMatchObject({
    "wc-authorize-net-cim-echeck-payment-nonce": "t0ken",
    "wc-authorize-net-cim-echeck-last-four": "7890",
    "wc-authorize-net-cim-echeck-account-type": "checking",
  });
});

test("a kept method is exchanged for nothing", async () => {
  const live = open(paymentWithSaved);
  const dispatchData = accepting();
  await live.tokenize();
  expect(dispatchData).not.toHaveBeenCalled();
});

test.each([
  [["E_WC_05"], ["رقم البطاقة غير صالح."]],
  [["E_WC_06", "E_WC_08"], ["تاريخ انتهاء البطاقة غير صالح."]],
  [["E_WC_15"], ["رمز الأمان غير صالح (يجب أن يتكوّن من 3 أو 4 أرقام)."]],
  [["E_WC_21"], ["حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى."]],
])("the provider's %s is told in the shop's own words [PAY-55]", async (codes, told) => {
  const live = open();
  accepting(refused(...codes));
  typeCard();
  const failure = await live.tokenize().catch((error) => error);
  expect(failure).toBeInstanceOf(PaymentFailed);
  expect(failure.faults.map(({ text }: { text: string }) => text)).toEqual(told);
  expect(filled()).toEqual({});
  // What was typed is still there, to be put right.
  expect(field("number").value).toBe("4242 4242 4242 4242");
});

test("a provider that never answers is given up", async () => {
  const live = open();
  vi.stubGlobal("Accept", { dispatchData: () => {} });
  typeCard();
  const failure = live.tokenize().catch((error) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failure).toBeInstanceOf(PaymentFailed);
});

const logs = () =>
  vi.mocked(fetch).mock.calls.map(([, request]) => Object.fromEntries(request?.body as URLSearchParams));
const problem = () => document.querySelector("[data-script-problem] [role=alert]")?.textContent;

test("a script that could not be loaded is logged, once, and told [PAY-54]", async () => {
  vi.stubGlobal("Accept", undefined);
  const form = renderToStaticMarkup(<PaymentForm payment={payment} />);
  document.body.innerHTML = `<form>${form}</form>`;
  find<HTMLElement>("script[data-provider-script]").dataset.failed = "";
  const live = setUpPayment(find<HTMLFormElement>("form")) as Payment;
  find<HTMLElement>("script[data-provider-script]").dispatchEvent(new Event("error"));
  typeCard();
  await live.tokenize().catch(() => {});

  expect(logs()).toEqual([
    {
      action: cardForm.log_action,
      security: "l0g",
      name: "Accept.js",
      message: "The script Accept.js could not be loaded.",
    },
  ]);
  expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe("/ar/wp-admin/admin-ajax.php");
  expect(problem()).toBe("حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى.");
});

test("a script that breaks is logged as an error of its own [PAY-54]", async () => {
  const live = open();
  accepting(new Error("broken"));
  typeCard();
  await live.tokenize().catch(() => {});
  expect(logs().map(({ message }) => message)).toEqual(["A script error has occurred."]);
  expect(problem()).not.toBeNull();
});

test("a script that works is not spoken of", async () => {
  const live = open();
  typeCard();
  await live.tokenize();
  expect(fetch).not.toHaveBeenCalled();
});

test("nothing of a card stays in a page that is left, nor a token in one that is come back to", async () => {
  const live = open();
  typeCard();
  dispatchEvent(new Event("pagehide"));
  expect(field("number").value).toBe("");
  typeCard();
  await live.tokenize();
  expect(filled()).not.toEqual({});
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(filled()).toEqual({});
});
