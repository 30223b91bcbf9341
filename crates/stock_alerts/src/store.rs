//! SQL statements on the alerts. Products, stock and the outbox belong to other crates and are only read.

use chrono::{DateTime, TimeDelta, Utc};
use mail::service::OutboxId;
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};

/// Returns 128 random bits as text.
pub fn new_token() -> String {
    hex::encode(rand::random::<[u8; 16]>())
}

fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// What an alert is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    pub product: i64,
    /// 0: the product as a whole.
    pub variation: i64,
}

#[derive(Debug, Clone)]
pub struct FoundProduct {
    pub name: String,
    pub slug: String,
    /// Enough for the smallest order.
    pub is_available: bool,
    /// Units of the smallest unit of a quantity.
    pub available: i64,
}

/// A published product with stock of its own, or one of its variations. `None`: there is nothing to wait for.
pub async fn find_product(db: impl PgExecutor<'_>, subject: Subject) -> sqlx::Result<Option<FoundProduct>> {
    sqlx::query_as!(
        FoundProduct,
        r#"
        select product.name || coalesce('، ' || nullif(chosen.label, ''), '') as "name!", product.slug,
            coalesce(stock.most, 0) >= product.min_quantity as "is_available!", coalesce(stock.most, 0) as "available!"
        from products product
        left join variations chosen on chosen.id = $2 and chosen.product_id = product.id
        left join lateral (
            select max(level.on_hand - level.reserved) as most from stock_levels level
            where level.store = 1 and level.sku in (
                select product.sku where product.kind = 'simple'
                union all
                select sku from variations one where product.kind = 'variable' and one.product_id = product.id
                    and ($2 = 0 or one.id = $2))
        ) stock on true
        where product.id = $1 and product.status in ('published', 'hidden')
            and ((product.kind = 'simple' and $2 = 0)
                or (product.kind = 'variable' and ($2 = 0 or chosen.id is not null)))
        "#,
        subject.product,
        subject.variation
    )
    .fetch_optional(db)
    .await
}

/// Adds an alert, or gives the one that waits already a new key. Returns false if the address has too many others.
pub async fn insert(
    db: impl PgExecutor<'_>,
    subject: Subject,
    person: &str,
    address_hash: &[u8],
    key: &str,
    max_waiting: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let added = sqlx::query_scalar!(
        r#"
        insert into stock_alerts as old (product_id, variation_id, person, address_hash, page_hash, created_at)
        select $1, $2, $3, $4, $5, $6
        where (select count(*) from stock_alerts other where other.person = $3
               and (other.product_id, other.variation_id) <> ($1, $2)) < $7
        on conflict (product_id, variation_id, person) do update set page_hash = excluded.page_hash
        returning true as "added!"
        "#,
        subject.product,
        subject.variation,
        person,
        address_hash,
        token_hash(key),
        now,
        max_waiting
    )
    .fetch_optional(db)
    .await?;
    Ok(added.is_some())
}

/// An alert as its own page shows it.
#[derive(Debug, Clone)]
pub struct ShownAlert {
    pub product: i64,
    pub variation: i64,
    pub person: Option<String>,
}

pub async fn find_by_key(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<ShownAlert>> {
    sqlx::query_as!(
        ShownAlert,
        "select product_id as product, variation_id as variation, person from stock_alerts where page_hash = $1",
        &token_hash(key)
    )
    .fetch_optional(db)
    .await
}

/// Ends an alert and deletes its address.
pub async fn cancel(db: impl PgExecutor<'_>, key: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update stock_alerts set state = 'stopped', person = null, finished_at = $2
         where page_hash = $1 and finished_at is null",
        &token_hash(key),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The hash of the address that an email with this link was sent to.
pub async fn find_stop_link(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!("select address_hash from stock_alerts where stop_hash = $1", &token_hash(key))
        .fetch_optional(db)
        .await
}

/// Ends all alerts of an address.
pub async fn stop_all(db: impl PgExecutor<'_>, address_hash: &[u8], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update stock_alerts set state = 'stopped', person = null, finished_at = $2
         where address_hash = $1 and finished_at is null",
        address_hash,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The state of a SKU in the transaction that offers its pieces. All counts are portions: the least that one order takes.
#[derive(Debug)]
pub struct Stock {
    pub product: i64,
    /// 0 for a product without variations.
    pub variation: i64,
    pub people: i64,
    pub arrived: i64,
    pub available: i64,
    pub last_seq: i64,
    pub offered_at: Option<DateTime<Utc>>,
}

/// Locks the offer of a SKU and reads its stock. `None`: no published product has this SKU.
pub async fn lock_stock(db: &mut PgConnection, sku: &str) -> sqlx::Result<Option<Stock>> {
    sqlx::query!("insert into stock_alert_offers (sku) values ($1) on conflict do nothing", sku)
        .execute(&mut *db)
        .await?;
    let offer = sqlx::query!(
        "select seen_seq, people, offered_at from stock_alert_offers where sku = $1 for update",
        sku
    )
    .fetch_one(&mut *db)
    .await?;
    let row = sqlx::query!(
        r#"
        select item.product_id as "product!", item.variation_id as "variation!",
            coalesce((level.on_hand - level.reserved) / item.portion, 0) as "available!",
            (coalesce(ledger.arrived, 0) / item.portion)::bigint as "arrived!",
            coalesce(ledger.last_seq, 0) as "last_seq!"
        from (
            select id as product_id, 0::bigint as variation_id, min_quantity as portion from products
            where sku = $1 and kind = 'simple' and status in ('published', 'hidden')
            union all
            select product.id, variation.id, product.min_quantity
            from variations variation join products product on product.id = variation.product_id
            where variation.sku = $1 and product.kind = 'variable' and product.status in ('published', 'hidden')
        ) item
        left join stock_levels level on level.sku = $1 and level.store = 1
        left join lateral (
            select sum(delta) filter (where delta > 0) as arrived, max(seq) as last_seq from stock_movements
            where sku = $1 and store = 1 and seq > $2
        ) ledger on true
        limit 1
        "#,
        sku,
        offer.seen_seq
    )
    .fetch_optional(&mut *db)
    .await?;
    Ok(row.map(|row| Stock {
        product: row.product,
        variation: row.variation,
        people: offer.people,
        arrived: row.arrived,
        available: row.available,
        last_seq: row.last_seq.max(offer.seen_seq),
        offered_at: offer.offered_at,
    }))
}

pub async fn save_offer(
    db: impl PgExecutor<'_>,
    sku: &str,
    last_seq: i64,
    people: i64,
    offered_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update stock_alert_offers set seen_seq = $2, people = $3, offered_at = $4 where sku = $1",
        sku,
        last_seq,
        people,
        offered_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A person whose turn it is.
#[derive(Debug)]
pub struct NextInLine {
    pub id: i64,
    pub rounds: i16,
}

/// Locks the people who have waited longest for a variation, or for its product as a whole. Reads the suppressions, which
/// belong to `mail`: an address that has unsubscribed takes no place.
pub async fn lock_next(db: &mut PgConnection, stock: &Stock, limit: i64) -> sqlx::Result<Vec<NextInLine>> {
    sqlx::query_as!(
        NextInLine,
        "select id, rounds from stock_alerts
         where product_id = $1 and variation_id in (0, $2) and state = 'waiting'
           and not exists (select from mail_suppressions off
               where off.address_hash = stock_alerts.address_hash and off.scope in ('lists', 'list 0'))
         order by id limit $3 for update",
        stock.product,
        stock.variation,
        limit
    )
    .fetch_all(db)
    .await
}

/// Whether anybody waits for a variation, or for its product as a whole.
pub async fn is_awaited(db: impl PgExecutor<'_>, stock: &Stock) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from stock_alerts
           where product_id = $1 and variation_id in (0, $2) and state = 'waiting'
             and not exists (select from mail_suppressions off
                 where off.address_hash = stock_alerts.address_hash and off.scope in ('lists', 'list 0'))
           limit 1"#,
        stock.product,
        stock.variation
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

pub async fn set_queued(db: impl PgExecutor<'_>, id: i64, outbox_id: OutboxId) -> sqlx::Result<()> {
    sqlx::query!(
        "update stock_alerts set state = 'queued', outbox_id = $2, rounds = rounds + 1 where id = $1",
        id,
        outbox_id.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// SKUs that people wait for and that can be bought.
pub async fn list_skus_to_offer(db: &PgPool) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"
        with wanted as (select distinct product_id from stock_alerts where state = 'waiting')
        select level.sku as "sku!" from (
            select product.sku from wanted join products product on product.id = wanted.product_id
            where product.kind = 'simple'
            union all
            select variation.sku from wanted join variations variation on variation.product_id = wanted.product_id
        ) item join stock_levels level on level.sku = item.sku and level.store = 1
        where level.on_hand > level.reserved
        order by 1
        "#
    )
    .fetch_all(db)
    .await
}

/// An alert whose email is about to be sent.
#[derive(Debug)]
pub struct QueuedAlert {
    pub id: i64,
    pub person: String,
    pub product: i64,
    pub variation: i64,
}

/// Locks the alert of an email. `None`: it was cancelled.
pub async fn lock_queued(db: &mut PgConnection, outbox_id: OutboxId) -> sqlx::Result<Option<QueuedAlert>> {
    sqlx::query_as!(
        QueuedAlert,
        r#"select id, person as "person!", product_id as product, variation_id as variation from stock_alerts
           where outbox_id = $1 and state = 'queued' for update"#,
        outbox_id.0
    )
    .fetch_optional(db)
    .await
}

pub async fn set_stop_link(db: impl PgExecutor<'_>, id: i64, token: &str) -> sqlx::Result<()> {
    sqlx::query!("update stock_alerts set stop_hash = $2 where id = $1", id, &token_hash(token))
        .execute(db)
        .await?;
    Ok(())
}

/// The pieces are gone: the person keeps the place in line.
pub async fn put_back(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<()> {
    sqlx::query!("update stock_alerts set state = 'waiting', outbox_id = null where id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}

/// Records the outcomes of emails and deletes the addresses. Reads the outbox, which belongs to `mail`.
pub async fn settle(db: &PgPool, outbox_id: Option<OutboxId>) -> sqlx::Result<u64> {
    let settled = sqlx::query!(
        "update stock_alerts set state = case when email.state = 'sent' then 'sent' else 'stopped' end,
             person = null, finished_at = email.finished_at
         from mail_outbox email
         where stock_alerts.state = 'queued' and email.id = stock_alerts.outbox_id and email.finished_at is not null
           and ($1::bigint is null or stock_alerts.outbox_id = $1)",
        outbox_id.map(|id| id.0)
    )
    .execute(db)
    .await?;
    Ok(settled.rows_affected())
}

/// How long an alert waits, and how long the links of a finished one work.
const WAITING_LIFE: TimeDelta = TimeDelta::days(365);
const FINISHED_LIFE: TimeDelta = TimeDelta::days(90);

/// Deletes up to 1000 alerts that are finished or have waited for a year.
pub async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from stock_alerts where id in (
             select id from stock_alerts
             where finished_at < $1 or (state = 'waiting' and created_at < $2) limit 1000)",
        now - FINISHED_LIFE,
        now - WAITING_LIFE
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
