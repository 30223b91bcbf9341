//! A product or a variation as the API shows it.

use std::collections::BTreeMap;

use catalog::{
    Card, ProductKind, Variation,
    service::full::{FullProduct, FullVariation},
};
use kernel::{Messages, Quantity, msg};
use pricing::html::price_html;
use reviews::service::Summary;
use serde::Serialize;
use serde_json::{Map, Number, Value};
use utoipa::ToSchema;

use super::image::Image;
use crate::{
    money::{CurrencyFields, minor},
    prices::{PriceSummary, Prices},
};

/// Pieces from which on the number that is left is not shown.
const LOW_STOCK: u32 = 2;
/// The largest quantity where the stock sets no limit.
const MAX_QUANTITY: u32 = 9_999;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Product {
    pub id: i64,
    pub name: String,
    pub slug: String,
    /// The product of a variation; 0 for products.
    pub parent: i64,
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The chosen values of a variation, as a text.
    pub variation: String,
    pub permalink: String,
    pub sku: String,
    pub short_description: String,
    pub description: String,
    pub on_sale: bool,
    pub prices: ProductPrices,
    pub price_html: String,
    pub average_rating: String,
    pub review_count: i64,
    pub images: Vec<Image>,
    pub categories: Vec<Term>,
    pub tags: Vec<Term>,
    pub brands: Vec<Term>,
    pub attributes: Vec<Attribute>,
    pub variations: Vec<VariationLink>,
    pub has_options: bool,
    pub is_purchasable: bool,
    pub is_in_stock: bool,
    pub is_on_backorder: bool,
    #[schema(value_type = Option<f64>, required = true)]
    pub low_stock_remaining: Option<Number>,
    pub sold_individually: bool,
    pub add_to_cart: AddToCart,
    #[schema(value_type = Object)]
    pub extensions: Map<String, Value>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProductPrices {
    pub price: String,
    pub regular_price: String,
    pub sale_price: String,
    #[schema(required = true)]
    pub price_range: Option<PriceRange>,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PriceRange {
    pub min_amount: String,
    pub max_amount: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Term {
    pub id: i64,
    pub name: String,
    pub slug: String,
    pub link: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Attribute {
    pub id: i32,
    pub name: String,
    pub taxonomy: String,
    pub has_variations: bool,
    pub terms: Vec<AttributeTerm>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AttributeTerm {
    pub id: i32,
    pub name: String,
    pub slug: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VariationLink {
    pub id: i64,
    pub attributes: Vec<VariationValue>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VariationValue {
    pub name: String,
    /// `None`: any value.
    #[schema(required = true)]
    pub value: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AddToCart {
    pub text: String,
    pub description: String,
    pub url: String,
    #[schema(value_type = f64)]
    pub minimum: Number,
    #[schema(value_type = f64)]
    pub maximum: Number,
    #[schema(value_type = f64)]
    pub multiple_of: Number,
}

/// Everything that the answers of one request share.
pub struct ProductContext<'a> {
    pub origin: &'a str,
    pub messages: &'static Messages,
    pub prices: &'a Prices,
}

impl ProductContext<'_> {
    pub fn product(&self, card: &Card, full: &FullProduct, summary: Option<&Summary>) -> Product {
        let price = self.prices.product(card);
        let is_purchasable = match card.kind {
            ProductKind::Variable => card.variations.iter().any(|one| card.may_be_sold(Some(one))),
            _ => card.may_be_sold(None) && price.is_some(),
        };
        let is_in_stock = self.prices.is_in_stock(card);
        let permalink = format!("{}{}", self.origin, cart::view::product_url(&card.slug));
        let has_options = matches!(card.kind, ProductKind::Variable | ProductKind::Bundle);
        let (text, url) = match card.kind {
            ProductKind::Simple if is_purchasable && is_in_stock => {
                (msg::store_api::ADD_TO_CART, format!("?add-to-cart={}", card.id))
            }
            ProductKind::Variable | ProductKind::Bundle if is_purchasable => {
                (msg::store_api::SELECT_OPTIONS, permalink.clone())
            }
            _ => (msg::store_api::READ_MORE, permalink.clone()),
        };
        let text = match (&full.external_label, card.kind) {
            (Some(label), ProductKind::External) => label.clone(),
            _ => self.messages.text(text),
        };
        Product {
            id: card.id.0,
            name: card.name.clone(),
            slug: card.slug.clone(),
            parent: 0,
            kind: kind_name(card.kind),
            variation: String::new(),
            sku: full.sku.clone(),
            short_description: card.note.clone(),
            description: paragraphs(&full.description),
            on_sale: price.as_ref().is_some_and(|price| price.is_on_sale),
            price_html: price
                .as_ref()
                .map(|price| price_html(&price.view, self.messages))
                .unwrap_or_default(),
            prices: product_prices(price.as_ref()),
            average_rating: average(summary),
            review_count: summary.map_or(0, |summary| summary.count),
            images: full.pictures.iter().map(|one| Image::new(self.origin, one, &card.name)).collect(),
            categories: self.categories(full),
            tags: full.tags.iter().map(|tag| self.term(tag.id, &tag.name)).collect(),
            brands: full.brand.iter().map(|brand| self.term(brand.id, &brand.name)).collect(),
            attributes: attributes(full),
            variations: card.variations.iter().map(|one| variation_link(full, one)).collect(),
            has_options,
            is_purchasable,
            is_in_stock,
            is_on_backorder: false,
            low_stock_remaining: if card.kind == ProductKind::Simple {
                low_stock(card.available)
            } else {
                None
            },
            sold_individually: false,
            add_to_cart: AddToCart {
                description: self.messages.text(msg::store_api::ADD_TO_CART_NAMED.with("name", &card.name)),
                text,
                url,
                minimum: quantity(card.min),
                maximum: max_quantity(if card.kind == ProductKind::Simple {
                    Some(card.available)
                } else {
                    None
                }),
                multiple_of: quantity(card.step),
            },
            permalink,
            extensions: Map::new(),
        }
    }

    pub fn variation(&self, card: &Card, full: &FullProduct, variation: &Variation) -> Product {
        let own = full.variations.iter().find(|one| one.id == variation.id.0);
        let price = self.prices.variation(card, variation);
        let product = self.product(card, full, None);
        let images = own.map(|one| pictures(self.origin, one, card)).unwrap_or_default();
        let is_in_stock = !variation.available.is_zero();
        Product {
            id: variation.id.0,
            parent: card.id.0,
            kind: "variation",
            variation: choices(full, variation),
            sku: own.map(|one| one.sku.clone()).unwrap_or_default(),
            on_sale: price.as_ref().is_some_and(|price| price.is_on_sale),
            price_html: price
                .as_ref()
                .map(|price| price_html(&price.view, self.messages))
                .unwrap_or_default(),
            prices: product_prices(price.as_ref()),
            images: if images.is_empty() { product.images } else { images },
            categories: Vec::new(),
            tags: Vec::new(),
            brands: Vec::new(),
            attributes: Vec::new(),
            variations: Vec::new(),
            has_options: false,
            is_purchasable: card.may_be_sold(Some(variation)),
            is_in_stock,
            low_stock_remaining: low_stock(variation.available),
            add_to_cart: AddToCart {
                text: self.messages.text(if is_in_stock {
                    msg::store_api::ADD_TO_CART
                } else {
                    msg::store_api::READ_MORE
                }),
                url: product.permalink.clone(),
                maximum: max_quantity(Some(variation.available)),
                multiple_of: own.map_or(quantity(card.step), |one| quantity(Quantity::from_units(one.step))),
                ..product.add_to_cart
            },
            ..product
        }
    }

    fn categories(&self, full: &FullProduct) -> Vec<Term> {
        let categories = full.categories.iter().map(|category| Term {
            id: category.id,
            name: category.name.clone(),
            slug: last_part(&category.path).to_owned(),
            link: category_link(self.origin, &category.path),
        });
        categories.collect()
    }

    /// A tag or a brand. The shop has no pages for them: the link searches for the name.
    fn term(&self, id: i64, name: &str) -> Term {
        Term { id, name: name.to_owned(), slug: name.to_owned(), link: search_link(self.origin, name) }
    }
}

fn pictures(origin: &str, variation: &FullVariation, card: &Card) -> Vec<Image> {
    variation.pictures.iter().map(|one| Image::new(origin, one, &card.name)).collect()
}

pub fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

pub fn category_link(origin: &str, path: &str) -> String {
    let escaped: Vec<String> = path.split('/').map(escape).collect();
    format!("{origin}/ar/product-category/{}/", escaped.join("/"))
}

pub fn search_link(origin: &str, name: &str) -> String {
    format!("{origin}/ar/shop/?s={}", escape(name))
}

fn escape(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
        .to_string()
        .replace("%2D", "-")
}

fn kind_name(kind: ProductKind) -> &'static str {
    match kind {
        ProductKind::Simple => "simple",
        ProductKind::Variable => "variable",
        ProductKind::External => "external",
        ProductKind::Bundle => "bundle",
    }
}

/// A description is plain text.
fn paragraphs(texts: &[String]) -> String {
    texts.iter().map(|text| format!("<p>{}</p>", escape_html(text))).collect::<Vec<_>>().join("\n")
}

pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Without a rating it is `0`, as the platform writes it.
fn average(summary: Option<&Summary>) -> String {
    summary.and_then(Summary::average).unwrap_or_else(|| "0".to_owned())
}

fn product_prices(price: Option<&PriceSummary>) -> ProductPrices {
    let text = |amount: Option<kernel::Money>| amount.map(minor).unwrap_or_default();
    ProductPrices {
        price: text(price.map(|price| price.price)),
        regular_price: text(price.map(|price| price.regular)),
        sale_price: text(price.map(|price| price.price)),
        price_range: price
            .and_then(|price| price.range)
            .map(|(low, high)| PriceRange { min_amount: minor(low), max_amount: minor(high) }),
        currency: CurrencyFields::of_shop(),
    }
}

fn attributes(full: &FullProduct) -> Vec<Attribute> {
    let attributes = full.attributes.iter().map(|attribute| Attribute {
        id: attribute.id,
        name: attribute.label.clone(),
        taxonomy: taxonomy(&attribute.name),
        has_variations: attribute.for_variations,
        terms: attribute
            .values
            .iter()
            .map(|one| AttributeTerm { id: one.id, name: one.value.clone(), slug: one.value.clone() })
            .collect(),
    });
    attributes.collect()
}

/// The platform's name of an attribute. Imported ones may have it already.
pub fn taxonomy(name: &str) -> String {
    if name.starts_with("pa_") { name.to_owned() } else { format!("pa_{name}") }
}

/// The labels of the attributes that variations differ in, by their names.
fn labels(full: &FullProduct) -> BTreeMap<&str, &str> {
    let chosen = full.attributes.iter().filter(|attribute| attribute.for_variations);
    chosen.map(|attribute| (attribute.name.as_str(), attribute.label.as_str())).collect()
}

fn variation_link(full: &FullProduct, variation: &Variation) -> VariationLink {
    let values = labels(full).into_iter().map(|(name, label)| VariationValue {
        name: label.to_owned(),
        value: variation.choices.get(name).cloned(),
    });
    VariationLink { id: variation.id.0, attributes: values.collect() }
}

fn choices(full: &FullProduct, variation: &Variation) -> String {
    let labels = labels(full);
    let chosen = variation.choices.iter().map(|(name, value)| {
        let label = labels.get(name.as_str()).copied().unwrap_or(name);
        format!("{label}: {value}")
    });
    let text = chosen.collect::<Vec<_>>().join("، ");
    if text.is_empty() { variation.label.clone() } else { text }
}

/// Whole quantities are whole numbers in JSON, and others are decimal numbers.
pub fn quantity(quantity: Quantity) -> Number {
    match quantity.to_whole() {
        Some(whole) => whole.into(),
        None => {
            #[expect(clippy::cast_precision_loss, reason = "a quantity has at most five decimals")]
            let decimal = quantity.as_units() as f64 / Quantity::UNITS_PER_ONE as f64;
            Number::from_f64(decimal).unwrap_or_else(|| 0.into())
        }
    }
}

fn max_quantity(available: Option<Quantity>) -> Number {
    match available.filter(|available| !available.is_zero()) {
        Some(available) => quantity(available.min(Quantity::from_whole(MAX_QUANTITY))),
        None => MAX_QUANTITY.into(),
    }
}

fn low_stock(available: Quantity) -> Option<Number> {
    let is_low = !available.is_zero() && available <= Quantity::from_whole(LOW_STOCK);
    is_low.then(|| quantity(available))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_whole_numbers_where_they_are_whole() {
        assert_eq!(quantity(Quantity::from_whole(3)).to_string(), "3");
        assert_eq!(quantity(Quantity::from_units(50_000)).to_string(), "0.5");
        assert_eq!(low_stock(Quantity::from_whole(2)).map(|left| left.to_string()).as_deref(), Some("2"));
        assert_eq!(low_stock(Quantity::from_whole(3)), None);
        assert_eq!(low_stock(Quantity::from_whole(0)), None);
    }

    #[test]
    fn a_description_contains_no_markup_of_its_own() {
        assert_eq!(paragraphs(&["<b>".to_owned(), "ب".to_owned()]), "<p>&lt;b&gt;</p>\n<p>ب</p>");
    }
}
