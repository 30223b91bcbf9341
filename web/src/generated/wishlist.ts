// Written from Rust (crates/storefront). Do not edit.
import type { CardView } from "./catalog";
import type { LinkView } from "./edge";
import type { PriceView } from "./pricing";

/**
 * Answer of the call `matjar_recent`: products that still exist, in the order of the request.
 */
export type RecentAnswer = { products: Array<RecentProduct>, };

export type RecentProduct = { id: string, url: string, name: string, price: PriceView, image: string | null, };

/**
 * Answer of the call `matjar_wishlist`.
 */
export type WishlistAnswer = {
/**
 * False after saving: the list is full.
 */
isSaved: boolean, count: number, };

export type WishlistCard = { card: CardView,
/**
 * The price when it was saved, if it is lower now.
 */
priceBefore: string | null, };

/**
 * Rendered by `web/src/wishlist/WishlistPage.tsx`.
 */
export type WishlistPageView = { crumbs: Array<LinkView>,
/**
 * Newest first.
 */
items: Array<WishlistCard>,
/**
 * For a guest, whose list is on this device only.
 */
loginUrl: string | null, };
