//! View of tracking without an account.

use accounts::view::NoticeView;
use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::{OrderLineView, StateView, TimelineStepView};

/// Rendered by `web/src/checkout/TrackPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct TrackPageView {
    pub crumbs: Vec<LinkView>,
    pub action: String,
    pub number: String,
    pub email: String,
    pub number_error: Option<String>,
    pub email_error: Option<String>,
    /// One text, whichever of number and address is wrong.
    pub notice: Option<NoticeView>,
    pub order: Option<TrackedOrderView>,
    pub account_url: String,
    pub contact_url: String,
}

impl View for TrackPageView {
    const COMPONENT: &'static str = "checkout/TrackPage";
}

/// What a page without a password shows of an order: no street, no phone number, no name.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct TrackedOrderView {
    pub number: String,
    pub date: String,
    pub title: String,
    pub state: StateView,
    pub arrival: Option<String>,
    pub timeline: Vec<TimelineStepView>,
    pub lines: Vec<OrderLineView>,
    /// City and country.
    pub place: String,
}
