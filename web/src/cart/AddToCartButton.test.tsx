// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AddToCartButton } from "./AddToCartButton.island";

const answer = {
  fragments: { '[data-region="cart-button"]': '<div data-region="cart-button">1</div>' },
  cart_hash: "h",
};
const props = { id: "17", url: "/ar/product/sukkari/", name: "تمر سُكَّري فاخر" };
const button = (id = "17") => document.querySelector(`[data-product_id="${id}"]`) as HTMLButtonElement;
const form = () => button().form as HTMLFormElement;
const viewLinks = () => screen.queryAllByRole("link", { name: "عرض السلة" });
const announced = () => document.querySelector("[data-announce]")?.textContent;
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

/** Clicks the button; happy-dom does not set the submitter itself. */
const press = (id?: string) =>
  act(async () => {
    const submitter = button(id);
    submitter.form?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
  });

function answering(reply: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(reply);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

/** Hydrates the button from the server's HTML. */
function put(card = props): void {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<AddToCartButton {...card} />);
  render(<AddToCartButton {...card} />, { container, hydrate: true });
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  vi.spyOn(console, "error");
  document.body.dataset.page = "home";
  document.body.innerHTML = '<div data-region="cart-button">0</div><div data-announce></div>';
  put();
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a card's button is busy, shows the result, and is announced a second later [CART-03] [CART-05] [CART-06] [CART-11] [CART-12]", async () => {
  let reply = (_: Response) => {};
  const fetch = answering(() => new Promise((done) => (reply = done)));
  const spoken = vi.fn();
  document.body.addEventListener("added_to_cart", spoken, { once: true });

  await press();
  expect(button().className).toContain("loading");
  expect(button().getAttribute("aria-busy")).toBe("true");
  expect(button().textContent).toBe("جارٍ الإضافة…: تمر سُكَّري فاخر");

  reply(Response.json(answer));
  await pass(0);
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/ar/?wc-ajax=add_to_cart");
  expect(String(request?.body)).toBe("product_id=17&quantity=1");
  expect(new Headers(request?.headers).get("Idempotency-Key")).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(button().className).toMatch(/\badded\b/);
  expect(button().hasAttribute("aria-busy")).toBe(false);
  expect(button().nextElementSibling).toBe(viewLinks()[0]);
  expect(viewLinks()[0]?.getAttribute("href")).toBe("/ar/cart/");
  expect(document.querySelector("[data-region]")?.textContent).toBe("1");
  expect(spoken).toHaveBeenCalledOnce();

  await pass(900);
  expect(announced()).toBe("");
  await pass(200);
  expect(announced()).toBe("أُضيف المنتج إلى السلة.");
});

test("the button's data attributes are sent, also where a theme has changed them [CONF-A6] [CART-03] [API-01]", async () => {
  const fetch = answering(async () => Response.json(answer));
  button().dataset.quantity = "٣";
  button().dataset.from = "row";
  await press();
  expect(String(fetch.mock.calls[0]?.[1]?.body)).toBe("product_id=17&quantity=3&from=row");
});

test("a button without a product submits natively [CART-04]", async () => {
  const fetch = answering(async () => Response.json(answer));
  button().removeAttribute("data-product_id");
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
  await act(async () => document.querySelector("form")?.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});

test("a second add shows no second link, and the cart page shows none [CART-07]", async () => {
  answering(async () => Response.json(answer));
  await press();
  await pass(0);
  await press();
  await pass(0);
  expect(viewLinks()).toHaveLength(1);

  document.body.dataset.page = "cart";
  await press();
  await pass(0);
  expect(viewLinks()).toHaveLength(0);
});

test("a product with options leads to its page, and the button works after Back [CART-09] [CONF-A2]", async () => {
  const left = vi.spyOn(location, "assign").mockImplementation(() => {});
  const fetch = answering(async () => Response.json({ error: true, product_url: props.url }));
  await press();
  await pass(0);
  expect(left).toHaveBeenCalledWith(props.url);
  expect(button().hasAttribute("aria-busy")).toBe(false);
  await press();
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a failed call submits the form, after one retry with the same key", async () => {
  const fetch = answering(async () => {
    throw new TypeError("offline");
  });
  const submit = vi.spyOn(form(), "requestSubmit").mockImplementation(() => {});
  await press();
  await pass(0);
  const keys = fetch.mock.calls.map(([, request]) => new Headers(request?.headers).get("Idempotency-Key"));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(submit).toHaveBeenCalledExactlyOnceWith(button());
  expect(button().textContent).toContain("أضف إلى السلة");
});

test("added but not rendered counts as added; the fragments are requested until they arrive, with increasing delays", async () => {
  const replies = [{ fragments: {}, cart_hash: "h" }, { fragments: {} }, { fragments: {} }, answer];
  const fetch = answering(async () => Response.json(replies.shift()));
  const submit = vi.spyOn(form(), "requestSubmit").mockImplementation(() => {});
  await press();
  await pass(0);
  expect(button().className).toMatch(/\badded\b/);
  expect(submit).not.toHaveBeenCalled();
  expect(fetch).toHaveBeenCalledTimes(1);

  for (const [pause, calls] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
    [3999, 3],
    [1, 4],
  ] as const) {
    await pass(pause);
    expect(fetch).toHaveBeenCalledTimes(calls);
  }
  expect(fetch.mock.calls.at(-1)?.[0]).toBe("/ar/?wc-ajax=xoo_wsc_refresh_fragments");
  expect(document.querySelector("[data-region]")?.textContent).toBe("1");
  await pass(60_000);
  expect(fetch).toHaveBeenCalledTimes(4);
});

test("fragments that never arrive are requested five times", async () => {
  const fetch = answering(async () => Response.json({ fragments: {}, cart_hash: "h" }));
  await press();
  await pass(600_000);
  expect(fetch).toHaveBeenCalledTimes(1 + 5);
});

test("too many adds show a refusal for five seconds, and the form is not submitted as well [CONF-A5]", async () => {
  answering(async () => new Response("{}", { status: 429 }));
  const submit = vi.spyOn(form(), "requestSubmit").mockImplementation(() => {});
  const region = document.querySelector("[data-announce]");
  await press();
  await pass(60);
  expect(submit).not.toHaveBeenCalled();
  expect(region?.textContent).toBe("محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.");
  expect(region?.hasAttribute("data-seen")).toBe(true);
  expect(button().className).not.toContain("loading");
  expect(button().textContent).toContain("أضف إلى السلة");

  await pass(4960);
  expect(region?.textContent).toBe("");
  expect(region?.hasAttribute("data-seen")).toBe(false);
});

test("a refused second add replaces the first result, and the first announcement does not hide the reason", async () => {
  answering(async () => Response.json(answer));
  await press();
  await pass(500);
  answering(async () => new Response("{}", { status: 429 }));
  await press();
  await pass(1500);
  expect(button().className).not.toContain("added");
  expect(button().textContent).toContain("أضف إلى السلة");
  expect(viewLinks()).toHaveLength(0);
  expect(announced()).toContain("محاولات كثيرة");
});

test("clicks on different buttons are sent one after the other [CART-08]", async () => {
  const waiting: Array<(response: Response) => void> = [];
  const fetch = answering(() => new Promise((done) => waiting.push(done)));
  put({ ...props, id: "18" });
  await press();
  await press("18");
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(1);
  waiting[0]?.(Response.json(answer));
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(2);
  waiting[1]?.(Response.json(answer));
  await pass(0);
});
