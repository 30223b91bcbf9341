//! A product, its price and its stock, put together.

use catalog::{Card, Kind, PictureView};
use kernel::Messages;

use super::{
    till::Till,
    view::{CardState, CardView},
};

/// Pictures above the fold on a phone and on a desk.
const EAGER: usize = 4;

pub fn state(card: &Card) -> CardState {
    let has_stock = match card.kind {
        Kind::Variable => card.variations.iter().any(|variation| !variation.available.is_zero()),
        _ => !card.available.is_zero(),
    };
    match card.kind {
        _ if !has_stock => CardState::SoldOut,
        Kind::Simple if card.offer.is_some() => CardState::Buyable,
        Kind::Simple => CardState::SoldOut,
        Kind::Variable | Kind::External | Kind::Bundle => CardState::Options,
    }
}

pub fn views(cards: &[Card], till: &Till, messages: &Messages, eager: bool) -> Vec<CardView> {
    let views = cards.iter().enumerate().map(|(position, card)| CardView {
        id: card.id.to_string(),
        url: cart::view::product_url(&card.slug),
        name: card.name.clone(),
        note: card.note.clone(),
        picture: card.picture.clone().unwrap_or_else(|| PictureView::missing(&card.name)),
        price: till.shown(card),
        countdown: till.countdown(card, messages),
        state: state(card),
        is_new: card.is_new,
        eager: eager && position < EAGER,
    });
    views.collect()
}

/// The tags of a page that shows these products: themselves, and the rules of their prices.
pub fn tags(cards: &[Card]) -> impl Iterator<Item = String> {
    cards.iter().map(|card| format!("product:{}", card.id)).chain(["prices".to_owned()])
}
