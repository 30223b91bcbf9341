// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderRegion } from "../renderer/render";
import { login, subscriptions } from "../testing/account-samples";
import { bundle } from "../testing/bundle-samples";
import { addMethod, checkoutPage, orderPay, received } from "../testing/checkout-samples";
import { card, cartPage, countdownAt, home, layout, message, product, sideCart } from "../testing/samples";
import { type PageSample, renderPageOnly } from "../testing/whole";
import { hydrate } from "./islands";

const ISLANDS = Object.keys(import.meta.glob("../*/*.island.tsx")).map((path) =>
  path.replace("../", "").replace(".island.tsx", ""),
);

const countdown = countdownAt(Date.now());

const PAGES: Array<[what: string, ...PageSample]> = [
  ["home", "catalog/HomePage", home],
  [
    "home with a sale that ends",
    "catalog/HomePage",
    { ...home, shelves: home.shelves.map((shelf) => ({ ...shelf, cards: [{ ...card, countdown }] })) },
  ],
  ["product", "catalog/ProductPage", product],
  ["bundle", "catalog/ProductPage", { ...product, buy: null, bundle }],
  [
    "product that is sold out",
    "catalog/ProductPage",
    { ...product, buy: null, countdown, availability: "sold-out" },
  ],
  ["cart", "cart/CartPage", cartPage],
  ["login", "accounts/AuthPage", login],
  ["subscriptions", "accounts/SubscriptionsPage", subscriptions],
  ["checkout", "checkout/CheckoutPage", checkoutPage],
  ["order to be paid", "checkout/OrderPayPage", orderPay],
  ["payment that is being confirmed", "checkout/OrderConfirmationPage", { ...received, kind: "confirming" }],
  ["new payment method", "checkout/AddPaymentMethodPage", addMethod],
  ["not found", "content/MessagePage", { ...message, kind: "not-found" }],
];

const seen = new Set<string>();

beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
  vi.stubGlobal("fetch", async () => new Response("{}", { headers: { date: new Date().toUTCString() } }));
});
afterEach(() => {
  document.body.innerHTML = "";
});

async function hydrateAll(html: string): Promise<void> {
  document.body.innerHTML = html;
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
    await hydrate(island);
    seen.add(island.dataset.island ?? "");
  }
  // Effects, and what they set.
  await new Promise((done) => setTimeout(done, 30));
  expect(console.error).not.toHaveBeenCalled();
}

test.each(PAGES)(
  "the islands of this page hydrate from the server's HTML without a warning: %s",
  async (_, component, props) => {
    await hydrateAll(renderPageOnly(component, props, layout));
  },
);

test("the side cart hydrates from the server's HTML without a warning", async () => {
  await hydrateAll(renderRegion({ key: "side-cart", component: "cart/SideCart", props: sideCart }));
});

// Whatever is added to the shop is to be added above.
afterAll(() => expect(ISLANDS.filter((name) => !seen.has(name))).toEqual([]));
