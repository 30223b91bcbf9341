// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProductCard } from "../catalog/ProductCard";
import { card } from "../testing/samples";
import { startAddButtons } from "./add-buttons";

const answer = {
  fragments: { '[data-region="cart-button"]': '<div data-region="cart-button">1</div>' },
  cart_hash: "h",
};
const button = () => document.querySelector(".add_to_cart_button") as HTMLButtonElement;
const form = () => button().form as HTMLFormElement;

/** A press of the button; happy-dom does not name the submitter itself. */
function press() {
  form().dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button() }));
}

function answering(reply: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(reply);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

startAddButtons();

beforeEach(() => {
  vi.useFakeTimers();
  document.body.dataset.page = "home";
  document.body.innerHTML = `<div data-region="cart-button">0</div>${renderToStaticMarkup(<ProductCard {...card} />)}
    <div data-announce></div>`;
});
afterEach(() => vi.useRealTimers());

test("an add button works, says so, and is announced a second later [CART-03, CART-05, CART-06, CART-11, CART-12]", async () => {
  const fetch = answering(async () => Response.json(answer));
  const spoken = vi.fn();
  document.body.addEventListener("added_to_cart", spoken, { once: true });
  button().classList.add("added");

  press();
  expect(button().className).toContain("loading");
  expect(button().className).not.toContain("added");
  expect(button().getAttribute("aria-busy")).toBe("true");

  await vi.advanceTimersByTimeAsync(0);
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/ar/?wc-ajax=add_to_cart");
  expect(String(request?.body)).toBe("product_id=17&quantity=1");
  expect(new Headers(request?.headers).get("Idempotency-Key")).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(button().className).toMatch(/\badded\b/);
  expect(button().hasAttribute("aria-busy")).toBe(false);
  expect(button().nextElementSibling?.getAttribute("href")).toBe("/ar/cart/");
  expect(button().nextElementSibling?.textContent).toBe("عرض السلة");
  expect(document.querySelector("[data-region]")?.textContent).toBe("1");
  expect(spoken).toHaveBeenCalledOnce();

  const announced = () => document.querySelector("[data-announce]")?.textContent;
  await vi.advanceTimersByTimeAsync(900);
  expect(announced()).toBe("");
  await vi.advanceTimersByTimeAsync(200);
  expect(announced()).toBe("أُضيف المنتج إلى السلة.");
});

test("a second add places no second link, and the cart page gets none [CART-07]", async () => {
  answering(async () => Response.json(answer));
  press();
  await vi.advanceTimersByTimeAsync(0);
  press();
  await vi.advanceTimersByTimeAsync(0);
  expect(document.querySelectorAll(".added_to_cart")).toHaveLength(1);

  document.querySelector(".added_to_cart")?.remove();
  document.body.dataset.page = "cart";
  press();
  await vi.advanceTimersByTimeAsync(0);
  expect(document.querySelectorAll(".added_to_cart")).toHaveLength(0);
});

test("a shop that cannot be reached gets the form, after one more try under the same key", async () => {
  const fetch = answering(async () => {
    throw new TypeError("offline");
  });
  const submit = vi.spyOn(form(), "submit").mockImplementation(() => {});

  press();
  await vi.advanceTimersByTimeAsync(0);

  const keys = fetch.mock.calls.map(([, request]) => new Headers(request?.headers).get("Idempotency-Key"));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(submit).toHaveBeenCalledOnce();
  expect(button().textContent).toContain("أضف إلى السلة");
});

test("added but not drawn is added; the drawing is asked for until it comes, ever more patiently", async () => {
  const replies = [{ fragments: {}, cart_hash: "h" }, { fragments: {} }, { fragments: {} }, answer];
  const fetch = answering(async () => Response.json(replies.shift()));
  const submit = vi.spyOn(form(), "submit").mockImplementation(() => {});

  press();
  await vi.advanceTimersByTimeAsync(0);
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
    await vi.advanceTimersByTimeAsync(pause);
    expect(fetch).toHaveBeenCalledTimes(calls);
  }
  expect(fetch.mock.calls.at(-1)?.[0]).toBe("/ar/?wc-ajax=xoo_wsc_refresh_fragments");
  expect(document.querySelector("[data-region]")?.textContent).toBe("1");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(4);
});

test("a drawing that never comes is asked for five times", async () => {
  const fetch = answering(async () => Response.json({ fragments: {}, cart_hash: "h" }));
  press();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetch).toHaveBeenCalledTimes(1 + 5);
});

test("too many adds are refused in words, and the form is not tried as well", async () => {
  answering(async () => new Response("{}", { status: 429 }));
  const submit = vi.spyOn(form(), "submit").mockImplementation(() => {});
  const region = document.querySelector("[data-announce]");

  press();
  await vi.advanceTimersByTimeAsync(60);

  expect(submit).not.toHaveBeenCalled();
  expect(region?.textContent).toBe("محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.");
  expect(region?.hasAttribute("data-seen")).toBe(true);
  expect(button().className).not.toContain("loading");
  expect(button().textContent).toContain("أضف إلى السلة");

  await vi.advanceTimersByTimeAsync(10_000);
  expect(region?.textContent).toBe("");
  expect(region?.hasAttribute("data-seen")).toBe(false);
});

test("a refused second add unsays the first, and what the first has to announce does not hide why", async () => {
  answering(async () => Response.json(answer));
  press();
  await vi.advanceTimersByTimeAsync(500);
  answering(async () => new Response("{}", { status: 429 }));
  press();
  await vi.advanceTimersByTimeAsync(1500);
  expect(button().className).not.toContain("added");
  expect(button().textContent).toContain("أضف إلى السلة");
  expect(document.querySelector(".added_to_cart")).toBeNull();
  expect(document.querySelector("[data-announce]")?.textContent).toContain("محاولات كثيرة");
});

test("a link with a product is an add button, and one without stays a link [CART-03] [CART-04]", async () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<a class="button add_to_cart_button" href="?add-to-cart=26" data-product_id="26" data-quantity="3">Add</a>
     <a class="button add_to_cart_button" id="plain" href="#there">Read</a>`,
  );
  const fetch = answering(async () => Response.json(answer));
  const link = document.querySelector("a[data-product_id]") as HTMLAnchorElement;
  const click = (target: Element) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };

  expect(click(link)).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(String(fetch.mock.calls[0]?.[1]?.body)).toBe("product_id=26&quantity=3");
  expect(link.className).toMatch(/\badded\b/);
  expect(document.querySelector("[data-region]")?.textContent).toBe("1");

  expect(click(document.querySelector("#plain") as Element)).toBe(false);
  expect(fetch).toHaveBeenCalledOnce();
});

test.each([
  ["plain text", "المتوفر 3 فقط.", "المتوفر 3 فقط."],
  ["several elements", "<p>نفدت الكمية.</p><p>اختر غيره.</p>", "نفدت الكمية.اختر غيره."],
])("a refusal of %s is shown whole [CART-39]", async (_, notice, text) => {
  document.body.insertAdjacentHTML(
    "beforeend",
    '<form class="cart"><button name="add-to-cart" value="26">Add</button></form>',
  );
  answering(async () => Response.json({ ...answer, error: true, notice }));
  const form = document.querySelector("form.cart") as HTMLFormElement;
  const submitter = form.querySelector("button");
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
  await vi.advanceTimersByTimeAsync(0);
  const place = document.querySelector("[data-cart-refusal]");
  expect(place?.textContent).toBe(text);
  expect(place?.getAttribute("role")).toBe("alert");
  // The cart that came with it is shown as well.
  expect(document.querySelector("[data-region]")?.textContent).toBe("1");
});

test("two presses of different buttons are sent one after the other [CART-08]", async () => {
  const waiting: Array<(response: Response) => void> = [];
  const fetch = answering(() => new Promise((done) => waiting.push(done)));
  document.body.insertAdjacentHTML("beforeend", renderToStaticMarkup(<ProductCard {...card} id="18" />));

  press();
  const other = document.querySelector<HTMLButtonElement>("[data-product_id='18']");
  other?.form?.dispatchEvent(
    new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: other }),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(1);

  waiting[0]?.(Response.json(answer));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(2);
});
