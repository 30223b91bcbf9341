//! Views of packing an order by scans.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use super::BarcodeNotice;

/// Rendered by `web/src/barcodes/PickPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct PickPageView {
    pub title: String,
    pub order_url: String,
    pub tool: PickToolView,
}

impl View for PickPageView {
    const COMPONENT: &'static str = "barcodes/PickPage";
}

/// The field for codes and what is counted. Every act is a plain form: `act`, `value`, `nonce`, `key`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct PickToolView {
    /// The number of the order.
    pub order: String,
    pub action: String,
    pub nonce: String,
    /// A form that is sent twice counts once. React keeps `key` for itself.
    pub request_key: String,
    pub notice: Option<BarcodeNotice>,
    pub state: PickStateView,
}

/// What is counted, as it is stored: another member sees the same.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct PickStateView {
    pub lines: Vec<PickLineView>,
    /// How many lines are not complete, or why nothing is counted.
    pub text: String,
    /// Codes count.
    pub is_open: bool,
    pub can_finish: bool,
    /// It was finished, and can go on.
    pub can_reopen: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct PickLineView {
    pub sku: String,
    pub name: String,
    pub bin: Option<String>,
    pub wanted: String,
    pub picked: String,
    pub is_complete: bool,
    pub can_take_back: bool,
}

/// The answer of an act.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "barcodes.ts")]
pub struct PickAnswer {
    pub notice: BarcodeNotice,
    pub state: PickStateView,
}
