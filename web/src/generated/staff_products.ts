// Written from Rust (crates/storefront). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";

export type AttributeLine = { label: string, values: string, };

export type Choice = { value: string, label: string, };

/**
 * A field that two people changed: its value before, mine and theirs.
 */
export type ConflictField = { field: string, label: string, before: string, mine: string, theirs: string,
/**
 * As the form sends them.
 */
mineValue: string, theirsValue: string,
/**
 * Who changed it, and when.
 */
who: string, when: string,
/**
 * A third wording may be typed.
 */
isText: boolean, };

/**
 * Rendered by `web/src/staff_products/ConflictPage.tsx`. Nothing was written.
 */
export type ConflictView = { title: string, productUrl: string, action: string,
/**
 * Nonce, version, the stored values, and my changes that do not clash.
 */
hidden: Array<[string, string]>, fields: Array<ConflictField>, };

export type FieldError = { field: string, label: string, text: string, };

export type HistoryField = { label: string, before: string, after: string, };

export type HistoryLine = { text: string, when: string, fields: Array<HistoryField>, undo: UndoForm | null, };

/**
 * A list with its address.
 */
export type ListTab = { label: string, url: string, isCurrent: boolean, };

export type PictureLine = { name: string, alt: string, picture: PictureView, };

/**
 * Upload, order and descriptions of the pictures.
 */
export type PicturesForm = { action: string, uploadAction: string, nonce: string, version: string, was: string,
/**
 * Of the next upload: sent twice, it is one picture.
 */
key: string, lines: Array<PictureLine>,
/**
 * Pictures without a description.
 */
warning: string | null, isOpen: boolean, };

/**
 * The form of a product: texts by field, with the page's own copy of the values that were stored.
 */
export type ProductEditForm = { action: string, nonce: string, version: string, was: string, values: { [key in string]: string }, labels: { [key in string]: string }, errors: Array<FieldError>,
/**
 * Fields that the member may write.
 */
open: Array<string>, categories: Array<Choice>, statuses: Array<Choice>, };

/**
 * Something that a good product page has.
 */
export type QualityPoint = { label: string, isDone: boolean, };

/**
 * A small form in a row of the list: one value, saved on its own.
 */
export type QuickForm = { action: string, value: string,
/**
 * Of the thing that is saved.
 */
version: string,
/**
 * A variation of the product; empty: the product.
 */
variation: string, label: string, };

export type SearchPreview = { title: string, url: string, text: string, };

export type SheetRow = { id: string, label: string, version: string, was: string, values: { [key in string]: string }, errors: Array<FieldError>, stock: string, };

export type StaffNotice = { text: string, isError: boolean,
/**
 * Takes the change back.
 */
undo: UndoForm | null, };

/**
 * Rendered by `web/src/staff_products/StaffProductPage.tsx`.
 */
export type StaffProductPageView = { title: string, listUrl: string, isNew: boolean,
/**
 * The page that shoppers see.
 */
shopUrl: string | null, notice: StaffNotice | null, form: ProductEditForm,
/**
 * Where the sale stands.
 */
salePhase: string | null, pictures: PicturesForm | null, variations: VariationsForm | null,
/**
 * What the online store has, and its form.
 */
stock: QuickForm | null, stockText: string | null, preview: SearchPreview | null, quality: Array<QualityPoint>, history: Array<HistoryLine>, };

export type StaffProductRow = { id: string, name: string, note: string, sku: string, url: string, picture: PictureView | null, status: string,
/**
 * `published`, `hidden` or `draft`.
 */
statusName: string, category: string, price: string,
/**
 * The price of a sale that runs.
 */
sale: string | null, stock: string, isOut: boolean, priceForm: QuickForm | null, stockForm: QuickForm | null,
/**
 * Shows or hides the variations.
 */
unfold: LinkView | null, isUnfolded: boolean, variations: Array<VariationRow>, };

/**
 * Rendered by `web/src/staff_products/StaffProductsPage.tsx`.
 */
export type StaffProductsPageView = { url: string, newUrl: string | null, nonce: string, notice: StaffNotice | null, tabs: Array<ListTab>,
/**
 * The hidden fields of the search form.
 */
others: Array<[string, string]>, query: string, category: string, categories: Array<Choice>,
/**
 * The query of the page, to which the small forms return.
 */
at: string,
/**
 * Each filter, with the address without it.
 */
chips: Array<LinkView>, rows: Array<StaffProductRow>, nextUrl: string | null,
/**
 * Why the list is empty.
 */
empty: string | null, clearUrl: string | null, };

export type UndoForm = { action: string, nonce: string, version: string, };

export type VariationRow = { id: string, label: string, sku: string, price: string, sale: string | null, stock: string, isOut: boolean, priceForm: QuickForm | null, stockForm: QuickForm | null, };

export type VariationsForm = { action: string, attributesAction: string, attributes: Array<AttributeLine>,
/**
 * The names of the fields in the table, in the order of its columns, with their labels.
 */
columns: Array<Choice>, rows: Array<SheetRow>,
/**
 * The place of the first row, and the tables before and after this one.
 */
firstRow: number, prevUrl: string | null, nextUrl: string | null,
/**
 * Combinations of values without a variation.
 */
missing: number, canPrice: boolean, };
