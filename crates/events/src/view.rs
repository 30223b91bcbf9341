//! Views of the staff page of events.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

/// Rendered by `web/src/events/EventsPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "events.ts")]
pub struct EventsPageView {
    pub action: String,
    pub nonce: String,
    /// Only administrators change endpoints.
    pub can_change: bool,
    pub notice: Option<String>,
    /// Why the typed endpoint was refused.
    pub error: Option<String>,
    /// The typed address.
    pub url: String,
    pub kinds: Vec<KindView>,
    pub endpoints: Vec<EndpointView>,
    pub states: Vec<StateOption>,
    pub deliveries: Vec<DeliveryView>,
    pub older_url: Option<String>,
    pub home_url: String,
}

impl View for EventsPageView {
    const COMPONENT: &'static str = "events/EventsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "events.ts")]
pub struct KindView {
    pub name: String,
    pub label: String,
    pub is_chosen: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "events.ts")]
pub struct StateOption {
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "events.ts")]
pub struct EndpointView {
    pub id: String,
    pub url: String,
    /// For administrators.
    pub secret: Option<String>,
    pub kinds: String,
    pub state: String,
    pub is_enabled: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "events.ts")]
pub struct DeliveryView {
    pub event_id: String,
    pub endpoint_id: String,
    pub kind: String,
    pub date: String,
    pub url: String,
    pub state: String,
    pub attempts: String,
    /// The status of the last answer, or why there was none.
    pub answer: String,
    pub next: Option<String>,
    pub can_replay: bool,
}
