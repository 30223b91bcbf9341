//! Tags and brands, and what all lists of terms have in common: search, order and paging.

use catalog::service::full::{self, CountedName};
use edge::{AppError, PageRequest, PublicShop, page::Document};
use kernel::msg;

use crate::{
    envelope::{absolute, missing},
    headers::ALLOW,
    paging::Paging,
    params::{boolean, integers, one_of},
    view::terms::TermRow,
};

#[derive(Clone, Copy, PartialEq)]
pub enum TermSort {
    Name,
    Slug,
    Count,
    /// As the list is stored: the shop owner's order.
    Stored,
    Id,
}

const SORTS: &[(&str, TermSort)] =
    &[("name", TermSort::Name), ("slug", TermSort::Slug), ("count", TermSort::Count)];

/// Orders of the values of an attribute.
pub const VALUE_SORTS: &[(&str, TermSort)] = &[
    ("name", TermSort::Name),
    ("slug", TermSort::Slug),
    ("count", TermSort::Count),
    ("menu_order", TermSort::Stored),
    ("name_num", TermSort::Name),
    ("id", TermSort::Id),
];

/// One page of a list of terms, with the number of all that match. `as_term`: the common part of a row.
pub fn select<T>(
    request: &PageRequest,
    rows: Vec<T>,
    sorts: &[(&str, TermSort)],
    as_term: impl Fn(&T) -> &TermRow,
) -> Result<(Vec<T>, Paging, i64), AppError> {
    let paging = Paging::read(request, None)?;
    let (include, exclude) = (integers(request, "include")?, integers(request, "exclude")?);
    let hides_empty = boolean(request, "hide_empty")?.unwrap_or(true);
    let words = request.query("search").map(str::to_lowercase).unwrap_or_default();
    let sort = one_of(request, "orderby", sorts)?.unwrap_or(TermSort::Name);
    let is_descending = one_of(request, "order", &[("asc", false), ("desc", true)])?.unwrap_or(false);
    let mut rows = rows;
    rows.retain(|row| {
        let term = as_term(row);
        (include.is_empty() || include.contains(&term.id))
            && !exclude.contains(&term.id)
            && (!hides_empty || term.count > 0)
            && term.name.to_lowercase().contains(&words)
    });
    match sort {
        TermSort::Name => rows.sort_by(|one, other| as_term(one).name.cmp(&as_term(other).name)),
        TermSort::Slug => rows.sort_by(|one, other| as_term(one).slug.cmp(&as_term(other).slug)),
        TermSort::Count => rows.sort_by_key(|row| as_term(row).count),
        TermSort::Id => rows.sort_by_key(|row| as_term(row).id),
        TermSort::Stored => {}
    }
    if is_descending {
        rows.reverse();
    }
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    Ok((paging.slice(rows), paging, total))
}

fn term(row: CountedName) -> TermRow {
    TermRow {
        id: row.id,
        slug: row.name.clone(),
        name: row.name,
        description: String::new(),
        parent: 0,
        count: row.products,
    }
}

async fn respond(
    shop: &PublicShop,
    request: &PageRequest,
    path: &str,
    rows: Vec<CountedName>,
) -> Result<Document, AppError> {
    let rows = rows.into_iter().map(term).collect();
    let (rows, paging, total) = select(request, rows, SORTS, |row: &TermRow| row)?;
    let document = Document::json(&rows).tagged(["catalog".to_owned()]);
    Ok(paging.describe(document, request, &absolute(shop, path), total))
}

pub async fn tags(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let rows = full::tags(&shop.db).await?;
    respond(&shop, &request, "/ar/wp-json/wc/store/v1/products/tags", rows).await
}

pub async fn brands(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let rows = full::brands(&shop.db).await?;
    respond(&shop, &request, "/ar/wp-json/wc/store/v1/products/brands", rows).await
}

/// One brand by its id or its name.
pub async fn brand(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let wanted = request.path("id");
    let number: Option<i64> = wanted.parse().ok();
    let found = full::brands(&shop.db).await?.into_iter();
    let mut found = found.filter(|brand| Some(brand.id) == number || brand.name == wanted);
    let brand = found
        .next()
        .ok_or_else(|| missing("woocommerce_rest_brand_invalid_id", msg::store_api::BRAND_MISSING))?;
    Ok(Document::json(&term(brand)).with_header(ALLOW, "GET".to_owned()).tagged(["catalog".to_owned()]))
}
