//! View of the admin's home page.

use accounts::view::FormView;
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

/// Rendered by `web/src/home/StaffHomePage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct StaffHomePageView {
    /// «صباح الخير يا نورة».
    pub title: String,
    /// The day and the hour until which figures count.
    pub lead: String,
    pub work: Vec<WorkItem>,
    /// `None` for roles that read no reports.
    pub sales: Option<SalesView>,
    /// Role and stores of the member.
    pub facts: Vec<(String, String)>,
    pub logout: FormView,
}

impl View for StaffHomePageView {
    const COMPONENT: &'static str = "home/StaffHomePage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct WorkItem {
    /// An icon of the admin's sprite.
    pub icon: &'static str,
    pub title: String,
    pub detail: String,
    pub url: String,
    pub act: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct SalesView {
    pub cards: Vec<FigureCard>,
    /// Fourteen days, oldest first.
    pub days: Vec<DayFigure>,
    /// Net sales of the fourteen days, and of the fourteen before.
    pub total: String,
    pub total_before: String,
    /// The highest amount of both periods, in minor units: the scale of the plot.
    pub top: f64,
    pub best: Vec<BestSellerView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct FigureCard {
    pub label: String,
    pub value: String,
    /// «13%»; `None` if there was nothing to compare with.
    pub change: Option<String>,
    pub is_up: bool,
    pub before: String,
    /// Lists the rows that sum to the figure; `None` where no list does.
    pub url: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct DayFigure {
    pub label: String,
    pub value: String,
    pub before: String,
    /// In minor units, for the plot.
    pub amount: f64,
    pub amount_before: f64,
    pub url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct BestSellerView {
    pub name: String,
    pub pieces: String,
    pub sum: String,
}
