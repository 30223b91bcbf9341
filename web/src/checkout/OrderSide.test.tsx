// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fire } from "../cart/calls";
import { notifyTabs } from "../cart/cross-tab";
import type { SummaryView } from "../generated/checkout";
import { checkoutForm, summary } from "../testing/checkout-samples";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import { sideCart } from "../testing/samples";
import { CheckoutForm } from "./CheckoutForm.island";

const find = <T extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const region = () => find("[data-region=order-summary]");
const props = (view: object) => `<script type="application/json">${JSON.stringify(view)}</script>`;
const dearer = { total: "102.64\u00a0$", totalMinor: "10264" };
const answered = (changes: Partial<SummaryView> = dearer) => ({
  result: "success",
  messages: "",
  fragments: { '[data-region="order-summary"] > script': props({ ...summary, ...changes }) },
  reload: false,
});

type Call = { name: string; body: Record<string, string> };
let calls: Array<Call> = [];

function answering(reply: (call: Call) => unknown) {
  calls = [];
  vi.stubGlobal("fetch", async (url: string, request: RequestInit) => {
    const name = url.split("wc-ajax=")[1] ?? url;
    const call = { name, body: Object.fromEntries(request.body as URLSearchParams) };
    calls.push(call);
    const answer = await reply(call);
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer);
  });
}
const called = (name: string) => calls.filter((call) => call.name === name);

function change(id: string, value: string) {
  find(`#${id}`).value = value;
  fireEvent(find(`#${id}`), new Event("change", { bubbles: true }));
}
const total = () => [find("[name=seen_total]").value, find("[data-order-total]").textContent];

// Call 10 is covered by another test.
const open = () => hydrated(<CheckoutForm form={{ ...checkoutForm, loginUrl: null }} cartUrl="/ar/cart/" />);

beforeEach(async () => {
  vi.useFakeTimers();
  document.body.dataset.page = "checkout";
  await open();
  document.body.insertAdjacentHTML("beforeend", "<div data-announce></div>");
});
afterEach(() => {
  endHydrated();
  vi.useRealTimers();
});

test("when the address changes the summary changes, and so does the button", async () => {
  answering(() => answered());
  change("billing_country", "SA");
  change("billing_city", "جدة");
  expect(calls).toEqual([]);
  await pass(250);
  expect(calls).toEqual([
    {
      name: "update_order_review",
      body: {
        security: "n0nce",
        country: "SA",
        city: "جدة",
        postcode: "48126",
        "shipping_method[0]": "1",
      },
    },
  ]);
  expect(total()).toEqual(["10264", expect.stringContaining("102.64")]);
  expect(region().hasAttribute("inert")).toBe(false);
});

test("while a request is pending, the summary is busy and inert", async () => {
  let answer: (reply: unknown) => void = () => {};
  answering(() => new Promise((done) => (answer = done)));
  change("billing_postcode", "48127");
  await pass(250);
  expect([region().getAttribute("aria-busy"), region().hasAttribute("inert")]).toEqual(["true", true]);
  answer(answered());
  await pass();
  expect([region().getAttribute("aria-busy"), region().hasAttribute("inert")]).toEqual([null, false]);
});

test("another shipping method is sent to the shop, and the side cart is requested again [CART-33]", async () => {
  const chosen = summary.shipping.map((one) => ({ ...one, isChosen: one.id === "2" }));
  answering(({ name }) =>
    name === "update_order_review" ? answered({ shipping: chosen }) : { fragments: {} },
  );
  await shopper().click(screen.getByRole("radio", { name: /الشحن السريع/ }));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /الشحن السريع/ }).checked).toBe(true);
  await pass(250);
  expect(called("update_order_review")[0]?.body["shipping_method[0]"]).toBe("2");
  expect(called("xoo_wsc_refresh_fragments")).toHaveLength(1);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /الشحن السريع/ }).checked).toBe(true);
});

test("an outdated response is dropped", async () => {
  const answers: Array<(reply: unknown) => void> = [];
  answering(() => new Promise((done) => answers.push(done)));
  change("billing_city", "جدة");
  await pass(250);
  change("billing_city", "الرياض");
  await pass(250);
  answers[1]?.(answered());
  await pass();
  answers[0]?.(answered({ total: "1.00\u00a0$", totalMinor: "100" }));
  await pass();
  expect(total()[0]).toBe("10264");
});

test("an opened summary stays open, and a partly typed code and the focus stay", async () => {
  answering(({ name }) => (name === "update_order_review" ? answered() : { fragments: {} }));
  find<HTMLDetailsElement>("details").open = true;
  find("#coupon_code").value = "نخ";
  await shopper().click(screen.getByRole("radio", { name: /الشحن السريع/ }));
  // Browsers remove focus from inert elements.
  await pass(249);
  const focused = document.activeElement as HTMLElement;
  await pass(1);
  expect(find<HTMLDetailsElement>("details").open).toBe(true);
  expect(find("#coupon_code").value).toBe("نخ");
  expect(document.activeElement).toBe(focused);
  expect(focused.getAttribute("value")).toBe("2");
});

test("without a response the summary stays as it was, and a notice is shown", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  answering(() => new TypeError("offline"));
  change("billing_city", "جدة");
  await pass(400);
  expect(total()[0]).toBe("9064");
  expect(region().hasAttribute("inert")).toBe(false);
  expect(find("[data-announce]").textContent).toContain("تعذّر الاتصال");
});

test.each([
  [403, "انتهت صلاحية هذه الصفحة. حدّثها ثم حاول مرة أخرى."],
  [429, "محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى."],
])("a refusal by %s is not reported as a network error [CONF-B20]", async (status, text) => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  answering(() => new Response("{}", { status }));
  change("billing_city", "جدة");
  await pass(400);
  expect(find("[data-announce]").textContent).toBe(text);
});

test("a changed cart changes the summary, wherever it was changed [CART-64]", async () => {
  answering(() => answered());
  fire("update_checkout", {});
  await pass(250);
  expect(called("update_order_review")).toHaveLength(1);

  fire("wc_fragments_refreshed", { cart_hash: "a" });
  fire("wc_fragments_refreshed", { cart_hash: "a" });
  await pass(250);
  expect(called("update_order_review")).toHaveLength(1);
  fire("wc_fragments_refreshed", { cart_hash: "b" });
  await pass(250);
  expect(called("update_order_review")).toHaveLength(2);
});

test("a cart that was loaded before the form is compared with its changes", async () => {
  answering(() => answered());
  endHydrated();
  notifyTabs("before");
  await open();
  fire("wc_fragments_refreshed", { cart_hash: "after" });
  await pass(250);
  expect(called("update_order_review")).toHaveLength(1);
});

test("an emptied cart reloads the page", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  answering(() => ({ result: "failure", fragments: {}, reload: true, messages: "" }));
  fire("update_checkout", {});
  await pass(250);
  expect(reload).toHaveBeenCalledOnce();
});

test("paying waits for a pending update, and is stopped by another total", async () => {
  vi.stubGlobal("scrollTo", vi.fn());
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  answering(() => answered());
  const press = async () => {
    find("[data-place-order]").click();
    await pass(10);
    return screen.getByRole("alert").textContent;
  };
  change("billing_city", "جدة");
  expect(await press()).toContain("تغيّر إجمالي طلبك. راجعه ثم أكّد الطلب من جديد.");
  change("billing_city", "الرياض");
  expect(await press()).toContain("أدخل رقم البطاقة.");
  expect(called("update_order_review")).toHaveLength(2);
});

const cartWith = (kind: "ok" | "error", text: string) => ({
  fragments: {
    '[data-region="side-cart"] > script': props({ ...sideCart, notice: { kind, text, undo: null } }),
  },
  cart_hash: "h",
});
/** The notice about a code, and whether the field is invalid. */
const notice = () => [
  find("[data-coupon-notice]").textContent,
  find("#coupon_code").getAttribute("aria-invalid") === "true",
];
const apply = () => shopper().click(screen.getByRole("button", { name: "تطبيق" }));

test("a coupon is applied in place and its notice is shown", async () => {
  answering(({ name }) => (name === "apply_coupon" ? cartWith("ok", "طُبّق رمز الخصم.") : answered()));
  find("#coupon_code").value = " نخلة10 ";
  await apply();
  await pass();
  expect(called("apply_coupon")[0]?.body).toEqual({ coupon_code: "نخلة10" });
  expect(notice()).toEqual(["طُبّق رمز الخصم.", false]);
  expect(find("#coupon_code").value).toBe("");

  answering(({ name }) => (name === "apply_coupon" ? cartWith("error", "غير موجود.") : answered()));
  find("#coupon_code").value = "x";
  fireEvent.keyDown(find("#coupon_code"), { key: "Enter" });
  await pass();
  expect(notice()).toEqual(["غير موجود.", true]);
  expect(find("#coupon_code").value).toBe("x");
});

test("an empty code sends no call, and a coupon is removed by its link", async () => {
  answering(({ name }) => (name === "remove_coupon" ? cartWith("ok", "أُزيل رمز الخصم.") : answered()));
  await apply();
  await pass();
  expect(notice()).toEqual(["أدخل رمز الخصم.", true]);
  expect(document.activeElement).toBe(find("#coupon_code"));
  expect(calls).toEqual([]);
  await shopper().click(screen.getByRole("link", { name: /نخلة10/ }));
  await pass();
  expect(called("remove_coupon")[0]?.body).toEqual({ coupon_code: "نخلة10" });
  expect(notice()[0]).toBe("أُزيل رمز الخصم.");
});

test("a second click while a coupon request is pending sends nothing more", async () => {
  let answer: (reply: unknown) => void = () => {};
  answering(({ name }) => (name === "apply_coupon" ? new Promise((done) => (answer = done)) : answered()));
  find("#coupon_code").value = "نخلة10";
  await apply();
  await apply();
  await pass();
  answer(cartWith("ok", "طُبّق رمز الخصم."));
  await pass();
  expect(called("apply_coupon")).toHaveLength(1);
});

test("the notice about a coupon disappears after the notification time [CONF-A5]", async () => {
  answering(() => answered());
  await apply();
  await pass();
  await pass(4900);
  expect(notice()[0]).toBe("أدخل رمز الخصم.");
  await pass(200);
  expect(notice()).toEqual(["", false]);
  await apply();
  await pass();
  expect(notice()[0]).toBe("أدخل رمز الخصم.");
});
