// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { line } from "../testing/samples";
import { MiniCart } from "./MiniCart";
import { startRemoveLinks } from "./remove-links";

const link = () => document.querySelector("a.remove") as HTMLAnchorElement;
const settle = () => new Promise((done) => setTimeout(done, 5));
const draw = (lines: Array<typeof line>) =>
  `<div data-region="mini-cart">${renderToStaticMarkup(
    <MiniCart lines={lines} subtotal={"0.00\u00a0$"} cartUrl="/ar/cart/" />,
  )}</div>`;

startRemoveLinks();

beforeEach(() => {
  document.body.innerHTML = draw([line]);
});

test("the line is blocked while it goes, and is gone with the answer [CART-19] [CART-20]", async () => {
  const fetch = vi.fn(async () =>
    Response.json({ fragments: { '[data-region="mini-cart"]': draw([]) }, cart_hash: "" }),
  );
  vi.stubGlobal("fetch", fetch);
  const row = link().closest("[data-cart-line]");

  link().click();
  expect(row?.getAttribute("aria-busy")).toBe("true");
  expect(row?.hasAttribute("inert")).toBe(true);
  await settle();

  expect(fetch).toHaveBeenCalledWith("/ar/?wc-ajax=remove_from_cart", expect.anything());
  expect(String((fetch.mock.calls[0] as unknown as [string, RequestInit])[1].body)).toBe(
    "cart_item_key=a1b2",
  );
  expect(document.body.textContent).toContain("سلتك فارغة");
});

test.each([
  ["fails", async () => new Response("", { status: 500 })],
  ["brings no fragments", async () => Response.json({ cart_hash: "h" })],
  ["brings empty fragments", async () => Response.json({ fragments: {}, cart_hash: "h" })],
])("when the call %s, the link is followed [CART-21]", async (_, reply) => {
  vi.stubGlobal("fetch", vi.fn(reply));
  const followed = vi.spyOn(location, "assign").mockImplementation(() => {});
  const { href } = link();

  link().click();
  await settle();

  expect(followed).toHaveBeenCalledWith(href);
});

test("when there were too many calls the line stays, free again, and the link is not followed", async () => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("{}", { status: 429 })),
  );
  const followed = vi.spyOn(location, "assign").mockImplementation(() => {});
  document.body.insertAdjacentHTML("beforeend", "<div data-announce></div>");

  link().click();
  await settle();

  expect(followed).not.toHaveBeenCalled();
  expect(link().closest("[data-cart-line]")?.hasAttribute("inert")).toBe(false);
  expect(link().closest("[data-cart-line]")?.hasAttribute("aria-busy")).toBe(false);
  expect(document.activeElement).toBe(link());
  await new Promise((done) => setTimeout(done, 60));
  expect(document.querySelector("[data-announce]")?.textContent).toContain("محاولات كثيرة");
});
