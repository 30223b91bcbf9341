// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { answerCalls, settle } from "../testing/cart-island";
import { line } from "../testing/samples";
import { start } from "./cart.browser";
import { MiniCart } from "./MiniCart";

const html = (lines: Array<typeof line>) =>
  `<div data-region="mini-cart">${renderToStaticMarkup(
    <MiniCart lines={lines} subtotal={"0.00\u00a0$"} cartUrl="/ar/cart/" checkoutUrl="/ar/checkout/" />,
  )}</div>`;
const link = () => screen.getByRole<HTMLAnchorElement>("link", { name: /^إزالة المنتج/ });
const row = () => link().closest("li") as HTMLElement;
const answer = { fragments: { '[data-region="mini-cart"]': html([]) }, cart_hash: "" };

answerCalls(() => Response.json(answer));
start();

beforeEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = `${html([line])}<div data-announce></div>`;
});

test("two lines of one product differ by their options, also in their remove links [CONF-A21] [CART-19]", () => {
  document.body.innerHTML = html([
    { ...line, key: "a", detail: "فاتح، 250 غ" },
    { ...line, key: "b", detail: "داكن، 250 غ" },
  ]);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("فاتح، 250 غ");
  expect(second?.textContent).toContain("داكن، 250 غ");
  const labels = screen
    .getAllByRole("link", { name: /^إزالة المنتج/ })
    .map((one) => one.getAttribute("aria-label"));
  expect(new Set(labels).size).toBe(2);
});

test("a line of the mini cart is inert while it is being removed, and gone with the response [CART-19] [CART-20]", async () => {
  let reply = (_: Response) => {};
  const pending = new Promise<Response>((done) => (reply = done));
  // The page loads its cart by itself 200 ms after the start, and calls wait for each other.
  const calls = answerCalls((call) => (call === "remove_from_cart" ? pending : Response.json(answer)));
  await userEvent.click(link());
  expect(row().getAttribute("aria-busy")).toBe("true");
  expect(row().hasAttribute("inert")).toBe(true);
  reply(Response.json(answer));
  await settle();
  expect(document.body.textContent).toContain("سلتك فارغة");
  const removals = calls.filter(({ call }) => call === "remove_from_cart");
  expect(removals.map(({ body }) => String(body))).toEqual(["cart_item_key=a1b2"]);
});

test.each([
  ["fails", () => new Response("", { status: 500 })],
  ["brings no fragments", () => Response.json({ cart_hash: "h" })],
  ["brings empty fragments", () => Response.json({ fragments: {}, cart_hash: "h" })],
])("when the call %s, the mini cart's link is followed [CART-21]", async (_, reply) => {
  answerCalls(reply);
  const followed = vi.spyOn(location, "assign").mockImplementation(() => {});
  const { href } = link();
  await userEvent.click(link());
  await settle();
  expect(followed).toHaveBeenCalledWith(href);
});

test("after a rate limit the line stays, active again, and the link is not followed", async () => {
  answerCalls(() => new Response("{}", { status: 429 }));
  const followed = vi.spyOn(location, "assign").mockImplementation(() => {});
  await userEvent.click(link());
  const announced = document.querySelector("[data-announce]");
  await vi.waitFor(() => expect(announced?.textContent).toContain("محاولات كثيرة"));
  expect(followed).not.toHaveBeenCalled();
  expect(row().hasAttribute("inert")).toBe(false);
  expect(row().getAttribute("aria-busy")).toBe("false");
  expect(document.activeElement).toBe(link());
});
