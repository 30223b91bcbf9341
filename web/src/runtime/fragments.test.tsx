// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SideCartView } from "../generated/cart";
import { renderRegion } from "../renderer/render";
import { line, sideCart } from "../testing/samples";
import { applyFragments, regionKey } from "./fragments";
import { hydrate } from "./islands";

const renderSideCart = (props: SideCartView) =>
  renderRegion({ key: "side-cart", component: "cart/SideCart", props });
const renderButton = (count: number) =>
  renderRegion({ key: "cart-button", component: "cart/CartButton", props: { count, cartUrl: "/ar/cart/" } });

/** Fragments as in a response: the props of an island are the script beside its markup. */
const sideCartFragments = (props: SideCartView) => ({
  '[data-region="side-cart"] > script': `<script type="application/json">${JSON.stringify(props).replaceAll("<", "\\u003c")}</script>`,
});

const find = <T extends Element = HTMLElement>(selector: string) => document.querySelector<T>(selector) as T;
const field = () => find<HTMLInputElement>("dialog input.qty");

async function openSideCart(props: SideCartView) {
  document.body.innerHTML = renderSideCart(props);
  const island = find("[data-island]");
  await hydrate(island);
  island.dispatchEvent(new Event("island:open"));
}

/** React renders asynchronously. */
const settle = () => new Promise((done) => setTimeout(done, 20));

/** Types like a user: sets the value, then dispatches the event. */
async function type(input: HTMLInputElement, text: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
}

beforeEach(() => {
  // The form is not submitted.
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.spyOn(console, "error");
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  document.body.innerHTML = "";
});

test("the server's markup of the side cart hydrates without errors", async () => {
  await openSideCart(sideCart);
  expect(field().value).toBe("2");
});

test("while the drawer is open and a quantity is being typed, a fragment changes the rest and leaves both alone", async () => {
  await openSideCart(sideCart);
  const before = field();
  before.focus();
  await type(before, "");

  const fresh = {
    ...sideCart,
    totals: { ...sideCart.totals, subtotal: "99.00\u00a0$" },
    lines: [{ ...line, quantity: "5", lineTotal: "88.00\u00a0$" }],
  };
  applyFragments(sideCartFragments(fresh));
  await settle();

  expect(find<HTMLDialogElement>("dialog").open).toBe(true);
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(before.value).toBe("");
  expect(find("dialog").textContent).toContain("99.00");
});

test("a quantity that is not being edited follows the server", async () => {
  await openSideCart(sideCart);
  applyFragments(sideCartFragments({ ...sideCart, lines: [{ ...line, quantity: "5" }] }));
  await settle();
  expect(field().value).toBe("5");
});

test("props that arrive before an island is hydrated are shown once it is", async () => {
  document.body.innerHTML = renderSideCart({ ...sideCart, lines: [], count: 0 });
  applyFragments(sideCartFragments(sideCart));
  await hydrate(find("[data-island]"));
  await settle();
  expect(field().value).toBe("2");
});

test("Arabic and Persian digits are folded as they are typed", async () => {
  await openSideCart(sideCart);
  await type(field(), "٣");
  expect(field().value).toBe("3");
  await type(field(), "۷");
  expect(field().value).toBe("7");
});

test("closing the drawer returns focus to its opener, even when a fragment has replaced it", async () => {
  await openSideCart(sideCart);
  document.body.insertAdjacentHTML("afterbegin", `<header>${renderButton(1)}</header>`);
  applyFragments({ [regionKey("cart-button")]: renderButton(0) });
  find("dialog h2").focus();
  expect(find("dialog").contains(document.activeElement)).toBe(true);

  find<HTMLDialogElement>("dialog").close();
  await settle();

  expect(document.activeElement).toBe(find("header a"));
});

test("text typed before hydration is retained, and incremented from", async () => {
  document.body.innerHTML = renderSideCart(sideCart);
  field().value = "3";
  await hydrate(find("[data-island]"));
  await settle();
  expect(field().value).toBe("3");

  find("dialog [aria-label='زيادة الكمية']").click();
  await settle();
  expect(field().value).toBe("4");
});

test("unsaved text in a static region outlives a fragment, although its field loses focus when removed", () => {
  const renderInput = (value: string) =>
    `<div data-region="form"><input data-focus-key="code" value="${value}"></div>`;
  document.body.innerHTML = renderInput("1");
  const typed = find<HTMLInputElement>("input");
  typed.focus();
  typed.value = "1.";
  typed.setSelectionRange(2, 2);
  // Like Chromium when a focused field is removed from the page.
  const region = find("[data-region]");
  const replaceWith = region.replaceWith.bind(region);
  region.replaceWith = (...nodes) => {
    typed.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    replaceWith(...nodes);
  };

  applyFragments({ [regionKey("form")]: renderInput("2") });

  const twin = find<HTMLInputElement>("input");
  expect(twin).not.toBe(typed);
  expect(document.activeElement).toBe(twin);
  expect([twin.value, twin.defaultValue, twin.selectionStart]).toEqual(["1.", "2", 2]);
});

test("every static region of a name is replaced, and focus moves to the same control", () => {
  document.body.innerHTML = `<header>${renderButton(0)}</header><footer>${renderButton(0)}</footer>`;
  find("header a").focus();

  applyFragments({ [regionKey("cart-button")]: renderButton(3) });

  expect([...document.querySelectorAll("a span[aria-hidden]")].map((dot) => dot.textContent)).toEqual([
    "3",
    "3",
  ]);
  expect(document.activeElement).toBe(find("header a"));
});

test("an unchanged region stays the same element", () => {
  document.body.innerHTML = renderButton(2);
  const before = find("[data-region]");
  applyFragments({ [regionKey("cart-button")]: renderButton(2) });
  expect(find("[data-region]")).toBe(before);
});

test("another script replaces a static region by its key, and an island outlives the same", async () => {
  await openSideCart(sideCart);
  document.body.insertAdjacentHTML("afterbegin", `<header>${renderButton(1)}</header>`);
  // Like WooCommerce's own script: $(key).replaceWith(html).
  for (const [key, html] of Object.entries({
    [regionKey("cart-button")]: renderButton(4),
    ...sideCartFragments(sideCart),
  })) {
    for (const old of document.querySelectorAll(key)) old.outerHTML = html;
  }
  expect(find("header a span[aria-hidden]").textContent).toBe("4");
  expect(field().value).toBe("2");
});
