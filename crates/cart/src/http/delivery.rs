//! When an order arrives at a place: as a page with a form, and as a call for the product page.

use axum::{Json, extract::State, response::Response};
use edge::{AppError, Fields, Page, Shop, view::PageHead};
use kernel::{msg, text::clean};
use serde::Deserialize;

use crate::{
    service::{MAX_CITY_LENGTH, Rates},
    view::{DELIVERY_URL, DeliveryAnswer, DeliveryPageView},
};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Place {
    country: String,
    city: String,
}

impl Place {
    /// An unknown country is the shop's own.
    fn known(&self, rates: &Rates) -> (String, String) {
        let country = clean(&self.country, 2);
        let is_known = rates.countries().any(|(code, _)| *code == country);
        let country = if is_known { country } else { Rates::HOME.to_owned() };
        (country, clean(&self.city, MAX_CITY_LENGTH))
    }
}

pub async fn answer(
    State(shop): State<Shop>,
    Fields(place): Fields<Place>,
) -> Result<Json<DeliveryAnswer>, AppError> {
    let rates = shop.settings.get::<Rates>().await?;
    let (country, city) = place.known(&rates);
    Ok(Json(DeliveryAnswer::new(&rates, &country, &city, shop.messages, shop.clock.now())))
}

pub async fn show(State(shop): State<Shop>, Fields(place): Fields<Place>) -> Result<Response, AppError> {
    let rates = shop.settings.get::<Rates>().await?;
    let (country, city) = place.known(&rates);
    let answer = DeliveryAnswer::new(&rates, &country, &city, shop.messages, shop.clock.now());
    let view = DeliveryPageView::new(answer, shop.messages);
    let title = shop.messages.text(msg::delivery::TITLE);
    let head = PageHead {
        description: title.clone(),
        title,
        canonical_url: format!("{}{DELIVERY_URL}", shop.origin),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    shop.personal_response(&Page::new(head, &view)).await
}
