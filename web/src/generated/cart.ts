// Written from Rust (crates/cart). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";

/**
 * What the cart's calls answer: the cart as it is now, or why a product was not added.
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
 * The product was refused; one of the two below is set as well.
 */
error?: boolean,
/**
 * Where the shopper chooses options first.
 */
product_url?: string,
/**
 * The reason, as HTML.
 */
notice?: string, };

/**
 * Drawn by `web/src/cart/CartButton.tsx`.
 */
export type CartButtonView = { count: number, cartUrl: string, };

/**
 * Drawn by `web/src/cart/CartContents.island.tsx`.
 */
export type CartContentsView = { lines: Array<CartLineView>, count: number, totals: TotalsView, notice: CartNotice | null, cartUrl: string, checkoutUrl: string, shopUrl: string, };

export type CartLayout = "rows" | "cards";

export type CartLineView = { key: string, productId: string, name: string, detail: string | null, url: string, removeUrl: string, picture: PictureView, quantity: string, step: string, min: string, max: string | null,
/**
 * `None`: it may not be sold, and is not charged.
 */
unitPrice: string | null, lineTotal: string | null, regularTotal: string | null, warning: string | null,
/**
 * Of a bundle.
 */
parts: Array<CartPartView>, };

export type CartNotice = { kind: NoticeKind, text: string,
/**
 * What was taken out, to be put back.
 */
undo: UndoView | null,
/**
 * The code that was refused: it is told at its field.
 */
coupon: string | null, };

export type CartPageView = { contents: CartContentsView,
/**
 * Cards of products that go with these; drawn by the catalogue's own component.
 */
suggestions: Array<import("./catalog").CardView>, crumbs: Array<LinkView>, };

export type CartPartView = { name: string, detail: string | null, quantity: string, };

/**
 * The owner's wishes.
 */
export type CartSettings = {
/**
 * Lead to the cart page after an add.
 */
redirectAfterAdd: boolean,
/**
 * Product forms are sent without leaving the page.
 */
ajaxAdd: boolean,
/**
 * Forms that match one of these selectors are sent as ordinary ones all the same.
 */
skip: Array<string>, autoOpen: boolean,
/**
 * The panel of coupons and shipping closes after a success.
 */
autoClose: boolean, layout: CartLayout,
/**
 * In cards: what can be done with a product slides up over it.
 */
cardFlip: boolean,
/**
 * `always_show`, `hide_empty`; anything else hides the basket.
 */
showBasket: string,
/**
 * Milliseconds.
 */
notificationTime: number, quantityDelay: number, };

export type CountryView = { code: string, name: string, };

export type CouponView = { code: string,
/**
 * What it takes off; without it, `problem` says why it takes nothing.
 */
amount: string | null, problem: string | null, removeUrl: string, };

/**
 * Drawn by `web/src/cart/MiniCart.tsx`.
 */
export type MiniCartView = { lines: Array<CartLineView>, subtotal: string, cartUrl: string, };

export type NoticeKind = "ok" | "error";

export type ShippingView = { id: string, title: string,
/**
 * `None`: it costs nothing.
 */
cost: string | null, chosen: boolean,
/**
 * Offered because the order is large enough.
 */
byAmount: boolean, };

/**
 * Drawn by `web/src/cart/SideCart.island.tsx`.
 */
export type SideCartView = { count: number, lines: Array<CartLineView>, totals: TotalsView, notice: CartNotice | null, settings: CartSettings, cartUrl: string, shopUrl: string, };

export type TaxView = { name: string, amount: string, };

/**
 * What a cart comes to, and what may be changed about it.
 */
export type TotalsView = { subtotal: string, coupons: Array<CouponView>, shipping: Array<ShippingView>, taxes: Array<TaxView>, total: string,
/**
 * How much more makes shipping free.
 */
freeLeft: string | null, country: string, city: string, postcode: string, countries: Array<CountryView>, };

export type UndoView = { action: string, productId: string, variationId: string, quantity: string,
/**
 * What else its own form would send, by name.
 */
others: Array<[string, string]>, };
