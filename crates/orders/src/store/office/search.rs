//! Finds the orders of one condition, newest first. Each query reads an index and stops at its limit, so that none grows
//! with the number of orders.

use chrono::{DateTime, Utc};
use kernel::OrderId;
use payments::provider::PaymentMethodKind;
use sqlx::PgExecutor;

use crate::rules::Candidates;

/// So many orders of a condition are looked at, for a count as for a page.
pub const LOOKED_AT: i64 = 1_001;

fn newest(ids: Vec<i64>) -> Candidates {
    Candidates::newest(ids, LOOKED_AT as usize)
}

/// A pattern that matches the text anywhere.
fn containing(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
}

/// Orders whose buyer's name or email address contains this, whatever its spelling.
pub async fn by_person(db: impl PgExecutor<'_>, words: &str, before: i64) -> sqlx::Result<Candidates> {
    let ids = sqlx::query_scalar!(
        "select order_id from order_people
         where people like fold_search($1) and order_id < $2
         order by order_id desc limit $3",
        containing(words),
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

/// Orders that are looked at one by one for words that no index finds.
const SCANNED: i64 = 50_000;

/// The same for words that are too short for the index: looks at the newest orders only, and knows none below them.
pub async fn by_person_recently(
    db: impl PgExecutor<'_>,
    words: &str,
    before: i64,
) -> sqlx::Result<Candidates> {
    let row = sqlx::query!(
        r#"with recent as materialized (
               select order_id, people from order_people where order_id < $2 order by order_id desc limit $4)
           select array(select order_id from recent where people like fold_search($1)
                        order by order_id desc limit $3) as "ids!",
                  (select case when count(*) = $4 then min(order_id) end from recent) as floor"#,
        containing(words),
        before,
        LOOKED_AT,
        SCANNED
    )
    .fetch_one(db)
    .await?;
    let found = newest(row.ids);
    Ok(Candidates { floor: found.floor.or(row.floor), ..found })
}

/// Orders whose phone number ends like this.
pub async fn by_phone(db: impl PgExecutor<'_>, tail: &str, before: i64) -> sqlx::Result<Candidates> {
    let reversed: String = tail.chars().rev().collect();
    let ids = sqlx::query_scalar!(
        "select id from orders where reverse(phone_digits(phone)) like $1 and id < $2
         order by id desc limit $3",
        format!("{reversed}%"),
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

pub async fn by_number(db: impl PgExecutor<'_>, number: i64, before: i64) -> sqlx::Result<Candidates> {
    let ids = sqlx::query_scalar!("select id from orders where number = $1 and id < $2", number, before)
        .fetch_all(db)
        .await?;
    Ok(newest(ids))
}

pub async fn by_products(db: impl PgExecutor<'_>, products: &[i64], before: i64) -> sqlx::Result<Candidates> {
    // The newest of each product by its index: together they may have been bought more often than can be sorted here.
    let ids = sqlx::query_scalar!(
        r#"select distinct line.order_id as "id!" from unnest($1::bigint[]) as wanted (id)
           cross join lateral (
               select distinct order_id from order_lines where product_id = wanted.id and order_id < $2
               order by order_id desc limit $3) line
           order by 1 desc limit $3"#,
        products,
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

pub async fn by_tag(db: impl PgExecutor<'_>, tag: &str, before: i64) -> sqlx::Result<Candidates> {
    let ids = sqlx::query_scalar!(
        "select order_id from order_tags where tag = $1 and order_id < $2 order by order_id desc limit $3",
        tag,
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

pub async fn by_assignee(db: impl PgExecutor<'_>, staff: i64, before: i64) -> sqlx::Result<Candidates> {
    let ids = sqlx::query_scalar!(
        "select id from orders where assignee_id = $1 and id < $2 order by id desc limit $3",
        staff,
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

/// Orders with a payment whose outcome is not known. Reads `payment_attempts`, a table of `payments`.
pub async fn with_unknown_payment(db: impl PgExecutor<'_>, before: i64) -> sqlx::Result<Candidates> {
    let ids = sqlx::query_scalar!(
        "select distinct order_id from payment_attempts where state = 'unknown' and order_id < $1
         order by order_id desc limit $2",
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

/// Orders that were paid in this way, or for which it was tried. Reads `payment_attempts`, a table of `payments`.
pub async fn by_method(
    db: impl PgExecutor<'_>,
    kind: PaymentMethodKind,
    before: i64,
) -> sqlx::Result<Candidates> {
    let ids = sqlx::query_scalar!(
        "select distinct order_id from payment_attempts where kind = $1 and order_id < $2
         order by order_id desc limit $3",
        kind as PaymentMethodKind,
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

/// Orders with a journal between these moments.
pub async fn booked(
    db: impl PgExecutor<'_>,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    before: i64,
) -> sqlx::Result<Candidates> {
    let ids = sqlx::query_scalar!(
        "select distinct order_id from journals where at >= $1 and at < $2 and order_id < $3
         order by order_id desc limit $4",
        from,
        until,
        before,
        LOOKED_AT
    )
    .fetch_all(db)
    .await?;
    Ok(newest(ids))
}

/// The first order since this moment. Ids and times grow together but for transactions that run side by side.
pub async fn first_since(db: impl PgExecutor<'_>, since: DateTime<Utc>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select id from orders where created_at >= $1 order by created_at, id limit 1", since)
        .fetch_optional(db)
        .await
}

/// The nearest orders of these states around one, both within what the list shows: the newer, the older.
pub async fn neighbours(
    db: impl PgExecutor<'_>,
    states: &[String],
    order: OrderId,
) -> sqlx::Result<(Option<i64>, Option<i64>)> {
    let row = sqlx::query!(
        r#"select
             (select number from unnest($1::text[]) as wanted (name) cross join lateral (
                  select id, number from orders where state = wanted.name and id > $2 order by id limit 1) near
              order by near.id limit 1) as newer,
             (select number from unnest($1::text[]) as wanted (name) cross join lateral (
                  select id, number from orders where state = wanted.name and id < $2 order by id desc limit 1) near
              order by near.id desc limit 1) as older"#,
        states,
        order.0
    )
    .fetch_one(db)
    .await?;
    Ok((row.newer, row.older))
}
