//! The cart as the API writes it.

use std::collections::BTreeMap;

use accounts::rules::Address;
use cart::{
    rules::{CouponKind, Refusal, ShippingMethodKind},
    service::{Contents, Line},
    view::product_url,
};
use catalog::{PictureView, ProductKind};
use edge::Shop;
use kernel::{Money, Quantity, msg};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::refusals;
use crate::{
    money::{CurrencyFields, RAW_PRECISION, minor, raw},
    view::image::Image,
};

/// Payment methods of the shop, by the ids that a checkout names.
pub const PAYMENT_METHODS: [&str; 2] = [payments::view::CARD_GATEWAY, payments::view::ECHECK_GATEWAY];

/// Fewer pieces than this are announced.
const LOW_STOCK_MAX: i64 = 3;
/// The largest quantity that a client may offer for a product with more stock than that.
const MAX_OFFERED: i64 = 9_999;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Cart)]
pub struct CartDocument {
    pub items: Vec<ItemDocument>,
    pub coupons: Vec<CouponDocument>,
    #[schema(value_type = Vec<Object>)]
    pub fees: [(); 0],
    pub totals: TotalsDocument,
    pub shipping_address: AddressDocument,
    pub billing_address: AddressDocument,
    pub needs_payment: bool,
    pub needs_shipping: bool,
    #[schema(value_type = Vec<String>)]
    pub payment_requirements: [&'static str; 1],
    pub has_calculated_shipping: bool,
    pub shipping_rates: Vec<PackageDocument>,
    pub items_count: i64,
    /// In grams.
    pub items_weight: i64,
    #[schema(value_type = Vec<Object>)]
    pub cross_sells: [(); 0],
    pub errors: Vec<ErrorDocument>,
    #[schema(value_type = Vec<String>)]
    pub payment_methods: [&'static str; 2],
    #[schema(value_type = Object)]
    pub extensions: BTreeMap<String, Value>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDocument {
    pub code: &'static str,
    pub message: String,
}

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
            currency: CurrencyFields::SHOP,
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

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CartCoupon)]
pub struct CouponDocument {
    pub code: String,
    pub discount_type: &'static str,
    pub totals: CouponTotalsDocument,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CouponTotalsDocument {
    pub total_discount: String,
    pub total_discount_tax: String,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

impl CouponDocument {
    pub fn new(code: &str, discount_type: &'static str, discount: Money) -> Self {
        Self {
            code: code.to_owned(),
            discount_type,
            totals: CouponTotalsDocument {
                total_discount: minor(discount),
                total_discount_tax: minor(Money::ZERO),
                currency: CurrencyFields::SHOP,
            },
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TotalsDocument {
    pub total_items: String,
    pub total_items_tax: String,
    pub total_fees: String,
    pub total_fees_tax: String,
    pub total_discount: String,
    pub total_discount_tax: String,
    /// `None` until there is something to ship.
    #[schema(required = true)]
    pub total_shipping: Option<String>,
    #[schema(required = true)]
    pub total_shipping_tax: Option<String>,
    pub total_price: String,
    pub total_tax: String,
    pub tax_lines: Vec<TaxDocument>,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TaxDocument {
    pub name: String,
    pub price: String,
    pub rate: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct AddressDocument {
    pub first_name: String,
    pub last_name: String,
    /// The shop has no companies and no states; they are always empty.
    pub company: String,
    pub address_1: String,
    pub address_2: String,
    pub city: String,
    pub state: String,
    pub postcode: String,
    pub country: String,
    /// Of billing addresses only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub phone: String,
}

impl AddressDocument {
    pub fn billing(address: &Address) -> Self {
        Self { email: Some(address.email.clone()), ..Self::shipping(address) }
    }

    pub fn shipping(address: &Address) -> Self {
        Self {
            first_name: address.first_name.clone(),
            last_name: address.last_name.clone(),
            address_1: address.address_1.clone(),
            address_2: address.home_number.clone(),
            city: address.city.clone(),
            postcode: address.postcode.clone(),
            country: address.country.clone(),
            phone: address.phone.clone(),
            ..Self::default()
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PackageDocument {
    pub package_id: i64,
    pub name: String,
    pub destination: DestinationDocument,
    pub items: Vec<PackageItemDocument>,
    pub shipping_rates: Vec<RateDocument>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DestinationDocument {
    pub address_1: String,
    pub address_2: String,
    pub city: String,
    pub state: String,
    pub postcode: String,
    pub country: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PackageItemDocument {
    pub key: String,
    pub name: String,
    #[schema(value_type = f64)]
    pub quantity: Value,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RateDocument {
    pub rate_id: String,
    pub name: String,
    pub description: String,
    pub delivery_time: String,
    pub price: String,
    pub taxes: String,
    pub instance_id: i64,
    pub method_id: &'static str,
    pub meta_data: Vec<MetaDocument>,
    pub selected: bool,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MetaDocument {
    pub key: String,
    pub value: String,
}

/// A whole quantity is an integer, a weighed one a decimal number.
pub fn number(quantity: Quantity) -> Value {
    match quantity.to_whole() {
        Some(whole) => whole.into(),
        None => quantity.to_string().parse::<f64>().map_or(Value::Null, Value::from),
    }
}

/// The platform's name of a kind of shipping method.
pub fn method_id(kind: ShippingMethodKind) -> &'static str {
    match kind {
        ShippingMethodKind::Flat => "flat_rate",
        ShippingMethodKind::Free => "free_shipping",
        ShippingMethodKind::Weight => "weight_rate",
        ShippingMethodKind::Pickup => "local_pickup",
    }
}

pub fn discount_type(kind: CouponKind) -> &'static str {
    match kind {
        CouponKind::Percent => "percent",
        CouponKind::FixedCart => "fixed_cart",
        CouponKind::FixedProduct => "fixed_product",
    }
}

/// Texts of a product that the cart's own query does not read.
#[derive(Debug, Clone, Default)]
pub struct ProductTexts {
    pub short_description: String,
    pub description: String,
    pub is_hidden: bool,
}

/// Everything that the document depends on.
pub struct CartSource<'a> {
    pub shop: &'a Shop,
    pub contents: &'a Contents,
    pub texts: &'a BTreeMap<i64, ProductTexts>,
    /// The address, as far as the caller may see it.
    pub address: &'a Address,
    pub ships: bool,
}

/// Goods and shipping share the taxes: what the goods alone are taxed, and the rest.
struct TaxShares {
    goods: Money,
    shipping: Money,
}

impl TaxShares {
    fn of(contents: &Contents) -> Self {
        let goods = sum(contents.totals.lines.iter().copied());
        let on_goods = sum(contents.destination.taxes.iter().map(|tax| goods.share(tax.rate, 10_000)));
        let all = sum(contents.totals.taxes.iter().copied());
        let on_goods = on_goods.min(all);
        Self { goods: on_goods, shipping: all.checked_sub(on_goods).unwrap_or(Money::ZERO) }
    }
}

fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    // The totals of the cart were computed without an overflow, and they are larger.
    Money::checked_sum(amounts).unwrap_or(Money::ZERO)
}

impl CartDocument {
    pub fn new(source: &CartSource<'_>) -> Self {
        let CartSource { contents, ships, .. } = *source;
        let taxes = TaxShares::of(contents);
        let needs_shipping = ships && !contents.lines.is_empty();
        Self {
            items: items(source, &taxes),
            coupons: coupons(contents),
            fees: [],
            totals: TotalsDocument::new(contents, &taxes, needs_shipping),
            shipping_address: AddressDocument::shipping(source.address),
            billing_address: AddressDocument::billing(source.address),
            needs_payment: !contents.totals.total.is_zero(),
            needs_shipping,
            payment_requirements: ["products"],
            has_calculated_shipping: needs_shipping,
            shipping_rates: needs_shipping.then(|| package(source)).into_iter().collect(),
            items_count: count(contents),
            items_weight: weight(contents),
            cross_sells: [],
            errors: errors(source),
            payment_methods: PAYMENT_METHODS,
            extensions: BTreeMap::new(),
        }
    }
}

impl TotalsDocument {
    fn new(contents: &Contents, taxes: &TaxShares, needs_shipping: bool) -> Self {
        let totals = &contents.totals;
        let discount = sum(totals.discounts.iter().filter_map(|worth| worth.as_ref().ok().copied()));
        let chosen = totals.chosen.and_then(|index| totals.shipping.get(index));
        let shipping = chosen.map_or(Money::ZERO, |offer| offer.cost);
        Self {
            total_items: minor(totals.subtotal),
            total_items_tax: minor(taxes.goods),
            total_fees: minor(Money::ZERO),
            total_fees_tax: minor(Money::ZERO),
            total_discount: minor(discount),
            total_discount_tax: minor(Money::ZERO),
            total_shipping: needs_shipping.then(|| minor(shipping)),
            total_shipping_tax: needs_shipping.then(|| minor(taxes.shipping)),
            total_price: minor(totals.total),
            total_tax: minor(sum(totals.taxes.iter().copied())),
            tax_lines: contents
                .destination
                .taxes
                .iter()
                .zip(&totals.taxes)
                .map(|(tax, amount)| TaxDocument {
                    name: tax.name.clone(),
                    price: minor(*amount),
                    rate: percent(tax.rate),
                })
                .collect(),
            currency: CurrencyFields::SHOP,
        }
    }
}

/// A rate in hundredths of a percent, written as `15%` or `7.25%`.
fn percent(rate: i64) -> String {
    let (whole, part) = (rate / 100, rate % 100);
    let text = if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") };
    format!("{}%", text.strip_suffix('0').filter(|_| text.contains('.')).unwrap_or(&text))
}

fn items(source: &CartSource<'_>, taxes: &TaxShares) -> Vec<ItemDocument> {
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
            currency: CurrencyFields::SHOP,
        },
        catalog_visibility: if texts.is_hidden { "hidden" } else { "visible" },
        extensions: BTreeMap::new(),
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

/// A coupon that gives no discount now is among the errors instead.
fn coupons(contents: &Contents) -> Vec<CouponDocument> {
    let used = contents.coupons.iter().zip(&contents.totals.discounts);
    used.filter_map(|(coupon, worth)| {
        let worth = worth.as_ref().ok()?;
        Some(CouponDocument::new(&coupon.code, discount_type(coupon.kind), *worth))
    })
    .collect()
}

fn errors(source: &CartSource<'_>) -> Vec<ErrorDocument> {
    let CartSource { shop, contents, .. } = *source;
    let lines = contents.lines.iter().filter_map(|line| {
        let refusal: &Refusal = line.refusal.as_ref()?;
        let message = shop.messages.text(refusal.message_in_cart(&line.name));
        Some(ErrorDocument { code: refusals::code(refusal), message })
    });
    let coupons = contents.coupons.iter().zip(&contents.totals.discounts).filter_map(|(coupon, worth)| {
        let message = shop.messages.text(worth.as_ref().err()?.message(&coupon.code));
        Some(ErrorDocument { code: refusals::COUPON, message })
    });
    lines.chain(coupons).collect()
}

fn package(source: &CartSource<'_>) -> PackageDocument {
    let CartSource { shop, contents, address, .. } = *source;
    let totals = &contents.totals;
    let rates = totals.shipping.iter().enumerate().filter_map(|(index, offer)| {
        let method = contents.destination.methods.iter().find(|method| method.id == offer.method)?;
        let on_shipping = contents.destination.taxes.iter().filter(|tax| tax.on_shipping);
        Some(RateDocument {
            rate_id: format!("{}:{}", method_id(method.kind), method.id),
            name: method.title.clone(),
            description: String::new(),
            delivery_time: String::new(),
            price: minor(offer.cost),
            taxes: minor(sum(on_shipping.map(|tax| offer.cost.share(tax.rate, 10_000)))),
            instance_id: method.id,
            method_id: method_id(method.kind),
            meta_data: vec![MetaDocument {
                key: shop.messages.text(msg::store_api::RATE_ITEMS),
                value: contents.lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>().join("، "),
            }],
            selected: totals.chosen == Some(index),
            currency: CurrencyFields::SHOP,
        })
    });
    PackageDocument {
        package_id: 0,
        name: shop.messages.text(msg::store_api::SHIPMENT),
        destination: DestinationDocument {
            address_1: address.address_1.clone(),
            address_2: address.home_number.clone(),
            city: address.city.clone(),
            state: String::new(),
            postcode: address.postcode.clone(),
            country: address.country.clone(),
        },
        items: contents
            .lines
            .iter()
            .map(|line| PackageItemDocument {
                key: line.key.clone(),
                name: line.name.clone(),
                quantity: number(line.quantity),
            })
            .collect(),
        shipping_rates: rates.collect(),
    }
}

/// Pieces of all lines; a started piece of a weighed product counts as one.
fn count(contents: &Contents) -> i64 {
    let pieces = contents.lines.iter().map(|line| {
        let units = line.quantity.as_units();
        units / Quantity::UNITS_PER_ONE + i64::from(units % Quantity::UNITS_PER_ONE != 0)
    });
    pieces.fold(0, i64::saturating_add)
}

fn weight(contents: &Contents) -> i64 {
    let grams = contents.lines.iter().map(|line| {
        let exact = i128::from(line.grams) * i128::from(line.quantity.as_units());
        i64::try_from(exact / i128::from(Quantity::UNITS_PER_ONE)).unwrap_or(i64::MAX)
    });
    grams.fold(0, i64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_numbers() {
        assert_eq!(number(Quantity::from_whole(3)), Value::from(3));
        assert_eq!(number(Quantity::from_units(75_000)), Value::from(0.75));
    }

    #[test]
    fn rates_are_written_without_useless_zeros() {
        assert_eq!(percent(1_500), "15%");
        assert_eq!(percent(725), "7.25%");
        assert_eq!(percent(750), "7.5%");
        assert_eq!(percent(1_000), "10%");
    }
}
