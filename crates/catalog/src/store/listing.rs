//! Listings: the products of a category or of the whole shop, their order, and their filters.
//!
//! There are two query plans for the same result. A rare filter term is looked up in the term index and its few
//! products are sorted. A common one is found by scanning the listing in sort order and skipping products that
//! do not match. The choice is made by counts that a job maintains, so that neither plan reads a large part of
//! the catalogue.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{CategoryId, Money};
use sqlx::{PgConnection, PgPool};

use crate::rules::listing::{self, Entry, IN_STOCK, ListingQuery, Sort, TermCounts};

/// Listings up to this size show how many products each further filter would leave.
const MAX_TALLIED: i64 = 1_000;
/// Counting and paging stop at this many products.
pub const MAX_COUNTED: i64 = 12_000;
/// The same limit for combined filters.
pub const MAX_FILTERED: i64 = 3_000;
/// Runs a statement in the order of the listing. Each order is a statement of its own, because each uses another index.
macro_rules! in_order {
    ($sort:expr, $run:ident) => {
        match $sort {
            Sort::Arranged => $run!(by_position, "position, product_id"),
            Sort::Popular => $run!(by_position, "popularity desc, product_id"),
            Sort::Rated => $run!(by_position, "rating desc, product_id"),
            Sort::Newest => $run!(by_position, "product_id desc"),
            Sort::PriceAscending => $run!(by_price, "price_minor, product_id"),
            Sort::PriceDescending => $run!(by_price, "price_minor desc, product_id desc"),
        }
    };
}

/// The part of a listing that a statement reads.
#[derive(Debug, Clone, Copy)]
enum Part {
    All,
    Available,
    SoldOut,
}

impl Part {
    /// The value that `is_sold_out` must have; `None`: any.
    fn is_sold_out(self) -> Option<bool> {
        match self {
            Self::All => None,
            Self::Available => Some(false),
            Self::SoldOut => Some(true),
        }
    }
}

/// The product ids of one page, in order.
pub async fn page(db: &PgPool, query: &ListingQuery, offset: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    let is_rare = !query.terms.is_empty() && listing::is_rare(count_terms(db, query).await?, offset + limit);
    if is_rare {
        return sort_rare_matches(db, query, Part::All, offset, limit).await;
    }
    if !query.available_first || query.terms.contains(&IN_STOCK) {
        return read_part(db, query, Part::All, offset, limit).await;
    }
    // Sold-out products are few and come last, so most pages end here.
    let mut ids = read_part(db, query, Part::Available, offset, limit).await?;
    let read = i64::try_from(ids.len()).unwrap_or(limit);
    if read == limit {
        return Ok(ids);
    }
    let available = match read {
        0 => count(db, &query.with_term(IN_STOCK)).await?.min(offset),
        _ => offset + read,
    };
    if count(db, query).await? > available {
        let offset = (offset - available).max(0);
        ids.extend(read_sold_out(db, query, offset, limit - read).await?);
    }
    Ok(ids)
}

async fn read_part(
    db: &PgPool,
    query: &ListingQuery,
    part: Part,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    if query.has_filters() {
        scan(db, query, part, offset, limit).await
    } else {
        skip(db, query, part, offset, limit).await
    }
}

/// A page of the sold-out products. It is read only when the available ones have ended, below the limits of counting,
/// so that sorting the matches costs less than another scan.
async fn read_sold_out(db: &PgPool, query: &ListingQuery, offset: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    if query.terms.is_empty() {
        return read_part(db, query, Part::SoldOut, offset, limit).await;
    }
    sort_rare_matches(db, query, Part::SoldOut, offset, limit).await
}

/// Scans the listing in order and stops when the page is full. A condition inside `case` cannot use an index and is
/// estimated at a selectivity of one half, so that the planner chooses this scan.
async fn scan(
    db: &PgPool,
    query: &ListingQuery,
    part: Part,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let (listing, terms, prices) = (query.listing_id(), &query.terms[..], query.prices());
    macro_rules! scan {
        (by_position, $order:literal) => {
            scan!("case when $4::bigint = 0 then true else price_minor between $3 and $4 end", $order)
        };
        (by_price, $order:literal) => {
            scan!("price_minor between $3 and $4", $order)
        };
        ($prices:literal, $order:literal) => {
            sqlx::query_scalar!(
                "select product_id from listing_entries
                 where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
                   and case when $7::boolean is null then true else is_sold_out = $7 end
                   and " + $prices + "
                 order by " + $order + " offset $5 limit $6",
                listing,
                terms,
                prices.low,
                prices.high,
                offset,
                limit,
                part.is_sold_out()
            )
            .fetch_all(db)
            .await
        };
    }
    in_order!(query.sort, scan)
}

/// A page of an unfiltered listing: an index-only scan, so a late page costs little more than the first.
async fn skip(
    db: &PgPool,
    query: &ListingQuery,
    part: Part,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    macro_rules! skip {
        ($kind:ident, $order:literal) => {
            sqlx::query_scalar!(
                "select product_id from listing_entries
                 where category_id = $1 and case when $4::boolean is null then true else is_sold_out = $4 end
                 order by "
                    + $order
                    + " offset $2 limit $3",
                query.listing_id(),
                offset,
                limit,
                part.is_sold_out()
            )
            .fetch_all(db)
            .await
        };
    }
    in_order!(query.sort, skip)
}

async fn sort_rare_matches(
    db: &PgPool,
    query: &ListingQuery,
    part: Part,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let prices = query.prices();
    let sort = match query.sort {
        Sort::Arranged => "arranged",
        Sort::Popular => "popular",
        Sort::Rated => "rated",
        Sort::Newest => "newest",
        Sort::PriceAscending => "cheapest",
        Sort::PriceDescending => "dearest",
    };
    sqlx::query_scalar!(
        r#"
        with few as materialized (
            select product_id, position, popularity, rating, price_minor, is_sold_out
            from listing_entries where terms @> $1 and (price_minor between $2 and $3) is true
              and case when $7::boolean is null then true else is_sold_out = $7 end
        )
        select product_id from few
        order by is_sold_out and $8, case $4 when 'arranged' then position::float8 when 'popular' then -popularity::float8
                         when 'rated' then -rating::float8 when 'newest' then -product_id::float8
                         when 'cheapest' then price_minor::float8 else -price_minor::float8 end, product_id
        offset $5 limit $6
        "#,
        &query.all_terms(),
        prices.low,
        prices.high,
        sort,
        offset,
        limit,
        part.is_sold_out(),
        query.available_first
    )
    .fetch_all(db)
    .await
}

async fn count_terms(db: &PgPool, query: &ListingQuery) -> sqlx::Result<TermCounts> {
    sqlx::query_as!(
        TermCounts,
        r#"select coalesce(min(coalesce(counted.products, 0)), 0) as "rarest!",
                  coalesce((select products from facet_counts where category_id = $1 and term = 0), 0) as "all!"
           from unnest($2::integer[]) as wanted (number)
           left join facet_counts counted on counted.category_id = $1 and counted.term = wanted.number"#,
        query.listing_id(),
        &query.terms
    )
    .fetch_one(db)
    .await
}

/// The entries of these products, in this order.
pub async fn entries(db: &PgPool, products: &[i64]) -> sqlx::Result<Vec<Entry>> {
    let rows = sqlx::query!(
        r#"select entry.product_id, entry.position, entry.popularity, entry.rating, entry.price_minor, entry.terms,
                  array(select other.category_id from listing_entries other
                        where other.product_id = entry.product_id and other.category_id <> 0) as "categories!"
           from unnest($1::bigint[]) with ordinality as wanted (id, place)
           join listing_entries entry on entry.category_id = 0 and entry.product_id = wanted.id
           order by wanted.place"#,
        products
    )
    .fetch_all(db)
    .await?;
    let entries = rows.into_iter().map(|row| Entry {
        product_id: row.product_id,
        position: row.position,
        popularity: row.popularity,
        rating: row.rating,
        price: Money::from_minor(row.price_minor),
        terms: row.terms,
        categories: row.categories,
    });
    Ok(entries.collect())
}

/// Products that can be bought now at a sale price, the one whose sale ends next first. Without bundles: their cards show the
/// price of the cheapest selection, and no reduction.
pub async fn list_ending_sales(db: &PgPool, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select product.id from products product
           join listing_entries entry on entry.category_id = 0 and entry.product_id = product.id
           where product.status = 'published' and product.sale_to > $1 and product.sale_minor is not null
             and coalesce(product.sale_from <= $1, true) and not entry.is_sold_out and product.kind <> 'bundle'
           order by product.sale_to, product.id limit $2"#,
        now,
        limit
    )
    .fetch_all(db)
    .await
}

/// The number of products. Exact, except that combined filters are counted only up to [`MAX_FILTERED`] and
/// price filters only up to [`MAX_COUNTED`].
pub async fn count(db: &PgPool, query: &ListingQuery) -> sqlx::Result<i64> {
    if let Some(term) = query.counted_term() {
        let counted = sqlx::query_scalar!(
            "select products from facet_counts where category_id = $1 and term = $2",
            query.listing_id(),
            term
        )
        .fetch_optional(db)
        .await?;
        return Ok(counted.unwrap_or(0));
    }
    let prices = query.prices();
    if query.terms.is_empty() {
        return sqlx::query_scalar!(
            r#"select count(*) as "count!" from (
                   select from listing_entries where category_id = $1 and price_minor between $2 and $3
                   order by price_minor limit $4) as few"#,
            query.listing_id(),
            prices.low,
            prices.high,
            MAX_COUNTED
        )
        .fetch_one(db)
        .await;
    }
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from listing_entries where terms @> $1 and (price_minor between $2 and $3) is true
               limit $4) as few"#,
        &query.all_terms(),
        prices.low,
        prices.high,
        MAX_FILTERED
    )
    .fetch_one(db)
    .await
}

/// A value that a listing can be filtered by.
#[derive(Debug, Clone)]
pub struct Facet {
    pub attribute: String,
    pub label: String,
    pub term: i32,
    pub value: String,
}

/// The number of products in the listing by term. `None` if the listing is too large to be counted per request.
pub async fn term_counts(db: &PgPool, query: &ListingQuery) -> sqlx::Result<Option<HashMap<i32, i64>>> {
    if !query.has_filters() {
        let rows = sqlx::query!(
            "select term, products from facet_counts where category_id = $1 and term between 1 and 999999999",
            query.listing_id()
        )
        .fetch_all(db)
        .await?;
        return Ok(Some(rows.into_iter().map(|row| (row.term, row.products)).collect()));
    }
    if count(db, query).await? > MAX_TALLIED {
        return Ok(None);
    }
    let prices = query.prices();
    let rows = sqlx::query!(
        r#"
        select term as "term!", count(*) as "products!"
        from listing_entries cross join lateral unnest(terms) as term
        where terms @> $1 and (price_minor between $2 and $3) is true and term > 0
        group by 1
        "#,
        &query.all_terms(),
        prices.low,
        prices.high
    )
    .fetch_all(db)
    .await?;
    Ok(Some(rows.into_iter().map(|row| (row.term, row.products)).collect()))
}

/// The attribute values that products of this listing have.
pub async fn facets(db: &PgPool, category: Option<CategoryId>) -> sqlx::Result<Vec<Facet>> {
    sqlx::query_as!(
        Facet,
        r#"
        select attribute.name as attribute, attribute.label, one.id as term, one.value
        from facet_counts counted
        join attribute_values one on one.id = counted.term
        join attributes attribute on attribute.id = one.attribute_id
        where counted.category_id = $1
        order by attribute.position, attribute.id, counted.products desc, one.position, one.id
        "#,
        category.map_or(0, |category| category.0)
    )
    .fetch_all(db)
    .await
}

/// The lowest and the highest price in a listing.
#[derive(Debug, Clone, Copy)]
pub struct PriceRange {
    pub low: Money,
    pub high: Money,
}

/// `None`: the listing has no priced products.
pub async fn price_range(db: &PgPool, category: Option<CategoryId>) -> sqlx::Result<Option<PriceRange>> {
    let row = sqlx::query!(
        r#"select (select price_minor from listing_entries where category_id = $1 order by price_minor limit 1) as low,
                  (select price_minor from listing_entries where category_id = $1 order by price_minor desc limit 1) as high"#,
        category.map_or(0, |category| category.0)
    )
    .fetch_one(db)
    .await?;
    let range = row.low.zip(row.high);
    Ok(range.map(|(low, high)| PriceRange { low: Money::from_minor(low), high: Money::from_minor(high) }))
}

/// Updates the listing entries of products after any change of them.
pub async fn reindex_listings(
    db: &mut PgConnection,
    products: &[i64],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!("select reindex_listings($1, $2)", products, now).execute(db).await?;
    Ok(())
}

/// Recomputes the facet counts if listing entries have changed; returns whether it did.
pub async fn refresh_facet_counts_if_stale(db: &mut PgConnection) -> sqlx::Result<bool> {
    let is_counted =
        sqlx::query_scalar!("select is_counted from facet_count_state").fetch_one(&mut *db).await?;
    if !is_counted {
        refresh_facet_counts(db).await?;
    }
    Ok(!is_counted)
}

/// Recomputes the facet counts of all listings.
pub async fn refresh_facet_counts(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select refresh_facet_counts()").execute(db).await?;
    Ok(())
}

/// Has the next run of the job compute the prices of a product, and of the bundles with it, with the discount rules.
pub async fn mark_due(db: impl sqlx::PgExecutor<'_>, product: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update listing_entries set changes_at = to_timestamp(0)
         where category_id = 0
           and (product_id = $1 or product_id in (select bundle_id from bundle_items where product_id = $1))",
        product
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Locks products and the parts of the bundles among them: a price that is read after this is still the stored one when it
/// is indexed. Reads `bundle_items`, a table of `bundles`.
pub async fn lock_products(db: &mut PgConnection, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "select id from products
         where id = any(array(select unnest($1::bigint[])
             union select product_id from bundle_items where bundle_id = any($1)))
         order by id for no key update",
        products
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

/// Products whose lowest price has changed with time since they were last indexed.
pub async fn list_due_for_reindex(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_id from listing_entries where category_id = 0 and changes_at <= $1 limit 5000",
        now
    )
    .fetch_all(db)
    .await
}
