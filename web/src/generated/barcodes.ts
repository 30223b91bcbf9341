// Written from Rust (crates/barcodes). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";

/**
 * Answer of calls 33 and 34.
 */
export type BarcodeAnswer = {
/**
 * 1: success; -1: `items` is an error.
 */
code: number,
/**
 * HTML.
 */
items: string,
/**
 * To be opened in a new tab.
 */
redirect_page?: string,
/**
 * The same as `items`, for React components.
 */
results: BarcodeResultsView,
/**
 * What an action did; empty for searches.
 */
message: string, };

/**
 * The plain forms of rows: `status`, `type`, `barcode-actions`, `id`, `stock_unit`, `stock_seen`, `store_id`, `text`, `nonce`, `key`.
 */
export type BarcodeFormView = { action: string, nonce: string,
/**
 * A form that is sent twice acts once.
 */
key: string, storeId: string, actions: string, text: string, };

export type BarcodeNotice = { text: string, isError: boolean, };

export type BarcodeOrderView = { number: string, state: string, url: string, };

/**
 * The staff's page.
 */
export type BarcodePageView = {
/**
 * The member's stores; a link to each other one.
 */
stores: Array<BarcodeTab>,
/**
 * Products, orders, the count.
 */
modes: Array<BarcodeTab>,
/**
 * `None`: the member has no store.
 */
tool: BarcodeToolView | null, };

/**
 * What a search found: rows, an order, or an error.
 */
export type BarcodeResultsView = { rows: Array<BarcodeRowView>, order: BarcodeOrderView | null, error: string | null,
/**
 * What the forms of the rows send, in addition to their own fields.
 */
form: BarcodeFormView, };

/**
 * A product with what the store has of it.
 */
export type BarcodeRowView = {
/**
 * Product or variation.
 */
id: string, name: string, label: string,
/**
 * The barcode, or the SKU of a product without one.
 */
code: string, bin: string, stock: string, isLow: boolean,
/**
 * For orders that are being paid; `None`: nothing.
 */
reserved: string | null,
/**
 * `None`: not counted yet, or no count.
 */
counted: string | null,
/**
 * Sold by weight: quantities may have decimals.
 */
hasDecimals: boolean,
/**
 * Where it is received, counted and issued, with its ledger.
 */
stockUrl: string,
/**
 * The product's page; `None` if it is not public.
 */
url: string | null, picture: PictureView, actions: Array<StockAction>,
/**
 * The member's last action was on this product and can be undone.
 */
canUndo: boolean, };

export type BarcodeTab = { label: string, url: string, current: boolean, };

/**
 * The form of codes and what it found.
 */
export type BarcodeToolView = {
/**
 * Address of the plain search and of the plain actions.
 */
action: string, storeId: string, storeName: string, codeType: CodeType,
/**
 * `barcode-actions`: what the rows of the results offer.
 */
actions: string,
/**
 * Each scan is counted.
 */
isCounting: boolean,
/**
 * The code that was searched.
 */
text: string, results: BarcodeResultsView | null, notice: BarcodeNotice | null,
/**
 * The open count, while scans are counted.
 */
count: CountProgress | null, };

/**
 * What a code is searched among: the last part of the name of call 33.
 */
export type CodeType = "product" | "order";

/**
 * An open count.
 */
export type CountProgress = { id: string,
/**
 * Counted products.
 */
lines: number, reportUrl: string, };

/**
 * The differences of a count.
 */
export type CountReportPageView = { title: string, crumbs: Array<LinkView>, state: string, lines: number,
/**
 * Products of the store that were not counted; `None` once the count has ended.
 */
uncounted: number | null, rows: Array<CountReportRow>,
/**
 * Differences alone, or all products.
 */
onlyDifferences: boolean, otherUrl: string, nextUrl: string | null, csvUrl: string, resumeUrl: string | null,
/**
 * Fields `do` (`close`, `cancel`), `id`, `store_id`, `nonce`.
 */
action: string, nonce: string, id: string, storeId: string, isOpen: boolean,
/**
 * Administrators close counts.
 */
canClose: boolean, notice: BarcodeNotice | null, };

export type CountReportRow = { sku: string, name: string, label: string, code: string, expected: string, counted: string,
/**
 * With its sign.
 */
difference: string, isMissing: boolean, };

export type CountRow = { title: string, state: string, reportUrl: string,
/**
 * Where scanning goes on; `None` once it has ended.
 */
resumeUrl: string | null, };

/**
 * Counts of a store.
 */
export type CountsPageView = { stores: Array<BarcodeTab>, modes: Array<BarcodeTab>, action: string, nonce: string, storeId: string,
/**
 * The open one first.
 */
counts: Array<CountRow>, hasOpen: boolean, notice: BarcodeNotice | null, };

/**
 * The answer of an act.
 */
export type PickAnswer = { notice: BarcodeNotice, state: PickStateView, };

export type PickLineView = { sku: string, name: string, bin: string | null, wanted: string, picked: string, isComplete: boolean, canTakeBack: boolean, };

/**
 * Rendered by `web/src/barcodes/PickPage.tsx`.
 */
export type PickPageView = { title: string, orderUrl: string, tool: PickToolView, };

/**
 * What is counted, as it is stored: another member sees the same.
 */
export type PickStateView = { lines: Array<PickLineView>,
/**
 * How many lines are not complete, or why nothing is counted.
 */
text: string,
/**
 * Codes count.
 */
isOpen: boolean, canFinish: boolean,
/**
 * It was finished, and can go on.
 */
canReopen: boolean, };

/**
 * The field for codes and what is counted. Every act is a plain form: `act`, `value`, `nonce`, `key`.
 */
export type PickToolView = {
/**
 * The number of the order.
 */
order: string, action: string, nonce: string,
/**
 * A form that is sent twice counts once. React keeps `key` for itself.
 */
requestKey: string, notice: BarcodeNotice | null, state: PickStateView, };

/**
 * `status` of call 34, and the names in `barcode-actions`.
 */
export type StockAction = "increase-stock" | "decrease-stock" | "set-stock" | "count-add" | "count-set" | "undo";
