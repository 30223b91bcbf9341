// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyFragments } from "../runtime/fragments";
import { answerCalls, answerWith, closeIsland, openIsland, pass, settle } from "../testing/cart-island";
import { cartContents, line, sideCart } from "../testing/samples";
import { addToCart } from "./add-to-cart";
import { setCartState } from "./cart-state";

const user = userEvent.setup({ delay: null });
const props = sideCart;
const dialog = () => screen.getByRole("dialog");
const notes = () => document.querySelector("dialog [aria-live]:not([data-announce])")?.textContent;
const announced = () => document.querySelector("body > [data-announce]")?.textContent;

beforeEach(async () => {
  vi.spyOn(console, "error");
  document.body.dataset.page = "home";
  setCartState({ fresh: true, problem: null, sideNotice: null, changes: 0 });
  const island = await openIsland("cart/SideCart", "side-cart", props);
  island.dispatchEvent(new Event("island:open", { cancelable: true }));
});
afterEach(async () => {
  expect(console.error).not.toHaveBeenCalled();
  await closeIsland();
});

test("the delete icon is call 6 with quantity 0, and both events fire [CONF-A8] [CART-43] [CART-44]", async () => {
  const calls = answerCalls(() => Response.json(answerWith(cartContents, { lines: [], count: 0 })));
  const events: Array<string> = [];
  for (const name of ["removed_from_cart", "updated_cart"])
    document.body.addEventListener(name, () => events.push(name), { once: true });
  await user.click(within(dialog()).getByRole("link", { name: /^إزالة المنتج/ }));
  await settle();
  expect(dialog().textContent).toContain("سلتك فارغة");
  expect(calls.map(({ call, body }) => [call, body.get("cart_key"), body.get("qty")])).toEqual([
    ["xoo_wsc_update_item_quantity", line.key, "0"],
  ]);
  expect(events).toEqual(["removed_from_cart", "updated_cart"]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "سلتك" }));
});

test("a refusal that arrives while the drawer is open is shown in it, for the notification time [CONF-A3] [CART-48] [CART-49]", async () => {
  answerCalls(() => Response.json({ error: true, notice: "المتوفر في المخزون 1 فقط." }));
  const body = new FormData();
  const outcome = await addToCart({ call: "xoo_wsc_add_to_cart", body }, () => {});
  expect(outcome).toEqual({ kind: "settled" });
  await settle();
  expect(notes()).toContain("المتوفر في المخزون 1 فقط.");
  expect(announced()).toBe("");
  await pass(5000);
  expect(notes()).toBe("");
});

test("the notice about a change disappears after the notification time [CART-48] [CART-58]", async () => {
  const notice = { kind: "error", text: "المتوفر في المخزون 9 فقط.", undo: null, coupon: null, line: null };
  answerCalls(() => Response.json(answerWith(cartContents, { notice })));
  await user.click(within(dialog()).getByRole("button", { name: "زيادة الكمية" }));
  await pass(500);
  expect(notes()).toContain("المتوفر في المخزون 9 فقط.");
  await pass(5000);
  expect(notes()).toBe("");
});

test("a refresh without notices does not prolong a notice [CONF-A5] [CART-48]", async () => {
  const notice = { kind: "error", text: "المتوفر في المخزون 9 فقط.", undo: null, coupon: null, line: null };
  applyFragments(answerWith(cartContents, { notice }).fragments);
  await settle();
  expect(notes()).toContain("المتوفر في المخزون 9 فقط.");
  applyFragments(answerWith(cartContents).fragments);
  await settle();
  expect(notes()).toContain("المتوفر في المخزون 9 فقط.");
  await pass(5000);
  expect(notes()).toBe("");
});

test("a notice of a cart that was closed meanwhile is shown over the page, no longer than in it [CONF-A5] [CART-49]", async () => {
  const notice = { kind: "error", text: "المتوفر في المخزون 9 فقط.", undo: null, coupon: null, line: null };
  answerCalls(() => Response.json(answerWith(cartContents, { notice })));
  await user.click(within(dialog()).getByRole("button", { name: "زيادة الكمية" }));
  document.querySelector("dialog")?.close();
  await pass(500);
  await pass(50);
  expect(announced()).toContain("المتوفر في المخزون 9 فقط.");
  await pass(5000);
  expect(announced()).toBe("");
});

test("a quantity of 0 removes the product [CART-42]", async () => {
  const calls = answerCalls(() => Response.json(answerWith(cartContents, { lines: [], count: 0 })));
  const field = within(dialog()).getByRole("textbox", { name: /كمية/ });
  await user.clear(field);
  await user.type(field, "0");
  await pass(500);
  expect(dialog().textContent).toContain("سلتك فارغة");
  expect(calls.map(({ body }) => body.get("qty"))).toEqual(["0"]);
});
