//! Views of the consent page and the staff's report.

use accounts::view::FormView;
use edge::{plot::PlotView, view::View};
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
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct ReportPageView {
    pub periods: Vec<PeriodLink>,
    pub funnel: Vec<FunnelStep>,
    pub visits: PlotView,
    pub revenue: PlotView,
    pub is_empty: bool,
    /// Days with visits or orders, newest first.
    pub days: Vec<DayRow>,
    pub sources: Vec<SourceRow>,
    /// How many orders have other fields than the server computed.
    pub differing: Option<String>,
    /// Without affiliates there is no such part.
    pub affiliates: Option<AffiliateReportView>,
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

/// What affiliates brought in the period.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct AffiliateReportView {
    pub visits: PlotView,
    pub credits: PlotView,
    pub rows: Vec<AffiliateRow>,
    pub export: FormView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "attribution.ts")]
pub struct AffiliateRow {
    pub id: String,
    pub name: String,
    pub url: String,
    pub visits: String,
    pub orders: String,
    pub conversion: String,
    pub sales: String,
    pub credited: String,
}
