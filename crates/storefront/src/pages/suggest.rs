//! Suggestions of the search box while the shopper types.

use axum::{Json, extract::State};
use catalog::service;
use edge::{AppError, Fields, Shop};
use serde::Deserialize;

use super::{
    category_url,
    listing::SHOP_URL,
    price_calculator::PriceCalculator,
    view::{SearchSuggestions, SuggestedLink, SuggestedProduct},
};
use crate::search_words;

const MAX_PRODUCTS: i64 = 6;
const MAX_CATEGORIES: usize = 3;
const MAX_ARTICLES: i64 = 2;

#[derive(Debug, Deserialize)]
pub struct SuggestForm {
    #[serde(default)]
    s: String,
}

pub async fn suggest(
    State(shop): State<Shop>,
    Fields(form): Fields<SuggestForm>,
) -> Result<Json<SearchSuggestions>, AppError> {
    let query = kernel::text::clean(&form.s, 100);
    let meanings = search_words::meanings(&shop.settings, &shop.read_db).await?;
    let found = search::Search::new(&shop.read_db, &meanings).suggest(&query, MAX_PRODUCTS).await?;
    let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
    let cards = service::cards(&shop.read_db, &ids).await?;
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now())
        .await?
        .with_bundles(&shop.read_db, &cards)
        .await?;
    let products = cards.iter().map(|one| {
        let price = calculator.price_view(one);
        SuggestedProduct {
            name: one.name.clone(),
            url: cart::view::product_url(&one.slug),
            price: price.amount,
            from: price.from,
            image: one.picture.as_ref().map(|picture| picture.fallback_url.clone()),
        }
    });
    let query_string = serde_urlencoded::to_string([("s", &query)]).expect("a text pair can be encoded");
    let wanted = found.corrected.as_deref().unwrap_or(&query);
    let (articles, _) =
        content::service::find_articles(&shop.read_db, wanted, shop.clock.now(), MAX_ARTICLES).await?;
    Ok(Json(SearchSuggestions {
        products: products.collect(),
        categories: categories(&shop, &query).await?,
        articles: articles
            .into_iter()
            .map(|article| SuggestedLink { name: article.label, url: article.url })
            .collect(),
        all_url: format!("{SHOP_URL}?{query_string}"),
        total: found.total,
        corrected: found.corrected,
        query,
    }))
}

/// Returns the categories with a word that starts with the last typed word.
async fn categories(shop: &Shop, query: &str) -> Result<Vec<SuggestedLink>, AppError> {
    let folded = search::fold(query);
    let Some(last) = folded.split_whitespace().last() else { return Ok(Vec::new()) };
    let all = service::categories(&shop.read_db).await?;
    // Ignores the Arabic article on both sides.
    let bare = |word: &str| word.strip_prefix("ال").filter(|rest| rest.len() > 2).unwrap_or(word).to_owned();
    let prefix = bare(last);
    let matches =
        |name: &str| search::fold(name).split_whitespace().any(|word| bare(word).starts_with(&prefix));
    let found = all
        .iter()
        .filter(|category| category.product_count > 0 && matches(&category.name))
        .map(|category| SuggestedLink { name: category.name.clone(), url: category_url(&category.path) });
    Ok(found.take(MAX_CATEGORIES).collect())
}
