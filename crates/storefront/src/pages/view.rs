//! Views of the catalogue pages. They combine the catalogue with prices, so they are defined here.

mod answers;
mod listing;
mod product;
mod wishlist;

use catalog::PictureView;
use edge::view::{LinkView, View};
use pricing::{PriceView, view::CountdownView};
use reviews::view::ReviewSlidesView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use answers::*;
pub use listing::*;
pub use product::*;
pub use wishlist::*;

/// Rendered by `web/src/catalog/ProductCard.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct CardView {
    pub id: String,
    pub url: String,
    pub name: String,
    pub note: String,
    pub picture: PictureView,
    pub price: PriceView,
    pub countdown: Option<CountdownView>,
    pub state: CardState,
    pub is_new: bool,
    /// `None` while nobody has rated the product.
    pub rating: Option<CardRatingView>,
    /// The card is near the top of the page, so its picture is not lazy-loaded.
    pub eager: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct CardRatingView {
    /// With one decimal.
    pub average: String,
    #[ts(type = "number")]
    pub count: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "catalog.ts")]
pub enum CardState {
    Buyable,
    Options,
    SoldOut,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct CategoryTile {
    pub name: String,
    pub url: String,
    #[ts(type = "number")]
    pub count: i64,
    pub picture: PictureView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
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
#[ts(export_to = "catalog.ts")]
pub struct ProductRowView {
    pub title: String,
    pub more_url: Option<String>,
    pub cards: Vec<CardView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct StoryView {
    pub title: String,
    pub text: String,
    pub link: Option<LinkView>,
    pub picture: PictureView,
}

/// What a shopper can rely on, in two short lines. The icon is one of `web/src/ui/icons.svg`.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct PromiseView {
    pub icon: PromiseIcon,
    pub title: String,
    pub text: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "catalog.ts")]
pub enum PromiseIcon {
    Truck,
    Refresh,
    Lock,
    Pin,
    Gift,
    Shield,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct HomePageView {
    pub hero: HeroView,
    pub promises: Vec<PromiseView>,
    pub categories: Vec<CategoryTile>,
    /// Sales that end next; `None` while there are too few.
    pub offers: Option<ProductRowView>,
    pub product_rows: Vec<ProductRowView>,
    pub story: Option<StoryView>,
    /// What customers say; `None` while there are no reviews.
    pub voices: Option<ReviewSlidesView>,
}

impl View for HomePageView {
    const COMPONENT: &'static str = "catalog/HomePage";
}
