//! Published reviews of products for other front ends, by product or category.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::summaries;

/// Counting by category stops at this many reviews.
const MAX_COUNTED: i64 = 12_000;

/// A published review of a product.
#[derive(Debug, Clone)]
pub struct PublishedReview {
    pub id: i64,
    pub product_id: i64,
    pub product_name: String,
    pub product_slug: String,
    pub rating: Option<i16>,
    pub text: String,
    pub name: String,
    pub is_verified: bool,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishedSort {
    Newest,
    Rating,
    Product,
}

/// Which reviews, and in which order. Empty lists are no condition.
#[derive(Debug, Clone)]
pub struct PublishedFilter {
    pub products: Vec<i64>,
    pub categories: Vec<i64>,
    pub sort: PublishedSort,
    pub is_descending: bool,
}

/// One part of the list. Joins `products` and `listing_entries`, owned by catalog: each review names its product.
pub async fn list_published(
    db: &PgPool,
    filter: &PublishedFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<PublishedReview>> {
    macro_rules! page {
        ($order:literal) => {
            sqlx::query_as!(
                PublishedReview,
                r#"select review.id, product.id as product_id, product.name as product_name,
                          product.slug as product_slug, review.rating, review.text, review.name, review.is_verified,
                          review.created_at
                   from reviews review
                   join products product on product.id = review.product_id and product.status in ('published', 'hidden')
                   where review.state = 'published'
                     and (cardinality($1::bigint[]) = 0 or review.product_id = any($1))
                     and (cardinality($2::bigint[]) = 0 or exists (
                          select from listing_entries entry
                          where entry.product_id = review.product_id and entry.category_id = any($2)))
                   order by "# + $order + " offset $3 limit $4",
                &filter.products,
                &filter.categories,
                offset,
                limit
            )
            .fetch_all(db)
            .await
        };
    }
    match (filter.sort, filter.is_descending) {
        (PublishedSort::Newest, true) => page!("review.id desc"),
        (PublishedSort::Newest, false) => page!("review.id"),
        (PublishedSort::Rating, true) => page!("review.rating desc nulls last, review.id desc"),
        (PublishedSort::Rating, false) => page!("review.rating, review.id desc"),
        (PublishedSort::Product, true) => page!("review.product_id desc, review.id desc"),
        (PublishedSort::Product, false) => page!("review.product_id, review.id desc"),
    }
}

/// How many there are. Those of the whole shop and of products are figures that are stored.
pub async fn count_published(db: &PgPool, filter: &PublishedFilter) -> sqlx::Result<i64> {
    if !filter.categories.is_empty() {
        return sqlx::query_scalar!(
            r#"select count(*) as "count!" from (
                   select from reviews review
                   where review.state = 'published' and review.product_id is not null
                     and (cardinality($1::bigint[]) = 0 or review.product_id = any($1))
                     and exists (select from listing_entries entry
                                 where entry.product_id = review.product_id and entry.category_id = any($2))
                   limit $3) as found"#,
            &filter.products,
            &filter.categories,
            MAX_COUNTED
        )
        .fetch_one(db)
        .await;
    }
    if filter.products.is_empty() {
        // All, without those about the shop itself.
        let both = summaries(db, &[0, -1]).await?;
        let count = |scope: i64| both.get(&scope).map_or(0, |summary| summary.count);
        return Ok(count(0) - count(-1));
    }
    Ok(summaries(db, &filter.products).await?.values().map(|summary| summary.count).sum())
}
