//! A product, its price and its stock, put together.

use catalog::{Card, Kind, PictureView};
use kernel::Messages;

use super::{
    till::Till,
    view::{CardState, CardView},
};

/// Pictures above the fold on a phone and on a desk.
const EAGER: usize = 4;

pub fn state(card: &Card, till: &Till) -> CardState {
    let is_sold = match card.kind {
        Kind::Simple => card.may_be_sold(None) && !card.available.is_zero(),
        Kind::Variable => {
            card.variations.iter().any(|one| card.may_be_sold(Some(one)) && !one.available.is_zero())
        }
        Kind::Bundle => {
            let is_whole = |set: &bundles::Set| {
                !set.is_sold_out() && (card.offer.is_some() || !set.bundle.has_fixed_price)
            };
            card.may_be_sold(None) && !card.available.is_zero() && till.set(card).is_none_or(is_whole)
        }
        // Another shop has the stock.
        Kind::External => true,
    };
    match card.kind {
        _ if !is_sold => CardState::SoldOut,
        Kind::Simple => CardState::Buyable,
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
        state: state(card, till),
        is_new: card.is_new,
        eager: eager && position < EAGER,
    });
    views.collect()
}

/// The tags of a page that shows these products: themselves, what is in them, and the rules of their prices.
pub fn tags(cards: &[Card], till: &Till) -> Vec<String> {
    let parts = cards.iter().filter_map(|card| till.set(card)).flat_map(bundles::Set::cards);
    let mut tags: Vec<_> = cards.iter().chain(parts).map(|card| format!("product:{}", card.id)).collect();
    tags.push("prices".to_owned());
    tags
}
