//! Categories, tags, brands, attributes and their terms, and reviews.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::image::Image;
use crate::money::CurrencyFields;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TermRow {
    pub id: i64,
    pub name: String,
    pub slug: String,
    pub description: String,
    pub parent: i64,
    pub count: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CategoryRow {
    #[serde(flatten)]
    pub term: TermRow,
    #[schema(required = true)]
    pub image: Option<Image>,
    pub review_count: i64,
    pub permalink: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AttributeRow {
    pub id: i32,
    pub name: String,
    pub taxonomy: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub order: &'static str,
    pub has_archives: bool,
    pub count: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReviewRow {
    pub id: i64,
    /// In the shop's time zone.
    pub date_created: String,
    pub formatted_date_created: String,
    pub date_created_gmt: String,
    pub product_id: i64,
    pub product_name: String,
    pub product_permalink: String,
    #[schema(required = true)]
    pub product_image: Option<Image>,
    pub reviewer: String,
    pub review: String,
    pub rating: i16,
    pub verified: bool,
    /// Always empty: an address of a picture would reveal a hash of the writer's email address.
    pub reviewer_avatar_urls: BTreeMap<String, String>,
}

/// Figures of a selection. What was not requested is `None`.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct CollectionData {
    #[schema(required = true)]
    pub price_range: Option<CollectionPrices>,
    #[schema(required = true)]
    pub attribute_counts: Option<Vec<TermCount>>,
    #[schema(required = true)]
    pub rating_counts: Option<Vec<RatingCount>>,
    #[schema(required = true)]
    pub stock_status_counts: Option<Vec<StockCount>>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CollectionPrices {
    #[schema(required = true)]
    pub min_price: Option<String>,
    #[schema(required = true)]
    pub max_price: Option<String>,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TermCount {
    pub term: i32,
    pub count: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RatingCount {
    pub rating: i32,
    pub count: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCount {
    pub status: &'static str,
    pub count: i64,
}
