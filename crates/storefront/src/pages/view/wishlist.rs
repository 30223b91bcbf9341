//! Views of the wish list and of recently viewed products.

use edge::view::{LinkView, View};
use pricing::PriceView;
use serde::Serialize;
use ts_rs::TS;

use super::CardView;

/// Rendered by `web/src/wishlist/WishlistPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wishlist.ts")]
pub struct WishlistPageView {
    pub crumbs: Vec<LinkView>,
    /// Newest first.
    pub items: Vec<WishlistCard>,
    /// For a guest, whose list is on this device only.
    pub login_url: Option<String>,
}

impl View for WishlistPageView {
    const COMPONENT: &'static str = "wishlist/WishlistPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wishlist.ts")]
pub struct WishlistCard {
    pub card: CardView,
    /// The price when it was saved, if it is lower now.
    pub price_before: Option<String>,
}

/// Answer of the call `matjar_wishlist`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wishlist.ts")]
pub struct WishlistAnswer {
    /// False after saving: the list is full.
    pub is_saved: bool,
    pub count: usize,
}

/// Answer of the call `matjar_recent`: products that still exist, in the order of the request.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wishlist.ts")]
pub struct RecentAnswer {
    pub products: Vec<RecentProduct>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wishlist.ts")]
pub struct RecentProduct {
    pub id: String,
    pub url: String,
    pub name: String,
    pub price: PriceView,
    pub image: Option<String>,
}
