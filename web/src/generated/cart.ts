// Written from Rust (crates/cart). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";

/**
 * Drawn by `web/src/cart/CartButton.tsx`.
 */
export type CartButtonView = { count: number, cartUrl: string, };

export type CartLineView = { key: string, productId: string, name: string, detail: string | null, url: string, removeUrl: string, picture: PictureView, quantity: string, step: string, min: string, max: string | null, unitPrice: string, lineTotal: string, regularTotal: string | null, warning: string | null, };

export type CartNotice = { kind: NoticeKind, text: string, };

export type CartPageView = { lines: Array<CartLineView>, count: number, subtotal: string, total: string, notice: CartNotice | null, shopUrl: string, crumbs: Array<LinkView>, };

/**
 * Drawn by `web/src/cart/MiniCart.tsx`.
 */
export type MiniCartView = { lines: Array<CartLineView>, subtotal: string, cartUrl: string, };

export type NoticeKind = "ok" | "error";

/**
 * Drawn by `web/src/cart/SideCart.island.tsx`.
 */
export type SideCartView = { count: number, lines: Array<CartLineView>, subtotal: string, cartUrl: string, shopUrl: string, };
