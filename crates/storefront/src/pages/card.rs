//! Product cards: product, price, stock and stars.

use std::collections::HashMap;

use catalog::{Card, PictureView, ProductKind};
use kernel::Messages;
use reviews::service::{Summary, rating_tag};
use sqlx::PgPool;

use super::{
    price_calculator::PriceCalculator,
    view::{CardRatingView, CardState, CardView},
};

/// Figures of the reviews of products that have any.
pub type Ratings = HashMap<i64, Summary>;

pub async fn ratings(db: &PgPool, cards: impl IntoIterator<Item = &Card>) -> sqlx::Result<Ratings> {
    let products: Vec<i64> = cards.into_iter().map(|card| card.id.0).collect();
    if products.is_empty() {
        return Ok(Ratings::new());
    }
    reviews::service::summaries(db, &products).await
}

fn rating(summary: &Summary) -> Option<CardRatingView> {
    Some(CardRatingView { average: summary.average()?, count: summary.count })
}

/// Pictures above the fold on phones and desktops.
const EAGER: usize = 4;

pub fn state(card: &Card, calculator: &PriceCalculator) -> CardState {
    let is_sold = match card.kind {
        ProductKind::Simple => card.may_be_sold(None) && !card.available.is_zero(),
        ProductKind::Variable => {
            card.variations.iter().any(|one| card.may_be_sold(Some(one)) && !one.available.is_zero())
        }
        ProductKind::Bundle => {
            let is_whole = |set: &bundles::LoadedBundle| {
                !set.is_sold_out() && (card.offer.is_some() || !set.bundle.has_fixed_price)
            };
            card.may_be_sold(None)
                && !card.available.is_zero()
                && calculator.bundle_set(card).is_none_or(is_whole)
        }
        // Sold by another shop, whose stock is unknown.
        ProductKind::External => true,
    };
    match card.kind {
        _ if !is_sold => CardState::SoldOut,
        ProductKind::Simple => CardState::Buyable,
        ProductKind::Variable | ProductKind::External | ProductKind::Bundle => CardState::Options,
    }
}

pub fn views(
    cards: &[Card],
    ratings: &Ratings,
    calculator: &PriceCalculator,
    messages: &Messages,
    eager: bool,
) -> Vec<CardView> {
    let views = cards.iter().enumerate().map(|(position, card)| CardView {
        id: card.id.to_string(),
        url: cart::view::product_url(&card.slug),
        name: card.name.clone(),
        note: card.note.clone(),
        picture: card.picture.clone().unwrap_or_else(|| PictureView::missing(&card.name)),
        price: calculator.price_view(card),
        countdown: calculator.countdown(card, messages),
        state: state(card, calculator),
        is_new: card.is_new,
        rating: ratings.get(&card.id.0).and_then(rating),
        eager: eager && position < EAGER,
    });
    views.collect()
}

/// Returns the cache tags of a page that shows these products: the products, their stars, the items of bundles, and the
/// price rules.
pub fn tags(cards: &[Card], calculator: &PriceCalculator) -> Vec<String> {
    let parts =
        cards.iter().filter_map(|card| calculator.bundle_set(card)).flat_map(bundles::LoadedBundle::cards);
    let mut tags: Vec<_> = cards.iter().chain(parts).map(|card| format!("product:{}", card.id)).collect();
    tags.extend(cards.iter().map(|card| rating_tag(card.id.0)));
    tags.push("prices".to_owned());
    tags
}
