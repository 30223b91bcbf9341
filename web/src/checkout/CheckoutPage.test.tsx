// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CheckoutFormView } from "../generated/checkout";
import { checkoutForm, checkoutPage, checkoutWithErrors, summary } from "../testing/checkout-samples";
import { CheckoutPage } from "./CheckoutPage";

const show = (changes: Partial<CheckoutFormView> = {}, page = checkoutPage) => {
  const form = page.form && { ...page.form, ...changes };
  document.body.innerHTML = renderToStaticMarkup(<CheckoutPage {...page} form={form} />);
};
const find = <T extends Element = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const form = () => find<HTMLFormElement>("form#checkout");
const names = () => [...form().elements].map((field) => (field as HTMLInputElement).name).filter(Boolean);

test("it is one plain form, sent to its own page [PAY-01] [PAY-06]", () => {
  show();
  expect([form().method, form().getAttribute("action"), form().noValidate]).toEqual([
    "post",
    "/ar/checkout/",
    true,
  ]);
  for (const name of [
    "woocommerce-process-checkout-nonce",
    ...checkoutForm.fields.map((field) => field.name),
    "createaccount",
    "payment_method",
    "order_comments",
    "terms",
    "woocommerce_checkout_place_order",
    // These are siblings of the island.
    "shipping_method[0]",
    "coupon_code",
    "apply_coupon",
    "woocommerce_checkout_update_totals",
    "seen_total",
  ])
    expect(names()).toContain(name);
});

test("the fields of a required name must be filled in, the home number need not [PAY-02]", () => {
  show();
  for (const { name, isRequired } of checkoutForm.fields)
    expect([name, find(`[name=${name}]`).required]).toEqual([name, isRequired]);
});

test("the attribution of an order is sent with it [ATTR-01]", () => {
  const fields = ["source_type", "referrer", "utm_campaign", "session_pages", "user_agent"];
  show({ attribution: fields.map((field) => ({ name: `wc_order_attribution_${field}`, value: "" })) });
  for (const field of fields)
    expect(find(`[type=hidden][name=wc_order_attribution_${field}]`).form).toBe(form());
});

test("the pay button is labelled with the total [PAY-53]", () => {
  show();
  const button = find<HTMLButtonElement>("[name=woocommerce_checkout_place_order]");
  expect(button.textContent).toMatch(/^تأكيد الطلب 90\.64\s\$/);
  expect([button.type, button.value]).toEqual(["submit", "1"]);
});

test("the total that the shopper has seen is posted once, by the summary", () => {
  show({ hidden: [["seen_total", "1"], ...checkoutForm.hidden] });
  expect(
    [...document.querySelectorAll<HTMLInputElement>("[name=seen_total]")].map(({ value }) => value),
  ).toEqual([summary.totalMinor]);
});

test("all errors are at the top, each with a link to its field", () => {
  show({}, checkoutWithErrors);
  const alert = find("[data-faults] [role=alert]");
  expect(alert.hasAttribute("autofocus")).toBe(true);
  expect(alert.querySelector("p")?.textContent).toBe("راجع ما يلي قبل إتمام الطلب:");
  const links = [...alert.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
  expect(links).toEqual(["#billing_phone", "#terms"]);
  for (const link of links) expect(find(link).getAttribute("aria-invalid")).toBe("true");
  expect(alert.querySelectorAll("li")).toHaveLength(3);
});

test("only a guest may sign in or create an account", () => {
  show();
  expect(find("section[aria-labelledby=billing] a").getAttribute("href")).toBe(checkoutForm.loginUrl);
  expect(document.querySelector("[name=createaccount]")).not.toBeNull();
  show({ loginUrl: null, createAccount: null });
  expect(document.querySelector("section[aria-labelledby=billing] a")).toBeNull();
  expect(document.querySelector("[name=createaccount]")).toBeNull();
});

test("a single shipping method is not a choice", () => {
  show({ summary: { ...summary, shipping: summary.shipping.slice(0, 1) } });
  expect([find("[name='shipping_method[0]']").type, find("[name='shipping_method[0]']").value]).toEqual([
    "hidden",
    "1",
  ]);
});

test("buttons that do not pay have another action, which places no order", () => {
  show();
  for (const name of ["apply_coupon", "woocommerce_checkout_update_totals"])
    expect(find(`[name=${name}]`).getAttribute("formaction")).toBe("/ar/checkout/update/");
  expect(find("[data-place-order]").hasAttribute("formaction")).toBe(false);
});

test("terms without a page are plain text", () => {
  show({ termsUrl: "" });
  expect(find("#terms").closest("label")?.querySelector("a")).toBeNull();
  expect(find("#terms").closest("label")?.textContent).toContain("الشروط والأحكام");
});

test("with an empty cart there is no form, and a link to the shop", () => {
  show({}, { ...checkoutPage, form: null });
  expect(document.querySelector("form")).toBeNull();
  expect(find("a").getAttribute("href")).toBe("/ar/shop/");
});
