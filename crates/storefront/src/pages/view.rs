//! What the catalogue's pages are told. They join the catalogue with prices, so they live here.

use catalog::PictureView;
use edge::view::{LinkView, View};
use pricing::PriceView;
use serde::Serialize;
use ts_rs::TS;

/// Drawn by `web/src/catalog/ProductCard.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct CardView {
    pub id: String,
    pub url: String,
    pub name: String,
    pub note: String,
    pub picture: PictureView,
    pub price: PriceView,
    pub state: CardState,
    pub is_new: bool,
    /// Near the top of the page: its picture is not put off.
    pub eager: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export, export_to = "catalog.ts")]
pub enum CardState {
    Buyable,
    Options,
    SoldOut,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct CategoryTile {
    pub name: String,
    pub url: String,
    #[ts(type = "number")]
    pub count: i64,
    pub picture: PictureView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct HeroView {
    pub over: String,
    pub title: String,
    pub text: String,
    pub cta: LinkView,
    pub secondary: Option<LinkView>,
    pub wide: PictureView,
    pub narrow: PictureView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct ShelfView {
    pub title: String,
    pub more_url: Option<String>,
    pub cards: Vec<CardView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct StoryView {
    pub title: String,
    pub text: String,
    pub link: Option<LinkView>,
    pub picture: PictureView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct HomePageView {
    pub hero: HeroView,
    pub categories: Vec<CategoryTile>,
    pub shelves: Vec<ShelfView>,
    pub story: Option<StoryView>,
}

impl View for HomePageView {
    const COMPONENT: &'static str = "catalog/HomePage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct ListingPageView {
    pub title: String,
    pub crumbs: Vec<LinkView>,
    #[ts(type = "number")]
    pub count: i64,
    pub cards: Vec<CardView>,
    pub pages: Option<PagesView>,
    pub query: Option<String>,
}

impl View for ListingPageView {
    const COMPONENT: &'static str = "catalog/ListingPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
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
#[ts(export, export_to = "catalog.ts")]
pub struct PageLink {
    pub label: String,
    pub url: Option<String>,
    pub current: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct ProductPageView {
    pub id: String,
    pub url: String,
    pub name: String,
    pub note: String,
    pub crumbs: Vec<LinkView>,
    pub pictures: Vec<PictureView>,
    pub price: PriceView,
    pub availability: Availability,
    #[ts(type = "number | null")]
    pub stock_left: Option<i64>,
    pub buy: Option<BuyView>,
    pub description: Vec<String>,
    pub facts: Vec<FactView>,
    pub related: Option<ShelfView>,
}

impl View for ProductPageView {
    const COMPONENT: &'static str = "catalog/ProductPage";
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export, export_to = "catalog.ts")]
pub enum Availability {
    InStock,
    Low,
    SoldOut,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct FactView {
    pub label: String,
    pub value: String,
}

/// The purchase form. With options it sells one of them.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct BuyView {
    pub product_id: String,
    pub action: String,
    pub min: String,
    pub max: Option<String>,
    pub step: String,
    pub value: String,
    pub options: Vec<OptionView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "catalog.ts")]
pub struct OptionView {
    pub id: String,
    pub label: String,
    pub price: String,
    pub available: bool,
}
