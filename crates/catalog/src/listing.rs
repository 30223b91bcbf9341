//! Listings: which products a shelf shows, in which order, and what it can be narrowed by.
//!
//! Two ways to the same answer. A rare choice is looked up by its term, and the few products it has are sorted. A
//! common one is found by walking the shelf in its order, and passing over what does not fit. Which of the two is
//! decided by counts that a job keeps, so that neither ever reads a large part of the catalogue.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{CategoryId, Money};
use sqlx::{PgPool, postgres::PgConnection};

/// The term of what can be bought now.
pub const IN_STOCK: i32 = 1;
/// The term of what costs less than usual now.
pub const ON_SALE: i32 = 2;

/// Above this many products a term is common, however large the shelf.
const RARE: i64 = 3_000;
/// Listings up to this size tell how many products each further choice would leave.
const MOST_TALLIED: i64 = 1_000;
/// More products than this are not counted for a page, and not paged through.
pub const MOST_COUNTED: i64 = 12_000;
/// The same where several common choices meet.
pub const MOST_FILTERED: i64 = 3_000;
/// A value that is in stock, or on sale, is counted as a term of its own: this many times that term above the value's.
const PAIR: i32 = 1_000_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// As the owner arranged it.
    #[default]
    Arranged,
    Popular,
    Rated,
    Newest,
    Cheapest,
    Dearest,
}

/// What a listing is asked for.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// `None`: the whole shop.
    pub category: Option<CategoryId>,
    /// All of these.
    pub terms: Vec<i32>,
    pub price_from: Option<Money>,
    pub price_to: Option<Money>,
    pub sort: Sort,
}

impl Wanted {
    fn shelf(&self) -> i64 {
        self.category.map_or(0, |category| category.0)
    }

    /// With the shelf itself, which is a term like any other.
    fn all_terms(&self) -> Vec<i32> {
        let shelf = i32::try_from(-self.shelf()).unwrap_or(0);
        self.terms.iter().copied().chain([shelf]).collect()
    }

    /// The one number that counts all of this, where it is kept.
    fn counted_term(&self) -> Option<i32> {
        if self.has_prices() {
            return None;
        }
        match self.terms[..] {
            [] => Some(0),
            [term] => Some(term),
            [one, other] => {
                let (flag, value) = (one.min(other), one.max(other));
                (flag <= ON_SALE && value < PAIR).then(|| flag.saturating_mul(PAIR).saturating_add(value))
            }
            _ => None,
        }
    }

    fn has_prices(&self) -> bool {
        self.price_from.is_some() || self.price_to.is_some()
    }

    fn prices(&self) -> (i64, i64) {
        (self.price_from.map_or(0, Money::as_minor), self.price_to.map_or(i64::MAX, Money::as_minor))
    }
}

/// The products of one page, in order.
pub async fn page(db: &PgPool, wanted: &Wanted, offset: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    if wanted.terms.is_empty() && !wanted.has_prices() {
        return skip(db, wanted, offset, limit).await;
    }
    if !wanted.terms.is_empty() && is_rare(db, wanted, offset + limit).await? {
        return sort_few(db, wanted, offset, limit).await;
    }
    let (shelf, terms, (low, high)) = (wanted.shelf(), &wanted.terms[..], wanted.prices());
    // One statement for each order, because each is another index. A condition inside `case` can be served by no
    // index and is taken for half true, so the plan walks the shelf in order and stops when the page is full.
    macro_rules! walk {
        ($sql:literal) => {
            sqlx::query_scalar!($sql, shelf, terms, low, high, offset, limit).fetch_all(db).await
        };
    }
    match wanted.sort {
        Sort::Arranged => walk!(
            "select product_id from shelf_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and case when $4::bigint = 0 then true else price_minor between $3 and $4 end order by position, product_id offset $5 limit $6"
        ),
        Sort::Popular => walk!(
            "select product_id from shelf_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and case when $4::bigint = 0 then true else price_minor between $3 and $4 end order by popularity desc, product_id offset $5 limit $6"
        ),
        Sort::Rated => walk!(
            "select product_id from shelf_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and case when $4::bigint = 0 then true else price_minor between $3 and $4 end order by rating desc, product_id offset $5 limit $6"
        ),
        Sort::Newest => walk!(
            "select product_id from shelf_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and case when $4::bigint = 0 then true else price_minor between $3 and $4 end order by product_id desc offset $5 limit $6"
        ),
        Sort::Cheapest => walk!(
            "select product_id from shelf_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and price_minor between $3 and $4 order by price_minor, product_id offset $5 limit $6"
        ),
        Sort::Dearest => walk!(
            "select product_id from shelf_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and price_minor between $3 and $4 order by price_minor desc, product_id desc offset $5 limit $6"
        ),
    }
}

/// Everything on a shelf: the index alone is read, so that a late page costs little more than the first.
async fn skip(db: &PgPool, wanted: &Wanted, offset: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    macro_rules! skip {
        ($sql:literal) => {
            sqlx::query_scalar!($sql, wanted.shelf(), offset, limit).fetch_all(db).await
        };
    }
    match wanted.sort {
        Sort::Arranged => skip!(
            "select product_id from shelf_entries where category_id = $1 order by position, product_id offset $2 limit $3"
        ),
        Sort::Popular => skip!(
            "select product_id from shelf_entries where category_id = $1 order by popularity desc, product_id offset $2 limit $3"
        ),
        Sort::Rated => skip!(
            "select product_id from shelf_entries where category_id = $1 order by rating desc, product_id offset $2 limit $3"
        ),
        Sort::Newest => skip!(
            "select product_id from shelf_entries where category_id = $1 order by product_id desc offset $2 limit $3"
        ),
        Sort::Cheapest => skip!(
            "select product_id from shelf_entries where category_id = $1 order by price_minor, product_id offset $2 limit $3"
        ),
        Sort::Dearest => skip!(
            "select product_id from shelf_entries where category_id = $1 order by price_minor desc, product_id desc offset $2 limit $3"
        ),
    }
}

async fn sort_few(db: &PgPool, wanted: &Wanted, offset: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    let (low, high) = wanted.prices();
    let sort = match wanted.sort {
        Sort::Arranged => "arranged",
        Sort::Popular => "popular",
        Sort::Rated => "rated",
        Sort::Newest => "newest",
        Sort::Cheapest => "cheapest",
        Sort::Dearest => "dearest",
    };
    sqlx::query_scalar!(
        r#"
        with few as materialized (
            select product_id, position, popularity, rating, price_minor
            from shelf_entries where terms @> $1 and (price_minor between $2 and $3) is true
        )
        select product_id from few
        order by case $4 when 'arranged' then position::float8 when 'popular' then -popularity::float8
                         when 'rated' then -rating::float8 when 'newest' then -product_id::float8
                         when 'cheapest' then price_minor::float8 else -price_minor::float8 end, product_id
        offset $5 limit $6
        "#,
        &wanted.all_terms(),
        low,
        high,
        sort,
        offset,
        limit
    )
    .fetch_all(db)
    .await
}

/// Whether it is cheaper to read all products with the rarest of the wanted terms, and sort them, than to walk the shelf
/// until enough of them have come by. Reading one is worth about three steps.
async fn is_rare(db: &PgPool, wanted: &Wanted, until: i64) -> sqlx::Result<bool> {
    let found = sqlx::query!(
        r#"select coalesce(min(coalesce(counted.products, 0)), 0) as "rarest!",
                  coalesce((select products from shelf_counts where category_id = $1 and term = 0), 0) as "all!"
           from unnest($2::integer[]) as asked (number)
           left join shelf_counts counted on counted.category_id = $1 and counted.term = asked.number"#,
        wanted.shelf(),
        &wanted.terms
    )
    .fetch_one(db)
    .await?;
    let (few, steps) =
        (found.rarest.saturating_mul(found.rarest).saturating_mul(3), until.saturating_mul(found.all));
    Ok(found.rarest <= RARE && few <= steps)
}

/// How many products there are. Exact, but for several common choices together: those are counted up to
/// [`MOST_FILTERED`].
pub async fn count(db: &PgPool, wanted: &Wanted) -> sqlx::Result<i64> {
    if let Some(term) = wanted.counted_term() {
        let counted = sqlx::query_scalar!(
            "select products from shelf_counts where category_id = $1 and term = $2",
            wanted.shelf(),
            term
        )
        .fetch_optional(db)
        .await?;
        return Ok(counted.unwrap_or(0));
    }
    let (low, high) = wanted.prices();
    if wanted.terms.is_empty() {
        return sqlx::query_scalar!(
            r#"select count(*) as "count!" from (
                   select from shelf_entries where category_id = $1 and price_minor between $2 and $3
                   order by price_minor limit $4) as few"#,
            wanted.shelf(),
            low,
            high,
            MOST_COUNTED
        )
        .fetch_one(db)
        .await;
    }
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from shelf_entries where terms @> $1 and (price_minor between $2 and $3) is true
               limit $4) as few"#,
        &wanted.all_terms(),
        low,
        high,
        MOST_FILTERED
    )
    .fetch_one(db)
    .await
}

/// A value a listing can be narrowed to.
#[derive(Debug, Clone)]
pub struct Facet {
    pub attribute: String,
    pub label: String,
    pub term: i32,
    pub value: String,
}

/// How many products of the listing have each term: `None` where the listing is too large to be counted for a page.
pub async fn term_counts(db: &PgPool, wanted: &Wanted) -> sqlx::Result<Option<HashMap<i32, i64>>> {
    if wanted.terms.is_empty() && !wanted.has_prices() {
        let rows = sqlx::query!(
            "select term, products from shelf_counts where category_id = $1 and term between 1 and 999999999",
            wanted.shelf()
        )
        .fetch_all(db)
        .await?;
        return Ok(Some(rows.into_iter().map(|row| (row.term, row.products)).collect()));
    }
    if count(db, wanted).await? > MOST_TALLIED {
        return Ok(None);
    }
    let (low, high) = wanted.prices();
    let rows = sqlx::query!(
        r#"
        select term as "term!", count(*) as "products!"
        from shelf_entries cross join lateral unnest(terms) as term
        where terms @> $1 and (price_minor between $2 and $3) is true and term > 0
        group by 1
        "#,
        &wanted.all_terms(),
        low,
        high
    )
    .fetch_all(db)
    .await?;
    Ok(Some(rows.into_iter().map(|row| (row.term, row.products)).collect()))
}

/// The values that products of this shelf have, by attribute.
pub async fn facets(db: &PgPool, category: Option<CategoryId>) -> sqlx::Result<Vec<Facet>> {
    let rows = sqlx::query!(
        r#"
        select attribute.name as attribute, attribute.label, one.id as term, one.value
        from shelf_counts counted
        join attribute_values one on one.id = counted.term
        join attributes attribute on attribute.id = one.attribute_id
        where counted.category_id = $1
        order by attribute.position, attribute.id, counted.products desc, one.position, one.id
        "#,
        category.map_or(0, |category| category.0)
    )
    .fetch_all(db)
    .await?;
    let facets = rows.into_iter().map(|row| Facet {
        attribute: row.attribute,
        label: row.label,
        term: row.term,
        value: row.value,
    });
    Ok(facets.collect())
}

/// The lowest and the highest price on a shelf.
pub async fn price_span(db: &PgPool, category: Option<CategoryId>) -> sqlx::Result<Option<(Money, Money)>> {
    let row = sqlx::query!(
        r#"select (select price_minor from shelf_entries where category_id = $1 order by price_minor limit 1) as low,
                  (select price_minor from shelf_entries where category_id = $1 order by price_minor desc limit 1) as high"#,
        category.map_or(0, |category| category.0)
    )
    .fetch_one(db)
    .await?;
    Ok(row.low.zip(row.high).map(|(low, high)| (Money::minor(low), Money::minor(high))))
}

/// Puts products where listings find them, after anything about them has changed.
pub async fn put_on_shelves(db: &mut PgConnection, products: &[i64], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("select put_on_shelves($1, $2)", products, now).execute(db).await?;
    Ok(())
}

/// Counts the shelves if anything on them has moved; says whether it did.
pub async fn count_if_moved(db: &mut PgConnection) -> sqlx::Result<bool> {
    let is_counted = sqlx::query_scalar!("select is_counted from shelf_state").fetch_one(&mut *db).await?;
    if !is_counted {
        count_shelves(db).await?;
    }
    Ok(!is_counted)
}

/// Counts every shelf anew.
pub async fn count_shelves(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select count_shelves()").execute(db).await?;
    Ok(())
}

/// Products whose lowest price has changed by itself since they were put on their shelves.
pub async fn due(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_id from shelf_entries where category_id = 0 and changes_at <= $1 limit 5000",
        now
    )
    .fetch_all(db)
    .await
}
