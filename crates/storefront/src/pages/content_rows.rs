//! Products in a page or post.

use std::sync::Arc;

use catalog::{Card, rules::listing::Sort, service};
use content::{LoadedRow, ProductRows, service::blocks::ProductChoice};
use edge::{AppError, PublicShop};

use super::{card, category_url, price_calculator::PriceCalculator, view::ProductRowView};
use crate::store;

pub fn content_rows() -> ProductRows {
    Arc::new(|shop, choice| Box::pin(load(shop, choice)))
}

async fn load(shop: PublicShop, choice: ProductChoice) -> Result<Option<LoadedRow>, AppError> {
    let (cards, more_url) = if choice.skus.is_empty() {
        let categories = service::categories(&shop.db).await?;
        let category = categories.iter().find(|category| category.path == choice.category);
        if category.is_none() && !choice.category.is_empty() {
            return Ok(None);
        }
        let id = category.map(|category| category.id);
        let cards = service::list_cards(&shop.db, id, Sort::Popular, choice.count.into()).await?;
        (cards, category.map_or_else(|| "/ar/shop/".to_owned(), |category| category_url(&category.path)))
    } else {
        (named(&shop, &choice.skus).await?, "/ar/shop/".to_owned())
    };
    if cards.is_empty() {
        return Ok(None);
    }
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    let calculator = calculator.with_bundles(&shop.db, &cards).await?;
    let ratings = card::ratings(&shop.db, &cards).await?;
    let view = ProductRowView {
        title: choice.title,
        more_url: Some(more_url),
        cards: card::views(&cards, &ratings, &calculator, shop.messages, false),
    };
    let mut tags = card::tags(&cards, &calculator);
    // Which products a category shows depends on the whole catalogue.
    tags.extend(choice.skus.is_empty().then(|| "catalog".to_owned()));
    Ok(Some(LoadedRow {
        view: serde_json::to_value(view).unwrap_or_default(),
        tags,
        changes_at: calculator.changes_after(&cards),
    }))
}

/// The products with these SKUs, in this order. Unknown ones are left out.
async fn named(shop: &PublicShop, skus: &[String]) -> sqlx::Result<Vec<Card>> {
    let ids = store::products_by_sku(&shop.db, skus).await?;
    let mut cards = service::cards(&shop.db, &ids).await?;
    cards.sort_by_key(|card| ids.iter().position(|id| *id == card.id.0));
    Ok(cards)
}
