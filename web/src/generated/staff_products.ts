// Written from Rust (crates/storefront). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";
import type { PriceView } from "./pricing";

export type AttributeLine = { label: string, values: string, };

/**
 * Changing many products: the ticked ones, or all of the list.
 */
export type BulkChoice = { url: string, allUrl: string, jobsUrl: string,
/**
 * The query of the list.
 */
list: string, };

export type BundleForm = { action: string, nonce: string, version: string, was: string, values: { [key in string]: string }, labels: { [key in string]: string }, errors: Array<FieldError>,
/**
 * Fields that the member may write; none: the member may only look.
 */
open: Array<string>, parts: Array<BundlePartRow>,
/**
 * What was searched, and what was found; `None`: nothing was searched.
 */
find: string, found: Array<FoundPart> | null, };

/**
 * A part in the form.
 */
export type BundlePartRow = { key: string, product: string, name: string, note: string,
/**
 * The editor of the part's product.
 */
url: string | null, picture: PictureView | null, isOptional: boolean, quantity: string, min: string, max: string, stock: string,
/**
 * Why it cannot be bought now.
 */
fault: string | null, errors: Array<FieldError>, };

/**
 * One part of the trial, as the shopper chooses it.
 */
export type BundleTrialLine = { key: string, name: string, quantity: string,
/**
 * The variations; empty: there is nothing to choose.
 */
options: Array<Choice>, picked: string,
/**
 * What it adds to the total.
 */
cost: string | null, isUnavailable: boolean, };

/**
 * Rendered by `web/src/staff_products/BundleTrial.island.tsx`.
 */
export type BundleTrialView = {
/**
 * The form that the trial belongs to; `None`: the member may only look.
 */
action: string | null, lines: Array<BundleTrialLine>, before: string, saved: string | null, total: string,
/**
 * What the shopper reads.
 */
alert: string | null,
/**
 * What follows from that for the owner.
 */
advice: string | null,
/**
 * How many such bundles can be sold, and what limits them.
 */
stock: string | null,
/**
 * Parts that cannot be bought, and what the shop does with them.
 */
warnings: Array<string>, };

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
 * Who changed it, and when. Empty: not known.
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

/**
 * Where the form saves a draft, and the draft that there is.
 */
export type DraftForm = {
/**
 * `None`: the member may not write.
 */
action: string | null,
/**
 * Of the draft that the form was made beside; 0: there was none.
 */
revision: string,
/**
 * The page of the draft, with what it says.
 */
link: LinkView | null,
/**
 * Whose it is, or why it was not published.
 */
text: string | null, };

export type FieldError = { field: string, label: string, text: string, };

/**
 * A product that a search for a part found.
 */
export type FoundPart = { id: string, name: string, sku: string, picture: PictureView | null,
/**
 * Why it cannot be a part.
 */
refusal: string | null, };

export type HistoryField = { label: string, before: string, after: string, };

export type HistoryLine = { text: string, when: string, fields: Array<HistoryField>, undo: UndoForm | null, };

/**
 * A list with its address.
 */
export type ListTab = { label: string, url: string, isCurrent: boolean, };

export type PictureLine = { name: string, alt: string, picture: PictureView,
/**
 * Its page in the library, where its focal point is.
 */
url: string | null, };

/**
 * Upload, order and descriptions of the pictures.
 */
export type PicturesForm = { action: string, uploadAction: string, nonce: string, version: string, was: string,
/**
 * Of the next upload: sent twice, it is one picture.
 */
key: string,
/**
 * Where a picture of the library is chosen.
 */
libraryUrl: string | null, lines: Array<PictureLine>,
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

export type SaleStageView = { label: string, when: string, price: PriceView,
/**
 * The text around the time that is left; `None` where none is shown.
 */
countdown: string | null, isNow: boolean, };

/**
 * What shoppers see before, in and after a sale.
 */
export type SaleStagesView = {
/**
 * The shop's time zone, such as `Asia/Riyadh`.
 */
zone: string, stages: Array<SaleStageView>, };

export type SearchPreview = { title: string, url: string, text: string, };

export type SheetRow = { id: string, label: string, version: string, was: string, values: { [key in string]: string }, errors: Array<FieldError>, stock: string, };

/**
 * Rendered by `web/src/staff_products/StaffBundlePage.tsx`.
 */
export type StaffBundlePageView = { title: string, listUrl: string, productUrl: string,
/**
 * The page that shoppers see.
 */
shopUrl: string | null, status: string,
/**
 * The product becomes a bundle with the first save.
 */
isNew: boolean, notice: StaffNotice | null, form: BundleForm, trial: BundleTrialView, history: Array<HistoryLine>, };

/**
 * Rendered by `web/src/staff_products/StaffDraftPage.tsx`.
 */
export type StaffDraftPageView = {
/**
 * The product's name, as it is published.
 */
title: string, productUrl: string,
/**
 * The editor with the values of the draft.
 */
editUrl: string, previewUrl: string, action: string, nonce: string, revision: string, notice: StaffNotice | null,
/**
 * Whose it is.
 */
saved: string,
/**
 * Published and draft, field by field.
 */
fields: Array<HistoryField>,
/**
 * When it will be published.
 */
scheduled: string | null,
/**
 * Of the field, as typed.
 */
publishAt: string,
/**
 * The member may write all of its fields.
 */
isOpen: boolean, };

export type StaffNotice = { text: string, isError: boolean,
/**
 * Takes the change back.
 */
undo: UndoForm | null, };

/**
 * Rendered by `web/src/staff_products/StaffProductPage.tsx`.
 */
export type StaffProductPageView = { title: string, listUrl: string, isNew: boolean, draft: DraftForm | null,
/**
 * The editor of its parts.
 */
bundle: LinkView | null,
/**
 * The page that shoppers see.
 */
shopUrl: string | null, notice: StaffNotice | null,
/**
 * The part of the page that the notice is about: its form was sent.
 */
noticePart: string | null, form: ProductEditForm,
/**
 * Where the sale stands.
 */
salePhase: string | null,
/**
 * What shoppers see before, in and after it, as stored.
 */
saleStages: SaleStagesView | null, pictures: PicturesForm | null, variations: VariationsForm | null,
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
unfold: LinkView | null, isUnfolded: boolean, variations: Array<VariationRow>,
/**
 * The answer of one of its forms.
 */
notice: StaffNotice | null, };

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
empty: string | null, clearUrl: string | null,
/**
 * Absent without the right to change products.
 */
bulk: BulkChoice | null, };

export type UndoForm = { action: string, nonce: string, version: string, };

export type VariationRow = { id: string, label: string, sku: string, price: string, sale: string | null, stock: string, isOut: boolean, priceForm: QuickForm | null, stockForm: QuickForm | null,
/**
 * The answer of one of its forms.
 */
notice: StaffNotice | null, };

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
