//! Views of the staff's pages of products.

use std::collections::BTreeMap;

use catalog::PictureView;
use edge::view::{LinkView, View};
use pricing::PriceView;
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct StaffNotice {
    pub text: String,
    pub is_error: bool,
    /// Takes the change back.
    pub undo: Option<UndoForm>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct UndoForm {
    pub action: String,
    pub nonce: String,
    pub version: String,
}

/// A small form in a row of the list: one value, saved on its own.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct QuickForm {
    pub action: String,
    pub value: String,
    /// Of the thing that is saved.
    pub version: String,
    /// A variation of the product; empty: the product.
    pub variation: String,
    pub label: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct VariationRow {
    pub id: String,
    pub label: String,
    pub sku: String,
    pub price: String,
    pub sale: Option<String>,
    pub stock: String,
    pub is_out: bool,
    pub price_form: Option<QuickForm>,
    pub stock_form: Option<QuickForm>,
    /// The answer of one of its forms.
    pub notice: Option<StaffNotice>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct StaffProductRow {
    pub id: String,
    pub name: String,
    pub note: String,
    pub sku: String,
    pub url: String,
    pub picture: Option<PictureView>,
    pub status: String,
    /// `published`, `hidden` or `draft`.
    pub status_name: &'static str,
    pub category: String,
    pub price: String,
    /// The price of a sale that runs.
    pub sale: Option<String>,
    pub stock: String,
    pub is_out: bool,
    pub price_form: Option<QuickForm>,
    pub stock_form: Option<QuickForm>,
    /// Shows or hides the variations.
    pub unfold: Option<LinkView>,
    pub is_unfolded: bool,
    pub variations: Vec<VariationRow>,
    /// The answer of one of its forms.
    pub notice: Option<StaffNotice>,
}

/// A list with its address.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct ListTab {
    pub label: String,
    pub url: String,
    pub is_current: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct Choice {
    pub value: String,
    pub label: String,
}

/// Rendered by `web/src/staff_products/StaffProductsPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct StaffProductsPageView {
    pub url: String,
    pub new_url: Option<String>,
    pub nonce: String,
    pub notice: Option<StaffNotice>,
    pub tabs: Vec<ListTab>,
    /// The hidden fields of the search form.
    pub others: Vec<(String, String)>,
    pub query: String,
    pub category: String,
    pub categories: Vec<Choice>,
    /// The query of the page, to which the small forms return.
    pub at: String,
    /// Each filter, with the address without it.
    pub chips: Vec<LinkView>,
    pub rows: Vec<StaffProductRow>,
    pub next_url: Option<String>,
    /// Why the list is empty.
    pub empty: Option<String>,
    pub clear_url: Option<String>,
    /// Absent without the right to change products.
    pub bulk: Option<BulkChoice>,
}

/// Changing many products: the ticked ones, or all of the list.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct BulkChoice {
    pub url: String,
    pub all_url: String,
    pub jobs_url: String,
    /// The query of the list.
    pub list: String,
}

impl View for StaffProductsPageView {
    const COMPONENT: &'static str = "staff_products/StaffProductsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct FieldError {
    pub field: String,
    pub label: String,
    pub text: String,
}

/// The form of a product: texts by field, with the page's own copy of the values that were stored.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct ProductEditForm {
    pub action: String,
    pub nonce: String,
    pub version: String,
    pub was: String,
    pub values: BTreeMap<String, String>,
    pub labels: BTreeMap<String, String>,
    pub errors: Vec<FieldError>,
    /// Fields that the member may write.
    pub open: Vec<String>,
    pub categories: Vec<Choice>,
    pub statuses: Vec<Choice>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct HistoryLine {
    pub text: String,
    pub when: String,
    pub fields: Vec<HistoryField>,
    pub undo: Option<UndoForm>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct HistoryField {
    pub label: String,
    pub before: String,
    pub after: String,
}

/// Something that a good product page has.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct QualityPoint {
    pub label: String,
    pub is_done: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct SheetRow {
    pub id: String,
    pub label: String,
    pub version: String,
    pub was: String,
    pub values: BTreeMap<String, String>,
    pub errors: Vec<FieldError>,
    pub stock: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct VariationsForm {
    pub action: String,
    pub attributes_action: String,
    pub attributes: Vec<AttributeLine>,
    /// The names of the fields in the table, in the order of its columns, with their labels.
    pub columns: Vec<Choice>,
    pub rows: Vec<SheetRow>,
    /// The place of the first row, and the tables before and after this one.
    pub first_row: usize,
    pub prev_url: Option<String>,
    pub next_url: Option<String>,
    /// Combinations of values without a variation.
    pub missing: usize,
    pub can_price: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct AttributeLine {
    pub label: String,
    pub values: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct PictureLine {
    pub name: String,
    pub alt: String,
    pub picture: PictureView,
    /// Its page in the library, where its focal point is.
    pub url: Option<String>,
}

/// Upload, order and descriptions of the pictures.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct PicturesForm {
    pub action: String,
    pub upload_action: String,
    pub nonce: String,
    pub version: String,
    pub was: String,
    /// Of the next upload: sent twice, it is one picture.
    pub key: String,
    /// Where a picture of the library is chosen.
    pub library_url: Option<String>,
    pub lines: Vec<PictureLine>,
    /// Pictures without a description.
    pub warning: Option<String>,
    pub is_open: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct SearchPreview {
    pub title: String,
    pub url: String,
    pub text: String,
}

/// Where the form saves a draft, and the draft that there is.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct DraftForm {
    /// `None`: the member may not write.
    pub action: Option<String>,
    /// Of the draft that the form was made beside; 0: there was none.
    pub revision: String,
    /// The page of the draft, with what it says.
    pub link: Option<LinkView>,
    /// Whose it is, or why it was not published.
    pub text: Option<String>,
}

/// What shoppers see before, in and after a sale.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct SaleStagesView {
    /// The shop's time zone, such as `Asia/Riyadh`.
    pub zone: String,
    pub stages: Vec<SaleStageView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct SaleStageView {
    pub label: String,
    pub when: String,
    pub price: PriceView,
    /// The text around the time that is left; `None` where none is shown.
    pub countdown: Option<String>,
    pub is_now: bool,
}

/// Rendered by `web/src/staff_products/StaffProductPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct StaffProductPageView {
    pub title: String,
    pub list_url: String,
    pub is_new: bool,
    pub draft: Option<DraftForm>,
    /// The editor of its parts.
    pub bundle: Option<LinkView>,
    /// The page that shoppers see.
    pub shop_url: Option<String>,
    pub notice: Option<StaffNotice>,
    /// The part of the page that the notice is about: its form was sent.
    pub notice_part: Option<&'static str>,
    pub form: ProductEditForm,
    /// Where the sale stands.
    pub sale_phase: Option<String>,
    /// What shoppers see before, in and after it, as stored.
    pub sale_stages: Option<SaleStagesView>,
    pub pictures: Option<PicturesForm>,
    pub variations: Option<VariationsForm>,
    /// What the online store has, and its form.
    pub stock: Option<QuickForm>,
    pub stock_text: Option<String>,
    pub preview: Option<SearchPreview>,
    pub quality: Vec<QualityPoint>,
    pub history: Vec<HistoryLine>,
}

impl View for StaffProductPageView {
    const COMPONENT: &'static str = "staff_products/StaffProductPage";
}

/// A field that two people changed: its value before, mine and theirs.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct ConflictField {
    pub field: String,
    pub label: String,
    pub before: String,
    pub mine: String,
    pub theirs: String,
    /// As the form sends them.
    pub mine_value: String,
    pub theirs_value: String,
    /// Who changed it, and when. Empty: not known.
    pub who: String,
    pub when: String,
    /// A third wording may be typed.
    pub is_text: bool,
}

/// Rendered by `web/src/staff_products/ConflictPage.tsx`. Nothing was written.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct ConflictView {
    pub title: String,
    pub product_url: String,
    pub action: String,
    /// Nonce, version, the stored values, and my changes that do not clash.
    pub hidden: Vec<(String, String)>,
    pub fields: Vec<ConflictField>,
}

impl View for ConflictView {
    const COMPONENT: &'static str = "staff_products/ConflictPage";
}
