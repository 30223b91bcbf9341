// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { act, fireEvent, screen, within } from "@testing-library/react";
import { createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PaymentFormView, ProviderForm } from "../generated/payments";
import { cardForm, echeckForm, expiredCard, payment, paymentWithSaved } from "../testing/checkout-samples";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import { PaymentFailed } from "./field-errors";
import { PaymentFields, type PaymentHandle } from "./PaymentFields";
import { PaymentScripts } from "./PaymentScripts";
import { expectProvider } from "./provider-script";
import { SLIDE } from "./use-collapse";

type Accepted = { messages: object; opaqueData?: object };
const ok: Accepted = {
  messages: { resultCode: "Ok", message: [] },
  opaqueData: { dataDescriptor: "COMMON.ACCEPT", dataValue: "t0ken" },
};
const refused = (...codes: Array<string>): Accepted => ({
  messages: { resultCode: "Error", message: codes.map((code) => ({ code, text: "" })) },
});
const CARD = "wc-authorize-net-cim-credit-card";
const ECHECK = "wc-authorize-net-cim-echeck";

const find = <T extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const all = (selector: string) => [...document.querySelectorAll<HTMLInputElement>(selector)];
const field = (name: string) => find(`[data-pay-field=${name}]`);
const sent = () => Object.fromEntries(new FormData(find<HTMLFormElement>("form")));
const filled = () =>
  Object.fromEntries(
    Object.entries(sent()).filter(([name, value]) => /^wc-.*-[a-z]+$/.test(name) && value !== ""),
  );
const error = (name: string) =>
  field(name).hasAttribute("aria-invalid")
    ? document.getElementById(field(name).getAttribute("aria-describedby") ?? "")?.textContent
    : undefined;

function accepting(answer: Accepted | Error = ok) {
  const dispatchData = vi.fn((_: object, respond: (answer: Accepted) => void) => {
    if (answer instanceof Error) throw answer;
    respond(answer);
  });
  vi.stubGlobal("Accept", { dispatchData });
  return dispatchData;
}

type Options = Partial<Parameters<typeof PaymentFields>[0]>;
async function open(changes: Partial<PaymentFormView> = {}, options: Options = {}) {
  const ref = createRef<PaymentHandle>();
  const props = { payment: { ...payment, ...changes }, errors: {}, isBlocked: false, ref, ...options };
  await hydrated(
    <form>
      <PaymentFields {...props} />
    </form>,
  );
  const handle = () => ref.current as PaymentHandle;
  return {
    /** For tests that advance the clock themselves. */
    start: () => handle().tokenize(),
    validate: () => {
      let errors: ReturnType<PaymentHandle["validate"]> = [];
      act(() => {
        errors = handle().validate();
      });
      return errors;
    },
    tokenize: async () => {
      let failure: unknown;
      await act(async () => {
        await handle()
          .tokenize()
          .catch((problem) => {
            failure = problem;
          });
      });
      if (failure) throw failure;
    },
  };
}
const texts = (live: Pick<PaymentHandle, "validate">) => live.validate().map(({ text }) => text);

function type(name: string, text: string, inputType = "insertText") {
  const target = field(name);
  target.focus();
  target.value = text;
  target.setSelectionRange(text.length, text.length);
  act(() => void target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType })));
}
function typeCard(number = "4242424242424242") {
  type("number", number);
  type("expiry", "08 / 29");
  type("csc", "123");
}
const choose = (name: RegExp) => shopper().click(screen.getByRole("radio", { name }));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-14T12:00:00Z") });
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json({})),
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  accepting();
});
afterEach(() => {
  endHydrated();
  vi.useRealTimers();
});

test("number fields have no name, so they are never part of a form", async () => {
  await open();
  const fields = all("[data-pay-field]");
  expect(fields.map(({ dataset }) => dataset.payField)).toEqual([
    "number",
    "expiry",
    "csc",
    "routing",
    "account",
    "account-type",
  ]);
  for (const one of fields) expect(one.hasAttribute("name")).toBe(false);
  expect(fields.slice(0, 3).map(({ autocomplete }) => autocomplete)).toEqual([
    "cc-number",
    "cc-exp",
    "cc-csc",
  ]);
  for (const one of fields.slice(0, 5)) {
    expect(one.inputMode).toBe("numeric");
    expect(one.className).toMatch(/ltr/);
    expect(one.labels).toHaveLength(1);
    one.value = "4242424242424242";
  }
  expect(JSON.stringify(sent())).not.toContain("4242");
});

test("there is a card form and an eCheck form, and fields for the provider's token [PAY-01]", async () => {
  await open();
  expect(all("[name=payment_method]").map(({ value, checked }) => [value, checked])).toEqual([
    [cardForm.id, true],
    [echeckForm.id, false],
  ]);
  expect(Object.keys(sent())).toEqual([
    "payment_method",
    `${CARD}-payment-nonce`,
    `${CARD}-payment-descriptor`,
    `${CARD}-card-type`,
    `${CARD}-last-four`,
    `${CARD}-exp-month`,
    `${CARD}-exp-year`,
    `${ECHECK}-payment-nonce`,
    `${ECHECK}-payment-descriptor`,
    `${ECHECK}-last-four`,
    `${ECHECK}-account-type`,
  ]);
  expect(all("[aria-label=البطاقات] [data-brand]").map((sign) => sign.firstChild?.textContent)).toEqual(
    "VISA MC AMEX DISC DINERS JCB".split(" "),
  );
});

test("the configuration of the forms and of the plugin is published with the page [PAY-09] [PAY-57]", () => {
  document.body.innerHTML = renderToStaticMarkup(<PaymentScripts payment={payment} />);
  const read = (selector: string) => JSON.parse(find(selector).textContent ?? "");
  const { forms, accountId, publishableKey } = read("script[data-payment-form]");
  expect(forms).toEqual([cardForm, echeckForm]);
  expect([accountId, publishableKey]).toEqual(["acc0unt", "pub1ic"]);
  expect(read("#wcpay-config")).toEqual(payment.page);
  const script = find<HTMLScriptElement>("script[data-provider-script]");
  expect([script.getAttribute("src"), script.defer]).toEqual([payment.scriptUrl, true]);
});

test("saved methods are listed with their own kind; choosing one closes the fields of a new one [PAY-14]", async () => {
  await open({ ...paymentWithSaved, saved: [...paymentWithSaved.saved, expiredCard] });
  const card = find<HTMLElement>(`[data-provider=${cardForm.id}]`);
  const tokens = within(card).getAllByRole<HTMLInputElement>("radio").slice(1);
  expect(new Set(tokens.map(({ name }) => name))).toEqual(new Set([`${CARD}-payment-token`]));
  expect(tokens.map(({ value, checked }) => [value, checked])).toEqual([
    ["41", true],
    ["43", false],
    ["", false],
  ]);
  const shut = card.querySelector("[data-new-method]")?.className;
  expect(within(card).getByText(/انتهت صلاحيتها/).textContent).toContain("03/26");

  const echeck = find<HTMLElement>(`[data-provider=${echeckForm.id}]`);
  expect(
    [...echeck.querySelectorAll("[data-tokens] input:checked")].map((one) => one.getAttribute("value")),
  ).toEqual([""]);
  expect(echeck.querySelector("[data-new-method]")?.className).not.toBe(shut);
});

test("a method is saved by a checkbox, always or never", async () => {
  const name = "[name$=tokenize-payment-method]";
  await open({ save: "offered", isSaveTicked: true });
  expect(all(name).map(({ type: kind, checked }) => [kind, checked])).toEqual([
    ["checkbox", true],
    ["checkbox", true],
  ]);
  endHydrated();
  await open({ save: "always" });
  expect(all(name).map(({ type: kind, value }) => [kind, value])).toEqual([
    ["hidden", "1"],
    ["hidden", "1"],
  ]);
  endHydrated();
  await open({ save: "never" });
  expect(all(name)).toEqual([]);
});

test("a guest may save a method with an account only [PAY-16]", async () => {
  const states = () => all("[data-save]").map((box) => [box.hidden, box.querySelector("input")?.disabled]);
  await open({}, { wantsAccount: false });
  expect(states()).toEqual(Array(2).fill([true, true]));
  endHydrated();
  await open({}, { wantsAccount: true });
  expect(states()).toEqual(Array(2).fill([false, false]));
});

test("without script an order is placed to be paid later, on pages that place one", () => {
  const plain = (canPayLater: boolean) =>
    renderToStaticMarkup(
      <PaymentFields
        payment={{ ...payment, canPayLater }}
        errors={{}}
        isBlocked={false}
        ref={createRef<PaymentHandle>()}
      />,
    ).match(/<noscript>.*<\/noscript>/)?.[0];
  expect(plain(true)).toContain('<input type="hidden" name="pay_later" value="1"/>');
  expect(plain(true)).toContain("نحفظ طلبك لدفعه لاحقًا.");
  expect(plain(false)).not.toContain("<input");
});

test("without a known buyer the bank account form asks for its holder", async () => {
  const live = await open({ chosen: echeckForm.id }, { asksHolder: true });
  expect(field("holder").hasAttribute("name")).toBe(false);
  expect(live.validate()[0]).toEqual({ field: `${ECHECK}-holder`, text: "أدخل اسم صاحب الحساب." });
});

test("all errors are shown at once [PAY-51]", async () => {
  const live = await open();
  expect(live.validate()).toEqual([
    { field: `${CARD}-account-number`, text: "أدخل رقم البطاقة." },
    { field: `${CARD}-expiry`, text: "تاريخ انتهاء البطاقة غير صالح." },
    { field: `${CARD}-csc`, text: "أدخل رمز الأمان." },
  ]);
  await choose(/eCheck/);
  expect(texts(live)).toEqual(["أدخل رقم التوجيه.", "أدخل رقم الحساب."]);
  for (const radio of all("[name=payment_method]")) radio.checked = false;
  expect(texts(live)).toEqual(["اختر طريقة الدفع."]);
});

test("an error is below its field, which refers to it", async () => {
  await open({}, { errors: { [`${CARD}-csc`]: "أدخل رمز الأمان." } });
  expect(field("csc").getAttribute("aria-invalid")).toBe("true");
  const note = document.getElementById(field("csc").getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("أدخل رمز الأمان.");
  expect(field("number").hasAttribute("aria-invalid")).toBe(false);
});

test("a saved method needs no numbers, and a code only if the provider requires one [PAY-19] [PAY-20] [PAY-46]", async () => {
  expect(texts(await open(paymentWithSaved))).toEqual([]);
  endHydrated();
  const strict: ProviderForm = { ...cardForm, csc_required_for_tokens: true };
  expect(texts(await open({ ...paymentWithSaved, forms: [strict, echeckForm] }))).toEqual([
    "أدخل رمز الأمان.",
  ]);
});

test("a code left in the fields of a new card does not block a saved one [CONF-B13] [PAY-19]", async () => {
  const live = await open(paymentWithSaved);
  await choose(/جديدة/);
  type("csc", "12");
  await choose(/4242/);
  expect(texts(live)).toEqual([]);
  await choose(/جديدة/);
  expect(field("csc").value).toBe("12");
  expect(texts(live)).toContain("رمز الأمان غير صالح (يجب أن يتكوّن من 3 أو 4 أرقام).");
});

test("numbers are formatted while they are typed, with Western digits [PAY-42] [PAY-43] [PAY-44] [PAY-45]", async () => {
  await open();
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

test("the caret stays behind the digit that was typed", async () => {
  await open();
  const number = field("number");
  type("number", "4242 4242");
  number.value = "42942 4242";
  number.setSelectionRange(3, 3);
  act(() => void number.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" })));
  expect(number.value).toBe("4294 2424 2");
  expect(number.selectionStart).toBe(3);
});

test("the card's brand is highlighted, and one that is not accepted is indicated but does not block [PAY-40]", async () => {
  const live = await open();
  type("number", "4242");
  expect(find("[aria-current=true] [data-brand]").dataset.brand).toBe("visa");
  typeCard("6759649826438453");
  expect(document.querySelector("[aria-current]")).toBeNull();
  expect(error("number")).toContain("مايسترو");
  expect(texts(live)).toEqual([]);
  expect(error("number")).toContain("مايسترو");
});

test("choosing a saved method closes the new one's fields in 200 ms, and a new one opens them [PAY-14]", async () => {
  await open({ ...paymentWithSaved, chosenSaved: null });
  const fields = find<HTMLElement>("[data-new-method]");
  const opened = fields.className;

  await choose(/4242/);
  const shutting = fields.className;
  await pass(SLIDE - 1);
  expect(fields.className).toBe(shutting);
  await pass(1);
  const shut = fields.className;

  await choose(/جديدة/);
  const opening = fields.className;
  await pass(SLIDE);
  expect(fields.className).toBe(opened);
  // Each brand has its own logo.
  expect(new Set([opened, shutting, shut, opening]).size).toBe(4);
});

test("under reduced motion nothing slides [PAY-14]", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await open({ ...paymentWithSaved, chosenSaved: null });
  const look = () => find("[data-new-method]").className;
  const opened = look();
  await choose(/4242/);
  const shut = look();
  expect(shut).not.toBe(opened);
  await pass(SLIDE);
  expect(look()).toBe(shut);
});

test("a code that saved methods need too moves beside their list, with its value [PAY-15]", async () => {
  const strict: ProviderForm = { ...cardForm, csc_required_for_tokens: true };
  await open({ ...paymentWithSaved, forms: [strict, echeckForm] });
  const isNextToList = () => find("[data-csc-place]").contains(field("csc"));
  expect(isNextToList()).toBe(true);
  type("csc", "123");
  await choose(/جديدة/);
  expect(isNextToList()).toBe(false);
  expect(find("[data-new-method]").contains(field("csc"))).toBe(true);
  expect(field("csc").value).toBe("123");
});

test("a card is exchanged for a token; only its displayable details are posted [PAY-64]", async () => {
  const live = await open();
  const dispatchData = accepting();
  typeCard("٤٢٤٢ 4242 4242 4242");
  await live.tokenize();

  expect(dispatchData.mock.calls[0]?.[0]).toEqual({
    authData: { clientKey: "pub1ic", apiLoginID: "acc0unt" },
    cardData: { cardNumber: "4242424242424242", month: "08", year: "2029", cardCode: "123" },
  });
  expect(filled()).toEqual({
    [`${CARD}-payment-nonce`]: "t0ken",
    [`${CARD}-payment-descriptor`]: "COMMON.ACCEPT",
    [`${CARD}-card-type`]: "visa",
    [`${CARD}-last-four`]: "4242",
    [`${CARD}-exp-month`]: "08",
    [`${CARD}-exp-year`]: "2029",
  });
  expect(["number", "expiry", "csc"].map((one) => field(one).value)).toEqual(["", "", ""]);
  expect(document.documentElement.outerHTML).not.toContain("4242424242424242");
});

test("no React state contains a typed number", async () => {
  await open();
  typeCard("4111 1111 1111 1111");
  type("routing", "021000021");
  type("account", "987654321012");
  // React attaches a fiber to each node, from which all components and hooks can be reached.
  const box = find("#payment") as unknown as Record<string, unknown>;
  const key = Object.keys(box).find((name) => name.startsWith("__reactFiber")) ?? "";
  const seen = new Set<unknown>();
  const held: Array<string> = [];
  const look = (value: unknown) => {
    if (typeof value === "string") held.push(value);
    if (typeof value !== "object" || value === null || value instanceof Node || seen.has(value)) return;
    seen.add(value);
    for (const one of Object.values(value)) look(one);
  };
  look(box[key]);
  expect(seen.size).toBeGreaterThan(100);
  const digits = held.map((text) => text.replace(/\D/g, ""));
  // The placeholder of the routing number is an example, not typed text.
  for (const number of ["4111111111111111", "021000021", "987654321012"])
    expect(digits.filter((text) => text.includes(number) && number !== "021000021")).toEqual([]);
});

test("a bank account is exchanged with the buyer's name", async () => {
  const live = await open({ chosen: echeckForm.id }, { holderOf: () => "سلمى الخطيب" });
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
    [`${ECHECK}-payment-nonce`]: "t0ken",
    [`${ECHECK}-last-four`]: "7890",
    [`${ECHECK}-account-type`]: "checking",
  });
});

test("a saved method is not exchanged", async () => {
  const live = await open(paymentWithSaved);
  const dispatchData = accepting();
  await live.tokenize();
  expect(dispatchData).not.toHaveBeenCalled();
});

test.each([
  [["E_WC_05"], ["رقم البطاقة غير صالح."]],
  [["E_WC_06", "E_WC_08"], ["تاريخ انتهاء البطاقة غير صالح."]],
  [["E_WC_15"], ["رمز الأمان غير صالح (يجب أن يتكوّن من 3 أو 4 أرقام)."]],
  [["E_WC_21"], ["حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى."]],
])("the provider's %s is shown with the shop's own texts [PAY-55]", async (codes, texts) => {
  const live = await open();
  accepting(refused(...codes));
  typeCard();
  const failure = await live.tokenize().catch((problem) => problem);
  expect(failure).toBeInstanceOf(PaymentFailed);
  expect(failure.errors.map(({ text }: { text: string }) => text)).toEqual(texts);
  expect(filled()).toEqual({});
  // The typed text is still there for correction.
  expect(field("number").value).toBe("4242 4242 4242 4242");
});

test("a provider that never answers times out", async () => {
  const live = await open();
  vi.stubGlobal("Accept", { dispatchData: () => {} });
  typeCard();
  const failure = live.start().catch((problem) => problem);
  await pass(30_000);
  expect(await failure).toBeInstanceOf(PaymentFailed);
});

const logs = () =>
  vi.mocked(fetch).mock.calls.map(([, request]) => Object.fromEntries(request?.body as URLSearchParams));
const problem = () => document.querySelector("[data-script-problem] [role=alert]")?.textContent;

test("a script that throws is logged as a separate error [PAY-54]", async () => {
  const live = await open();
  accepting(new Error("broken"));
  typeCard();
  await live.tokenize().catch(() => {});
  expect(logs().map(({ message }) => message)).toEqual(["A script error has occurred."]);
  expect(problem()).toBe("حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى.");
});

test("a script that could not be loaded is logged, once, and shown [PAY-54]", async () => {
  vi.stubGlobal("Accept", undefined);
  document.body.innerHTML = renderToStaticMarkup(<PaymentScripts payment={payment} />);
  expectProvider();
  fireEvent.error(find("script[data-provider-script]"));
  const live = await open();
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

test("a script that works shows no error", async () => {
  const live = await open();
  typeCard();
  await live.tokenize();
  expect(fetch).not.toHaveBeenCalled();
});

test("card data is cleared from a page that is left, and the token from one that is restored", async () => {
  const live = await open();
  typeCard();
  dispatchEvent(new Event("pagehide"));
  expect(field("number").value).toBe("");
  typeCard();
  await live.tokenize();
  expect(filled()).not.toEqual({});
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(filled()).toEqual({});
});
