//! Lists of published reviews. A page is found by its ids first, from an index in its order; then the rows are loaded.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{PgPool, types::Json};

use crate::rules::{Filter, Scope, Sort, StoredAnswer, StoredRating, query_keys};

/// A search or a tag filter looks at this many matches, the newest: as many as numbered pages show.
const MAX_CANDIDATES: i32 = 2_000;
/// Matches that a search looks for if they are shown in the order in which it finds them.
const ENOUGH: i32 = 200;

/// A published review as lists show it.
#[derive(Debug, Clone)]
pub struct StoredReview {
    pub id: i64,
    pub product_id: Option<i64>,
    pub rating: Option<i16>,
    pub criteria: Json<Vec<StoredRating>>,
    pub answers: Json<Vec<StoredAnswer>>,
    pub text: String,
    pub name: String,
    pub is_verified: bool,
    pub reply: String,
    pub media_count: i16,
    pub has_external_media: bool,
    pub created_at: DateTime<Utc>,
    pub upvotes: i32,
    pub downvotes: i32,
    pub product_name: Option<String>,
    pub product_slug: Option<String>,
}

/// Ids of one page without search and tags.
pub async fn page_ids(
    db: &PgPool,
    scope: Scope,
    filter: &Filter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let rating = filter.rating.map(i16::from);
    // Reviews of one rating are in the same order by rating as by age.
    let sort = match (filter.sort, rating) {
        (Sort::Highest | Sort::Lowest, Some(_)) => Sort::Newest,
        (sort, _) => sort,
    };
    match scope {
        Scope::Product(product) => {
            macro_rules! page {
                ($table:literal, $id:literal, $where:literal, $order:literal) => {
                    sqlx::query_scalar!(
                        "select " + $id + r#" as "id!" from "# + $table
                            + " where product_id = $1 and case when $2::smallint is null then true else rating = $2 end "
                            + $where + " order by " + $order + " offset $3 limit $4",
                        product,
                        rating,
                        offset,
                        limit
                    )
                    .fetch_all(db)
                    .await
                };
            }
            match (sort, rating) {
                (Sort::Newest, Some(rating)) => {
                    sqlx::query_scalar!(
                        "select id from reviews where product_id = $1 and rating = $2 and state = 'published'
                         order by id desc offset $3 limit $4",
                        product,
                        rating,
                        offset,
                        limit
                    )
                    .fetch_all(db)
                    .await
                }
                (Sort::Newest, None) => page!("reviews", "id", "and state = 'published'", "id desc"),
                (Sort::Highest, _) => {
                    page!("reviews", "id", "and state = 'published'", "rating desc nulls last, id desc")
                }
                (Sort::Lowest, _) => page!("reviews", "id", "and state = 'published'", "rating, id desc"),
                (Sort::Helpful, _) => {
                    page!("review_scores", "review_id", "", "(upvotes - downvotes) desc, review_id desc")
                }
            }
        }
        Scope::All => {
            macro_rules! page {
                ($table:literal, $id:literal, $where:literal, $order:literal) => {
                    sqlx::query_scalar!(
                        "select "
                            + $id
                            + r#" as "id!" from "#
                            + $table
                            + " where case when $1::smallint is null then true else rating = $1 end "
                            + $where
                            + " order by "
                            + $order
                            + " offset $2 limit $3",
                        rating,
                        offset,
                        limit
                    )
                    .fetch_all(db)
                    .await
                };
            }
            match (sort, rating) {
                (Sort::Newest, Some(rating)) => {
                    sqlx::query_scalar!(
                        "select id from reviews where rating = $1 and state = 'published'
                         order by id desc offset $2 limit $3",
                        rating,
                        offset,
                        limit
                    )
                    .fetch_all(db)
                    .await
                }
                (Sort::Newest, None) => page!("reviews", "id", "and state = 'published'", "id desc"),
                (Sort::Highest, _) => {
                    page!("reviews", "id", "and state = 'published'", "rating desc nulls last, id desc")
                }
                (Sort::Lowest, _) => page!("reviews", "id", "and state = 'published'", "rating, id desc"),
                (Sort::Helpful, _) => {
                    page!("review_scores", "review_id", "", "(upvotes - downvotes) desc, review_id desc")
                }
            }
        }
    }
}

/// Reviews that match the search and have all tags, newest first.
#[derive(Debug, Default)]
pub struct Candidates {
    pub ids: Vec<i64>,
    /// Older reviews match too, and were not looked for.
    pub has_more: bool,
}

/// Finds the candidates for a list down to its position `end`. `None` if the filter has neither search nor tags.
pub async fn candidates(
    db: &PgPool,
    scope: Scope,
    filter: &Filter,
    end: i64,
) -> sqlx::Result<Option<Candidates>> {
    // The keys of a search in one product's reviews contain the product.
    let words = query_keys(&filter.search, scope.product());
    if words.is_empty() {
        // What was typed has no letter or digit: nothing has it either.
        if !filter.search.is_empty() {
            return Ok(Some(Candidates::default()));
        }
        return match filter.tags.is_empty() {
            true => Ok(None),
            false => tagged(db, scope, &filter.tags).await.map(Some),
        };
    }
    // A page deep in the list needs more. So does a page of some of the matches, or in another order, and each page of it
    // must be of the same ones.
    let enough = match filter.takes_newest_first() && filter.tags.is_empty() {
        true => i32::try_from(end).unwrap_or(MAX_CANDIDATES).clamp(ENOUGH, MAX_CANDIDATES),
        false => MAX_CANDIDATES,
    };
    let mut found = search(db, &words, enough).await?;
    if !filter.tags.is_empty() {
        found.ids = with_tags(db, &found.ids, &filter.tags).await?;
    }
    Ok(Some(found))
}

async fn search(db: &PgPool, words: &[i32], enough: i32) -> sqlx::Result<Candidates> {
    sqlx::query_as!(
        Candidates,
        r#"select ids as "ids!", not is_complete as "has_more!" from search_newest_reviews($1, $2)"#,
        words,
        enough
    )
    .fetch_one(db)
    .await
}

async fn tagged(db: &PgPool, scope: Scope, tags: &[i64]) -> sqlx::Result<Candidates> {
    let first = tags.first().copied().unwrap_or_default();
    let ids = match scope {
        Scope::Product(product) => {
            sqlx::query_scalar!(
                "select link.review_id from review_tag_links link
                 join review_scores published on published.review_id = link.review_id
                 where link.tag_id = $1 and link.product_id = $2 order by link.review_id desc limit $3",
                first,
                product,
                i64::from(MAX_CANDIDATES)
            )
            .fetch_all(db)
            .await?
        }
        Scope::All => {
            sqlx::query_scalar!(
                "select link.review_id from review_tag_links link
                 join review_scores published on published.review_id = link.review_id
                 where link.tag_id = $1 order by link.review_id desc limit $2",
                first,
                i64::from(MAX_CANDIDATES)
            )
            .fetch_all(db)
            .await?
        }
    };
    let has_more = ids.len() >= usize::try_from(MAX_CANDIDATES).unwrap_or(usize::MAX);
    let ids = if tags.len() == 1 { ids } else { with_tags(db, &ids, tags).await? };
    Ok(Candidates { ids, has_more })
}

async fn with_tags(db: &PgPool, ids: &[i64], tags: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select review_id from review_tag_links where review_id = any($1) and tag_id = any($2)
         group by review_id having count(*) = cardinality($2) order by review_id desc",
        ids,
        tags
    )
    .fetch_all(db)
    .await
}

/// The candidates with the rating, in order.
pub async fn sort_candidates(db: &PgPool, ids: &[i64], filter: &Filter) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select review_id from review_scores
         where review_id = any($1) and case when $2::smallint is null then true else rating = $2 end
         order by case $3 when 'helpful' then downvotes - upvotes when 'rating_desc' then -rating
                          when 'rating_asc' then rating else 0 end, review_id desc",
        ids,
        filter.rating.map(i16::from),
        filter.sort.name()
    )
    .fetch_all(db)
    .await
}

/// Newest reviews for the grid: of products, or of the shop itself, without those that are shown already.
pub async fn grid_ids(
    db: &PgPool,
    of_shop: bool,
    rating: Option<u8>,
    shown: &[i64],
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let rating = rating.map(i16::from);
    if of_shop {
        return sqlx::query_scalar!(
            "select id from reviews
             where product_id is null and state = 'published' and id <> all($1)
               and case when $2::smallint is null then true else rating = $2 end
             order by id desc limit $3",
            shown,
            rating,
            limit
        )
        .fetch_all(db)
        .await;
    }
    sqlx::query_scalar!(
        "select id from reviews
         where case when product_id is null then false else true end and state = 'published' and id <> all($1)
           and case when $2::smallint is null then true else rating = $2 end
         order by id desc limit $3",
        shown,
        rating,
        limit
    )
    .fetch_all(db)
    .await
}

/// The newest reviews with pictures or videos.
pub async fn list_with_media(db: &PgPool, scope: Scope, limit: i64) -> sqlx::Result<Vec<i64>> {
    match scope {
        Scope::Product(product) => {
            sqlx::query_scalar!(
                "select id from reviews where product_id = $1 and state = 'published' and media_count > 0
                 order by id desc limit $2",
                product,
                limit
            )
            .fetch_all(db)
            .await
        }
        Scope::All => {
            sqlx::query_scalar!(
                "select id from reviews where state = 'published' and media_count > 0
                 order by id desc limit $1",
                limit
            )
            .fetch_all(db)
            .await
        }
    }
}

macro_rules! stored {
    ($reviews:literal, $rest:literal, $($arg:expr),*) => {
        sqlx::query_as!(
            StoredReview,
            r#"
            select review.id as "id!", review.product_id, review.rating,
                review.criteria as "criteria!: Json<Vec<StoredRating>>",
                review.answers as "answers!: Json<Vec<StoredAnswer>>", review.text as "text!", review.name as "name!",
                review.is_verified as "is_verified!", review.reply as "reply!", review.media_count as "media_count!",
                review.has_external_media as "has_external_media!", review.created_at as "created_at!",
                score.upvotes, score.downvotes, product.name as "product_name?", product.slug as "product_slug?"
            from "# + $reviews + r#" review
            join review_scores score on score.review_id = review.id
            left join products product on product.id = review.product_id
            "# + $rest,
            $($arg),*
        )
    };
}

/// Loads published reviews, in the order of `ids`. Joins `products`, which is `catalog`'s, for their names.
pub async fn load(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<StoredReview>> {
    let rows = stored!("reviews", "where review.id = any($1)", ids).fetch_all(db).await?;
    let mut by_id: HashMap<i64, StoredReview> = rows.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The newest reviews of a product in one statement: every product page has them.
pub async fn newest(db: &PgPool, product: i64, limit: i64) -> sqlx::Result<Vec<StoredReview>> {
    stored!(
        "(select id, product_id, rating, criteria, answers, text, name, is_verified, reply, media_count, has_external_media,
                 created_at
          from reviews where product_id = $1 and state = 'published' order by id desc limit $2)",
        "order by review.id desc",
        product,
        limit
    )
    .fetch_all(db)
    .await
}

/// A product as reviews name it.
#[derive(Debug, Clone)]
pub struct ReviewedProduct {
    pub name: String,
    pub note: String,
    pub slug: String,
}

/// Finds a product that shoppers may see. Reads `products`, which is `catalog`'s.
pub async fn find_product(db: &PgPool, product: i64) -> sqlx::Result<Option<ReviewedProduct>> {
    sqlx::query_as!(
        ReviewedProduct,
        "select name, note, slug from products where id = $1 and status in ('published', 'hidden')",
        product
    )
    .fetch_optional(db)
    .await
}
