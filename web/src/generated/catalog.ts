// Written from Rust (crates/catalog, crates/storefront). Do not edit.
import type { BundleView } from "./bundles";
import type { DeliveryView } from "./cart";
import type { PreviewView } from "./content";
import type { LinkView } from "./edge";
import type { TracksView } from "./payments";
import type { CountdownView, DiscountSettings, PriceView, ProductType } from "./pricing";
import type { QuestionSectionView } from "./questions";
import type { ReviewFormView, ReviewSectionView, ReviewSlidesView } from "./reviews";

export type AttributeLook = "colours" | "buttons" | "select";

export type AttributeOption = { value: string,
/**
 * `#rrggbb`, if the attribute is shown as colours.
 */
colour: string | null, };

/**
 * An attribute that the shopper selects. Its form field is called `attribute_NAME`.
 */
export type AttributeView = { name: string, label: string, look: AttributeLook, options: Array<AttributeOption>, };

export type Availability = "in-stock" | "low" | "sold-out";

export type CardRatingView = {
/**
 * With one decimal.
 */
average: string, count: number, };

export type CardState = "buyable" | "options" | "sold-out";

/**
 * Rendered by `web/src/catalog/ProductCard.tsx`.
 */
export type CardView = { id: string, url: string, name: string, note: string, picture: PictureView, price: PriceView, countdown: CountdownView | null, state: CardState, isNew: boolean,
/**
 * `None` while nobody has rated the product.
 */
rating: CardRatingView | null,
/**
 * The card is near the top of the page, so its picture is not lazy-loaded.
 */
eager: boolean, };

export type CategoryTile = { name: string, url: string, count: number, picture: PictureView, };

export type FilterOption = { label: string,
/**
 * URL of the listing with this option, or without it if it is selected.
 */
url: string,
/**
 * `null` if the listing is too large to be counted per request.
 */
count: number | null, selected: boolean, };

/**
 * A filter: a group of options, each of which is a link.
 */
export type FilterView = {
/**
 * `category`, `availability`, or an attribute's name.
 */
name: string, label: string, options: Array<FilterOption>, };

/**
 * Has the field names of the wire format.
 */
export type GalleryImage = { large_image: string, large_image_width: number, large_image_height: number, caption: string, picture: PictureView, };

/**
 * Gallery settings of the owner, with the field names of the wire format.
 */
export type GallerySettings = { thumb_to_show: number, thumb_scroll_by: number, thumb_v: boolean, thumb_v_tablet: boolean, thumb_position_mobile: string, zoom: boolean, zoom_action: string, zoom_level: number, mobile_zoom: boolean, lightbox_icon: boolean, slider_rtl: boolean, slider_infinity: boolean, slider_nav: boolean, slider_autoplay: boolean, slider_autoplay_time: number, slider_animation_speed: number, thumb_animation_speed: number, slider_lazyload: boolean, slider_dots: boolean, slider_dots_viewport: Array<string>, carousel_mode: boolean, };

/**
 * Also a region: the pictures of a variation replace the product's.
 */
export type GalleryView = { images: Array<GalleryImage>, settings: GallerySettings,
/**
 * Shown on the first picture.
 */
percentOff: number | null, isNew: boolean, };

export type HeroView = { over: string, title: string, text: string, cta: LinkView, secondary: LinkView | null, wide: PictureView, narrow: PictureView, };

export type HiddenField = { name: string, value: string, };

export type HomePageView = { hero: HeroView, promises: Array<PromiseView>, categories: Array<CategoryTile>,
/**
 * Sales that end next; `None` while there are too few.
 */
offers: ProductRowView | null, productRows: Array<ProductRowView>, story: StoryView | null,
/**
 * What customers say; `None` while there are no reviews.
 */
voices: ReviewSlidesView | null, };

export type ListingPageView = { title: string, intro: string | null, crumbs: Array<LinkView>, count: number,
/**
 * Counting stopped at `count`; there may be more products.
 */
isMore: boolean,
/**
 * Position of the first product of this page, starting at one.
 */
first: number, cards: Array<CardView>, pages: PagesView | null, query: string | null,
/**
 * The query that was searched for instead, if the typed one was not found.
 */
corrected: string | null,
/**
 * The results for the text as it was typed, if another one was searched for.
 */
asTypedUrl: string | null,
/**
 * Set if a search has no results.
 */
noHits: NoHitsView | null,
/**
 * Posts and pages with the words of the query, on the first page of its results.
 */
articles: Array<LinkView>,
/**
 * What the page reports about a search; `None` if there is nothing to report.
 */
report: SearchReportView | null,
/**
 * The first page of this listing.
 */
url: string, sort: SortView, filters: Array<FilterView>, priceRange: PriceRangeView | null,
/**
 * Active filters; each link leads to the listing without that filter.
 */
chips: Array<LinkView>, clearUrl: string, shopUrl: string, };

/**
 * Ways on from a search without results.
 */
export type NoHitsView = { categories: Array<LinkView>,
/**
 * The page on which the shop can be asked for the product.
 */
askUrl: string | null, bestSellers: ProductRowView, };

export type PageLink = { label: string, url: string | null, current: boolean, };

export type PagesView = { current: number, total: number, prevUrl: string | null, nextUrl: string | null, links: Array<PageLink>, };

/**
 * The point that stays visible however a picture is cropped, in percent from its left and upper edges: multiples of
 * [`PictureFocus::STEP`], because the style sheet has a rule for each.
 */
export type PictureFocus = { x: number, y: number, };

export type PictureSource = { mime: string, srcset: string, };

/**
 * A picture in all its sizes. Rendered by `web/src/ui/Picture.tsx`.
 */
export type PictureView = { alt: string, width: number, height: number, sources: Array<PictureSource>, fallbackUrl: string,
/**
 * Absent: the middle.
 */
focus?: PictureFocus, };

/**
 * The price filter, in whole currency units. A form sent by GET.
 */
export type PriceRangeView = { action: string, hidden: Array<HiddenField>, lowest: number, highest: number, from: number | null, to: number | null, };

/**
 * The product form. With attributes it sells one of the variations.
 */
export type ProductFormView = { productId: string, action: string, min: string, max: string | null, step: string, value: string, attributes: Array<AttributeView>, variations: Array<VariationView>,
/**
 * HTML of the galleries that are part of the page, by variation id. Others are fetched by call 14.
 */
variationData: { [key in string]: string },
/**
 * Nonce of call 14. It is not bound to a session, because the page is public.
 */
galleryNonce: string, };

/**
 * Brand, GTIN and MPN. A variation may have its own.
 */
export type ProductIdentifiersView = { brand: string, gtin: string, mpn: string, barcodeImg: string, barcodeValue: string, };

export type ProductPageView = {
/**
 * The band on top of a page that is not public.
 */
preview?: PreviewView, id: string, url: string, name: string, note: string, crumbs: Array<LinkView>,
/**
 * When it arrives in the shop's own country. `None`: sold out, or no promise is made.
 */
delivery: DeliveryView | null, gallery: GalleryView, price: PriceView, countdown: CountdownView | null,
/**
 * Number of rows of the discount table; 0 if there is none.
 */
tableRows: number,
/**
 * Whether the product or any of its variations has a discount table.
 */
hasTable: boolean, discounts: DiscountSettings, availability: Availability, stockLeft: number | null,
/**
 * It is sold out, and visitors can ask for an email when it is available again.
 */
canNotify: boolean, identifiers: ProductIdentifiersView, form: ProductFormView | null, bundle: BundleView | null,
/**
 * Link to the other shop that sells the product.
 */
external: LinkView | null, description: Array<string>, specifications: Array<SpecificationView>, related: ProductRowView | null, reviews: ProductReviewsView, questions: ProductQuestionsView,
/**
 * Queued for the payment plugin; `None` unless the shop owner wants it.
 */
tracks: TracksView | null, };

export type ProductQuestionsView = { count: number,
/**
 * `None`: the part `questions` of the page, which the server holds.
 */
section: QuestionSectionView | null, };

export type ProductReviewsView = {
/**
 * `None` while there are no reviews.
 */
rating: CardRatingView | null,
/**
 * `None`: the part `reviews` of the page, which the server holds.
 */
section: ReviewSectionView | null,
/**
 * Follows the list in classic mode.
 */
classicForm: ReviewFormView | null, };

export type ProductRowView = { title: string, moreUrl: string | null, cards: Array<CardView>, };

export type PromiseIcon = "truck" | "refresh" | "lock" | "pin" | "gift" | "shield";

/**
 * What a shopper can rely on, in two short lines. The icon is one of `web/src/ui/icons.svg`.
 */
export type PromiseView = { icon: PromiseIcon, title: string, text: string, };

/**
 * What the script of search results reports.
 */
export type SearchReportView = { url: string,
/**
 * The query has no result, or was answered with other words.
 */
isUnanswered: boolean,
/**
 * The shop ranks by use, so products that are opened are reported.
 */
hasChoices: boolean, };

export type SortOption = { value: string, label: string,
/**
 * The listing in this order.
 */
url: string, };

/**
 * The sort form, sent by GET.
 */
export type SortView = { action: string,
/**
 * The filters and the search query, which are kept.
 */
hidden: Array<HiddenField>, current: string, options: Array<SortOption>, };

export type SpecificationView = { label: string, value: string, };

export type StoryView = { title: string, text: string, link: LinkView | null, picture: PictureView, };

export type VariationPictures = {
/**
 * The gallery as HTML.
 */
variation_images: string,
/**
 * The same pictures, for React components.
 */
images: Array<GalleryImage>, };

/**
 * Response of call 14.
 */
export type VariationPicturesAnswer = { success: boolean, data: VariationPictures, };

/**
 * Has the field names of the wire format.
 */
export type VariationView = { variation_id: string, parent_id: string, product_type: ProductType,
/**
 * By form field name, `attribute_NAME`; an empty value matches any.
 */
attributes: { [key in string]: string }, price_html: string,
/**
 * The same price, for React components.
 */
price: PriceView,
/**
 * 1 if every variation costs the same, so that the summary price may be replaced.
 */
has_single_price: number, _cr_gtin: string, _cr_mpn: string, _cr_brand: string, barcode_img: string, barcode_value: string,
/**
 * The variation has its own pictures, which are fetched by call 14.
 */
wavi_value: boolean, step: string, input_value: string, max: string | null, is_in_stock: boolean,
/**
 * Rendered instead of the product's countdown.
 */
countdown: CountdownView | null, };
