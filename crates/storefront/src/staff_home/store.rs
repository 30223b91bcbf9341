//! What waits, one query a kind. Each looks at 1,001 rows of a table at most, by an index.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

/// How many wait, and since when the oldest does.
#[derive(Debug)]
pub struct Queue {
    pub count: i64,
    pub oldest: Option<DateTime<Utc>>,
    /// Verified reviews of one or two stars among them.
    pub urgent: i64,
}

/// Reviews, questions and comments to be read. Reads `reviews`, `questions` and `comments`, tables of the capabilities with
/// these names.
pub async fn to_moderate(db: impl PgExecutor<'_>) -> sqlx::Result<Queue> {
    sqlx::query_as!(
        Queue,
        r#"select count(*) as "count!", min(created_at) as oldest,
                  count(*) filter (where is_urgent) as "urgent!"
           from ((select created_at, is_verified and rating <= 2 as is_urgent from reviews where state = 'held' order by id limit 1001)
                 union all
                 (select created_at, false from questions where state = 'held' order by id limit 1001)
                 union all
                 (select created_at, false from comments where state = 'held' order by id limit 1001)) waiting"#
    )
    .fetch_one(db)
    .await
}

/// Messages that nobody closed. Reads `enquiries`, a table of the capability of that name.
pub async fn to_answer(db: impl PgExecutor<'_>) -> sqlx::Result<Queue> {
    sqlx::query_as!(
        Queue,
        r#"select count(*) as "count!", min(created_at) as oldest, 0::bigint as "urgent!"
           from (select created_at from enquiries where state = 'open' and not is_spam order by id desc limit 1001) waiting"#
    )
    .fetch_one(db)
    .await
}

/// Products of which a sale ends soon.
#[derive(Debug)]
pub struct EndingSales {
    pub count: i64,
    /// The one that ends first, and its product.
    pub ends_at: DateTime<Utc>,
    pub product_id: i64,
    pub name: String,
}

/// Sales that run and end before a moment, without those that come back. Reads `products` and `variations`, tables of the catalogue.
pub async fn ending_sales(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
    before: DateTime<Utc>,
) -> sqlx::Result<Option<EndingSales>> {
    sqlx::query_as!(
        EndingSales,
        r#"with ending as (
               (select id as product_id, sale_to as ends_at from products
                where status = 'published' and sale_to > $1 and sale_to <= $2 and sale_minor is not null
                    and sale_pause is null and coalesce(sale_from <= $1, true)
                order by sale_to limit 1001)
               union all
               (select one.product_id, one.sale_to
                from variations one join products product on product.id = one.product_id
                where one.sale_to > $1 and one.sale_to <= $2 and one.sale_minor is not null
                    and one.sale_pause is null and coalesce(one.sale_from <= $1, true)
                    and product.status = 'published'
                order by one.sale_to limit 1001)
           )
           select (select count(distinct product_id) from ending) as "count!", ending.ends_at as "ends_at!",
               product.id as product_id, product.name
           from ending join products product on product.id = ending.product_id
           order by ending.ends_at, product.id limit 1"#,
        now,
        before
    )
    .fetch_optional(db)
    .await
}
