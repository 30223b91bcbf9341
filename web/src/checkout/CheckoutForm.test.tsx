// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckoutFormView } from "../generated/checkout";
import { checkoutForm, checkoutWithErrors, payment, paymentWithSaved } from "../testing/checkout-samples";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import { CheckoutForm } from "./CheckoutForm.island";

type Respond = (answer: object) => void;
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
/** Forms that the browser would post. */
let sent: Array<Record<string, FormDataEntryValue>> = [];
const send = (event: Event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  sent.push(Object.fromEntries(new FormData(form(), (event as SubmitEvent).submitter)));
};

async function open(changes: Partial<CheckoutFormView> = {}) {
  await hydrated(<CheckoutForm form={{ ...checkoutForm, ...changes }} cartUrl="/ar/cart/" />);
  document.body.insertAdjacentHTML("beforeend", "<div data-announce></div>");
}

/** Responds when the test resolves it. */
function accepting() {
  const pending: Array<Respond> = [];
  const dispatchData = vi.fn((_: object, respond: Respond) => {
    pending.push(respond);
  });
  vi.stubGlobal("Accept", { dispatchData });
  const answer = (reply: object) =>
    act(async () => {
      pending.shift()?.(reply);
      await vi.advanceTimersByTimeAsync(0);
    });
  return { dispatchData, answer };
}

const card = "wc-authorize-net-cim-credit-card";
const fillIn = (values: Record<string, string>) => {
  for (const [id, value] of Object.entries(values)) fireEvent.input(find(`#${id}`), { target: { value } });
};
function fillAll() {
  fillIn({
    billing_email: "salma@example.com",
    billing_address_1: "5100 Maple St",
    billing_phone: "+1 313 555 0142",
    [`${card}-account-number`]: "4242 4242 4242 4242",
    [`${card}-expiry`]: "08 / 29",
    [`${card}-csc`]: "123",
  });
  find("#terms").checked = true;
}
async function press(submitter: HTMLElement = button()) {
  await act(async () => {
    form().requestSubmit(submitter);
    await vi.advanceTimersByTimeAsync(0);
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-14T12:00:00Z") });
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json({})),
  );
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("scrollTo", vi.fn());
  sent = [];
  document.addEventListener("submit", send);
});
afterEach(() => {
  document.removeEventListener("submit", send);
  endHydrated();
  vi.useRealTimers();
});

test("all errors are listed together at the top, marked, and nothing is sent [PAY-51]", async () => {
  const { dispatchData } = accepting();
  await open();
  fillIn({ billing_email: "salma@" });
  await press();
  expect(listed()).toEqual([
    "أدخل بريدًا إلكترونيًا صالحًا.",
    "حقل «العنوان» مطلوب.",
    "حقل «رقم الهاتف» مطلوب.",
    "أدخل رقم البطاقة.",
    "تاريخ انتهاء البطاقة غير صالح.",
    "أدخل رمز الأمان.",
    "وافق على الشروط والأحكام لإتمام الطلب.",
  ]);
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  for (const id of ["billing_phone", "terms", `${card}-account-number`]) {
    const field = find(`#${id}`);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).not.toBe("");
  }
  expect(dispatchData).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
  expect(button().classList.contains("loading")).toBe(false);
});

test("the server's errors look the same, and are removed as their fields change", async () => {
  await open(checkoutWithErrors.form ?? {});
  expect(listed()).toHaveLength(3);
  const phone = find("#billing_phone");
  expect(document.getElementById(phone.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "حقل «رقم الهاتف» مطلوب.",
  );
  fillIn({ billing_phone: "1" });
  expect(phone.hasAttribute("aria-invalid")).toBe(false);
  expect(find("#terms").getAttribute("aria-invalid")).toBe("true");
});

test("an error links to its field, and is removed as that changes, until the next submission", async () => {
  accepting();
  await open();
  await press();
  const phone = find("#billing_phone");
  await shopper().click(screen.getByRole("link", { name: /رقم الهاتف/ }));
  expect(document.activeElement).toBe(phone);
  fillIn({ billing_phone: "1" });
  expect([phone.hasAttribute("aria-invalid"), phone.hasAttribute("aria-describedby")]).toEqual([
    false,
    false,
  ]);
  fillIn({ billing_phone: "" });
  await press();
  expect(phone.getAttribute("aria-invalid")).toBe("true");
});

test("the page scrolls to 100 px above the form, over one second [PAY-52]", async () => {
  accepting();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  await open();
  const scrolled: Array<number> = [];
  vi.stubGlobal("scrollY", 1000);
  vi.spyOn(window, "scrollTo").mockImplementation((to) => {
    scrolled.push((to as ScrollToOptions).top ?? 0);
  });
  vi.spyOn(form(), "getBoundingClientRect").mockReturnValue({ top: -400 } as DOMRect);
  await press();
  await pass(500);
  expect(scrolled.at(-1)).toBeGreaterThan(500);
  await pass(600);
  expect(scrolled.at(-1)).toBe(500);
  const steps = scrolled.length;
  await pass(500);
  expect(scrolled).toHaveLength(steps);
});

test("under reduced motion the page scrolls at once [PAY-52]", async () => {
  accepting();
  await open();
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  await press();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "instant" });
});

test("while it is pending nothing is validated again and nothing sent twice [PAY-13]", async () => {
  const { dispatchData, answer } = accepting();
  await open();
  fillAll();
  await press();
  expect([button().textContent, button().getAttribute("aria-busy")]).toEqual(["جارٍ تأكيد الطلب…", "true"]);
  expect(find("#payment > [role=group]").hasAttribute("inert")).toBe(true);
  await pass(200);
  expect(find("[data-announce]").textContent).toBe("جارٍ تأكيد الطلب…");

  fillIn({ billing_phone: "" });
  await press();
  expect(listed()).toEqual([]);
  expect(dispatchData).toHaveBeenCalledOnce();

  await answer(ok);
  expect(sent).toHaveLength(1);
  await press();
  expect(sent).toHaveLength(1);
});

test("two clicks at the same moment submit once", async () => {
  const { dispatchData, answer } = accepting();
  await open();
  fillAll();
  await act(async () => {
    form().requestSubmit(button());
    form().requestSubmit(button());
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(dispatchData).toHaveBeenCalledOnce();
  await answer(ok);
  expect(sent).toHaveLength(1);
});

test("the posted form contains the token, and nothing of the card but its last digits", async () => {
  const { answer } = accepting();
  await open();
  fillAll();
  await press();
  await answer(ok);
  expect(sent[0]).toMatchObject({
    payment_method: "authorize_net_cim_credit_card",
    [`${card}-payment-nonce`]: "t0ken",
    [`${card}-last-four`]: "4242",
    seen_total: "9064",
    "shipping_method[0]": "1",
    terms: "1",
    woocommerce_checkout_place_order: "1",
  });
  expect(JSON.stringify(sent[0])).not.toMatch(/4242\s?4242|"123"/);
  expect(find(`#${card}-account-number`).value).toBe("");
});

test("the attribution is sent as its script wrote it [ATTR-01]", async () => {
  const { answer } = accepting();
  await open();
  fillAll();
  find("[name=wc_order_attribution_source_type]").value = "utm";
  await press();
  await answer(ok);
  expect(sent[0]).toMatchObject({ wc_order_attribution_source_type: "utm" });
});

test("a refusal is listed, and the form is active again", async () => {
  const { answer } = accepting();
  await open();
  fillAll();
  await press();
  await answer({ messages: { resultCode: "Error", message: [{ code: "E_WC_05", text: "" }] } });
  expect(listed()).toEqual(["رقم البطاقة غير صالح."]);
  expect(sent).toEqual([]);
  expect([button().hasAttribute("aria-busy"), find("#payment > [role=group]").hasAttribute("inert")]).toEqual(
    [false, false],
  );
  expect(button().textContent).toContain("تأكيد الطلب");
  await press();
  await answer(ok);
  expect(sent).toHaveLength(1);
});

test("a page restored by Back is active again, and holds no token", async () => {
  const { answer } = accepting();
  await open();
  fillAll();
  await press();
  await answer(ok);
  expect(button().getAttribute("aria-busy")).toBe("true");
  await act(async () => {
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(button().hasAttribute("aria-busy")).toBe(false);
  expect(find("[data-filled=payment-nonce]").value).toBe("");
  await press();
  expect(listed()).toContain("أدخل رقم البطاقة.");
});

test("a saved method is submitted without the provider's script", async () => {
  const { dispatchData } = accepting();
  await open({ payment: paymentWithSaved });
  fillIn({ billing_email: "a@b.example", billing_address_1: "x", billing_phone: "1" });
  find("#terms").checked = true;
  await press();
  expect(dispatchData).not.toHaveBeenCalled();
  expect(sent[0]).toMatchObject({ [`${card}-payment-token`]: "41" });
});

test("other buttons of the form submit natively, and Enter clicks the pay button", async () => {
  accepting();
  await open();
  await press(find("[name=woocommerce_checkout_update_totals]"));
  expect(sent).toHaveLength(1);
  expect(listed()).toEqual([]);
  await act(async () => {
    fireEvent.keyDown(find("#billing_phone"), { key: "Enter" });
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(listed().length).toBeGreaterThan(0);
});

test("a checkout without payment fields is submitted natively [PAY-12]", async () => {
  await open({ payment: { ...payment, forms: [] } });
  await press();
  expect(sent).toHaveLength(1);
  expect(listed()).toEqual([]);
});

test("a guest may save a method once account creation is chosen [PAY-16]", async () => {
  await open();
  const box = find("[data-save]");
  const isUsable = () => [box.hidden, box.querySelector("input")?.disabled];
  expect(isUsable()).toEqual([true, true]);
  await shopper().click(find("#createaccount"));
  expect(isUsable()).toEqual([false, false]);
  await shopper().click(find("#createaccount"));
  expect(isUsable()).toEqual([true, true]);
});

const emails = () =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([url]) => url === "/ar/wp-admin/admin-ajax.php")
    .map(([, request]) => Object.fromEntries(request?.body as URLSearchParams));
const change = (id: string, value: string) => {
  fillIn({ [id]: value });
  fireEvent(find(`#${id}`), new Event("change", { bubbles: true }));
};
const call10 = { action: "fue_wc_set_cart_email", email: "salma@example.com", last_name: "الخطيب" };

test("a guest's billing email is sent when it changes, with both names [ACCT-09]", async () => {
  await open();
  change("billing_first_name", "سلمى");
  expect(emails()).toEqual([]);
  change("billing_email", "salma@example.com");
  expect(emails()).toEqual([{ ...call10, first_name: "سلمى" }]);
});

test("names that are filled in after the email are sent as well [CONF-B10] [ACCT-09]", async () => {
  const fields = checkoutForm.fields.map((field) =>
    field.name.endsWith("_name") ? { ...field, value: "" } : field,
  );
  await open({ fields });
  change("billing_email", "salma@example.com");
  change("billing_first_name", "سلمى");
  change("billing_last_name", "الخطيب");
  expect(emails().at(-1)).toEqual({ ...call10, first_name: "سلمى" });
  const before = emails().length;
  change("billing_last_name", "الخطيب");
  change("billing_city", "جدة");
  expect(emails()).toHaveLength(before);
});

test("a customer's email is never sent [ACCT-10]", async () => {
  await open({ loginUrl: null, createAccount: null });
  change("billing_email", "salma@example.com");
  expect(emails()).toEqual([]);
});
