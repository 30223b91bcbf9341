//! The stock of a store as lists, by SKU: each list is read from an index, whatever its length.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::Quantity;
use sqlx::{PgExecutor, PgPool};

/// Which SKUs of a store are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockList {
    /// What has to be ordered.
    Attention,
    Low,
    Out,
    /// Of which pieces wait for a payment.
    Reserved,
    All,
}

/// For how many days goods last at least, while nobody has to think of them.
#[derive(Debug, Clone, Copy)]
pub struct Horizon {
    pub now: DateTime<Utc>,
    pub days: i32,
}

/// SKUs after `after`, in their order.
pub async fn list_skus(
    db: impl PgExecutor<'_>,
    list: StockList,
    store: i16,
    after: &str,
    limit: i64,
    horizon: Horizon,
) -> sqlx::Result<Vec<String>> {
    match list {
        StockList::Attention => {
            sqlx::query_scalar!(
                r#"select sku as "sku!" from list_stock_attention($1, $2, $3, $4, $5) as sku"#,
                store,
                after,
                limit,
                horizon.now,
                horizon.days
            )
            .fetch_all(db)
            .await
        }
        StockList::Low => sqlx::query_scalar!(
            "select sku from stock_watch where store = $1 and sku > $2 and not is_out order by sku limit $3",
            store,
            after,
            limit
        )
        .fetch_all(db)
        .await,
        StockList::Out => {
            sqlx::query_scalar!(
                "select sku from stock_watch where store = $1 and sku > $2 and is_out order by sku limit $3",
                store,
                after,
                limit
            )
            .fetch_all(db)
            .await
        }
        // As many as there are payments under way. Reads `stock_reservations`, a table of `cart`.
        StockList::Reserved => {
            sqlx::query_scalar!(
                "select distinct sku from stock_reservations where state = 'held' and store = $1 and sku > $2
                 order by sku limit $3",
                store,
                after,
                limit
            )
            .fetch_all(db)
            .await
        }
        StockList::All => {
            sqlx::query_scalar!(
                "select sku from stock_levels where store = $1 and sku > $2 order by sku limit $3",
                store,
                after,
                limit
            )
            .fetch_all(db)
            .await
        }
    }
}

/// A product or a variation, with the stock of one store.
#[derive(Debug, Clone)]
pub struct StockRow {
    /// Product or variation.
    pub item: i64,
    pub product_id: i64,
    pub sku: String,
    pub name: String,
    pub label: String,
    pub gtin: String,
    pub is_published: bool,
    pub step: Quantity,
    pub on_hand: Quantity,
    pub reserved: Quantity,
    pub bin: String,
    /// In the last fourteen days.
    pub sold: Quantity,
    /// People who wait for it, at most 1,001.
    pub awaiting: i64,
}

impl StockRow {
    /// In units; never less than nothing.
    pub fn free(&self) -> i64 {
        self.on_hand.as_units() - self.reserved.as_units()
    }
}

/// The products and variations with these SKUs, in this order. A SKU of which nothing is left in the catalogue is left out,
/// and so are products whose stock is that of their variations, or of another shop.
pub async fn load_rows(
    db: impl PgExecutor<'_>,
    skus: &[String],
    store: i16,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<StockRow>> {
    sqlx::query_as!(
        StockRow,
        r#"select coalesce(variation.id, product.id) as "item!", product.id as "product_id!", wanted.sku as "sku!",
               product.name as "name!", coalesce(variation.label, product.note) as "label!",
               coalesce(variation.gtin, product.gtin) as "gtin!", product.status = 'published' as "is_published!",
               coalesce(variation.step, product.step) as "step!: Quantity",
               coalesce(level.on_hand, 0) as "on_hand!: Quantity",
               coalesce(level.reserved, 0) as "reserved!: Quantity",
               coalesce(place.bin, '') as "bin!",
               stock_sold(wanted.sku, $2, $3) as "sold!: Quantity",
               case when $2 = 1 then stock_awaiting(wanted.sku) else 0 end as "awaiting!"
           from unnest($1::text[]) with ordinality as wanted (sku, position)
           left join variations variation on variation.sku = wanted.sku
           left join products single on single.sku = wanted.sku and single.kind in ('simple', 'bundle')
           join products product on product.id = coalesce(variation.product_id, single.id)
           left join stock_levels level on level.sku = wanted.sku and level.store = $2
           left join stock_bins place on place.sku = wanted.sku and place.store = $2
           order by wanted.position"#,
        skus,
        store,
        now
    )
    .fetch_all(db)
    .await
}

/// The SKUs whose stock these products are sold from, in their order: a product's own, those of its variations, and those of
/// a bundle's parts. Reads `bundle_items`, a table of `bundles`.
pub async fn skus_of_products(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select item.sku as "sku!" from unnest($1::bigint[]) with ordinality as wanted (id, position)
           join products product on product.id = wanted.id
           cross join lateral (
               select product.sku, -1 as place where product.kind in ('simple', 'bundle')
               union all
               select own.sku, own.position from variations own where own.product_id = product.id
               union all
               select coalesce(variation.sku, part.sku), item.position
               from bundle_items item join products part on part.id = item.product_id
               left join variations variation on variation.product_id = part.id
               where item.bundle_id = product.id and (part.kind = 'simple' or variation.id is not null)
           ) item
           order by wanted.position, item.place limit 1000"#,
        products
    )
    .fetch_all(db)
    .await
}

/// The SKUs of products and variations with these ids, in their order.
pub async fn skus_of_items(db: impl PgExecutor<'_>, items: &[i64]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select coalesce(variation.sku, product.sku) as "sku!"
           from unnest($1::bigint[]) with ordinality as wanted (id, position)
           left join variations variation on variation.id = wanted.id
           left join products product on product.id = wanted.id and product.kind in ('simple', 'bundle')
           where coalesce(variation.sku, product.sku) is not null
           order by wanted.position"#,
        items
    )
    .fetch_all(db)
    .await
}

/// A line of the ledger.
#[derive(Debug, Clone)]
pub struct Movement {
    pub sku: String,
    pub seq: i64,
    pub delta: Quantity,
    pub balance_after: Quantity,
    pub reason: String,
    pub moved_at: DateTime<Utc>,
    pub note: Option<String>,
}

/// The newest movements of each SKU in a store, before a number of the ledger.
pub async fn list_movements(
    db: impl PgExecutor<'_>,
    skus: &[String],
    store: i16,
    before: i64,
    limit: i64,
) -> sqlx::Result<Vec<Movement>> {
    sqlx::query_as!(
        Movement,
        r#"select move.sku as "sku!", move.seq as "seq!", move.delta as "delta!: Quantity",
               move.balance_after as "balance_after!: Quantity", move.reason as "reason!", move.moved_at as "moved_at!",
               written.note as "note?"
           from unnest($1::text[]) as wanted (sku)
           cross join lateral (
               select line.sku, line.seq, line.delta, line.balance_after, line.reason, line.moved_at
               from stock_movements line
               where line.sku = wanted.sku and line.store = $2 and line.seq < $3
               order by line.seq desc limit $4
           ) move
           left join stock_notes written on written.sku = move.sku and written.store = $2 and written.seq = move.seq
           order by move.sku, move.seq desc"#,
        skus,
        store,
        before,
        limit
    )
    .fetch_all(db)
    .await
}

/// Names of staff and numbers of orders that movements name. Reads `staff`, a table of `accounts`, and `orders`.
pub async fn names_of(
    db: &PgPool,
    staff: &[i64],
    orders: &[i64],
) -> sqlx::Result<(HashMap<i64, String>, HashMap<i64, i64>)> {
    let staff = sqlx::query!("select id, name from staff where id = any($1)", staff).fetch_all(db).await?;
    let orders =
        sqlx::query!("select id, number from orders where id = any($1)", orders).fetch_all(db).await?;
    Ok((
        staff.into_iter().map(|row| (row.id, row.name)).collect(),
        orders.into_iter().map(|row| (row.id, row.number)).collect(),
    ))
}

/// Writes what was said to the newest movement of a SKU. The caller holds the lock of its level.
pub async fn add_note(db: impl PgExecutor<'_>, sku: &str, store: i16, note: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into stock_notes (sku, store, seq, note)
         select $1::text, $2::smallint, max(seq), $3::text from stock_movements where sku = $1 and store = $2
         having max(seq) is not null",
        sku,
        store,
        note
    )
    .execute(db)
    .await?;
    Ok(())
}

/// People who wait for goods of the online store, at most 1,001. Reads `stock_alerts`.
pub async fn count_awaiting(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "people!" from (select from stock_alerts where state = 'waiting' limit 1001) looked"#
    )
    .fetch_one(db)
    .await
}

/// Finds what will soon be sold out. Returns the number of new candidates.
pub async fn find_attention(db: impl PgExecutor<'_>, horizon: Horizon) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select find_stock_attention($1, $2) as "found!""#, horizon.now, horizon.days)
        .fetch_one(db)
        .await
}

/// Forgets what needs nothing any more. Returns the number of removed candidates.
pub async fn forget_attention(db: impl PgExecutor<'_>, horizon: Horizon) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select forget_stock_attention($1, $2) as "removed!""#, horizon.now, horizon.days)
        .fetch_one(db)
        .await
}
