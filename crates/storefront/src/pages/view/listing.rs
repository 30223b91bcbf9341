//! What a listing is told: its products, its orders, and what it can be narrowed by.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::CardView;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ListingPageView {
    pub title: String,
    pub intro: Option<String>,
    pub crumbs: Vec<LinkView>,
    #[ts(type = "number")]
    pub count: i64,
    /// Counting stopped there.
    pub is_more: bool,
    /// The first product of this page, counted from one.
    #[ts(type = "number")]
    pub first: i64,
    pub cards: Vec<CardView>,
    pub pages: Option<PagesView>,
    pub query: Option<String>,
    /// What was searched for instead, where the words as typed were not found.
    pub corrected: Option<String>,
    pub sort: SortView,
    pub filters: Vec<FilterView>,
    pub price_range: Option<PriceRangeView>,
    /// What is filtered by now; each address is the listing without that one.
    pub chips: Vec<LinkView>,
    pub clear_url: String,
    pub shop_url: String,
}

impl View for ListingPageView {
    const COMPONENT: &'static str = "catalog/ListingPage";
}

/// A form that is sent by GET when another order is chosen.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct SortView {
    pub action: String,
    /// The filters and the search that stay.
    pub hidden: Vec<HiddenField>,
    pub current: String,
    pub options: Vec<SortOption>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct HiddenField {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct SortOption {
    pub value: String,
    pub label: String,
}

/// One group of choices, each an address of its own.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct FilterView {
    /// `category`, `availability`, or an attribute's name.
    pub name: String,
    pub label: String,
    pub options: Vec<FilterOption>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct FilterOption {
    pub label: String,
    /// The listing with this choice made, or taken back where it is made.
    pub url: String,
    /// Missing where the listing is too large to be counted for a page.
    #[ts(type = "number | null")]
    pub count: Option<i64>,
    pub selected: bool,
}

/// Prices in whole units of money. A form that is sent by GET.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct PriceRangeView {
    pub action: String,
    pub hidden: Vec<HiddenField>,
    #[ts(type = "number")]
    pub lowest: i64,
    #[ts(type = "number")]
    pub highest: i64,
    #[ts(type = "number | null")]
    pub from: Option<i64>,
    #[ts(type = "number | null")]
    pub to: Option<i64>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct PagesView {
    #[ts(type = "number")]
    pub current: i64,
    #[ts(type = "number")]
    pub total: i64,
    pub prev_url: Option<String>,
    pub next_url: Option<String>,
    pub links: Vec<PageLink>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct PageLink {
    pub label: String,
    pub url: Option<String>,
    pub current: bool,
}
