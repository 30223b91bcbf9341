// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cartState, setCartState } from "./cart-state";
import { setQuantity as wantQuantity } from "./quantities";

/** Advances past the delay. */
async function setQuantity(line: string, quantity: string) {
  const outcome = wantQuantity(line, quantity);
  await vi.advanceTimersByTimeAsync(500);
  return outcome;
}

const rendered = {
  fragments: { '[data-region="cart-button"]': '<div data-region="cart-button">5</div>' },
  cart_hash: "h",
};
const calls = (fetch: ReturnType<typeof answering>) =>
  fetch.mock.calls.map(([url]) => String(url).split("wc-ajax=")[1]);

function answering(reply: (url: string) => Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async (url) => reply(String(url)));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

beforeEach(() => {
  vi.useFakeTimers();
  setCartState({ fresh: false, problem: null });
  document.body.innerHTML = '<div data-region="cart-button">0</div><div data-announce></div>';
});
afterEach(() => vi.useRealTimers());

test("a quantity that is saved but not rendered is no failure: the fragments are requested a second later", async () => {
  const fetch = answering((url) => Response.json(url.includes("update_item") ? { fragments: {} } : rendered));

  await setQuantity("a1b2", "5");
  expect(calls(fetch)).toEqual(["xoo_wsc_update_item_quantity"]);
  expect(cartState().problem).toBeNull();

  await vi.advanceTimersByTimeAsync(1000);
  expect(calls(fetch)).toEqual(["xoo_wsc_update_item_quantity", "xoo_wsc_refresh_fragments"]);
  expect(document.querySelector("[data-region]")?.textContent).toBe("5");
  expect(cartState().fresh).toBe(true);
});

test("a newer change with fragments ends the retries", async () => {
  const replies = [{ fragments: {} }, rendered];
  const fetch = answering(() => Response.json(replies.shift()));
  await setQuantity("a1b2", "4");
  await setQuantity("a1b2", "5");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("too many changes are reported in the drawer when it is open, else over the page", async () => {
  answering((url) =>
    url.includes("update_item") ? new Response("{}", { status: 429 }) : Response.json(rendered),
  );
  await setQuantity("a1b2", "5");
  await vi.advanceTimersByTimeAsync(60);
  expect(document.querySelector("[data-announce]")?.textContent).toContain("محاولات كثيرة");
  expect(cartState().sideNotice).toBeNull();

  setCartState({ isSideCartOpen: true });
  await setQuantity("a1b2", "5");
  expect(cartState().sideNotice?.text).toContain("محاولات كثيرة");
});
