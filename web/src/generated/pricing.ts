// Written from Rust (crates/pricing, crates/storefront). Do not edit.

export type CountdownChange = { product_type: ProductType, product_id: string, message: string, upcoming_message: string, regular_price_html: string, sale_price_html: string,
/**
 * 1: the sale does not repeat.
 */
remove_sale: number, };

/**
 * Countdown of a sale. The first five fields are named as in the HTTP protocol.
 */
export type CountdownView = { countdown_time_start: string, countdown_time_end: string, countdown_time_from: string, countdown_time_to: string, countdown_time_reset: number, countdown_data_change: CountdownChange,
/**
 * The two prices of `countdown_data_change`, for this shop's components.
 */
regular: PriceView, sale: PriceView,
/**
 * The page may be a cached copy: the browser checks with the server before it reloads the page.
 */
cached: boolean,
/**
 * Width of the progress bar: sold share of the offered quantity in whole percent.
 */
width: number | null,
/**
 * The same share in pieces.
 */
share: SoldShare | null,
/**
 * The text before and after the timer at the time of rendering.
 */
before: string, after: string, days: boolean,
/**
 * Time that the timer counts down to: as a timestamp, and as text for readers without the timer.
 */
target: string, until: string, };

export type DiscountRow = { from: string, to: string | null, amount: string, percentOff: number | null, };

/**
 * Display settings of discounted prices, with the field names of the wire format.
 */
export type DiscountSettings = {
/**
 * `show`: the price of the page. `show_on_qty_update`: fetched for every quantity by call 13.
 */
show_product_strikeout: Strikeout,
/**
 * CSS class of the element that shows the price; empty: the summary.
 */
product_price_container_class: string,
/**
 * The page may be a cached copy: the end of a sale is reported to the server before the page is reloaded.
 */
cache: boolean, };

/**
 * Response of call 12.
 */
export type DiscountTableAnswer = { cookie: string,
/**
 * Empty if there are no quantity discounts.
 */
html: string,
/**
 * The same table, for React components.
 */
table?: DiscountTableView, };

/**
 * Quantity discounts of a product. Rendered by `web/src/pricing/DiscountTable.tsx`.
 */
export type DiscountTableView = { rows: Array<DiscountRow>,
/**
 * The amounts are the lowest of several variations.
 */
from: boolean,
/**
 * URL of the page that edits its rules; only for staff who may change them.
 */
settingsUrl: string | null, };

/**
 * Response of call 11.
 */
export type PriceAnswer = {
/**
 * 1: replace the price that is shown.
 */
status: number, price_html: string,
/**
 * The same price, for React components.
 */
price: PriceView | null, };

/**
 * Rendered by `web/src/pricing/Price.tsx`. Amounts are formatted texts.
 */
export type PriceView = { amount: string, regular: string | null, percentOff: number | null,
/**
 * The lowest of several prices.
 */
from: boolean, };

/**
 * Kind of item that an id in a request or response names.
 */
export type ProductType = "simple" | "variable" | "variation" | "external" | "bundle";

/**
 * Response of call 13.
 */
export type QuantityPriceAnswer = {
/**
 * 1: replace the price that is shown.
 */
status: number, price_html: string,
/**
 * The same price, for React components.
 */
price: PriceView | null,
/**
 * Empty if there is no such item.
 */
product_type: ProductType | "",
/**
 * 1: every variation of the product costs the same.
 */
has_single_price: number, parent_id: string, };

/**
 * Response of call 15.
 */
export type SaleEndedAnswer = {
/**
 * The sale has ended.
 */
cron: boolean, };

/**
 * How much of the quantity that a sale offers was sold, in pieces.
 */
export type SoldShare = { sold: number, offered: number, };

export type Strikeout = "show" | "show_on_qty_update";
