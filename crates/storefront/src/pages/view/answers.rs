//! What the calls of these pages answer, named as on the wire.

use pricing::{
    PriceView,
    view::{DiscountTableView, ProductType},
};
use serde::{Serialize, Serializer};
use ts_rs::TS;

use super::GalleryImage;

/// What `GET /ar/search/suggest/` answers.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "search.ts")]
pub struct SearchSuggestions {
    pub query: String,
    /// The word that was searched for instead, where one was mistyped.
    pub corrected: Option<String>,
    pub products: Vec<SuggestedProduct>,
    pub categories: Vec<SuggestedCategory>,
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
    pub image: Option<String>,
}

#[derive(Debug, Serialize, TS)]
#[ts(export_to = "search.ts")]
pub struct SuggestedCategory {
    pub name: String,
    pub url: String,
}

/// What call 11 answers.
#[derive(Debug, Default, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct PriceAnswer {
    /// 1: replace the price that is shown.
    pub status: i32,
    pub price_html: String,
    /// The same price, for our own components.
    pub price: Option<PriceView>,
}

/// What call 13 answers.
#[derive(Debug, Default, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct QuantityPriceAnswer {
    /// 1: replace the price that is shown.
    pub status: i32,
    pub price_html: String,
    /// The same price, for our own components.
    pub price: Option<PriceView>,
    /// Empty where there is no such item.
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

/// What call 12 answers.
#[derive(Debug, Default, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct DiscountTableAnswer {
    pub cookie: String,
    /// Empty where more pieces save nothing.
    pub html: String,
    /// The same table, for our own components.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<DiscountTableView>,
}

/// What call 15 answers.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct SaleEndedAnswer {
    /// The sale is over.
    pub cron: bool,
}

/// What call 14 answers.
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
    /// The same pictures, for our own components.
    pub images: Vec<GalleryImage>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_an_unknown_item_is_an_empty_text() {
        let answer = |product_type| {
            let answer = QuantityPriceAnswer { product_type, ..QuantityPriceAnswer::default() };
            serde_json::to_value(answer).expect("an answer is plain data")["product_type"].clone()
        };
        assert_eq!(answer(None), "");
        assert_eq!(answer(Some(ProductType::Variation)), "variation");
    }
}
