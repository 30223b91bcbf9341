// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PurchaseView } from "../generated/checkout";
import type { TagsView } from "../generated/edge";

const tag = (id: string) => ({ id, scriptUrl: `https://${id.toLowerCase()}.example/t.js` });
const all: TagsView = {
  analytics: tag("A1"),
  tagManager: tag("M2"),
  pixel: tag("P3"),
  search: tag("S4"),
};
const none: TagsView = { analytics: null, tagManager: null, pixel: null, search: null };

const purchase: PurchaseView = {
  number: "8812",
  value: "90.00",
  tax: "0.00",
  shipping: "5.00",
  currency: "USD",
  coupon: "",
  items: [{ id: "26", name: "عسل سدر", quantity: "2", price: "45.00" }],
  tags: all,
};

type Globals = { dataLayer?: Array<unknown>; fbq?: { queue: Array<Array<unknown>> } };
const globals = globalThis as Globals;
type HappyWindow = { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } };

beforeEach(() => {
  vi.resetModules();
  // The services do not exist.
  (window as unknown as HappyWindow).happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  localStorage.clear();
  delete globals.dataLayer;
  delete globals.fbq;
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});
afterEach(() => vi.restoreAllMocks());

async function start(tags: TagsView, bought: PurchaseView | null = null) {
  const events = await import("../runtime/shop-events");
  const { startTags } = await import("./analytics");
  return { ...events, start: () => startTags(tags, "/ar/checkout/", bought) };
}

const loaded = () =>
  [...document.head.querySelectorAll("script[src]")].map((script) => script.getAttribute("src"));
/** Calls of gtag are `arguments` objects. */
const reported = () =>
  (globals.dataLayer ?? [])
    .map((entry) => Array.from(entry as ArrayLike<unknown>))
    .filter(([kind]) => kind === "event");

// First, because each test's page is the same document, whose listeners stay.
test("the click on a link to the checkout begins it", async () => {
  document.body.innerHTML = '<a href="/ar/checkout/">إتمام الطلب</a><a href="/ar/shop/">المتجر</a>';
  (await start(all)).start();
  for (const link of document.querySelectorAll("a")) {
    link.addEventListener("click", (event) => event.preventDefault());
    link.click();
  }
  expect(reported().map(([, name]) => name)).toEqual(["begin_checkout"]);
});

test("each configured service is loaded with its id, and none without [SITE-37] [SITE-38]", async () => {
  (await start(none)).start();
  expect(loaded()).toEqual([]);
  vi.resetModules();
  (await start(all)).start();
  expect(loaded()).toEqual([
    "https://a1.example/t.js?id=A1",
    "https://m2.example/t.js?id=M2",
    "https://p3.example/t.js",
    "https://s4.example/t.js?id=S4",
  ]);
  expect(globals.fbq?.queue[0]).toEqual(["init", "P3"]);
});

test("an added product is reported to all services, also if they are loaded later [ATTR-17]", async () => {
  const { reportEvent, start: run } = await start(all);
  reportEvent({ name: "add_to_cart", items: [{ id: "26", quantity: 2 }] });
  run();
  expect(reported()).toEqual([
    [
      "event",
      "add_to_cart",
      { items: [{ item_id: "26", item_name: undefined, price: undefined, quantity: 2 }] },
    ],
  ]);
  expect(globals.dataLayer).toContainEqual(expect.objectContaining({ event: "add_to_cart" }));
  expect(globals.fbq?.queue.at(-1)?.slice(0, 2)).toEqual(["track", "AddToCart"]);
});

test("a purchase is reported once, a reload does not repeat it [ATTR-17] [ATTR-18]", async () => {
  (await start(all, purchase)).start();
  const [, name, details] = reported()[0] ?? [];
  expect(name).toBe("purchase");
  expect(details).toMatchObject({ transaction_id: "8812", value: 90, currency: "USD", shipping: 5 });
  expect(globals.fbq?.queue.at(-1)).toMatchObject(["track", "Purchase", {}, { eventID: "8812" }]);
  vi.resetModules();
  delete globals.dataLayer;
  (await start(all, purchase)).start();
  expect(reported()).toEqual([]);
  vi.resetModules();
  (await start(all, { ...purchase, number: "8813" })).start();
  expect(reported()).toHaveLength(1);
});

test("a browser without storage reports no purchase, so that a reload cannot repeat it [ATTR-18]", async () => {
  const denied = () => {
    throw new DOMException("denied");
  };
  vi.stubGlobal("localStorage", { getItem: denied, setItem: denied });
  (await start(all, purchase)).start();
  expect(reported()).toEqual([]);
  vi.unstubAllGlobals();
});

test("a product page reports its view, with the price of the page", async () => {
  const product = {
    "@type": "Product",
    name: "عسل سدر",
    sku: "H1",
    offers: { price: "45.00", priceCurrency: "USD" },
  };
  document.head.innerHTML = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
  document.body.innerHTML = '<form class="cart"><button name="add-to-cart" value="26"></button></form>';
  const { reportEvent, start: run } = await start(all);
  run();
  expect(reported()[0]).toMatchObject(["event", "view_item", { value: 45, currency: "USD" }]);
  reportEvent({ name: "add_to_cart", items: [{ id: "26", quantity: 3 }] });
  expect(reported()[1]).toMatchObject([
    "event",
    "add_to_cart",
    { items: [{ item_id: "26", item_name: "عسل سدر", price: 45, quantity: 3 }] },
  ]);
});

test("scripts may be added from the configured origins only", async () => {
  const createPolicy = vi.fn();
  vi.stubGlobal("trustedTypes", { createPolicy });
  (await start({ ...none, pixel: tag("P3") })).start();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("default");
  expect(rules.createScriptURL("https://p3.example/more.js")).toBe("https://p3.example/more.js");
  expect(rules.createScriptURL("https://elsewhere.example/x.js")).toBeNull();
  vi.unstubAllGlobals();
});
