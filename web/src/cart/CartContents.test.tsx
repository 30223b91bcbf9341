// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CartContentsView, UndoView } from "../generated/cart";
import { answerCalls, answerWith, closeIsland, openIsland, pass, settle } from "../testing/cart-island";
import { cartContents, line } from "../testing/samples";
import { setCartState } from "./cart-state";
import { startLeaving } from "./leaving";

const user = userEvent.setup({ delay: null });
const QUANTITY = "xoo_wsc_update_item_quantity";
const contents = { ...cartContents, notice: null, lines: [{ ...line, quantity: "3" }] };
const withQuantity = (quantity: string) => ({ ...contents, lines: [{ ...line, quantity }] });
const open = (props: CartContentsView = contents) => openIsland("cart/CartContents", "cart-page", props);
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: /كمية|الكمية/ });
const row = () => field().closest("li") as HTMLElement;
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const removeLink = () => screen.getByRole<HTMLAnchorElement>("link", { name: /^إزالة المنتج/ });
const shipTo = () => screen.getByRole<HTMLSelectElement>("combobox");

startLeaving();

beforeEach(() => {
  vi.spyOn(console, "error");
  document.body.dataset.page = "cart";
  setCartState({ changes: 0 });
});
afterEach(async () => {
  expect(console.error).not.toHaveBeenCalled();
  await closeIsland();
});

/** That of the summary; the bar of small screens has a second one, and the style shows one of them. */
const toCheckout = () => {
  const [link] = screen.getAllByRole<HTMLAnchorElement>("link", { name: "إتمام الطلب" });
  if (!link) throw new Error("no link to the checkout");
  return link;
};

test("the server's markup hydrates without errors, and shows its lines and totals", async () => {
  await open();
  expect(field().value).toBe("3");
  expect(toCheckout().getAttribute("href")).toBe("/ar/checkout/");
});

test("a quantity is sent once, after the last of several changes, and the line is busy meanwhile [CART-41] [CART-28]", async () => {
  await open();
  let reply = (_: Response) => {};
  const calls = answerCalls(() => new Promise((done) => (reply = done)));
  await press("زيادة الكمية");
  await press("زيادة الكمية");
  expect(calls).toEqual([]);
  await pass(500);
  expect(calls.map(({ call, body }) => [call, body.get("qty"), body.get("isCart")])).toEqual([
    [QUANTITY, "5", "true"],
  ]);
  expect(row().getAttribute("aria-busy")).toBe("true");
  reply(Response.json(answerWith(withQuantity("5"))));
  await settle();
  expect(row().hasAttribute("aria-busy")).toBe(false);
  expect(field().value).toBe("5");
});

test("a quantity that is changed back is not sent", async () => {
  await open();
  const calls = answerCalls(() => Response.json(answerWith(contents)));
  await press("زيادة الكمية");
  await press("إنقاص الكمية");
  await pass(600);
  expect(calls).toEqual([]);
});

test("the response does not overwrite text typed meanwhile [CART-11]", async () => {
  await open();
  const calls = answerCalls((_, body) => Response.json(answerWith(withQuantity(body.get("qty") ?? ""))));
  await user.clear(field());
  await user.type(field(), "4");
  await pass(500);
  await user.type(field(), ".");
  await pass(500);
  expect(calls.map(({ body }) => body.get("qty"))).toEqual(["4"]);
  expect(field().value).toBe("4.");
});

test("on an emptied field plus gives one step and minus the minimum [CONF-A7] [CART-50] [CART-53]", async () => {
  await open();
  answerCalls(() => Response.json(answerWith(contents)));
  await user.clear(field());
  await press("زيادة الكمية");
  expect(field().value).toBe("1");
  await user.clear(field());
  await press("إنقاص الكمية");
  expect(field().value).toBe("1");
});

test("a field that loses focus without a number shows the server's number again", async () => {
  await open();
  await user.clear(field());
  await user.tab();
  await user.click(document.body);
  expect(field().value).toBe("3");
});

test("Enter in a quantity sends it at once, and does not leave the page", async () => {
  await open();
  const calls = answerCalls(() => Response.json(answerWith(withQuantity("4"))));
  await user.clear(field());
  await user.type(field(), "4");
  document.querySelector<HTMLFormElement>("#cart-form")?.requestSubmit();
  await settle();
  expect(calls.map(({ body }) => body.get("qty"))).toEqual(["4"]);
});

test("a link waits until the server has a quantity that was changed just before [CONF-A1] [CART-41]", async () => {
  await open();
  let reply = (_: Response) => {};
  const calls = answerCalls(() => new Promise((done) => (reply = done)));
  const followed = vi.fn();
  const link = toCheckout();
  const watching = new AbortController();
  const watch = (event: Event) => {
    if (event.target === link && !event.defaultPrevented) followed();
    event.preventDefault();
  };
  addEventListener("click", watch, { signal: watching.signal });
  await user.clear(field());
  await user.type(field(), "4");
  link.click();
  await settle();
  expect(calls.map(({ body }) => body.get("qty"))).toEqual(["4"]);
  expect(followed).not.toHaveBeenCalled();
  reply(Response.json(answerWith(withQuantity("4"))));
  await settle();
  expect(followed).toHaveBeenCalledOnce();
  link.click();
  expect(followed).toHaveBeenCalledTimes(2);
  watching.abort();
});

test("a link is followed after two seconds, even without a response [CONF-A1]", async () => {
  await open();
  let reply = (_: Response) => {};
  answerCalls(() => new Promise((done) => (reply = done)));
  const link = toCheckout();
  const followed = vi.spyOn(link, "click");
  await press("زيادة الكمية");
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  await pass(1900);
  expect(followed).not.toHaveBeenCalled();
  followed.mockImplementation(() => {});
  await pass(200);
  expect(followed).toHaveBeenCalledOnce();
  reply(Response.json(answerWith(contents)));
});

test("where the shop refuses the quantity, the page stays and shows a notice [CONF-A1] [CONF-A3]", async () => {
  await open();
  const notice = { kind: "error", text: "المتوفر في المخزون 3 فقط.", undo: null, coupon: null, line: null };
  answerCalls(() => Response.json(answerWith({ ...contents, notice }, { notice })));
  const link = toCheckout();
  const followed = vi.spyOn(link, "click").mockImplementation(() => {});
  await press("زيادة الكمية");
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  await settle();
  expect(screen.getAllByRole("alert")[0]?.textContent).toContain("المتوفر");
  await settle();
  expect(followed).not.toHaveBeenCalled();
  expect(field().value).toBe("3");
});

test("a page that is left sends its pending quantity [CONF-A1]", async () => {
  await open();
  const calls = answerCalls(() => Response.json(answerWith(withQuantity("4"))));
  await press("زيادة الكمية");
  dispatchEvent(new Event("pagehide"));
  expect(calls.map(({ body, keepalive }) => [body.get("qty"), keepalive])).toEqual([["4", true]]);
  await pass(600);
  expect(calls).toHaveLength(1);
});

test("a line is inert while it is being removed, and gone with the response; focus moves to the heading [CART-20]", async () => {
  await open({ ...contents, lines: [{ ...line, key: "b" }, line] });
  const notice = { kind: "ok", text: "أُزيل المنتج.", undo: null, coupon: null, line: null };
  let reply = (_: Response) => {};
  const calls = answerCalls(() => new Promise((done) => (reply = done)));
  const events: Array<string> = [];
  for (const name of ["removed_from_cart", "updated_cart"])
    document.body.addEventListener(name, () => events.push(name), { once: true });
  const [link] = screen.getAllByRole<HTMLAnchorElement>("link", { name: /^إزالة المنتج/ });
  const going = link?.closest("li");
  await user.click(link as Element);
  expect(going?.hasAttribute("inert")).toBe(true);
  expect(going?.getAttribute("aria-busy")).toBe("true");
  reply(Response.json(answerWith({ ...contents, notice }, { notice })));
  await settle();
  expect(screen.getAllByRole("textbox", { name: /كمية/ })).toHaveLength(1);
  expect(calls.map(({ call, body }) => [call, body.get("cart_item_key")])).toEqual([
    ["remove_from_cart", "b"],
  ]);
  expect(events).toEqual(["removed_from_cart"]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(screen.getByRole("status").textContent).toContain("أُزيل المنتج.");
});

test.each([
  ["fails", () => new Response("", { status: 500 })],
  ["brings no fragments", () => Response.json({ cart_hash: "h" })],
  ["brings empty fragments", () => Response.json({ fragments: {}, cart_hash: "h" })],
])("when the call %s, the link is followed [CART-21]", async (_, reply) => {
  await open();
  answerCalls(reply);
  const followed = vi.spyOn(location, "assign").mockImplementation(() => {});
  await user.click(removeLink());
  await settle();
  expect(followed).toHaveBeenCalledWith(line.removeUrl);
});

test("after a rate limit the line stays, active again, and the link is not followed", async () => {
  await open();
  answerCalls(() => new Response("{}", { status: 429 }));
  const followed = vi.spyOn(location, "assign").mockImplementation(() => {});
  await user.click(removeLink());
  const announced = document.querySelector("[data-announce]");
  await settle();
  await pass(50);
  expect(announced?.textContent).toContain("محاولات كثيرة");
  expect(followed).not.toHaveBeenCalled();
  expect(row().hasAttribute("inert")).toBe(false);
  expect(row().hasAttribute("aria-busy")).toBe(false);
  expect(document.activeElement).toBe(removeLink());
});

test("a removed line is restored without leaving the page, and its notice is cleared", async () => {
  const undo: UndoView = {
    action: "/ar/product/x/",
    productId: "17",
    variationId: "5",
    quantity: "2",
    others: [["attribute_roast", "داكن"]],
  };
  await open({ ...contents, notice: { kind: "ok", text: "أُزيل المنتج.", undo, coupon: null, line: null } });
  const sent = vi.fn();
  vi.stubGlobal("fetch", async (url: string, { body }: { body: FormData }) => {
    sent(url.split("wc-ajax=")[1], Object.fromEntries(body));
    return Response.json(answerWith(contents));
  });
  await press("تراجع");
  await settle();
  expect(screen.queryByText("أُزيل المنتج.")).toBeNull();
  expect(sent).toHaveBeenCalledExactlyOnceWith("xoo_wsc_add_to_cart", {
    action: "xoo_wsc_add_to_cart",
    "add-to-cart": "17",
    variation_id: "5",
    quantity: "2",
    attribute_roast: "داكن",
  });
});

test("a notice outlives the refresh after load, which has no notices", async () => {
  const island = await open(cartContents);
  const { applyFragments } = await import("../runtime/fragments");
  applyFragments(answerWith(contents).fragments);
  await settle();
  expect(within(island).getByRole("status").textContent).toContain("أُضيف المنتج.");
});

test("an empty coupon shows a notice for a limited time, and nothing is sent [CART-61] [CART-48] [CONF-A5]", async () => {
  await open();
  const calls = answerCalls(() => Response.json({}));
  await press("تطبيق");
  const code = screen.getByRole<HTMLInputElement>("textbox", { name: "رمز الخصم" });
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe("أدخل رمز الخصم.");
  await pass(5000);
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(calls).toEqual([]);
});

test("a refused code stays in its field beside the reason; an accepted one is cleared [CART-62]", async () => {
  await open();
  const refused = { kind: "error", text: "الرمز غير صالح.", undo: null, coupon: "لاشيء", line: null };
  const applied = { kind: "ok", text: "طُبّق.", undo: null, coupon: null, line: null };
  const calls = answerCalls((_, body) => {
    const notice = body.get("coupon_code") === "نخلة10" ? applied : refused;
    return Response.json(answerWith({ ...contents, notice }, { notice }));
  });
  const code = screen.getByRole<HTMLInputElement>("textbox", { name: "رمز الخصم" });
  await user.type(code, "لاشيء");
  await press("تطبيق");
  await settle();
  expect(screen.getByRole("alert").textContent).toBe("الرمز غير صالح.");
  expect(code.value).toBe("لاشيء");
  await user.clear(code);
  await user.type(code, "نخلة10");
  await press("تطبيق");
  await settle();
  expect(code.value).toBe("");
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(calls.map(({ call }) => call)).toEqual(["apply_coupon", "apply_coupon"]);
});

test("another shipping method is sent at once and the cart requested again; a refusal restores the old one [CART-33] [CART-62]", async () => {
  await open();
  const calls = answerCalls(() => Response.json(answerWith(contents)));
  const events = vi.fn();
  document.body.addEventListener("updated_shipping_method", events, { once: true });
  await user.click(screen.getByRole("radio", { name: /استلام/ }));
  await settle();
  expect(calls.map(({ call }) => call)).toEqual(["update_shipping_method", "xoo_wsc_refresh_fragments"]);
  expect(calls[0]?.body.get("shipping_method[0]")).toBe("2");
  expect(events).toHaveBeenCalledOnce();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /توصيل عادي/ }).checked).toBe(true);
});

test("the shipping cost is calculated for the entered address; on the checkout its own form does it [CART-60]", async () => {
  await open();
  const calls = answerCalls(() => Response.json(answerWith(contents)));
  await user.selectOptions(shipTo(), "SA");
  await press("احسب تكلفة الشحن");
  await settle();
  expect(calls.map(({ call, body }) => [call, body.get("calc_shipping_country")])).toEqual([
    ["calculate_shipping", "SA"],
  ]);
  document.body.dataset.page = "checkout";
  await press("احسب تكلفة الشحن");
  const announced = document.querySelector("[data-announce]");
  await pass(50);
  expect(announced?.textContent).toBe("استخدم نموذج إتمام الطلب لحساب تكلفة الشحن.");
  expect(calls).toHaveLength(1);
  await pass(5000);
  expect(announced?.textContent).toBe("");
});

test("a coupon is removed by its link [CART-62]", async () => {
  await open();
  const calls = answerCalls(() => Response.json(answerWith(contents)));
  await user.click(screen.getByRole("link", { name: /إزالة رمز الخصم/ }));
  await settle();
  expect(calls.map(({ call, body }) => [call, body.get("coupon_code")])).toEqual([
    ["remove_coupon", "نخلة10"],
  ]);
});
