//! Categories.

use std::collections::HashMap;

use catalog::{
    Category, PictureView,
    service::{self, full},
};
use edge::{AppError, PageRequest, PublicShop, page::Document};
use kernel::msg;

use super::terms::{TermSort, select};
use crate::{
    envelope::{absolute, missing},
    headers::ALLOW,
    view::{
        image::Image,
        product::{category_link, last_part},
        terms::{CategoryRow, TermRow},
    },
};

const SORTS: &[(&str, TermSort)] =
    &[("name", TermSort::Name), ("slug", TermSort::Slug), ("count", TermSort::Count)];

pub async fn list(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let categories = service::categories(&shop.db).await?;
    let pairs = categories.into_iter().map(|category| (term(&category), category)).collect();
    let (pairs, paging, total) = select(&request, pairs, SORTS, |(term, _)| term)?;
    let rows = rows(&shop, pairs.into_iter().map(|(_, category)| category).collect()).await?;
    let document = Document::json(&rows).tagged(tags());
    let address = absolute(&shop, "/ar/wp-json/wc/store/v1/products/categories");
    Ok(paging.describe(document, &request, &address, total))
}

/// One category by its id or its slug.
pub async fn one(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let wanted = request.path("id");
    let number: Option<i64> = wanted.parse().ok();
    let mut categories = service::categories(&shop.db).await?;
    categories.retain(|category| Some(category.id.0) == number || last_part(&category.path) == wanted);
    categories.truncate(1);
    let rows = rows(&shop, categories).await?;
    let row = rows
        .first()
        .ok_or_else(|| missing("woocommerce_rest_category_invalid_id", msg::store_api::CATEGORY_MISSING))?;
    Ok(Document::json(row).with_header(ALLOW, "GET".to_owned()).tagged(tags()))
}

fn tags() -> [String; 2] {
    ["catalog".to_owned(), reviews::service::PURGE_TAG.to_owned()]
}

fn term(category: &Category) -> TermRow {
    TermRow {
        id: category.id.0,
        name: category.name.clone(),
        slug: last_part(&category.path).to_owned(),
        description: String::new(),
        parent: category.parent_id.map_or(0, |parent| parent.0),
        count: category.product_count,
    }
}

async fn rows(shop: &PublicShop, categories: Vec<Category>) -> Result<Vec<CategoryRow>, AppError> {
    if categories.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = categories.iter().map(|category| category.id.0).collect();
    let names: Vec<String> = categories.iter().filter_map(|category| category.picture.clone()).collect();
    let pictures: HashMap<String, PictureView> = service::pictures(&shop.db, &names).await?;
    let reviews = full::review_counts(&shop.db, &ids).await?;
    let rows = categories.iter().map(|category| CategoryRow {
        term: term(category),
        image: category.picture.as_ref().and_then(|name| {
            let view = pictures.get(name)?.clone().with_alt(&category.name);
            Some(Image::from_view(&shop.origin, name, &view))
        }),
        review_count: reviews.get(&category.id.0).copied().unwrap_or(0),
        permalink: category_link(&shop.origin, &category.path),
    });
    Ok(rows.collect())
}
