// Written from Rust (crates/storefront). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";
import type { Choice, ListTab } from "./staff_products";

export type AmountField = { label: string,
/**
 * As it was typed.
 */
value: string, error: string | null,
/**
 * Sold by weight.
 */
hasDecimals: boolean, };

/**
 * A count before it is written.
 */
export type CountCheckView = { expected: string, counted: string,
/**
 * With its sign.
 */
difference: string, isLess: boolean,
/**
 * What will happen: nothing is different, or another person has to agree.
 */
remark: string | null, form: MoveFormView, };

/**
 * A form that sends nothing but its button.
 */
export type DecisionForm = { action: string, hidden: Array<[string, string]>, submit: string, };

/**
 * Receives, issues, or writes a count down.
 */
export type MoveFormView = {
/**
 * `receive`, `issue` or `count`: the address of the form on its page.
 */
name: string, action: string, hidden: Array<[string, string]>,
/**
 * `None`: the quantity is decided already.
 */
amount: AmountField | null, reasons: Array<Choice>, reason: string, noteLabel: string, submit: string, };

/**
 * A line of the ledger.
 */
export type MovementView = {
/**
 * What happened, and who did it.
 */
text: string,
/**
 * The order that it belongs to, for those who may open it.
 */
orderUrl: string | null, note: string | null,
/**
 * With its sign.
 */
delta: string, balance: string, time: string, };

/**
 * Rendered by `web/src/staff_stock/StaffStockPage.tsx`.
 */
export type StaffStockPageView = { url: string,
/**
 * The tool that reads codes.
 */
scanUrl: string,
/**
 * Empty: the member has no store.
 */
storeId: string, storeName: string,
/**
 * None if there is one store.
 */
stores: Array<ListTab>, tabs: Array<ListTab>, query: string, approvals: Array<StockApprovalView>, rows: Array<StockRowView>,
/**
 * What to do if there are no rows.
 */
empty: string | null, clearUrl: string | null, nextUrl: string | null, };

/**
 * A move that waits for a second person.
 */
export type StockApprovalView = { id: string, sku: string,
/**
 * Of the product.
 */
name: string,
/**
 * Its page.
 */
url: string, text: string, detail: string,
/**
 * Why this member cannot approve it.
 */
own: string | null, approve: DecisionForm | null, refuse: DecisionForm | null, };

/**
 * Rendered by `web/src/staff_stock/StockItemPage.tsx`.
 */
export type StockItemPageView = { crumbs: Array<LinkView>, url: string, row: StockRowView,
/**
 * Its code, as it is printed.
 */
gtin: string,
/**
 * The editor of the product, for those who may open it.
 */
productUrl: string | null, storeId: string, storeName: string, stores: Array<ListTab>, notice: StockNotice | null, approvals: Array<StockApprovalView>, receive: MoveFormView, issue: MoveFormView,
/**
 * What was typed as counted; the form asks for the difference first.
 */
counted: AmountField, check: CountCheckView | null, movements: Array<MovementView>, nextUrl: string | null, };

export type StockNotice = { text: string, isError: boolean, };

/**
 * A product or a variation in the list.
 */
export type StockRowView = { id: string, name: string, label: string, sku: string, url: string, picture: PictureView | null, bin: string, onHand: string, reserved: string, free: string, isOut: boolean,
/**
 * When it will be sold out; empty if nothing was sold lately.
 */
lasts: string, isUrgent: boolean,
/**
 * Pieces that last for four weeks; `None`: none has to be ordered.
 */
toOrder: string | null,
/**
 * People who want to know when it is there.
 */
awaiting: string | null, movements: Array<MovementView>,
/**
 * Receive, count, issue: parts of its page.
 */
acts: Array<LinkView>, };
