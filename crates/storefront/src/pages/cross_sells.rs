//! Cross-sells for the products in a cart.

use std::sync::Arc;

use catalog::{
    rules::listing::Sort,
    service::{self, list_cards},
};
use edge::{AppError, Shop};
use kernel::ProductId;

use super::{card, price_calculator::PriceCalculator, view::CardState};

const MAX_SUGGESTIONS: usize = 8;

pub fn cross_sells() -> cart::Suggest {
    Arc::new(|shop, products| Box::pin(find(shop, products)))
}

/// Returns the most popular products of the same categories, except those in the cart and those that cannot be bought.
async fn find(shop: Shop, products: Vec<ProductId>) -> Result<serde_json::Value, AppError> {
    let own: Vec<i64> = products.iter().map(|id| id.0).collect();
    let mut categories: Vec<i64> = Vec::new();
    for card in service::cards(&shop.read_db, &own).await? {
        if let Some(first) = card.categories.first()
            && !categories.contains(first)
        {
            categories.push(*first);
        }
    }
    let mut found = Vec::new();
    for category in categories.into_iter().take(3) {
        let popular = list_cards(&shop.read_db, Some(kernel::CategoryId(category)), Sort::Popular, 8).await?;
        found.extend(popular);
    }
    // Small categories may have too few products.
    found.extend(list_cards(&shop.read_db, None, Sort::Popular, 16).await?);
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    let mut seen = own;
    found.retain(|card| {
        let fits = card::state(card, &calculator) == CardState::Buyable && !seen.contains(&card.id.0);
        seen.push(card.id.0);
        fits
    });
    found.truncate(MAX_SUGGESTIONS);
    let ratings = card::ratings(&shop.read_db, &found).await?;
    let views = card::views(&found, &ratings, &calculator, shop.messages, false);
    Ok(serde_json::to_value(views).unwrap_or_default())
}
