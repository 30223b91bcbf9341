import type { PurchaseView } from "../generated/checkout";
import type { TagsView, TagView } from "../generated/edge";
import { allowScriptsFrom, loadScript } from "../runtime/load-script";
import { onShopEvent, reportEvent, type ShopEvent, type ShopItem } from "../runtime/shop-events";

type Layer = Array<unknown>;
type Pixel = {
  (...call: Array<unknown>): void;
  queue: Array<unknown>;
  callMethod?: (...call: Array<unknown>) => void;
};
type Globals = { dataLayer?: Layer; gtag?: (...call: Array<unknown>) => void; fbq?: Pixel; _fbq?: Pixel };

const globals = globalThis as Globals;

/** The pixel's names of the events. */
const PIXEL_NAMES: Record<ShopEvent["name"], string> = {
  view_item: "ViewContent",
  add_to_cart: "AddToCart",
  begin_checkout: "InitiateCheckout",
  purchase: "Purchase",
};

const withId = ({ scriptUrl, id }: TagView) => `${scriptUrl}?id=${encodeURIComponent(id)}`;

function startAnalytics(tag: TagView): void {
  globals.dataLayer ??= [];
  globals.gtag = function gtag() {
    // biome-ignore lint/complexity/noArguments: the service distinguishes calls from other entries by this object
    globals.dataLayer?.push(arguments);
  };
  globals.gtag("js", new Date());
  globals.gtag("config", tag.id);
  loadScript(withId(tag));
}

function startTagManager(tag: TagView): void {
  globals.dataLayer ??= [];
  globals.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
  loadScript(withId(tag));
}

function startPixel(tag: TagView): void {
  const pixel: Pixel = Object.assign(
    (...call: Array<unknown>) => {
      if (pixel.callMethod) pixel.callMethod(...call);
      else pixel.queue.push(call);
    },
    { queue: [], loaded: true, version: "2.0" },
  );
  globals.fbq = pixel;
  globals._fbq = pixel;
  pixel("init", tag.id);
  pixel("track", "PageView");
  loadScript(tag.scriptUrl);
}

function send(tags: TagsView, { name, items, ...event }: ShopEvent): void {
  const details = {
    ...event,
    items: items.map(({ id, name, price, quantity }) => ({ item_id: id, item_name: name, price, quantity })),
  };
  if (tags.analytics) globals.gtag?.("event", name, details);
  if (tags.tagManager) globals.dataLayer?.push({ event: name, ecommerce: details });
  if (tags.pixel)
    globals.fbq?.(
      "track",
      PIXEL_NAMES[name],
      {
        content_ids: items.map(({ id }) => id),
        content_type: "product",
        value: event.value,
        currency: event.currency,
      },
      event.transaction_id ? { eventID: event.transaction_id } : {},
    );
}

type Described = { "@type"?: string; productID?: string; sku?: string; name?: string; offers?: unknown };

/** The product of the page, from its data for search engines. */
export function pageProduct(): { item: ShopItem; currency?: string } | null {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const data: Described = JSON.parse(script.textContent || "{}");
    if (data["@type"] !== "Product" && data["@type"] !== "ProductGroup") continue;
    const offers = [data.offers].flat()[0] as
      | { price?: string; lowPrice?: string; priceCurrency?: string }
      | undefined;
    const price = Number(offers?.price ?? offers?.lowPrice);
    const form = document.querySelector<HTMLButtonElement>('form.cart [name="add-to-cart"]');
    const id = form?.value || data.sku || "";
    const item: ShopItem = { id, name: data.name, quantity: 1 };
    if (price) item.price = price;
    return { item, currency: offers?.priceCurrency };
  }
  return null;
}

const REPORTED = "matjar_purchases";
const MAX_REPORTED = 20;

/** Each order is reported once. Without storage none is: a reload would report it again. */
function isFirstReport(number: string): boolean {
  try {
    const reported: Array<string> = JSON.parse(localStorage.getItem(REPORTED) ?? "[]");
    if (reported.includes(number)) return false;
    localStorage.setItem(REPORTED, JSON.stringify([number, ...reported].slice(0, MAX_REPORTED)));
    return true;
  } catch {
    return false;
  }
}

function reportPurchase({ number, value, tax, shipping, currency, coupon, items }: PurchaseView): void {
  if (!isFirstReport(number)) return;
  reportEvent({
    name: "purchase",
    transaction_id: number,
    value: Number(value),
    tax: Number(tax),
    shipping: Number(shipping),
    currency,
    coupon,
    items: items.map(({ id, name, quantity, price }) => ({
      id,
      name,
      quantity: Number(quantity),
      price: Number(price),
    })),
  });
}

/** The checkout loads no scripts of other services, so it begins with the click on its link. */
function followCheckoutLinks(checkoutUrl: string): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (link?.pathname === checkoutUrl && link.origin === location.origin)
      reportEvent({ name: "begin_checkout", items: [] });
  });
}

/** Loads the configured services and reports the shop's events to them. */
export function startTags(tags: TagsView, checkoutUrl: string, purchase: PurchaseView | null): void {
  const used = Object.values(tags).filter((tag): tag is TagView => tag !== null);
  allowScriptsFrom(used.map(({ scriptUrl }) => new URL(scriptUrl).origin));
  if (tags.analytics) startAnalytics(tags.analytics);
  if (tags.tagManager) startTagManager(tags.tagManager);
  if (tags.pixel) startPixel(tags.pixel);
  if (tags.search) loadScript(withId(tags.search));
  const product = pageProduct();
  onShopEvent((event) => {
    // The page knows the name and price of its own product.
    const items = event.items.map((item) =>
      product && item.id === product.item.id ? { ...product.item, ...item } : item,
    );
    send(tags, { ...event, items });
  });
  if (product) {
    const { item, currency } = product;
    reportEvent({ name: "view_item", value: item.price, currency, items: [item] });
  }
  if (purchase) reportPurchase(purchase);
  followCheckoutLinks(checkoutUrl);
}
