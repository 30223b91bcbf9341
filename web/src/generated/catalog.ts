// Written from Rust (crates/catalog). Do not edit.
import type { LinkView } from "./edge";
import type { PriceView } from "./pricing";

export type Availability = "in-stock" | "low" | "sold-out";

/**
 * The purchase form. With options it sells one of them.
 */
export type BuyView = { productId: string, action: string, min: string, max: string | null, step: string, value: string, options: Array<OptionView>, };

export type CardState = "buyable" | "options" | "sold-out";

/**
 * Drawn by `web/src/catalog/ProductCard.tsx`.
 */
export type CardView = { id: string, url: string, name: string, note: string, picture: PictureView, price: PriceView, state: CardState, isNew: boolean,
/**
 * Near the top of the page: its picture is not put off.
 */
eager: boolean, };

export type CategoryTile = { name: string, url: string, count: number, picture: PictureView, };

export type FactView = { label: string, value: string, };

export type HeroView = { over: string, title: string, text: string, cta: LinkView, secondary: LinkView | null, wide: PictureView, narrow: PictureView, };

export type HomePageView = { hero: HeroView, categories: Array<CategoryTile>, shelves: Array<ShelfView>, story: StoryView | null, };

export type ListingPageView = { title: string, crumbs: Array<LinkView>, count: number, cards: Array<CardView>, pages: PagesView | null, query: string | null, };

export type OptionView = { id: string, label: string, price: string, available: boolean, };

export type PageLink = { label: string, url: string | null, current: boolean, };

export type PagesView = { current: number, total: number, prevUrl: string | null, nextUrl: string | null, links: Array<PageLink>, };

export type PictureSource = { mime: string, srcset: string, };

/**
 * A picture in all its sizes. Drawn by `web/src/ui/Picture.tsx`.
 */
export type PictureView = { alt: string, width: number, height: number, sources: Array<PictureSource>, fallbackUrl: string, };

export type ProductPageView = { id: string, url: string, name: string, note: string, crumbs: Array<LinkView>, pictures: Array<PictureView>, price: PriceView, availability: Availability, stockLeft: number | null, buy: BuyView | null, description: Array<string>, facts: Array<FactView>, related: ShelfView | null, };

export type ShelfView = { title: string, moreUrl: string | null, cards: Array<CardView>, };

export type StoryView = { title: string, text: string, link: LinkView | null, picture: PictureView, };
