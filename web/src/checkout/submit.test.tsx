// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckoutFormView } from "../generated/checkout";
import { setUpPayment } from "../payments/payment-form";
import { checkoutForm, checkoutPage, paymentWithSaved } from "../testing/checkout-samples";
import { billingFaults } from "./billing";
import { CheckoutPage } from "./CheckoutPage";
import { watchSubmit } from "./submit";

type Tell = (answer: object) => void;
const ok = {
  messages: { resultCode: "Ok", message: [] },
  opaqueData: { dataDescriptor: "D", dataValue: "t0ken" },
};

const find = <T extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const form = () => find<HTMLFormElement>("form");
const button = () => find<HTMLButtonElement>("[data-place-order]");
const listed = () =>
  [...document.querySelectorAll("[data-faults] li")].map((item) =>
    item.textContent?.replace(/[\u2066-\u2069]/g, ""),
  );
let settle = vi.fn(async () => true);
/** What goes to the shop: forms that nobody held back. */
let sent: Array<Record<string, FormDataEntryValue>> = [];

function open(changes: Partial<CheckoutFormView> = {}) {
  const page = { ...checkoutPage, form: { ...checkoutForm, ...changes } };
  document.body.innerHTML = `${renderToStaticMarkup(<CheckoutPage {...page} />)}<div data-announce></div>`;
  find("noscript").remove();
  const live = form();
  watchSubmit({
    form: live,
    payment: setUpPayment(live),
    checks: () => billingFaults(live),
    order: { settle },
  });
  sent = [];
  live.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    sent.push(Object.fromEntries(new FormData(live, event.submitter as HTMLButtonElement)));
  });
}

/** Answers when it is told to. */
function accepting() {
  const tells: Array<Tell> = [];
  const dispatchData = vi.fn((_: object, tell: Tell) => {
    tells.push(tell);
  });
  vi.stubGlobal("Accept", { dispatchData });
  return { dispatchData, answer: (reply: object) => tells.shift()?.(reply) };
}

const fillIn = (values: Record<string, string>) => {
  for (const [id, value] of Object.entries(values)) find(`#${id}`).value = value;
};
const card = "wc-authorize-net-cim-credit-card";
const whole = {
  billing_email: "salma@example.com",
  billing_address_1: "5100 Maple St",
  billing_phone: "+1 313 555 0142",
  [`${card}-account-number`]: "4242 4242 4242 4242",
  [`${card}-expiry`]: "08 / 29",
  [`${card}-csc`]: "123",
};
function fillAll() {
  fillIn(whole);
  find("#terms").checked = true;
}
async function press(submitter: HTMLElement | null = button()) {
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter });
  form().dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(0);
  return event;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-14T12:00:00Z") });
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json({})),
  );
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  settle = vi.fn(async () => true);
});
afterEach(() => vi.useRealTimers());

test("all that is wrong is listed together at the top, marked, and nothing is sent [PAY-51]", async () => {
  const { dispatchData } = accepting();
  open();
  fillIn({ billing_email: "salma@" });
  expect((await press()).defaultPrevented).toBe(true);
  expect(listed()).toEqual([
    "أدخل بريدًا إلكترونيًا صالحًا.",
    "حقل «العنوان» مطلوب.",
    "حقل «رقم الهاتف» مطلوب.",
    "أدخل رقم البطاقة.",
    "تاريخ انتهاء البطاقة غير صالح.",
    "أدخل رمز الأمان.",
    "وافق على الشروط والأحكام لإتمام الطلب.",
  ]);
  const alert = find("[data-faults] [role=alert]");
  expect(document.activeElement).toBe(alert);
  for (const id of ["billing_phone", "terms", `${card}-account-number`]) {
    const field = find(`#${id}`);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).not.toBe("");
  }
  expect(dispatchData).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
  expect(button().classList.contains("loading")).toBe(false);
});

test("a fault leads into its field, and is taken back as that changes", async () => {
  accepting();
  open();
  await press();
  const phone = find("#billing_phone");
  const link = [...document.querySelectorAll<HTMLAnchorElement>("[data-faults] a")].find(
    (one) => one.getAttribute("href") === "#billing_phone",
  );
  link?.click();
  expect(document.activeElement).toBe(phone);
  phone.value = "1";
  phone.dispatchEvent(new Event("input", { bubbles: true }));
  expect([phone.hasAttribute("aria-invalid"), phone.closest(".field")?.className]).toEqual([false, "field"]);
});

test("the page moves to 100 px above the form, over one second [PAY-52]", async () => {
  accepting();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  open();
  const scrolled: Array<number> = [];
  vi.stubGlobal("scrollY", 1000);
  vi.spyOn(window, "scrollTo").mockImplementation((to) => {
    scrolled.push((to as ScrollToOptions).top ?? 0);
  });
  vi.spyOn(form(), "getBoundingClientRect").mockReturnValue({ top: -400 } as DOMRect);
  await press();
  await vi.advanceTimersByTimeAsync(500);
  expect(scrolled.at(-1)).toBeGreaterThan(500);
  await vi.advanceTimersByTimeAsync(600);
  expect(scrolled.at(-1)).toBe(500);
  const steps = scrolled.length;
  await vi.advanceTimersByTimeAsync(500);
  expect(scrolled).toHaveLength(steps);
});

test("whoever wants no motion is there at once [PAY-52]", async () => {
  accepting();
  open();
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  await press();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "instant" });
});

test("while it works nothing is checked again and nothing sent twice [PAY-13]", async () => {
  const { dispatchData, answer } = accepting();
  open();
  fillAll();
  await press();
  expect([button().textContent, button().getAttribute("aria-busy")]).toEqual(["جارٍ تأكيد الطلب…", "true"]);
  expect(find(".pay").hasAttribute("inert")).toBe(true);

  find("#billing_phone").value = "";
  expect((await press()).defaultPrevented).toBe(true);
  expect(listed()).toEqual([]);
  expect(dispatchData).toHaveBeenCalledOnce();

  answer(ok);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
  expect((await press()).defaultPrevented).toBe(true);
  expect(sent).toHaveLength(1);
});

test("what is sent has the token in it, and nothing of the card but its last digits", async () => {
  const { answer } = accepting();
  open();
  fillAll();
  await press();
  answer(ok);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent[0]).toMatchObject({
    payment_method: "authorize_net_cim_credit_card",
    [`${card}-payment-nonce`]: "t0ken",
    [`${card}-last-four`]: "4242",
    seen_total: "9064",
    "shipping_method[0]": "1",
    terms: "1",
  });
  expect(JSON.stringify(sent[0])).not.toMatch(/4242\s?4242|"123"/);
  expect(find(`#${card}-account-number`).value).toBe("");
});

test("a refusal is listed, and the form is free again", async () => {
  const { answer } = accepting();
  open();
  fillAll();
  await press();
  answer({ messages: { resultCode: "Error", message: [{ code: "E_WC_05", text: "" }] } });
  await vi.advanceTimersByTimeAsync(0);
  expect(listed()).toEqual(["رقم البطاقة غير صالح."]);
  expect(sent).toEqual([]);
  expect([button().hasAttribute("aria-busy"), find(".pay").hasAttribute("inert")]).toEqual([false, false]);
  expect(button().textContent).toContain("تأكيد الطلب");
  await press();
  answer(ok);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
});

test("a kept method goes its way without the provider's script", async () => {
  const { dispatchData } = accepting();
  open({ payment: paymentWithSaved });
  fillIn({ billing_email: "a@b.example", billing_address_1: "x", billing_phone: "1" });
  find("#terms").checked = true;
  await press();
  expect(dispatchData).not.toHaveBeenCalled();
  expect(sent[0]).toMatchObject({ [`${card}-payment-token`]: "41" });
});

test("a total that changes under the shopper's finger is told first", async () => {
  accepting();
  open();
  fillAll();
  settle.mockResolvedValueOnce(false);
  await press();
  expect(listed()).toEqual(["تغيّر إجمالي طلبك. راجعه ثم أكّد الطلب من جديد."]);
  expect(sent).toEqual([]);
});

test("other buttons of the form go their own way, and Enter presses the one that pays", async () => {
  accepting();
  open();
  expect((await press(find("[name=woocommerce_checkout_update_totals]"))).defaultPrevented).toBe(true);
  expect(sent).toHaveLength(1);
  expect(listed()).toEqual([]);
  find("#billing_phone").dispatchEvent(
    new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(listed().length).toBeGreaterThan(0);
});

test("a page without a payment form is left alone [PAY-12]", async () => {
  document.body.innerHTML = "<form><button data-place-order></button></form>";
  watchSubmit({ form: form(), payment: setUpPayment(form()), checks: () => [] });
  const event = new SubmitEvent("submit", { cancelable: true });
  form().dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});
