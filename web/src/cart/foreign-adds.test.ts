// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startForeignAdds } from "./foreign-adds";

const answer = {
  fragments: { '[data-region="cart-button"]': '<div data-region="cart-button">1</div>' },
  cart_hash: "h",
};
const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;

function answering(reply: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(reply);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

function click(target: Element): boolean {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

function press(form: HTMLFormElement): void {
  const submitter = form.querySelector("button");
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
}

startForeignAdds();

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div data-region="cart-button">0</div><div data-announce></div>
    <a class="button add_to_cart_button" href="?add-to-cart=26" data-product_id="26" data-quantity="3">Add</a>
    <a class="button add_to_cart_button" id="plain" href="#there">Read</a>
    <form id="own" class="cart"><button name="add-to-cart" value="26">Add</button></form>
    <form id="box"><input name="quantity" value="٢"><button class="add_to_cart_button" data-product_id="7">Add</button></form>`;
});
afterEach(() => vi.useRealTimers());

test("a link with a product is an add button, and one without stays a link [CART-03] [CART-04]", async () => {
  const fetch = answering(async () => Response.json(answer));
  const link = find<HTMLAnchorElement>("a[data-product_id]");
  expect(click(link)).toBe(true);
  expect(link.className).toMatch(/\bloading\b/);
  await vi.advanceTimersByTimeAsync(0);
  expect(String(fetch.mock.calls[0]?.[1]?.body)).toBe("product_id=26&quantity=3");
  expect(link.className).toMatch(/\badded\b/);
  expect(find("[data-region]").textContent).toBe("1");
  expect(click(find("#plain"))).toBe(false);
  expect(fetch).toHaveBeenCalledOnce();
});

test("fields of the form are sent with the button's data attributes, in Western digits [CART-03]", async () => {
  const fetch = answering(async () => Response.json(answer));
  press(find("#box"));
  await vi.advanceTimersByTimeAsync(0);
  expect(String(fetch.mock.calls[0]?.[1]?.body)).toBe("product_id=7&quantity=2");
});

test.each([
  ["plain text", "المتوفر 3 فقط.", "المتوفر 3 فقط."],
  ["several elements", "<p>نفدت الكمية.</p><p>اختر غيره.</p>", "نفدت الكمية. اختر غيره."],
])(
  "a refusal of %s is shown completely, with the cart in its response [CART-39]",
  async (_, notice, text) => {
    answering(async () => Response.json({ ...answer, error: true, notice }));
    press(find("#own"));
    await vi.advanceTimersByTimeAsync(60);
    expect(find("[data-announce]").textContent).toBe(text);
    expect(find("[data-announce]").hasAttribute("data-seen")).toBe(true);
    expect(find("#own button").className).toBe("");
    expect(find("[data-region]").textContent).toBe("1");
  },
);

test("a form that another script has handled is left alone", async () => {
  const fetch = answering(async () => Response.json(answer));
  find("#own").addEventListener("submit", (event) => event.preventDefault());
  press(find("#own"));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).not.toHaveBeenCalled();
});
