//! Views of the staff's order pages.

use accounts::view::{FormView, NoticeView};
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use super::{OrderView, StateView};

/// Rendered by `web/src/checkout/StaffOrdersPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffOrdersPageView {
    pub action: String,
    pub search: String,
    pub states: Vec<StateChoice>,
    pub orders: Vec<StaffOrderRow>,
    pub next_url: Option<String>,
    pub export: FormView,
    pub home_url: String,
}

impl View for StaffOrdersPageView {
    const COMPONENT: &'static str = "checkout/StaffOrdersPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StateChoice {
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffOrderRow {
    pub number: String,
    pub date: String,
    pub customer: String,
    pub state: StateView,
    pub total: String,
    pub url: String,
}

/// Rendered by `web/src/checkout/StaffOrderPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffOrderPageView {
    pub order: OrderView,
    pub notice: Option<NoticeView>,
    /// Form to change the state; `None` if no transition is allowed.
    pub change: Option<FormView>,
    pub refund: Option<FormView>,
    pub attempts: Vec<AttemptRow>,
    pub history: Vec<HistoryRow>,
    pub attribution: Vec<(String, String)>,
    /// The submitted fields that differ from what the server computed.
    pub attribution_check: Option<String>,
    pub orders_url: String,
}

impl View for StaffOrderPageView {
    const COMPONENT: &'static str = "checkout/StaffOrderPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct AttemptRow {
    pub key: String,
    pub state: String,
    pub amount: String,
    pub method: String,
    pub reference: String,
    pub date: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct HistoryRow {
    pub date: String,
    pub text: String,
    /// An attempt key, a provider code or an amount.
    pub detail: String,
    /// The staff member; empty for automatic events.
    pub actor: String,
}
