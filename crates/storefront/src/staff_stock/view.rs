//! Views of the stock pages.

use catalog::PictureView;
use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use crate::staff_products::view::{Choice, ListTab};

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct StockNotice {
    pub text: String,
    pub is_error: bool,
}

/// A line of the ledger.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct MovementView {
    /// What happened, and who did it.
    pub text: String,
    /// The order that it belongs to, for those who may open it.
    pub order_url: Option<String>,
    pub note: Option<String>,
    /// With its sign.
    pub delta: String,
    pub balance: String,
    pub time: String,
}

/// A product or a variation in the list.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct StockRowView {
    pub id: String,
    pub name: String,
    pub label: String,
    pub sku: String,
    pub url: String,
    pub picture: Option<PictureView>,
    pub bin: String,
    pub on_hand: String,
    pub reserved: String,
    pub free: String,
    pub is_out: bool,
    /// When it will be sold out; empty if nothing was sold lately.
    pub lasts: String,
    pub is_urgent: bool,
    /// Pieces that last for four weeks; `None`: none has to be ordered.
    pub to_order: Option<String>,
    /// People who want to know when it is there.
    pub awaiting: Option<String>,
    pub movements: Vec<MovementView>,
    /// Receive, count, issue: parts of its page.
    pub acts: Vec<LinkView>,
}

/// A form that sends nothing but its button.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct DecisionForm {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub submit: String,
}

/// A move that waits for a second person.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct StockApprovalView {
    pub id: String,
    pub sku: String,
    /// Of the product.
    pub name: String,
    /// Its page.
    pub url: String,
    pub text: String,
    pub detail: String,
    /// Why this member cannot approve it.
    pub own: Option<String>,
    pub approve: Option<DecisionForm>,
    pub refuse: Option<DecisionForm>,
}

/// Rendered by `web/src/staff_stock/StaffStockPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct StaffStockPageView {
    pub url: String,
    /// The tool that reads codes.
    pub scan_url: String,
    /// Empty: the member has no store.
    pub store_id: String,
    pub store_name: String,
    /// None if there is one store.
    pub stores: Vec<ListTab>,
    pub tabs: Vec<ListTab>,
    pub query: String,
    pub approvals: Vec<StockApprovalView>,
    pub rows: Vec<StockRowView>,
    /// What to do if there are no rows.
    pub empty: Option<String>,
    pub clear_url: Option<String>,
    pub next_url: Option<String>,
}

impl View for StaffStockPageView {
    const COMPONENT: &'static str = "staff_stock/StaffStockPage";
}

/// Receives, issues, or writes a count down.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct MoveFormView {
    /// `receive`, `issue` or `count`: the address of the form on its page.
    pub name: &'static str,
    pub action: String,
    pub hidden: Vec<(String, String)>,
    /// `None`: the quantity is decided already.
    pub amount: Option<AmountField>,
    pub reasons: Vec<Choice>,
    pub reason: String,
    pub note_label: String,
    pub submit: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct AmountField {
    pub label: String,
    /// As it was typed.
    pub value: String,
    pub error: Option<String>,
    /// Sold by weight.
    pub has_decimals: bool,
}

/// A count before it is written.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct CountCheckView {
    pub expected: String,
    pub counted: String,
    /// With its sign.
    pub difference: String,
    pub is_less: bool,
    /// What will happen: nothing is different, or another person has to agree.
    pub remark: Option<String>,
    pub form: MoveFormView,
}

/// Rendered by `web/src/staff_stock/StockItemPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_stock.ts")]
pub struct StockItemPageView {
    pub crumbs: Vec<LinkView>,
    pub url: String,
    pub row: StockRowView,
    /// Its code, as it is printed.
    pub gtin: String,
    /// The editor of the product, for those who may open it.
    pub product_url: Option<String>,
    pub store_id: String,
    pub store_name: String,
    pub stores: Vec<ListTab>,
    pub notice: Option<StockNotice>,
    pub approvals: Vec<StockApprovalView>,
    pub receive: MoveFormView,
    pub issue: MoveFormView,
    /// What was typed as counted; the form asks for the difference first.
    pub counted: AmountField,
    pub check: Option<CountCheckView>,
    pub movements: Vec<MovementView>,
    pub next_url: Option<String>,
}

impl View for StockItemPageView {
    const COMPONENT: &'static str = "staff_stock/StockItemPage";
}
