// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fire } from "./calls";
import { start } from "./cart.browser";
import { sendQuantity } from "./quantities";

const changes = ["added_to_cart", "removed_from_cart", "updated_cart"];
const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ fragments: {} }));

start();

beforeEach(() => {
  vi.useFakeTimers();
  fetch.mockClear();
  vi.stubGlobal("fetch", fetch);
  document.body.dataset.page = "checkout";
});
afterEach(() => vi.useRealTimers());

test("a changed quantity is sent with the page it comes from [CART-63]", async () => {
  await sendQuantity("a1", "2");
  const flags = () => {
    const body = fetch.mock.lastCall?.[1]?.body as URLSearchParams;
    return [body.get("isCheckout"), body.get("isCart")];
  };
  expect(flags()).toEqual(["true", "false"]);
  document.body.dataset.page = "cart";
  await sendQuantity("a1", "2");
  expect(flags()).toEqual(["false", "true"]);
});

test.each(changes)("after %s the checkout is refreshed [CART-64]", (name) => {
  document.body.innerHTML = '<form class="checkout"></form>';
  const refreshed = vi.fn();
  document.body.addEventListener("update_checkout", refreshed, { once: true });
  fire(name, {});
  expect(refreshed).toHaveBeenCalledOnce();
});

test.each(changes)("after %s a checkout without a form is loaded anew [CART-65]", (name) => {
  document.body.innerHTML = "<main></main>";
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  fire(name, {});
  expect(reload).toHaveBeenCalledOnce();
});
