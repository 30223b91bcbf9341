import { vi } from "vitest";
import { sendPendingQuantities } from "../cart/quantities";
import type { CartContentsView, SideCartView } from "../generated/cart";
import { renderRegion } from "../renderer/render";
import { hydrate } from "../runtime/islands";
import { cartSettings, sideCart } from "./samples";

/** A cart island: its component, its region, and props. */
type CartIsland =
  | [component: "cart/CartContents", region: "cart-page", props: CartContentsView]
  | [component: "cart/SideCart", region: "side-cart", props: SideCartView];

const script = (props: object) =>
  `<script type="application/json">${JSON.stringify(props).replaceAll("<", "\\u003c")}</script>`;

/** A response of the cart's calls with these props. */
export const answerWith = (contents: object, side: object = {}) => ({
  fragments: {
    '[data-region="cart-page"] > script': script(contents),
    '[data-region="side-cart"] > script': script({ ...sideCart, ...side }),
  },
  cart_hash: "h",
});

/** Waits for pending promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
}

/** Advances the fake clock. */
export async function pass(time: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(time);
  await settle();
}

/** Inserts an island as the server renders it, and hydrates it. */
export async function openIsland(...[component, region, props]: CartIsland): Promise<HTMLElement> {
  const settings =
    region === "side-cart"
      ? ""
      : `<div data-island="x" data-region="side-cart">${script({ settings: cartSettings })}</div>`;
  document.body.innerHTML = `${settings}${renderRegion({ key: region, component, props })}<div data-announce></div>`;
  const island = document.querySelector<HTMLElement>(`[data-region=${region}]`) as HTMLElement;
  // Not in act(), which defers the work that hydration waits for.
  await hydrate(island);
  // React's scheduler uses the real clock.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  // Testing Library calls this to advance a fake clock.
  vi.stubGlobal("jest", { advanceTimersByTime: (time: number) => vi.advanceTimersByTime(time) });
  return island;
}

let release = () => {};

/** Answers calls by name and records the requests. */
export function answerCalls(reply: (call: string, body: URLSearchParams) => Response | Promise<Response>) {
  const calls: Array<{ call: string; body: URLSearchParams; keepalive?: boolean }> = [];
  const released = new Promise<Response>((done) => {
    release = () => done(Response.json({}));
  });
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async (url, request) => {
      const call = String(url).split("wc-ajax=")[1] ?? String(url);
      const body = new URLSearchParams(request?.body as URLSearchParams);
      calls.push({ call, body, keepalive: request?.keepalive });
      return Promise.race([reply(call, body), released]);
    }),
  );
  return calls;
}

/** Cleans up after a test: nothing is pending any more. */
export async function closeIsland(): Promise<void> {
  release();
  answerCalls(() => Response.json({}));
  void sendPendingQuantities();
  await settle();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = "";
}
