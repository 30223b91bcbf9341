//! Products by any combination of filters, in any order, as the Store API lists them.
//!
//! A plain combination is a listing and is read like one ([`super::listing`]). Every other one is answered by a single
//! statement over the entries of the whole shop, with each filter as a condition that is constant when it is not given.

use chrono::{DateTime, Utc};
use kernel::Money;
use sqlx::{PgPool, types::Json};

use super::listing::{self, MAX_COUNTED};
use crate::rules::{
    ProductKind,
    selection::{Selection, SelectionSort},
};

/// Conditions of a selection. The parameters after $24 belong to the statement around it.
macro_rules! select_matching {
    ($query:ident, $selection:expr, $start:literal, $end:literal $(, $more:expr)*) => {{
        let Selection {
            include, exclude, slugs, skus, kind, is_featured, is_on_sale, is_in_stock, categories, tags, brands,
            term_groups, excluded_terms, ratings, after, before, by_modified, ..
        } = $selection;
        let prices = $selection.prices();
        let kind = kind.map(kind_name);
        sqlx::$query!(
            $start + r#"
            from listing_entries entry
            join products product on product.id = entry.product_id
            left join review_summaries summary on summary.scope = product.id
            where entry.category_id = 0
              and ($1::bigint[] is null or entry.product_id = any($1))
              and not entry.product_id = any($2::bigint[])
              and (cardinality($3::text[]) = 0 or product.slug = any($3))
              and (cardinality($4::text[]) = 0 or product.sku = any($4) or exists (
                    select from variations variation
                    where variation.product_id = product.id and variation.sku = any($4)))
              and ($5::text is null or product.kind = $5)
              and ($6::boolean is null or (product.featured is not null) = $6)
              and ($7::boolean is null or (entry.terms @> '{2}') = $7)
              and ($8::boolean is null or (entry.terms @> '{1}') = $8)
              and entry.price_minor between $9 and $10
              and (cardinality($11::bigint[]) = 0 or exists (
                    select from listing_entries other
                    where other.product_id = entry.product_id and other.category_id = any($11)))
              and (cardinality($12::bigint[]) = 0 or cardinality($12) = (
                    select count(*) from listing_entries other
                    where other.product_id = entry.product_id and other.category_id = any($12)))
              and (cardinality($13::bigint[]) = 0 or not exists (
                    select from listing_entries other
                    where other.product_id = entry.product_id and other.category_id = any($13)))
              and (cardinality($14::text[]) = 0 or product.tags && $14)
              and product.tags @> $15::text[]
              and not product.tags && $16::text[]
              and (cardinality($17::bigint[]) = 0 or product.brand_id = any($17))
              and not coalesce(product.brand_id = any($18::bigint[]), false)
              and not exists (
                    select from jsonb_array_elements($19::jsonb) as wanted (terms)
                    where not entry.terms && array(select jsonb_array_elements_text(wanted.terms)::integer))
              and not entry.terms && $20::integer[]
              and (cardinality($21::integer[]) = 0 or round(summary.sum::numeric / nullif(
                    summary.rated_1 + summary.rated_2 + summary.rated_3 + summary.rated_4 + summary.rated_5, 0))
                    = any($21))
              and ($22::timestamptz is null or case when $24 then product.updated_at else product.created_at end > $22)
              and ($23::timestamptz is null or case when $24 then product.updated_at else product.created_at end < $23)
            "# + $end,
            include.as_deref(),
            exclude,
            slugs,
            skus,
            kind,
            *is_featured,
            *is_on_sale,
            *is_in_stock,
            prices.low,
            prices.high,
            &categories.any,
            &categories.all,
            &categories.none,
            &tags.any,
            &tags.all,
            &tags.none,
            &brands.any,
            &brands.none,
            Json(term_groups) as _,
            excluded_terms,
            ratings,
            *after as Option<DateTime<Utc>>,
            *before as Option<DateTime<Utc>>,
            *by_modified
            $(, $more)*
        )
    }};
}

fn kind_name(kind: ProductKind) -> &'static str {
    match kind {
        ProductKind::Simple => "simple",
        ProductKind::Variable => "variable",
        ProductKind::External => "external",
        ProductKind::Bundle => "bundle",
    }
}

/// The product ids of one part of the selection, in order. Reads `review_summaries`, owned by reviews, because products
/// are chosen and sorted by their figures.
pub async fn page(db: &PgPool, selection: &Selection, offset: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    if let Some(query) = selection.as_listing() {
        return listing::page(db, &query, offset, limit).await;
    }
    let order = match selection.sort {
        SelectionSort::Included => "included",
        SelectionSort::Id => "id",
        SelectionSort::Modified => "modified",
        SelectionSort::Name => "name",
        SelectionSort::Slug => "slug",
        SelectionSort::Price => "price",
        SelectionSort::Popularity => "popularity",
        SelectionSort::Rating => "rating",
        SelectionSort::Arranged => "arranged",
        SelectionSort::Reviews => "reviews",
    };
    select_matching!(
        query_scalar,
        selection,
        "select product.id",
        r#"
        order by case $25::text
                     when 'included' then array_position($1, product.id)::float8
                     when 'id' then product.id::float8
                     when 'modified' then extract(epoch from product.updated_at)::float8
                     when 'price' then entry.price_minor::float8
                     when 'popularity' then entry.popularity::float8
                     when 'rating' then coalesce(summary.sum::float8 / nullif(summary.rated_1 + summary.rated_2
                         + summary.rated_3 + summary.rated_4 + summary.rated_5, 0), 0)
                     when 'arranged' then entry.position::float8
                     when 'reviews' then coalesce(summary.count, 0)::float8
                     else 0
                 end * case when $26::boolean then -1 else 1 end,
                 case when not $26 then case $25 when 'name' then product.name when 'slug' then product.slug end end,
                 case when $26 then case $25 when 'name' then product.name when 'slug' then product.slug end end desc,
                 product.id * case when $26 then -1 else 1 end
        offset $27 limit $28
        "#,
        order,
        selection.is_descending && selection.sort != SelectionSort::Included,
        offset,
        limit
    )
    .fetch_all(db)
    .await
}

/// The number of products. Counting stops at [`MAX_COUNTED`].
pub async fn count(db: &PgPool, selection: &Selection) -> sqlx::Result<i64> {
    if let Some(query) = selection.as_listing() {
        return listing::count(db, &query).await;
    }
    select_matching!(
        query_scalar,
        selection,
        r#"select count(*) as "count!" from (select "#,
        " limit $25) as found",
        MAX_COUNTED
    )
    .fetch_one(db)
    .await
}

/// Figures of a selection.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    /// `None`: the selection is empty.
    pub lowest: Option<Money>,
    pub highest: Option<Money>,
    pub in_stock: i64,
    pub all: i64,
}

pub async fn figures(db: &PgPool, selection: &Selection) -> sqlx::Result<Figures> {
    let row = select_matching!(
        query,
        selection,
        r#"select min(entry.price_minor) as lowest, max(entry.price_minor) as highest, count(*) as "all!",
                  count(*) filter (where entry.terms @> '{1}') as "in_stock!" "#,
        ""
    )
    .fetch_one(db)
    .await?;
    Ok(Figures {
        lowest: row.lowest.map(Money::from_minor),
        highest: row.highest.map(Money::from_minor),
        in_stock: row.in_stock,
        all: row.all,
    })
}

/// How many products of the selection have each value of these attributes, by the value's id.
pub async fn value_counts(
    db: &PgPool,
    selection: &Selection,
    attributes: &[i32],
) -> sqlx::Result<Vec<(i32, i64)>> {
    let rows = select_matching!(
        query,
        selection,
        r#"select one.id as "term!", count(*) as "products!" from attribute_values one
           join lateral (select entry.terms "#,
        r#") as found on found.terms @> array[one.id]
           where one.attribute_id = any($25::integer[]) group by one.id order by one.id"#,
        attributes
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.term, row.products)).collect())
}

/// How many products of the selection have each rounded average of stars.
pub async fn rating_counts(db: &PgPool, selection: &Selection) -> sqlx::Result<Vec<(i32, i64)>> {
    let rows = select_matching!(
        query,
        selection,
        r#"select stars as "stars!", count(*) as "products!" from (select round(summary.sum::numeric / nullif(
                summary.rated_1 + summary.rated_2 + summary.rated_3 + summary.rated_4 + summary.rated_5, 0))::integer
                as stars "#,
        ") as rated where stars is not null group by 1 order by 1"
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.stars, row.products)).collect())
}
