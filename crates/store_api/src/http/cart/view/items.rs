//! Items of a cart.

use std::collections::BTreeMap;

use cart::{service::Line, view::product_url};
use catalog::{PictureView, ProductKind};
use edge::Shop;
use kernel::{Money, Quantity};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{CartSource, ProductTexts, totals::TaxShares};
use crate::{
    money::{CurrencyFields, RAW_PRECISION, minor, raw},
    view::image::Image,
};

/// Fewer pieces than this are announced.
const LOW_STOCK_MAX: i64 = 3;
/// The largest quantity that a client may offer for a product with more stock than that.
const MAX_OFFERED: i64 = 9_999;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CartItem)]
pub struct ItemDocument {
    pub key: String,
    pub id: i64,
    #[serde(rename = "type")]
    pub kind: &'static str,
    #[schema(value_type = f64)]
    pub quantity: Value,
    pub quantity_limits: LimitsDocument,
    pub name: String,
    pub short_description: String,
    pub description: String,
    pub sku: String,
    #[schema(required = true)]
    pub low_stock_remaining: Option<i64>,
    pub backorders_allowed: bool,
    pub show_backorder_badge: bool,
    pub sold_individually: bool,
    pub permalink: String,
    pub images: Vec<Image>,
    pub variation: Vec<ChoiceDocument>,
    pub item_data: Vec<ItemDataDocument>,
    pub prices: PricesDocument,
    pub totals: ItemTotalsDocument,
    pub catalog_visibility: &'static str,
    #[schema(value_type = Object)]
    pub extensions: BTreeMap<String, Value>,
    /// Where the document is a member of a collection: its own address, and that of the collection.
    #[serde(rename = "_links", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub links: Option<Value>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LimitsDocument {
    #[schema(value_type = f64)]
    pub minimum: Value,
    #[schema(value_type = f64)]
    pub maximum: Value,
    #[schema(value_type = f64)]
    pub multiple_of: Value,
    pub editable: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChoiceDocument {
    pub attribute: String,
    pub value: String,
}

/// An item of a bundle.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ItemDataDocument {
    pub name: String,
    pub value: String,
    pub display: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PricesDocument {
    pub price: String,
    pub regular_price: String,
    pub sale_price: String,
    #[schema(value_type = Option<Object>, required = true)]
    pub price_range: Option<()>,
    #[serde(flatten)]
    pub currency: CurrencyFields,
    pub raw_prices: RawPricesDocument,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RawPricesDocument {
    pub precision: u8,
    pub price: String,
    pub regular_price: String,
    pub sale_price: String,
}

impl PricesDocument {
    pub fn new(price: Money, regular: Money) -> Self {
        Self {
            price: minor(price),
            regular_price: minor(regular),
            sale_price: minor(price),
            price_range: None,
            currency: CurrencyFields::of_shop(),
            raw_prices: RawPricesDocument {
                precision: RAW_PRECISION,
                price: raw(price),
                regular_price: raw(regular),
                sale_price: raw(price),
            },
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ItemTotalsDocument {
    pub line_subtotal: String,
    pub line_subtotal_tax: String,
    pub line_total: String,
    pub line_total_tax: String,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

/// A whole quantity is an integer, a weighed one a decimal number.
pub fn number(quantity: Quantity) -> Value {
    match quantity.to_whole() {
        Some(whole) => whole.into(),
        None => quantity.to_string().parse::<f64>().map_or(Value::Null, Value::from),
    }
}

pub fn items(source: &CartSource<'_>, taxes: &TaxShares) -> Vec<ItemDocument> {
    let totals = &source.contents.totals;
    let mut left = totals.lines.iter().copied().zip(taxes.goods.allocate(&totals.lines));
    let item = |line: &Line| {
        // A line that may not be sold is not charged, and the totals have none of it.
        let (after, tax) = match line.total() {
            Some(_) => left.next().unwrap_or_default(),
            None => (Money::ZERO, Money::ZERO),
        };
        let texts = source.texts.get(&line.product_id.0).cloned().unwrap_or_default();
        item(source.shop, line, texts, after, tax)
    };
    source.contents.lines.iter().map(item).collect()
}

fn item(shop: &Shop, line: &Line, texts: ProductTexts, after: Money, tax: Money) -> ItemDocument {
    let price = line.price.map_or(Money::ZERO, |price| price.amount);
    let regular = line.price.and_then(|price| price.regular).unwrap_or(price);
    let before = line.total().unwrap_or(Money::ZERO);
    let left = line.available.to_whole().filter(|left| (1..=LOW_STOCK_MAX).contains(left));
    let max = Quantity::from_units(line.available.as_units().min(MAX_OFFERED * Quantity::UNITS_PER_ONE));
    ItemDocument {
        id: line.variation.map_or(line.product_id.0, |variation| variation.0),
        kind: match line.kind {
            _ if line.variation.is_some() => "variation",
            ProductKind::Bundle => "woosb",
            _ => "simple",
        },
        quantity: number(line.quantity),
        quantity_limits: LimitsDocument {
            minimum: number(line.min),
            maximum: number(max.max(line.min)),
            multiple_of: number(line.step),
            editable: true,
        },
        short_description: texts.short_description,
        description: texts.description,
        sku: line.sku.clone(),
        low_stock_remaining: left,
        backorders_allowed: false,
        show_backorder_badge: false,
        sold_individually: false,
        permalink: permalink(shop, &line.slug),
        images: image(shop, line).into_iter().collect(),
        variation: line
            .choices
            .iter()
            .map(|(name, value)| ChoiceDocument { attribute: name.clone(), value: value.clone() })
            .collect(),
        item_data: line
            .parts
            .iter()
            .map(|part| {
                let value = format!("{} × {}", part.quantity, part.name);
                ItemDataDocument { name: part.name.clone(), display: value.clone(), value }
            })
            .collect(),
        prices: PricesDocument::new(price, regular),
        totals: ItemTotalsDocument {
            line_subtotal: minor(before),
            line_subtotal_tax: minor(tax),
            line_total: minor(after),
            line_total_tax: minor(tax),
            currency: CurrencyFields::of_shop(),
        },
        catalog_visibility: if texts.is_hidden { "hidden" } else { "visible" },
        extensions: BTreeMap::new(),
        links: None,
        key: line.key.clone(),
        name: line.name.clone(),
    }
}

pub fn permalink(shop: &Shop, slug: &str) -> String {
    format!("{}{}", shop.origin, product_url(slug))
}

fn image(shop: &Shop, line: &Line) -> Option<Image> {
    let picture = PictureView { alt: line.name.clone(), ..line.picture.clone()? };
    Some(Image::from_view(&shop.origin, &picture.fallback_url, &picture))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_numbers() {
        assert_eq!(number(Quantity::from_whole(3)), Value::from(3));
        assert_eq!(number(Quantity::from_units(75_000)), Value::from(0.75));
    }
}
