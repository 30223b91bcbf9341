//! Products that go with those in a cart.

use std::sync::Arc;

use catalog::{
    listing::Sort,
    store::{self, shelf},
};
use edge::{AppError, Shop};
use kernel::ProductId;

use super::{card, till::Till, view::CardState};

const SHOWN: usize = 8;

pub fn suggestions() -> cart::Suggest {
    Arc::new(|shop, products| Box::pin(find(shop, products)))
}

/// The most wanted of the same categories, without what is there already or cannot be bought.
async fn find(shop: Shop, products: Vec<ProductId>) -> Result<serde_json::Value, AppError> {
    let own: Vec<i64> = products.iter().map(|id| id.0).collect();
    let mut categories: Vec<i64> = Vec::new();
    for card in store::cards(&shop.read, &own).await? {
        if let Some(first) = card.categories.first()
            && !categories.contains(first)
        {
            categories.push(*first);
        }
    }
    let mut found = Vec::new();
    for category in categories.into_iter().take(3) {
        let near = shelf(&shop.read, Some(kernel::CategoryId(category)), Sort::Popular, 8).await?;
        found.extend(near);
    }
    // A small category has too few to choose from.
    found.extend(shelf(&shop.read, None, Sort::Popular, 16).await?);
    let till = Till::open(&shop.kept, shop.clock.now()).await?;
    let mut seen = own;
    found.retain(|card| {
        let fits = card::state(card, &till) == CardState::Buyable && !seen.contains(&card.id.0);
        seen.push(card.id.0);
        fits
    });
    found.truncate(SHOWN);
    let views = card::views(&found, &till, shop.messages, false);
    Ok(serde_json::to_value(views).unwrap_or_default())
}
