// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AddNotice } from "./AddNotice";
import { cartState, setCartState } from "./cart-state";
import { useAddToCart } from "./use-add-to-cart";

const answer = {
  fragments: { '[data-region="cart-button"]': '<div data-region="cart-button">1</div>' },
  cart_hash: "h",
};

function ProductForm() {
  const { status, notice, add, reset } = useAddToCart();
  return (
    <form className="cart" onSubmit={add}>
      <AddNotice notice={notice} />
      <button type="submit" name="add-to-cart" value="26">
        {status}
      </button>
      <button type="button" onClick={reset}>
        reset
      </button>
    </form>
  );
}

const button = (name: string) => screen.getByRole("button", { name });

/** Submits the form; happy-dom does not set the submitter itself. */
const press = () =>
  act(async () => {
    const submitter = screen.getAllByRole("button")[0];
    submitter
      ?.closest("form")
      ?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
  });

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

function answering(reply: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(reply);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  setCartState({ isSideCartOpen: false, sideNotice: null });
  render(<ProductForm />);
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test("an add goes from idle over loading to added, and a second click meanwhile is ignored [CART-05] [CART-06] [CART-34]", async () => {
  let reply = (_: Response) => {};
  const fetch = answering(() => new Promise((done) => (reply = done)));
  await press();
  expect(button("loading")).toBeTruthy();
  await press();
  reply(Response.json(answer));
  await pass(0);
  expect(button("added")).toBeTruthy();
  expect(fetch).toHaveBeenCalledOnce();
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/ar/?wc-ajax=xoo_wsc_add_to_cart");
  expect((request?.body as FormData | undefined)?.get("add-to-cart")).toBe("26");
});

test.each([
  ["plain text", "المتوفر 3 فقط.", "المتوفر 3 فقط."],
  ["several elements", "<p>نفدت الكمية.</p><p>اختر غيره.</p>", "نفدت الكمية. اختر غيره."],
])(
  "a refusal of %s is shown completely, for the notification time [CART-39] [CART-48] [CONF-A5]",
  async (_, notice, text) => {
    answering(async () => Response.json({ error: true, notice }));
    await press();
    await pass(0);
    expect(button("refused")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toBe(text);
    await pass(5000);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(button("idle")).toBeTruthy();
  },
);

test("a refusal off the screen is scrolled to, 100 px below the top, within a second [CONF-A3] [CART-49]", async () => {
  answering(async () => Response.json({ error: true, notice: "نفدت الكمية." }));
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, -700, 300, 50));
  vi.spyOn(window, "scrollY", "get").mockReturnValue(900);
  const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  await press();
  await pass(1100);
  expect(scrolled).toHaveBeenLastCalledWith({ top: 100, behavior: "instant" });
  vi.mocked(Element.prototype.getBoundingClientRect).mockRestore();
});

test("while the side cart is open a refusal is shown in it, and not on the page behind it [CONF-A3] [CART-49]", async () => {
  let reply = (_: Response) => {};
  answering(() => new Promise((done) => (reply = done)));
  await press();
  setCartState({ isSideCartOpen: true });
  reply(Response.json({ error: true, notice: "نفدت الكمية." }));
  await pass(0);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(cartState().sideNotice).toEqual({ kind: "error", text: "نفدت الكمية." });
  expect(button("idle")).toBeTruthy();
  await pass(5000);
  expect(cartState().sideNotice).toBeNull();
});

test("a button that has led to another page works again after Back [CONF-A2] [CART-05]", async () => {
  const left = vi.spyOn(location, "assign").mockImplementation(() => {});
  const fetch = answering(async () => Response.json({ error: true, product_url: "/ar/product/x/" }));
  await press();
  await pass(0);
  expect(left).toHaveBeenCalledWith("/ar/product/x/");
  expect(button("idle")).toBeTruthy();
  await press();
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a page left while an add runs comes back with a button that works [CONF-A2]", async () => {
  answering(() => new Promise(() => {}));
  await press();
  expect(button("loading")).toBeTruthy();
  await act(async () => {
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  });
  expect(button("idle")).toBeTruthy();
});

test("the result of an add is not shown for another choice made meanwhile [CONF-A17]", async () => {
  answering(async () => Response.json(answer));
  await press();
  await act(async () => button("reset").click());
  await pass(0);
  expect(button("idle")).toBeTruthy();
});
