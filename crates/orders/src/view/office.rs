//! Views of the staff's list of orders.

use accounts::view::{FormView, NoticeView, OptionView};
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use super::{GiftView, StateView};

/// Rendered by `web/src/checkout/StaffOrdersPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffOrdersPageView {
    pub action: String,
    pub search: String,
    pub lists: Vec<OrderListTab>,
    /// Saves what is shown as a list; `None` if it is one already.
    pub save: Option<SaveListView>,
    pub chips: Vec<FilterChip>,
    pub filters: Vec<OrderFilter>,
    /// Filters that the search form sends along.
    pub hidden: Vec<(String, String)>,
    pub orders: Vec<StaffOrderRow>,
    /// «المعروض 10 طلبات من الأحدث إلى الأقدم».
    pub shown: String,
    /// Sum of all orders of the list, where it is of a span of the ledger.
    pub booked: Option<String>,
    pub next_url: Option<String>,
    /// Back to the first page.
    pub first_url: Option<String>,
    pub bulk: Option<BulkView>,
    pub notice: Option<NoticeView>,
    /// The answer of a bulk act: orders that were not changed, and why.
    pub refused: Vec<String>,
    /// `None` for members without the right.
    pub export: Option<FormView>,
    /// Leads to all orders, from a list without any.
    pub clear_url: Option<String>,
    pub newer: NewOrdersView,
}

impl View for StaffOrdersPageView {
    const COMPONENT: &'static str = "checkout/StaffOrdersPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderListTab {
    pub label: String,
    pub url: String,
    /// «9», or «أكثر من 1,000».
    pub count: Option<String>,
    pub is_current: bool,
    /// Deletes the member's own list, while it is shown.
    pub remove: Option<FormView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct SaveListView {
    pub action: String,
    pub hidden: Vec<(String, String)>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct FilterChip {
    pub label: String,
    pub remove_label: String,
    /// The list without this filter.
    pub url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderFilter {
    pub name: String,
    pub label: String,
    pub value: String,
    /// Empty: typed text.
    pub options: Vec<OptionView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffOrderRow {
    pub number: String,
    pub date: String,
    pub customer: String,
    pub city: String,
    pub state: StateView,
    /// Said beside the state: «نتيجة الدفع غير معروفة».
    pub alert: Option<String>,
    pub total: String,
    /// «بطاقة تنتهي بـ 4417»; empty without a payment.
    pub method: String,
    pub pieces: String,
    pub source: String,
    pub assignee: Option<String>,
    pub tags: Vec<String>,
    /// What of it was booked in the span of the list.
    pub booked: Option<String>,
    pub url: String,
}

/// What can be done with several orders. `None` without the right.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct BulkView {
    /// Names and values of the hidden inputs, including the nonce.
    pub hidden: Vec<(String, String)>,
    pub print_url: String,
    pub move_to: Option<BulkMove>,
    pub mark: Option<BulkMark>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct BulkMove {
    pub action: String,
    pub states: Vec<OptionView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct BulkMark {
    pub assign_url: String,
    pub members: Vec<OptionView>,
    pub tag_url: String,
}

/// Props of the island that announces new orders.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct NewOrdersView {
    /// The newest order of the page.
    pub after: String,
    pub nonce: String,
    /// Shows the list with the new orders.
    pub url: String,
}

/// The answer of the question for new orders.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct NewOrdersAnswer {
    /// «وصل طلبان جديدان»; `None` if none came.
    pub text: Option<String>,
}

/// Rendered by `web/src/checkout/StaffPrintPage.tsx`: picking lists, each on a page of its own, or labels of bins.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffPrintPageView {
    pub title: String,
    pub orders: Vec<PickingOrder>,
    pub labels: Vec<PickingLine>,
    pub back_url: String,
}

impl View for StaffPrintPageView {
    const COMPONENT: &'static str = "checkout/StaffPrintPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct PickingOrder {
    pub number: String,
    pub date: String,
    pub address: Vec<String>,
    pub phone: String,
    pub notes: String,
    pub gift: Option<GiftView>,
    pub shipping: String,
    /// By bin.
    pub lines: Vec<PickingLine>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct PickingLine {
    pub bin: Option<String>,
    pub name: String,
    pub sku: String,
    pub quantity: String,
}
