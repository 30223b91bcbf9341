// Written from Rust (crates/cart). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";

/**
 * JSON of the cart's calls: the current cart, or why a product was not added.
 */
export type CartAnswer = {
/**
 * HTML by the selector of the element it replaces. Empty: the cart changed, but could not be rendered.
 */
fragments?: { [key in string]: string },
/**
 * Changes with the items and quantities of the cart.
 */
cart_hash?: string,
/**
 * The product was refused; `product_url` or `notice` is set as well.
 */
error?: boolean,
/**
 * Page on which the shopper has to choose options first.
 */
product_url?: string,
/**
 * The reason, as HTML.
 */
notice?: string, };

/**
 * Rendered by `web/src/cart/CartButton.tsx`.
 */
export type CartButtonView = { count: number, cartUrl: string, };

/**
 * Rendered by `web/src/cart/CartContents.island.tsx`.
 */
export type CartContentsView = { lines: Array<CartLineView>, count: number, totals: TotalsView, notice: CartNotice | null, cartUrl: string, checkoutUrl: string, shopUrl: string, };

export type CartLayout = "rows" | "cards";

export type CartLineView = { key: string, productId: string, name: string, detail: string | null, url: string, removeUrl: string, picture: PictureView, quantity: string, step: string, min: string, max: string | null,
/**
 * `None`: the line may not be sold and is not charged.
 */
unitPrice: string | null, lineTotal: string | null, regularTotal: string | null, warning: string | null,
/**
 * Items of a bundle; empty otherwise.
 */
parts: Array<CartPartView>, };

export type CartNotice = { kind: NoticeKind, text: string,
/**
 * Form that adds the removed line again.
 */
undo: UndoView | null,
/**
 * The refused coupon code: the error is shown at the coupon field.
 */
coupon: string | null,
/**
 * The key of the line whose quantity was refused: the error is shown at that line.
 */
line: string | null, };

export type CartPageView = { contents: CartContentsView,
/**
 * Product cards for cross-sells, rendered by the catalogue's component.
 */
suggestions: Array<import("./catalog").CardView>, crumbs: Array<LinkView>,
/**
 * Saved for later, newest first.
 */
saved: Array<SavedLineView>, };

export type CartPartView = { name: string, detail: string | null, quantity: string, };

export type CartSettings = {
/**
 * Redirect to the cart page after adding.
 */
redirectAfterAdd: boolean,
/**
 * Submit product forms without leaving the page.
 */
ajaxAdd: boolean,
/**
 * Selectors of product forms that are submitted normally even so.
 */
skip: Array<string>, autoOpen: boolean,
/**
 * Close the panel of coupons and shipping after a success.
 */
autoClose: boolean, layout: CartLayout,
/**
 * In the card layout: the actions of a line slide over its card.
 */
cardFlip: boolean,
/**
 * `always_show`, `hide_empty`; anything else hides the basket.
 */
showBasket: string,
/**
 * Both in milliseconds.
 */
notificationTime: number, quantityDelay: number, };

export type CityView = { country: string, name: string, };

export type CountryView = { code: string, name: string, };

export type CouponView = { code: string,
/**
 * The discount; if `None`, `problem` says why there is none.
 */
amount: string | null, problem: string | null, removeUrl: string, };

/**
 * When an order arrives at a place by each shipping method, and the places to choose from.
 */
export type DeliveryAnswer = { place: DeliveryView, methods: Array<DeliveryMethodView>, countries: Array<CountryView>,
/**
 * Suggestions: any city may be typed.
 */
cities: Array<CityView>, };

export type DeliveryMethodView = { title: string, arrival: string | null, };

export type DeliveryPageView = { answer: DeliveryAnswer, crumbs: Array<LinkView>, };

/**
 * When a product arrives at a place.
 */
export type DeliveryView = {
/**
 * «يصلك بين الثلاثاء 17 والخميس 19 نوفمبر»; `None`: the shop makes no promise for this place.
 */
arrival: string | null,
/**
 * The shop ships to the country, but not to this city.
 */
isUnserved: boolean,
/**
 * The city, or the country if no city is chosen.
 */
place: string, country: string, city: string, };

/**
 * Rendered by `web/src/cart/MiniCart.tsx`.
 */
export type MiniCartView = { lines: Array<CartLineView>, subtotal: string, cartUrl: string, checkoutUrl: string, };

export type NoticeKind = "ok" | "error";

/**
 * A line that was taken out of the cart to be bought later.
 */
export type SavedLineView = { key: string, name: string,
/**
 * The variation; empty without one.
 */
detail: string, url: string, picture: PictureView, quantity: string, };

export type ShippingView = { id: string, title: string,
/**
 * `None`: shipping is free.
 */
cost: string | null, chosen: boolean,
/**
 * Offered because the order total is high enough.
 */
byAmount: boolean,
/**
 * When an order that is placed now arrives.
 */
arrival: string | null, };

/**
 * Rendered by `web/src/cart/SideCart.island.tsx`.
 */
export type SideCartView = { count: number, lines: Array<CartLineView>, totals: TotalsView, notice: CartNotice | null, settings: CartSettings, cartUrl: string, checkoutUrl: string, shopUrl: string, };

export type TaxView = { name: string, amount: string, };

/**
 * Totals of a cart, with its coupons and shipping options.
 */
export type TotalsView = { subtotal: string, coupons: Array<CouponView>, shipping: Array<ShippingView>, taxes: Array<TaxView>, total: string,
/**
 * Amount still missing for free shipping.
 */
freeLeft: string | null,
/**
 * How much of the amount for free shipping is reached, in percent.
 */
freePercent: number, country: string, city: string, postcode: string, countries: Array<CountryView>, };

export type UndoView = { action: string, productId: string, variationId: string, quantity: string,
/**
 * Further hidden fields of the form, as name and value.
 */
others: Array<[string, string]>, };
