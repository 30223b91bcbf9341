import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Views } from "../generated/views";
import type { Assets } from "../renderer/assets";
import type { PageName } from "../renderer/registry";
import {
  addMethod,
  atTheBank,
  checkoutForm,
  checkoutPage,
  checkoutWithErrors,
  giftSheet,
  methods,
  order,
  orderPage,
  orderPay,
  orderPrint,
  orders,
  received,
  staffOrder,
  staffOrders,
  staffPrint,
  summary,
  trackedPage,
  trackPage,
} from "../testing/checkout-samples";
import { head, layout } from "../testing/samples";
import { type PageSample, renderWhole } from "../testing/whole";

const assets: Assets = {
  styles: () => ["/assets/site.css"],
  scripts: ["/assets/main.js"],
  modules: [],
  fonts: [],
  admin: { scripts: [], modules: [], sheets: {} },
};
const renderView = <Name extends PageName>(component: Name, props: Views[Name], isSlim = false) =>
  renderWhole({ component, head, layout: { ...layout, isSlim }, props }, assets);

beforeEach(() => {
  vi.spyOn(console, "error");
});
// React reports invalid markup (unknown attributes, wrong nesting, missing keys) as a console error.
afterEach(() => expect(console.error).not.toHaveBeenCalled());

test.each<PageSample>([
  ["checkout/CheckoutPage", checkoutPage],
  ["checkout/CheckoutPage", checkoutWithErrors],
  ["checkout/CheckoutPage", { ...checkoutPage, form: null }],
  ["checkout/OrderPayPage", orderPay],
  ["checkout/OrderConfirmationPage", received],
  ["checkout/OrderConfirmationPage", { ...received, kind: "waiting" }],
  ["checkout/OrderConfirmationPage", { ...received, kind: "confirming" }],
  ["checkout/OrderConfirmationPage", { ...received, kind: "unpaid", payUrl: "/ar/pay/" }],
  ["checkout/OrderConfirmationPage", { ...received, kind: "cancelled" }],
  ["checkout/OrderConfirmationPage", { ...received, kind: "refunded", hint: "نفدت الكمية." }],
  ["checkout/OrdersPage", orders],
  ["checkout/OrdersPage", { ...orders, orders: [], nextUrl: null }],
  ["checkout/OrderPage", orderPage],
  ["checkout/OrderPrintPage", orderPrint],
  ["checkout/GiftSheetPage", giftSheet],
  ["checkout/TrackPage", trackPage],
  ["checkout/TrackPage", trackedPage],
  ["checkout/PaymentMethodsPage", methods],
  ["checkout/PaymentMethodsPage", { ...methods, methods: [] }],
  ["checkout/AddPaymentMethodPage", addMethod],
  ["checkout/StaffOrdersPage", staffOrders],
  ["checkout/StaffPrintPage", staffPrint],
  ["checkout/StaffOrdersPage", { ...staffOrders, orders: [], nextUrl: null }],
  ["checkout/StaffOrderPage", staffOrder],
])("%s is rendered completely, right to left, with no inline style or script", (component, props) => {
  const html = renderView(component, props);
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).not.toMatch(/\sstyle=|\son[a-z]+=|-slot>/);
  for (const [tag] of html.matchAll(/<script[^>]*>/g))
    expect(tag).toMatch(/src=|type="application\/(ld\+)?json"/);
  const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("payment pages have the slim layout: a logo, a security notice, and the side cart", () => {
  const html = renderView("checkout/CheckoutPage", checkoutPage, true);
  const top = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
  expect(top).toContain("دفع آمن ومشفّر");
  expect(top).not.toMatch(/<nav|name="s"|data-region|my-account/);
  expect(html).not.toContain("إعلان المتجر");
  expect(html).toContain('data-region="side-cart"');
  expect(html).toContain("<footer ");
  expect(renderView("checkout/CheckoutPage", checkoutPage)).toContain('data-region="mini-cart"');
});

test("the checkout has its page name for scripts, also with an empty cart [CART-63]", () => {
  for (const form of [checkoutForm, null])
    expect(renderView("checkout/CheckoutPage", { ...checkoutPage, form })).toContain(
      '<body data-page="checkout"',
    );
});

test("the summary contains the total that the shopper sees", () => {
  const form = { ...checkoutForm, summary: { ...summary, totalMinor: "100" } };
  expect(renderView("checkout/CheckoutPage", { ...checkoutPage, form })).toMatch(
    /data-region="order-summary".*<input type="hidden"(?=[^>]*name="seen_total")(?=[^>]*form="checkout")[^>]*value="100"/,
  );
});

test("hostile names stay text, also in the page's data", () => {
  const hostile = "</script><b>x</b>";
  const form = {
    ...checkoutForm,
    payment: { ...checkoutForm.payment, accountId: hostile },
    summary: { ...summary, lines: summary.lines.map((line) => ({ ...line, name: hostile })) },
    notes: "</textarea><b>x</b>",
  };
  expect(renderView("checkout/CheckoutPage", { ...checkoutPage, form })).not.toContain("<b>x");
});

test("an order page shows the outcome of the order", () => {
  const page = (changes: Partial<typeof received>) => {
    const html = renderView("checkout/OrderConfirmationPage", { ...received, ...changes }, true);
    return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  };
  expect(page({})).toContain('data-order-kind="paid"');
  expect(page({})).toContain("ماذا بعد؟");
  expect(page({ kind: "waiting", order: { ...order, timeline: atTheBank } })).toContain(
    "بانتظار تأكيد المصرف",
  );
  const confirming = page({ kind: "confirming" });
  expect(confirming).toContain("نؤكّد دفع طلبك");
  expect(confirming).toContain("تحديث الصفحة</a>");
  const unpaid = page({ kind: "unpaid", payUrl: "/ar/pay/", hint: "رفض المصرف العملية." });
  expect(unpaid).toMatch(/<a [^>]*primary[^>]*href="\/ar\/pay\/">إكمال الدفع<\/a>/i);
  expect(unpaid).toContain("رفض المصرف العملية.");
  expect(page({ kind: "cancelled" })).toContain("أُلغي طلبك");
  expect(page({ kind: "refunded" })).toContain("رددنا إليك المبلغ");
});

test("a tracked order shows its parcels, and each step says how far it is [VIS-12]", () => {
  const html = renderView("checkout/TrackPage", trackedPage);
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  expect(main.match(/aria-current="step"/g)).toHaveLength(1);
  expect(main).toContain('<bdi dir="ltr">1Z 999 AA1 01 2345 6784</bdi>');
  expect(main).toMatch(/<a [^>]*href="https:\/\/carrier\.example[^>]*rel="noopener noreferrer"/);
  for (const hidden of [...order.address.slice(0, 2), order.phone, order.email])
    expect(main).not.toContain(hidden);
});

test("cancelling asks a second time, and works as a plain form [VIS-12]", () => {
  const html = renderView("checkout/OrderPage", orderPage);
  const from = html.lastIndexOf("<details", html.indexOf("إلغاء الطلب رقم"));
  const second = html.slice(from, html.indexOf("</details>", from));
  expect(second.indexOf("<summary")).toBeLessThan(second.indexOf("إلغاء الطلب رقم"));
  expect(second).toMatch(/<form action="\/ar\/order\/10482\/cancel\/" method="post"/);
});

test("a saved method is deleted by a second click only, and named for screen readers", () => {
  const html = renderView("checkout/PaymentMethodsPage", methods);
  const first = html.slice(html.indexOf('data-method="41"'), html.indexOf('data-method="43"'));
  expect(first).toMatch(/<details[^>]*><summary[^>]*aria-label="حذف .*4242/);
  expect(first.indexOf("حذف طريقة الدفع هذه؟")).toBeLessThan(first.indexOf("<form"));
  expect(first).toContain("الافتراضية</span>");
  expect(first).not.toContain("اجعلها الافتراضية");
});

test("a page has one primary button", () => {
  const pages: Array<PageSample> = [
    ["checkout/CheckoutPage", checkoutPage],
    ["checkout/OrderPayPage", orderPay],
    ["checkout/AddPaymentMethodPage", addMethod],
    ["checkout/OrderConfirmationPage", received],
    ["checkout/StaffOrderPage", staffOrder],
  ];
  for (const [component, props] of pages) {
    const html = renderView(component, props);
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(main.match(/class="[^"]*primary/gi)).toHaveLength(1);
  }
});
