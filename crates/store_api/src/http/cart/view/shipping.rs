//! Shipping rates of a cart.

use cart::rules::ShippingMethodKind;
use kernel::msg;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{CartSource, items::number, totals::sum};
use crate::money::{CurrencyFields, minor};

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

/// The platform's name of a kind of shipping method.
pub fn method_id(kind: ShippingMethodKind) -> &'static str {
    match kind {
        ShippingMethodKind::Flat => "flat_rate",
        ShippingMethodKind::Free => "free_shipping",
        ShippingMethodKind::Weight => "weight_rate",
        ShippingMethodKind::Pickup => "local_pickup",
    }
}

pub fn package(source: &CartSource<'_>) -> PackageDocument {
    let CartSource { shop, contents, address, rates: known, .. } = *source;
    let now = shop.clock.now();
    let totals = &contents.totals;
    let rates = totals.shipping.iter().enumerate().filter_map(|(index, offer)| {
        let method = contents.destination.methods.iter().find(|method| method.id == offer.method)?;
        let on_shipping = contents.destination.taxes.iter().filter(|tax| tax.on_shipping);
        Some(RateDocument {
            rate_id: format!("{}:{}", method_id(method.kind), method.id),
            name: method.title.clone(),
            description: String::new(),
            delivery_time: known
                .arrival(method, now)
                .map(|arrival| shop.messages.text(arrival))
                .unwrap_or_default(),
            price: minor(offer.cost),
            taxes: minor(sum(on_shipping.map(|tax| offer.cost.share(tax.rate, 10_000)))),
            instance_id: method.id,
            method_id: method_id(method.kind),
            meta_data: vec![MetaDocument {
                key: shop.messages.text(msg::store_api::RATE_ITEMS),
                value: contents.lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>().join("، "),
            }],
            selected: totals.chosen == Some(index),
            currency: CurrencyFields::of_shop(),
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
