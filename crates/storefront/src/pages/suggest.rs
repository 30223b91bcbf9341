//! What the search box offers while its words are being typed.

use axum::{Json, extract::State};
use catalog::store;
use edge::{AppError, Fields, Shop};
use serde::Deserialize;

use super::{
    category_url,
    listing::SHOP_URL,
    till::Till,
    view::{SearchSuggestions, SuggestedCategory, SuggestedProduct},
};

const PRODUCTS: i64 = 6;
const CATEGORIES: usize = 3;

#[derive(Debug, Deserialize)]
pub struct Asked {
    #[serde(default)]
    s: String,
}

pub async fn suggest(
    State(shop): State<Shop>,
    Fields(asked): Fields<Asked>,
) -> Result<Json<SearchSuggestions>, AppError> {
    let query = kernel::text::clean(&asked.s, 100);
    let found = search::suggest(&shop.read, &query, PRODUCTS).await?;
    let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
    let cards = store::cards(&shop.read, &ids).await?;
    let till = Till::open(&shop.kept, shop.clock.now()).await?.knowing(&shop.read, &cards).await?;
    let products = cards.iter().map(|one| SuggestedProduct {
        name: one.name.clone(),
        url: cart::view::product_url(&one.slug),
        price: till.shown(one).amount,
        image: one.picture.as_ref().map(|picture| picture.fallback_url.clone()),
    });
    let query_string = serde_urlencoded::to_string([("s", &query)]).expect("one pair of text");
    Ok(Json(SearchSuggestions {
        products: products.collect(),
        categories: categories(&shop, &query).await?,
        all_url: format!("{SHOP_URL}?{query_string}"),
        total: found.total,
        corrected: found.corrected,
        query,
    }))
}

/// Categories with a word that begins as the last one typed does.
async fn categories(shop: &Shop, query: &str) -> Result<Vec<SuggestedCategory>, AppError> {
    let folded = search::fold(query);
    let Some(last) = folded.split_whitespace().last() else { return Ok(Vec::new()) };
    let all = store::categories(&shop.read).await?;
    // With the article or without it, on either side.
    let bare = |word: &str| word.strip_prefix("ال").filter(|rest| rest.len() > 2).unwrap_or(word).to_owned();
    let wanted = bare(last);
    let fits = |name: &str| search::fold(name).split_whitespace().any(|word| bare(word).starts_with(&wanted));
    let found = all
        .iter()
        .filter(|category| category.product_count > 0 && fits(&category.name))
        .map(|category| SuggestedCategory { name: category.name.clone(), url: category_url(&category.path) });
    Ok(found.take(CATEGORIES).collect())
}
