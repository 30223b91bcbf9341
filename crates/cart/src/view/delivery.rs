//! View data of the promise when an order arrives.

use chrono::{DateTime, Utc};
use edge::view::{LinkView, View};
use kernel::{Messages, msg};
use serde::Serialize;
use ts_rs::TS;

use super::{CountryView, DELIVERY_URL};
use crate::store::totals::Rates;

/// When a product arrives at a place.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct DeliveryView {
    /// «يصلك بين الثلاثاء 17 والخميس 19 نوفمبر»; `None`: the shop makes no promise for this place.
    pub arrival: Option<String>,
    /// The shop ships to the country, but not to this city.
    pub is_unserved: bool,
    /// The city, or the country if no city is chosen.
    pub place: String,
    pub country: String,
    pub city: String,
}

impl DeliveryView {
    pub fn new(rates: &Rates, country: &str, city: &str, messages: &Messages, now: DateTime<Utc>) -> Self {
        let promise = rates.usual_promise(country, city, now);
        let of_country = rates.all_countries().find(|(code, _)| code == country);
        Self {
            arrival: promise.map(|promise| messages.text(delivery::arrival(&promise))),
            is_unserved: rates.is_unserved(country, city),
            place: match city {
                "" => of_country.map(|(_, name)| name.clone()).unwrap_or_default(),
                city => city.to_owned(),
            },
            country: country.to_owned(),
            city: city.to_owned(),
        }
    }
}

/// When an order arrives at a place by each shipping method, and the places to choose from.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct DeliveryAnswer {
    pub place: DeliveryView,
    pub methods: Vec<DeliveryMethodView>,
    pub countries: Vec<CountryView>,
    /// Suggestions: any city may be typed.
    pub cities: Vec<CityView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct DeliveryMethodView {
    pub title: String,
    pub arrival: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CityView {
    pub country: String,
    pub name: String,
}

impl DeliveryAnswer {
    pub fn new(rates: &Rates, country: &str, city: &str, messages: &Messages, now: DateTime<Utc>) -> Self {
        let methods = rates.destination_for(country, city).methods.into_iter().map(|method| {
            let arrival = rates.arrival(&method, now).map(|arrival| messages.text(arrival));
            DeliveryMethodView { title: method.title, arrival }
        });
        Self {
            place: DeliveryView::new(rates, country, city, messages, now),
            methods: methods.collect(),
            countries: CountryView::all(rates),
            cities: rates
                .cities()
                .map(|(country, name)| CityView { country: country.to_owned(), name: name.to_owned() })
                .collect(),
        }
    }
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct DeliveryPageView {
    pub answer: DeliveryAnswer,
    pub crumbs: Vec<LinkView>,
}

impl DeliveryPageView {
    pub fn new(answer: DeliveryAnswer, messages: &Messages) -> Self {
        Self {
            answer,
            crumbs: vec![
                LinkView::new(messages.text(msg::layout::HOME), "/ar/"),
                LinkView::new(messages.text(msg::delivery::TITLE), DELIVERY_URL),
            ],
        }
    }
}

impl View for DeliveryPageView {
    const COMPONENT: &'static str = "cart/DeliveryPage";
}
