//! View of the admin's home page.

use accounts::view::FormView;
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use crate::audit_page::view::AuditLineView;

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
    /// `None` for members who may not move stock, and where nothing runs out.
    pub low_stock: Option<LowStockView>,
    /// The newest acts of the team that the member may know of.
    pub acts: Vec<AuditLineView>,
    pub acts_url: String,
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

/// Goods that run out in one store.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct LowStockView {
    pub url: String,
    /// What is sold out first comes first.
    pub goods: Vec<LowGoodsView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "home.ts")]
pub struct LowGoodsView {
    pub name: String,
    pub url: String,
    /// When they are sold out, or how many people wait for them; may be empty.
    pub detail: String,
    /// «بقي 4», or that nothing is left.
    pub left: String,
    pub is_out: bool,
}
