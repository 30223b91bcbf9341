// Written from Rust (crates/catalog, crates/storefront). Do not edit.
import type { BundleView } from "./bundles";
import type { LinkView } from "./edge";
import type { CountdownView, DiscountSettings, PriceView, ProductType } from "./pricing";

export type AttributeLook = "colours" | "buttons" | "select";

export type AttributeOption = { value: string,
/**
 * Where the attribute looks like colours: `#rrggbb`.
 */
colour: string | null, };

/**
 * One choice a shopper makes. In a form its field is called `attribute_NAME`.
 */
export type AttributeView = { name: string, label: string, look: AttributeLook, options: Array<AttributeOption>, };

export type Availability = "in-stock" | "low" | "sold-out";

/**
 * The purchase form. With attributes it sells one of the variations.
 */
export type BuyView = { productId: string, action: string, min: string, max: string | null, step: string, value: string, attributes: Array<AttributeView>, variations: Array<VariationView>,
/**
 * Galleries that come with the page, by variation, as HTML; others are asked for by call 14.
 */
variationData: { [key in string]: string },
/**
 * For call 14: a nonce for every page, because this page is everybody's.
 */
galleryNonce: string, };

export type CardState = "buyable" | "options" | "sold-out";

/**
 * Drawn by `web/src/catalog/ProductCard.tsx`.
 */
export type CardView = { id: string, url: string, name: string, note: string, picture: PictureView, price: PriceView, countdown: CountdownView | null, state: CardState, isNew: boolean,
/**
 * Near the top of the page: its picture is not put off.
 */
eager: boolean, };

export type CategoryTile = { name: string, url: string, count: number, picture: PictureView, };

export type FactView = { label: string, value: string, };

export type FilterOption = { label: string,
/**
 * The listing with this choice made, or taken back where it is made.
 */
url: string,
/**
 * Missing where the listing is too large to be counted for a page.
 */
count: number | null, selected: boolean, };

/**
 * One group of choices, each an address of its own.
 */
export type FilterView = {
/**
 * `category`, `availability`, or an attribute's name.
 */
name: string, label: string, options: Array<FilterOption>, };

/**
 * Named as on the wire.
 */
export type GalleryImage = { large_image: string, large_image_width: number, large_image_height: number, caption: string, picture: PictureView, };

/**
 * The owner's wishes, named as on the wire.
 */
export type GallerySettings = { thumb_to_show: number, thumb_scroll_by: number, thumb_v: boolean, thumb_v_tablet: boolean, thumb_position_mobile: string, zoom: boolean, zoom_action: string, zoom_level: number, mobile_zoom: boolean, lightbox_icon: boolean, slider_rtl: boolean, slider_infinity: boolean, slider_nav: boolean, slider_autoplay: boolean, slider_autoplay_time: number, slider_animation_speed: number, thumb_animation_speed: number, slider_lazyload: boolean, slider_dots: boolean, slider_dots_viewport: Array<string>, carousel_mode: boolean, };

/**
 * Also a region of its own: a variation's pictures replace the product's.
 */
export type GalleryView = { images: Array<GalleryImage>, settings: GallerySettings,
/**
 * Shown on the first picture.
 */
percentOff: number | null, isNew: boolean, };

export type HeroView = { over: string, title: string, text: string, cta: LinkView, secondary: LinkView | null, wide: PictureView, narrow: PictureView, };

export type HiddenField = { name: string, value: string, };

export type HomePageView = { hero: HeroView, categories: Array<CategoryTile>, shelves: Array<ProductRowView>, story: StoryView | null, };

/**
 * The numbers a product is known by elsewhere. A variation may have its own.
 */
export type IdentityView = { brand: string, gtin: string, mpn: string, barcodeImg: string, barcodeValue: string, };

export type ListingPageView = { title: string, intro: string | null, crumbs: Array<LinkView>, count: number,
/**
 * Counting stopped there.
 */
isMore: boolean,
/**
 * The first product of this page, counted from one.
 */
first: number, cards: Array<CardView>, pages: PagesView | null, query: string | null,
/**
 * What was searched for instead, where the words as typed were not found.
 */
corrected: string | null, sort: SortView, filters: Array<FilterView>, priceRange: PriceRangeView | null,
/**
 * What is filtered by now; each address is the listing without that one.
 */
chips: Array<LinkView>, clearUrl: string, shopUrl: string, };

export type PageLink = { label: string, url: string | null, current: boolean, };

export type PagesView = { current: number, total: number, prevUrl: string | null, nextUrl: string | null, links: Array<PageLink>, };

export type PictureSource = { mime: string, srcset: string, };

/**
 * A picture in all its sizes. Drawn by `web/src/ui/Picture.tsx`.
 */
export type PictureView = { alt: string, width: number, height: number, sources: Array<PictureSource>, fallbackUrl: string, };

/**
 * Prices in whole units of money. A form that is sent by GET.
 */
export type PriceRangeView = { action: string, hidden: Array<HiddenField>, lowest: number, highest: number, from: number | null, to: number | null, };

export type ProductPageView = { id: string, url: string, name: string, note: string, crumbs: Array<LinkView>, gallery: GalleryView, price: PriceView, countdown: CountdownView | null,
/**
 * How many rows the table of quantities will have; 0 where there is none.
 */
tableRows: number,
/**
 * Some variation has a table, though not necessarily the product as it opens.
 */
hasTable: boolean, discounts: DiscountSettings, availability: Availability, stockLeft: number | null, identity: IdentityView, buy: BuyView | null, bundle: BundleView | null,
/**
 * Sold elsewhere: where, and under which words.
 */
external: LinkView | null, description: Array<string>, facts: Array<FactView>, related: ProductRowView | null, };

export type ProductRowView = { title: string, moreUrl: string | null, cards: Array<CardView>, };

export type SortOption = { value: string, label: string, };

/**
 * A form that is sent by GET when another order is chosen.
 */
export type SortView = { action: string,
/**
 * The filters and the search that stay.
 */
hidden: Array<HiddenField>, current: string, options: Array<SortOption>, };

export type StoryView = { title: string, text: string, link: LinkView | null, picture: PictureView, };

export type VariationPictures = {
/**
 * The gallery as HTML.
 */
variation_images: string,
/**
 * The same pictures, for our own components.
 */
images: Array<GalleryImage>, };

/**
 * What call 14 answers.
 */
export type VariationPicturesAnswer = { success: boolean, data: VariationPictures, };

/**
 * Named as on the wire.
 */
export type VariationView = { variation_id: string, parent_id: string, product_type: ProductType,
/**
 * By the name of the field that chooses it, `attribute_NAME`; an empty value stands for any.
 */
attributes: { [key in string]: string }, price_html: string,
/**
 * The same price, for our own components.
 */
price: PriceView,
/**
 * 1 when every variation costs the same, so that the summary price may be replaced.
 */
has_single_price: number, _cr_gtin: string, _cr_mpn: string, _cr_brand: string, barcode_img: string, barcode_value: string,
/**
 * Has pictures of its own, to be asked for by call 14.
 */
wavi_value: boolean, step: string, input_value: string, max: string | null, is_in_stock: boolean,
/**
 * Drawn, in place of the product's own.
 */
countdown: CountdownView | null, };
