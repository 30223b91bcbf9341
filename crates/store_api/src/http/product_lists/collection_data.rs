//! Figures of a selection of products: prices, attribute values, stars and stock.

use std::collections::BTreeMap;

use catalog::{
    rules::selection::Selection,
    service::{full, selection},
};
use edge::{AppError, PageRequest, PublicShop, page::Document};

use crate::{
    filters::{self, Wanted},
    headers::ALLOW,
    money::{CurrencyFields, minor},
    params::boolean,
    view::{
        product::taxonomy,
        terms::{CollectionData, CollectionPrices, RatingCount, StockCount, TermCount},
    },
};

/// An attribute whose values are counted. With `or` the filter by the attribute itself does not count.
#[derive(Default)]
struct Counted {
    name: String,
    is_or: bool,
}

pub async fn show(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let wants = |name| Ok::<_, AppError>(boolean(&request, name)?.unwrap_or(false));
    let (wants_prices, wants_stock, wants_ratings) = (
        wants("calculate_price_range")?,
        wants("calculate_stock_status_counts")?,
        wants("calculate_rating_counts")?,
    );
    let attributes = counted_attributes(&request);
    let found = match filters::read(&shop, &request).await? {
        Wanted::Products(selection) => Some(*selection),
        Wanted::Variations(_) | Wanted::Nothing => None,
    };
    let mut data = CollectionData::default();
    if wants_prices {
        // The range that a price filter chooses from does not depend on the filter.
        let unpriced = found.clone().map(|found| Selection { price_from: None, price_to: None, ..found });
        let figures = match &unpriced {
            Some(found) => Some(selection::figures(&shop.db, found).await?),
            None => None,
        };
        data.price_range = Some(CollectionPrices {
            min_price: figures.and_then(|figures| figures.lowest).map(minor),
            max_price: figures.and_then(|figures| figures.highest).map(minor),
            currency: CurrencyFields::of_shop(),
        });
    }
    if wants_stock {
        let unstocked = found.clone().map(|found| Selection { is_in_stock: None, ..found });
        data.stock_status_counts = Some(match &unstocked {
            Some(found) => {
                let figures = selection::figures(&shop.db, found).await?;
                stock_counts(figures.in_stock, figures.all - figures.in_stock)
            }
            None => stock_counts(0, 0),
        });
    }
    if wants_ratings {
        let unrated = found.clone().map(|found| Selection { ratings: Vec::new(), ..found });
        let counts = match &unrated {
            Some(found) => selection::rating_counts(&shop.db, found).await?,
            None => Vec::new(),
        };
        data.rating_counts =
            Some(counts.into_iter().map(|(rating, count)| RatingCount { rating, count }).collect());
    }
    if !attributes.is_empty() {
        data.attribute_counts = Some(match found {
            Some(found) => attribute_counts(&shop, &found, &attributes).await?,
            None => Vec::new(),
        });
    }
    let tags = ["catalog".to_owned(), "prices".to_owned(), reviews::service::PURGE_TAG.to_owned()];
    Ok(Document::json(&data).with_header(ALLOW, "GET".to_owned()).tagged(tags))
}

fn stock_counts(instock: i64, outofstock: i64) -> Vec<StockCount> {
    let counts = [("instock", instock), ("outofstock", outofstock), ("onbackorder", 0)];
    counts.into_iter().map(|(status, count)| StockCount { status, count }).collect()
}

fn counted_attributes(request: &PageRequest) -> Vec<Counted> {
    let mut wanted: BTreeMap<&str, Counted> = BTreeMap::new();
    for (name, value) in request.queries() {
        let Some(rest) = name.strip_prefix("calculate_attribute_counts[") else { continue };
        let Some((index, field)) = rest.split_once("][") else { continue };
        let entry = wanted.entry(index).or_default();
        match field.trim_end_matches(']') {
            "taxonomy" => value.clone_into(&mut entry.name),
            "query_type" => entry.is_or = value == "or",
            _ => {}
        }
    }
    wanted.into_values().filter(|entry| !entry.name.is_empty()).take(12).collect()
}

async fn attribute_counts(
    shop: &PublicShop,
    found: &Selection,
    wanted: &[Counted],
) -> Result<Vec<TermCount>, AppError> {
    let known = full::attributes(&shop.db).await?;
    let mut counts = Vec::new();
    for entry in wanted {
        let Some(attribute) = known.iter().find(|one| taxonomy(&one.name) == taxonomy(&entry.name)) else {
            continue;
        };
        let mut selection = found.clone();
        if entry.is_or {
            let values = full::attribute_values(&shop.db, &[attribute.id]).await?;
            let is_own = |term: &i32| values.iter().any(|value| value.id == *term);
            selection.term_groups.retain(|group| !group.iter().all(is_own));
        }
        let rows = selection::value_counts(&shop.db, &selection, &[attribute.id]).await?;
        counts.extend(rows.into_iter().map(|(term, count)| TermCount { term, count }));
    }
    Ok(counts)
}
