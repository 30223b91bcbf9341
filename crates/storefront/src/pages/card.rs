//! A product, its price and its stock, put together.

use catalog::{Card, Kind, PictureView, Variation};
use chrono::{DateTime, Utc};
use kernel::Money;
use pricing::{Offer, Price, PriceView};

use super::view::{CardState, CardView};

/// Pictures above the fold on a phone and on a desk.
const EAGER: usize = 4;

pub fn offers(card: &Card) -> Vec<Offer> {
    if card.kind == Kind::Variable {
        return card.variations.iter().map(variation_offer).collect();
    }
    let own = card.regular.map(|regular| Offer {
        regular,
        sale: card.sale,
        sale_from: card.sale_from,
        sale_to: card.sale_to,
    });
    own.into_iter().collect()
}

pub fn variation_offer(variation: &Variation) -> Offer {
    Offer {
        regular: variation.regular,
        sale: variation.sale,
        sale_from: variation.sale_from,
        sale_to: variation.sale_to,
    }
}

pub fn price(card: &Card, now: DateTime<Utc>) -> PriceView {
    let prices: Vec<Price> = offers(card).iter().map(|offer| offer.at(now)).collect();
    PriceView::cheapest(&prices)
        .unwrap_or_else(|| PriceView::of(Price { amount: Money::ZERO, regular: None }))
}

pub fn state(card: &Card) -> CardState {
    let has_stock = match card.kind {
        Kind::Variable => card.variations.iter().any(|variation| !variation.available.is_zero()),
        _ => !card.available.is_zero(),
    };
    match card.kind {
        _ if !has_stock => CardState::SoldOut,
        Kind::Simple if card.regular.is_some() => CardState::Buyable,
        Kind::Simple => CardState::SoldOut,
        Kind::Variable | Kind::External | Kind::Bundle => CardState::Options,
    }
}

pub fn views(cards: &[Card], now: DateTime<Utc>, eager: bool) -> Vec<CardView> {
    let views = cards.iter().enumerate().map(|(position, card)| CardView {
        id: card.id.to_string(),
        url: cart::view::product_url(&card.slug),
        name: card.name.clone(),
        note: card.note.clone(),
        picture: card.picture.clone().unwrap_or_else(|| PictureView::missing(&card.name)),
        price: price(card, now),
        state: state(card),
        is_new: card.is_new,
        eager: eager && position < EAGER,
    });
    views.collect()
}

/// The tags of a page that shows these products.
pub fn tags(cards: &[Card]) -> impl Iterator<Item = String> {
    cards.iter().map(|card| format!("product:{}", card.id))
}

/// The next moment at which any of these prices changes.
pub fn changes_after<'a>(
    cards: impl IntoIterator<Item = &'a Card>,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    cards.into_iter().flat_map(offers).filter_map(|offer| offer.changes_after(now)).min()
}
