// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fire } from "../cart/calls";
import type { SummaryView } from "../generated/checkout";
import { renderRegion } from "../renderer/render";
import { checkoutPage, summary } from "../testing/checkout-samples";
import { sideCart } from "../testing/samples";
import { CheckoutPage } from "./CheckoutPage";
import { startOrder } from "./checkout-order";
import type { OrderReview } from "./order-review";

const find = <T extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const region = () => find("[data-region=order-summary]");
const drawn = (changes: Partial<SummaryView> = {}) =>
  renderRegion({
    key: "order-summary",
    component: "checkout/OrderSummary",
    props: { ...summary, ...changes },
  });
const dearer = { total: "102.64\u00a0$", totalMinor: "10264" };
const answered = (changes: Partial<SummaryView> = dearer) => ({
  result: "success",
  fragments: { '[data-region="order-summary"]': drawn(changes) },
  reload: false,
});

type Call = { name: string; body: Record<string, string> };
let calls: Array<Call> = [];
let review: OrderReview;

function answering(reply: (call: Call) => unknown) {
  calls = [];
  vi.stubGlobal("fetch", async (url: string, request: RequestInit) => {
    const name = url.split("wc-ajax=")[1] ?? url;
    const call = { name, body: Object.fromEntries(request.body as URLSearchParams) };
    calls.push(call);
    const answer = await reply(call);
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  });
}
const called = (name: string) => calls.filter((call) => call.name === name);

function change(selector: string, value?: string) {
  const field = find(selector);
  if (value === undefined) field.checked = true;
  else field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  // A page of its own, which nobody listens to yet.
  document.body.replaceWith(document.createElement("body"));
  document.body.innerHTML = `${renderToStaticMarkup(<CheckoutPage {...checkoutPage} />)}<div data-announce></div>`;
  document.body.dataset.page = "checkout";
  review = startOrder(find<HTMLFormElement>("form"));
});
afterEach(() => {
  vi.useRealTimers();
});

test("when the place changes the summary is drawn anew, and so is what the button says", async () => {
  answering(() => answered());
  change("#billing_country", "SA");
  change("#billing_city", "جدة");
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(250);
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
  expect(find("[name=seen_total]").value).toBe("10264");
  expect(find("[data-order-total]").textContent).toContain("102.64");
  expect(region().hasAttribute("inert")).toBe(false);
});

test("while it is asked about, the summary is busy and cannot be used", async () => {
  let answer: (reply: unknown) => void = () => {};
  answering(() => new Promise((done) => (answer = done)));
  change("#billing_postcode", "48127");
  await vi.advanceTimersByTimeAsync(250);
  expect([region().getAttribute("aria-busy"), region().hasAttribute("inert")]).toEqual(["true", true]);
  answer(answered());
  await vi.advanceTimersByTimeAsync(0);
  expect([region().getAttribute("aria-busy"), region().hasAttribute("inert")]).toEqual([null, false]);
});

test("another way of shipping is told to the shop, and the side cart is asked for again [CART-33]", async () => {
  answering(({ name }) => (name === "update_order_review" ? answered() : { fragments: {} }));
  change("[name='shipping_method[0]'][value='2']");
  await vi.advanceTimersByTimeAsync(250);
  expect(called("update_order_review")[0]?.body["shipping_method[0]"]).toBe("2");
  expect(called("xoo_wsc_refresh_fragments")).toHaveLength(1);
});

test("an answer that is overtaken is not drawn", async () => {
  const answers: Array<(reply: unknown) => void> = [];
  answering(() => new Promise((done) => answers.push(done)));
  change("#billing_city", "جدة");
  await vi.advanceTimersByTimeAsync(250);
  change("#billing_city", "الرياض");
  await vi.advanceTimersByTimeAsync(250);
  answers[1]?.(answered());
  await vi.advanceTimersByTimeAsync(0);
  answers[0]?.(answered({ total: "1.00\u00a0$", totalMinor: "100" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(find("[name=seen_total]").value).toBe("10264");
});

test("an opened summary stays open, a code half typed stays, and the focus returns", async () => {
  answering(({ name }) => (name === "update_order_review" ? answered() : { fragments: {} }));
  find<HTMLDetailsElement>("[data-summary-fold]").open = true;
  find("#coupon_code").value = "نخ";
  const way = find("[data-focus-key=ship-2]");
  way.focus();
  change("[data-focus-key=ship-2]");
  await vi.advanceTimersByTimeAsync(250);
  expect(find<HTMLDetailsElement>("[data-summary-fold]").open).toBe(true);
  expect(find("#coupon_code").value).toBe("نخ");
  expect(document.activeElement?.getAttribute("data-focus-key")).toBe("ship-2");
});

test("without an answer the summary stays as it was, and the shopper is told", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  answering(() => new TypeError("offline"));
  change("#billing_city", "جدة");
  await vi.advanceTimersByTimeAsync(400);
  expect(find("[name=seen_total]").value).toBe("9064");
  expect(region().hasAttribute("inert")).toBe(false);
  expect(find("[data-announce]").textContent).toContain("تعذّر الاتصال");
});

test("a changed cart is drawn anew, wherever it was changed [CART-64]", async () => {
  answering(() => answered());
  fire("update_checkout", {});
  await vi.advanceTimersByTimeAsync(250);
  expect(called("update_order_review")).toHaveLength(1);

  fire("wc_fragments_refreshed", { cart_hash: "a" });
  fire("wc_fragments_refreshed", { cart_hash: "a" });
  await vi.advanceTimersByTimeAsync(250);
  expect(called("update_order_review")).toHaveLength(1);
  fire("wc_fragments_refreshed", { cart_hash: "b" });
  await vi.advanceTimersByTimeAsync(250);
  expect(called("update_order_review")).toHaveLength(2);
});

test("a cart with nothing left in it loads the page anew", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  answering(() => ({ result: "failure", fragments: {}, reload: true }));
  fire("update_checkout", {});
  await vi.advanceTimersByTimeAsync(250);
  expect(reload).toHaveBeenCalledOnce();
});

test("whoever pays waits for what is being asked, and hears of another total", async () => {
  answering(() => answered());
  expect(await review.settle()).toBe(true);
  change("#billing_city", "جدة");
  expect(await review.settle()).toBe(false);
  change("#billing_city", "الرياض");
  expect(await review.settle()).toBe(true);
  expect(called("update_order_review")).toHaveLength(2);
});

const cartWith = (kind: "ok" | "error", text: string) => ({
  fragments: {
    '[data-region="side-cart"] > script': `<script type="application/json">${JSON.stringify({
      ...sideCart,
      notice: { kind, text, undo: null },
    })}</script>`,
  },
  cart_hash: "h",
});
const told = () => [find("[data-coupon-told]").textContent, find("[data-coupon-told]").className];

test("a coupon is applied in place and what the shop says of it is told", async () => {
  answering(({ name }) => (name === "apply_coupon" ? cartWith("ok", "طُبّق رمز الخصم.") : answered()));
  find("#coupon_code").value = " نخلة10 ";
  find("[name=apply_coupon]").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(called("apply_coupon")[0]?.body).toEqual({ coupon_code: "نخلة10" });
  expect(told()).toEqual(["طُبّق رمز الخصم.", "co__told"]);
  expect(find("#coupon_code").value).toBe("");

  answering(({ name }) => (name === "apply_coupon" ? cartWith("error", "غير موجود.") : answered()));
  find("#coupon_code").value = "x";
  find("#coupon_code").dispatchEvent(
    new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toEqual(["غير موجود.", "co__told is-wrong"]);
  expect(find("#coupon_code").value).toBe("x");
});

test("no code is no call, and a coupon is taken off by its link", async () => {
  answering(({ name }) => (name === "remove_coupon" ? cartWith("ok", "أُزيل رمز الخصم.") : answered()));
  find("[name=apply_coupon]").click();
  expect(told()).toEqual(["أدخل رمز الخصم.", "co__told is-wrong"]);
  expect(calls).toEqual([]);
  find("[data-take-off]").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(called("remove_coupon")[0]?.body).toEqual({ coupon_code: "نخلة10" });
  expect(told()[0]).toBe("أُزيل رمز الخصم.");
});
