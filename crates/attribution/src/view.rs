//! Views of the consent page and the staff's report.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

/// Rendered by `web/src/attribution/ConsentPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct ConsentPageView {
    /// `None`: there is nothing to choose.
    pub action: Option<String>,
    pub state: String,
}

impl View for ConsentPageView {
    const COMPONENT: &'static str = "attribution/ConsentPage";
}

/// Rendered by `web/src/attribution/ReportPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct ReportPageView {
    pub periods: Vec<PeriodLink>,
    pub funnel: Vec<FunnelStep>,
    /// A point for each day, oldest first.
    pub visits: Vec<PlotPoint>,
    pub revenue: Vec<PlotPoint>,
    pub is_empty: bool,
    /// Days with visits or orders, newest first.
    pub days: Vec<DayRow>,
    pub sources: Vec<SourceRow>,
    /// How many orders have other fields than the server computed.
    pub differing: Option<String>,
    pub home_url: String,
}

impl View for ReportPageView {
    const COMPONENT: &'static str = "attribution/ReportPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct PeriodLink {
    pub label: String,
    pub url: String,
    pub is_chosen: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct FunnelStep {
    pub label: String,
    pub count: String,
    /// Of the visits, in percent; empty without visits.
    pub share: String,
    /// Length of the bar, from 0 to 100.
    pub width: i64,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct PlotPoint {
    pub label: String,
    pub value: String,
    /// Height of the bar, from 0 to 100.
    pub height: i64,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct DayRow {
    pub day: String,
    pub visits: String,
    pub orders: String,
    pub paid: String,
    pub conversion: String,
    pub revenue: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct SourceRow {
    pub kind: String,
    pub source: String,
    pub medium: String,
    pub campaign: String,
    pub visits: String,
    pub orders: String,
    pub paid: String,
    pub conversion: String,
    pub revenue: String,
}
