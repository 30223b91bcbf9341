//! Responses of calls, with the field names of the wire format.

use pricing::{
    PriceView,
    view::{DiscountTableView, ProductType},
};
use serde::{Serialize, Serializer};
use ts_rs::TS;

use super::GalleryImage;

/// Response of `GET /ar/search/suggest/`.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "search.ts")]
pub struct SearchSuggestions {
    pub query: String,
    /// The word that was searched for instead of a mistyped one.
    pub corrected: Option<String>,
    pub products: Vec<SuggestedProduct>,
    pub categories: Vec<SuggestedLink>,
    /// Posts and pages.
    pub articles: Vec<SuggestedLink>,
    pub all_url: String,
    #[ts(type = "number")]
    pub total: i64,
}

#[derive(Debug, Serialize, TS)]
#[ts(export_to = "search.ts")]
pub struct SuggestedProduct {
    pub name: String,
    pub url: String,
    pub price: String,
    /// The price is the lowest of several.
    pub from: bool,
    pub image: Option<String>,
}

#[derive(Debug, Serialize, TS)]
#[ts(export_to = "search.ts")]
pub struct SuggestedLink {
    pub name: String,
    pub url: String,
}

/// Response of call 11.
#[derive(Debug, Default, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct PriceAnswer {
    /// 1: replace the price that is shown.
    pub status: i32,
    pub price_html: String,
    /// The same price, for React components.
    pub price: Option<PriceView>,
}

/// Response of call 13.
#[derive(Debug, Default, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct QuantityPriceAnswer {
    /// 1: replace the price that is shown.
    pub status: i32,
    pub price_html: String,
    /// The same price, for React components.
    pub price: Option<PriceView>,
    /// Empty if there is no such item.
    #[serde(serialize_with = "name_or_empty")]
    #[ts(type = "ProductType | \"\"")]
    pub product_type: Option<ProductType>,
    /// 1: every variation of the product costs the same.
    pub has_single_price: i32,
    pub parent_id: String,
}

fn name_or_empty<S: Serializer>(kind: &Option<ProductType>, serializer: S) -> Result<S::Ok, S::Error> {
    match kind {
        Some(kind) => kind.serialize(serializer),
        None => serializer.serialize_str(""),
    }
}

/// Response of call 12.
#[derive(Debug, Default, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct DiscountTableAnswer {
    pub cookie: String,
    /// Empty if there are no quantity discounts.
    pub html: String,
    /// The same table, for React components.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<DiscountTableView>,
}

/// Response of call 15.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct SaleEndedAnswer {
    /// The sale has ended.
    pub cron: bool,
}

/// Response of call 14.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "catalog.ts")]
pub struct VariationPicturesAnswer {
    pub success: bool,
    pub data: VariationPictures,
}

#[derive(Debug, Serialize, TS)]
#[ts(export_to = "catalog.ts")]
pub struct VariationPictures {
    /// The gallery as HTML.
    pub variation_images: String,
    /// The same pictures, for React components.
    pub images: Vec<GalleryImage>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_type_of_an_unknown_item_is_empty() {
        let answer = |product_type| {
            let answer = QuantityPriceAnswer { product_type, ..QuantityPriceAnswer::default() };
            serde_json::to_value(answer).expect("an answer serializes to JSON")["product_type"].clone()
        };
        assert_eq!(answer(None), "");
        assert_eq!(answer(Some(ProductType::Variation)), "variation");
    }
}
