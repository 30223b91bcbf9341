//! Views of listing pages: products, sort orders and filters.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::{CardView, ProductRowView};

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ListingPageView {
    pub title: String,
    pub intro: Option<String>,
    pub crumbs: Vec<LinkView>,
    #[ts(type = "number")]
    pub count: i64,
    /// Counting stopped at `count`; there may be more products.
    pub is_more: bool,
    /// Position of the first product of this page, starting at one.
    #[ts(type = "number")]
    pub first: i64,
    pub cards: Vec<CardView>,
    pub pages: Option<PagesView>,
    pub query: Option<String>,
    /// The query that was searched for instead, if the typed one was not found.
    pub corrected: Option<String>,
    /// The results for the text as it was typed, if another one was searched for.
    pub as_typed_url: Option<String>,
    /// Set if a search has no results.
    pub no_hits: Option<NoHitsView>,
    /// Posts and pages with the words of the query, on the first page of its results.
    pub articles: Vec<LinkView>,
    /// What the page reports about a search; `None` if there is nothing to report.
    pub report: Option<SearchReportView>,
    /// The first page of this listing.
    pub url: String,
    pub sort: SortView,
    pub filters: Vec<FilterView>,
    pub price_range: Option<PriceRangeView>,
    /// Active filters; each link leads to the listing without that filter.
    pub chips: Vec<LinkView>,
    pub clear_url: String,
    pub shop_url: String,
}

impl View for ListingPageView {
    const COMPONENT: &'static str = "catalog/ListingPage";
}

/// Ways on from a search without results.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct NoHitsView {
    pub categories: Vec<LinkView>,
    /// The page on which the shop can be asked for the product.
    pub ask_url: Option<String>,
    pub best_sellers: ProductRowView,
}

/// What the script of search results reports.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct SearchReportView {
    pub url: String,
    /// The query has no result, or was answered with other words.
    pub is_unanswered: bool,
    /// The shop ranks by use, so products that are opened are reported.
    pub has_choices: bool,
}

/// The sort form, sent by GET.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct SortView {
    pub action: String,
    /// The filters and the search query, which are kept.
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
    /// The listing in this order.
    pub url: String,
}

/// A filter: a group of options, each of which is a link.
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
    /// URL of the listing with this option, or without it if it is selected.
    pub url: String,
    /// `null` if the listing is too large to be counted per request.
    #[ts(type = "number | null")]
    pub count: Option<i64>,
    pub selected: bool,
}

/// The price filter, in whole currency units. A form sent by GET.
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
