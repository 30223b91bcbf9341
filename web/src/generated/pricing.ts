// Written from Rust (crates/pricing, crates/storefront). Do not edit.

export type CountdownChange = { product_type: ProductType, product_id: string, message: string, upcoming_message: string, regular_price_html: string, sale_price_html: string,
/**
 * 1: the sale does not come back.
 */
remove_sale: number, };

/**
 * The time left of a sale. The first five are named as on the wire.
 */
export type CountdownView = { countdown_time_start: string, countdown_time_end: string, countdown_time_from: string, countdown_time_to: string, countdown_time_reset: number, countdown_data_change: CountdownChange,
/**
 * The two prices of `countdown_data_change`, for our own components.
 */
regular: PriceView, sale: PriceView,
/**
 * The page may be a cached copy: the server is asked before the page is loaded again.
 */
cached: boolean,
/**
 * The bar: whole percent of what is offered that is gone.
 */
width: number | null,
/**
 * What stood before and after the timer when this was drawn.
 */
before: string, after: string, days: boolean,
/**
 * What the timer counts to, for programs and, in words, for those who see no timer.
 */
target: string, until: string, };

export type DiscountRow = { from: string, to: string | null, amount: string, percentOff: number | null, };

/**
 * How prices follow quantities; the owner's wishes, named as on the wire.
 */
export type DiscountSettings = {
/**
 * `show`: as the page has it. `show_on_qty_update`: asked for again with every quantity, by call 13.
 */
show_product_strikeout: Strikeout,
/**
 * Where the price stands; empty: in the summary.
 */
product_price_container_class: string,
/**
 * The page has been kept: a sale that ends is told to the server before the page is loaded again.
 */
cache: boolean, };

/**
 * What call 12 answers.
 */
export type DiscountTableAnswer = { cookie: string,
/**
 * Empty where more pieces save nothing.
 */
html: string,
/**
 * The same table, for our own components.
 */
table?: DiscountTableView, };

/**
 * What more pieces save. Drawn by `web/src/pricing/DiscountTable.tsx`.
 */
export type DiscountTableView = { rows: Array<DiscountRow>,
/**
 * The cheapest of several variations.
 */
from: boolean,
/**
 * Where its rules are kept; only for those who may change them.
 */
settingsUrl: string | null, };

/**
 * What call 11 answers.
 */
export type PriceAnswer = {
/**
 * 1: replace the price that is shown.
 */
status: number, price_html: string,
/**
 * The same price, for our own components.
 */
price: PriceView | null, };

/**
 * Drawn by `web/src/pricing/Price.tsx`. Amounts are already written out.
 */
export type PriceView = { amount: string, regular: string | null, percentOff: number | null,
/**
 * The cheapest of several.
 */
from: boolean, };

/**
 * What kind of item an id on the wire names.
 */
export type ProductType = "simple" | "variable" | "variation" | "external" | "bundle";

/**
 * What call 13 answers.
 */
export type QuantityPriceAnswer = {
/**
 * 1: replace the price that is shown.
 */
status: number, price_html: string,
/**
 * The same price, for our own components.
 */
price: PriceView | null,
/**
 * Empty where there is no such item.
 */
product_type: ProductType | "",
/**
 * 1: every variation of the product costs the same.
 */
has_single_price: number, parent_id: string, };

/**
 * What call 15 answers.
 */
export type SaleEndedAnswer = {
/**
 * The sale is over.
 */
cron: boolean, };

export type Strikeout = "show" | "show_on_qty_update";
