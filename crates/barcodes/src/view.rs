//! Views of the barcode tool and of stock counts.

mod pick;

use catalog::PictureView;
use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

pub use pick::*;

use crate::rules::{CodeType, StockAction};

/// The staff's page.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodePageView {
    /// The member's stores; a link to each other one.
    pub stores: Vec<BarcodeTab>,
    /// Products, orders, the count.
    pub modes: Vec<BarcodeTab>,
    /// `None`: the member has no store.
    pub tool: Option<BarcodeToolView>,
}

impl View for BarcodePageView {
    const COMPONENT: &'static str = "barcodes/BarcodePage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeTab {
    pub label: String,
    pub url: String,
    pub current: bool,
}

/// The form of codes and what it found.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeToolView {
    /// Address of the plain search and of the plain actions.
    pub action: String,
    pub store_id: String,
    pub store_name: String,
    pub code_type: CodeType,
    /// `barcode-actions`: what the rows of the results offer.
    pub actions: String,
    /// Each scan is counted.
    pub is_counting: bool,
    /// The code that was searched.
    pub text: String,
    pub results: Option<BarcodeResultsView>,
    pub notice: Option<BarcodeNotice>,
    /// The open count, while scans are counted.
    pub count: Option<CountProgress>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeNotice {
    pub text: String,
    pub is_error: bool,
}

/// An open count.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct CountProgress {
    pub id: String,
    /// Counted products.
    #[ts(type = "number")]
    pub lines: i64,
    pub report_url: String,
}

/// What a search found: rows, an order, or an error.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeResultsView {
    pub rows: Vec<BarcodeRowView>,
    pub order: Option<BarcodeOrderView>,
    pub error: Option<String>,
    /// What the forms of the rows send, in addition to their own fields.
    pub form: BarcodeFormView,
}

impl View for BarcodeResultsView {
    const COMPONENT: &'static str = "barcodes/BarcodeResults";
}

/// The plain forms of rows: `status`, `type`, `barcode-actions`, `id`, `stock_unit`, `stock_seen`, `store_id`, `text`, `nonce`, `key`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeFormView {
    pub action: String,
    pub nonce: String,
    /// A form that is sent twice acts once.
    pub key: String,
    pub store_id: String,
    pub actions: String,
    pub text: String,
}

/// A product with what the store has of it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeRowView {
    /// Product or variation.
    pub id: String,
    pub name: String,
    pub label: String,
    /// The barcode, or the SKU of a product without one.
    pub code: String,
    pub bin: String,
    pub stock: String,
    pub is_low: bool,
    /// For orders that are being paid; `None`: nothing.
    pub reserved: Option<String>,
    /// `None`: not counted yet, or no count.
    pub counted: Option<String>,
    /// Sold by weight: quantities may have decimals.
    pub has_decimals: bool,
    /// Where it is received, counted and issued, with its ledger.
    pub stock_url: String,
    /// The product's page; `None` if it is not public.
    pub url: Option<String>,
    pub picture: PictureView,
    pub actions: Vec<StockAction>,
    /// The member's last action was on this product and can be undone.
    pub can_undo: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeOrderView {
    pub number: String,
    pub state: String,
    pub url: String,
}

/// Answer of calls 33 and 34.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "barcodes.ts")]
pub struct BarcodeAnswer {
    /// 1: success; -1: `items` is an error.
    pub code: i32,
    /// HTML.
    pub items: String,
    /// To be opened in a new tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub redirect_page: Option<String>,
    /// The same as `items`, for React components.
    pub results: BarcodeResultsView,
    /// What an action did; empty for searches.
    pub message: String,
}

/// Counts of a store.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct CountsPageView {
    pub stores: Vec<BarcodeTab>,
    pub modes: Vec<BarcodeTab>,
    pub action: String,
    pub nonce: String,
    pub store_id: String,
    /// The open one first.
    pub counts: Vec<CountRow>,
    pub has_open: bool,
    pub notice: Option<BarcodeNotice>,
}

impl View for CountsPageView {
    const COMPONENT: &'static str = "barcodes/CountsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct CountRow {
    pub title: String,
    pub state: String,
    pub report_url: String,
    /// Where scanning goes on; `None` once it has ended.
    pub resume_url: Option<String>,
}

/// The differences of a count.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct CountReportPageView {
    pub title: String,
    pub crumbs: Vec<LinkView>,
    pub state: String,
    #[ts(type = "number")]
    pub lines: i64,
    /// Products of the store that were not counted; `None` once the count has ended.
    #[ts(type = "number | null")]
    pub uncounted: Option<i64>,
    pub rows: Vec<CountReportRow>,
    /// Differences alone, or all products.
    pub only_differences: bool,
    pub other_url: String,
    pub next_url: Option<String>,
    pub csv_url: String,
    pub resume_url: Option<String>,
    /// Fields `do` (`close`, `cancel`), `id`, `store_id`, `nonce`.
    pub action: String,
    pub nonce: String,
    pub id: String,
    pub store_id: String,
    pub is_open: bool,
    /// Administrators close counts.
    pub can_close: bool,
    pub notice: Option<BarcodeNotice>,
}

impl View for CountReportPageView {
    const COMPONENT: &'static str = "barcodes/CountReportPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct CountReportRow {
    pub sku: String,
    pub name: String,
    pub label: String,
    pub code: String,
    pub expected: String,
    pub counted: String,
    /// With its sign.
    pub difference: String,
    pub is_missing: bool,
}
