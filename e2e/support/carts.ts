import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";
import type { Product } from "./products";
import { t } from "./texts";

export const CART = "/ar/cart/";
export const ADD = "wc-ajax=add_to_cart";
/** The same from a product form. */
export const FORM_ADD = "wc-ajax=xoo_wsc_add_to_cart";
export const REMOVE = "wc-ajax=remove_from_cart";
export const REFRESH = "wc-ajax=xoo_wsc_refresh_fragments";

export const isCall = (call: string) => (url: URL) => url.search.includes(call);

/** The header's cart link, with the given number of products in its label. */
export const cartButton = (page: Page, count: number): Locator =>
  page.getByRole("banner").getByRole("link", { name: t("cart.button", { count }), exact: true });

export const card = (page: Page, product: Product): Locator =>
  page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.getByRole("link", { name: product.name, exact: true }) })
    .first();

/** The add button of a card. Its label changes while it is busy, so it is found by its position. */
export const cardButton = (page: Page, product: Product): Locator =>
  card(page, product).locator("form:not([data-heart])").getByRole("button");

/** The button of the product page. */
export const buyButton = (page: Page): Locator =>
  page.getByRole("main").locator("form.cart .add_to_cart_button");

export const miniCart = (page: Page): Locator => page.locator("[data-region=mini-cart]");
export const sideCart = (page: Page): Locator => page.getByRole("dialog", { name: t("cart.yours") });

/** A product's line in the mini cart, the side cart or the cart page. */
export const lineIn = (place: Locator, product: Product): Locator =>
  place
    .getByRole("listitem")
    .filter({ has: place.page().getByRole("link", { name: product.name, exact: true }) });

/** A row of totals, found by its term. The amount is the row's definition. */
export const sumRow = (place: Locator, name: string | RegExp): Locator =>
  place.locator("dl > div").filter({ has: place.page().getByRole("term").filter({ hasText: name }) });

export const removeLink = (place: Locator, product: Product): Locator =>
  place.getByRole("link", { name: t("cart.remove-named", { name: product.name }), exact: true });

/** The product id in the form of a product page. */
export const idIn = (html: string): string => /name="product_id" value="(\d+)"/.exec(html)?.[1] ?? "";

/** Adds products to the visitor's cart by plain form posts, like a browser without script. */
export async function fillCart(page: Page, ...products: Array<Product>): Promise<void> {
  for (const product of products) {
    const id = idIn(await (await page.request.get(product.path)).text());
    const answer = await page.request.post(product.path, { form: { "add-to-cart": id, quantity: "1" } });
    expect(answer.url(), `${product.name} was added (${answer.status()})`).toContain("?added=");
  }
}

/** Holds a call until it is released, and records the requests. */
export class HeldCall {
  readonly requests: Array<Request> = [];
  #waiting: Array<() => void> = [];

  static async on(page: Page, call: string): Promise<HeldCall> {
    const held = new HeldCall();
    await page.route(isCall(call), (route) => held.#hold(route));
    return held;
  }

  async #hold(route: Route): Promise<void> {
    this.requests.push(route.request());
    await new Promise<void>((go) => this.#waiting.push(go));
    await route.continue();
  }

  /** Waits until a request is held, and releases it. */
  async letGo(): Promise<void> {
    await expect.poll(() => this.#waiting.length).toBeGreaterThan(0);
    this.#waiting.shift()?.();
  }
}

/** The settings of the side cart: a gallery has a `settings` property too. */
const SETTINGS = /"settings":\{[^{}]*"autoOpen"[^{}]*\}/;

/** Serves pages with changed cart settings. */
export async function serveSettings(page: Page, change: Record<string, unknown>): Promise<void> {
  const merge = (text: string) =>
    text.replace(SETTINGS, (found) => {
      const settings = JSON.parse(found.slice('"settings":'.length));
      return `"settings":${JSON.stringify({ ...settings, ...change })}`;
    });
  await page.route(
    (url) => url.pathname.startsWith("/ar/"),
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const answer = await route.fetch({ maxRedirects: 0 });
      await route.fulfill({ response: answer, body: merge(await answer.text()) });
    },
  );
}

/** Prevents the drawer from opening after an add, for tests of the page behind it. */
export const stayClosed = (page: Page): Promise<void> => serveSettings(page, { autoOpen: false });
