//! Reads the tables of `orders`, `accounts` and `content` by their keys, so that one question is one round trip.

use kernel::Money;
use sqlx::PgExecutor;

#[derive(Debug)]
pub struct OrderHit {
    pub number: i64,
    pub name: String,
    pub total: Money,
}

/// The order with a number, or the newest of an address.
pub async fn find_orders(
    db: impl PgExecutor<'_>,
    number: Option<i64>,
    email: Option<&str>,
    limit: i64,
) -> sqlx::Result<Vec<OrderHit>> {
    sqlx::query_as!(
        OrderHit,
        r#"select number, first_name || ' ' || last_name as "name!", total_minor as "total: Money"
           from orders where number = $1 or lower(email) = lower($2) order by id desc limit $3"#,
        number,
        email,
        limit
    )
    .fetch_all(db)
    .await
}

/// Whether a customer has an account with this address.
pub async fn is_customer(db: impl PgExecutor<'_>, email: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from customers where email_key = lower($1)) as "is!""#,
        email
    )
    .fetch_one(db)
    .await
}

#[derive(Debug)]
pub struct PageHit {
    pub id: i64,
    pub kind: String,
    pub title: String,
}

/// Titles of the newest pages and posts; a shop has few, and folding is the program's.
pub async fn list_titles(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<PageHit>> {
    sqlx::query_as!(
        PageHit,
        r#"select item.id, item.kind, newest.title
           from content_items item
           cross join lateral (
               select title from content_versions one where one.item_id = item.id
               order by one.valid_from desc nulls first, one.id desc limit 1
           ) newest
           order by item.id desc limit $1"#,
        limit
    )
    .fetch_all(db)
    .await
}
