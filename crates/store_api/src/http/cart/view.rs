//! The cart as the API writes it.

mod address;
mod items;
mod shipping;
mod totals;

use std::collections::BTreeMap;

use accounts::rules::Address;
use cart::{
    rules::Refusal,
    service::{Contents, Rates},
};
use edge::Shop;
use kernel::Quantity;
use payments::{rules::OfflineMethod, settings::PaymentMethodSettings};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::refusals;
pub use address::AddressDocument;
pub use items::{
    ChoiceDocument, ItemDataDocument, ItemDocument, ItemTotalsDocument, LimitsDocument, PricesDocument,
    number, permalink,
};
pub use shipping::{PackageDocument, method_id};
pub use totals::{CouponDocument, TaxDocument, TotalsDocument};

use totals::TaxShares;

/// Payment methods of the provider, by the ids that a checkout names.
const PROVIDER_METHODS: [&str; 2] = [payments::view::CARD_GATEWAY, payments::view::ECHECK_GATEWAY];

/// All payment methods of the shop. Whether an order may use one is decided when it is placed.
pub fn payment_methods(settings: &PaymentMethodSettings) -> Vec<&'static str> {
    PROVIDER_METHODS.into_iter().chain(settings.enabled().map(OfflineMethod::name)).collect()
}

/// The payment methods that this cart may use.
fn offered_methods(settings: &PaymentMethodSettings, contents: &Contents) -> Vec<&'static str> {
    let country = match contents.shipping_address.country.as_str() {
        "" => Rates::HOME,
        country => country,
    };
    let offers = settings.offers(contents.totals.total, country);
    let offered = offers.filter(|(_, refusal)| refusal.is_none()).map(|(method, _)| method.name());
    PROVIDER_METHODS.into_iter().chain(offered).collect()
}

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
    pub payment_methods: Vec<&'static str>,
    #[schema(value_type = Object)]
    pub extensions: BTreeMap<String, Value>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDocument {
    pub code: &'static str,
    pub message: String,
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
    pub rates: &'a Rates,
    pub payment_methods: &'a PaymentMethodSettings,
}

impl CartDocument {
    pub fn new(source: &CartSource<'_>) -> Self {
        let CartSource { contents, rates, .. } = *source;
        let taxes = TaxShares::of(contents);
        let needs_shipping = rates.ships() && !contents.lines.is_empty();
        Self {
            items: items::items(source, &taxes),
            coupons: totals::coupons(contents),
            fees: [],
            totals: TotalsDocument::new(contents, &taxes, needs_shipping),
            shipping_address: AddressDocument::shipping(source.address),
            billing_address: AddressDocument::billing(source.address),
            needs_payment: !contents.totals.total.is_zero(),
            needs_shipping,
            payment_requirements: ["products"],
            has_calculated_shipping: needs_shipping,
            shipping_rates: needs_shipping.then(|| shipping::package(source)).into_iter().collect(),
            items_count: count(contents),
            items_weight: weight(contents),
            cross_sells: [],
            errors: errors(source),
            payment_methods: offered_methods(source.payment_methods, contents),
            extensions: BTreeMap::new(),
        }
    }
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
