//! Changes of stock.

use chrono::{DateTime, Utc};
use kernel::Quantity;
use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::{
    BarcodeSettings,
    rules::{Level, StockAction},
};

/// Locks what a store has of a product until the transaction ends.
pub async fn lock_level(db: &mut PgConnection, sku: &str, store: i16) -> sqlx::Result<Level> {
    sqlx::query_as!(
        Level,
        r#"select units as "on_hand!: Quantity", reserved_units as "reserved!: Quantity" from lock_stock($1, $2)"#,
        sku,
        store
    )
    .fetch_one(db)
    .await
}

/// Changes what a store has, with a row in the ledger, and returns what it has now.
pub async fn move_stock(
    db: &mut PgConnection,
    sku: &str,
    store: i16,
    delta: i64,
    reason: &str,
) -> sqlx::Result<Quantity> {
    sqlx::query_scalar!(
        r#"select move_stock($1, $2, $3, $4) as "balance!: Quantity""#,
        sku,
        store,
        delta,
        reason
    )
    .fetch_one(db)
    .await
}

#[derive(Debug, Clone, Copy)]
pub struct NewAction<'a> {
    pub staff: i64,
    pub store: i16,
    pub sku: &'a str,
    pub item: i64,
    pub action: StockAction,
    pub delta: i64,
    pub undoes: Option<i64>,
    pub now: DateTime<Utc>,
}

pub async fn insert_action(db: &mut PgConnection, new: NewAction<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into stock_actions (staff_id, store, sku, item_id, kind, delta, undoes, done_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.staff,
        new.store,
        new.sku,
        new.item,
        new.action.name(),
        new.delta,
        new.undoes,
        new.now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What a member moved of a product since a time, up or down, in units and in all stores. What was undone does not count.
pub async fn moved_since(
    db: impl PgExecutor<'_>,
    staff: i64,
    item: i64,
    since: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(abs(delta)), 0)::bigint as "moved!" from stock_actions act
           where staff_id = $1 and item_id = $2 and done_at > $3 and undoes is null
               and not exists (select from stock_actions undo where undo.undoes = act.id)"#,
        staff,
        item,
        since
    )
    .fetch_one(db)
    .await
}

/// The newest action of a member of staff in a store.
#[derive(Debug, Clone)]
pub struct LastAction {
    pub id: i64,
    pub sku: String,
    pub item: i64,
    pub kind: String,
    pub delta: i64,
    pub done_at: DateTime<Utc>,
}

pub async fn last_action(
    db: impl PgExecutor<'_>,
    staff: i64,
    store: i16,
) -> sqlx::Result<Option<LastAction>> {
    sqlx::query_as!(
        LastAction,
        "select id, sku, item_id as item, kind, delta, done_at from stock_actions
         where staff_id = $1 and store = $2 order by id desc limit 1",
        staff,
        store
    )
    .fetch_optional(db)
    .await
}

/// The same, locked: of several undos at once the first one sees it.
pub async fn lock_last_action(
    db: &mut PgConnection,
    staff: i64,
    store: i16,
) -> sqlx::Result<Option<LastAction>> {
    sqlx::query_as!(
        LastAction,
        "select id, sku, item_id as item, kind, delta, done_at from stock_actions
         where staff_id = $1 and store = $2 order by id desc limit 1 for update",
        staff,
        store
    )
    .fetch_optional(db)
    .await
}

pub async fn is_undone(db: &mut PgConnection, action: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from stock_actions where undoes = $1) as "is_undone!""#,
        action
    )
    .fetch_one(db)
    .await
}

pub async fn settings(db: impl PgExecutor<'_>) -> sqlx::Result<BarcodeSettings> {
    let value: Option<Json<BarcodeSettings>> =
        sqlx::query_scalar("select value from settings where name = 'barcodes'").fetch_optional(db).await?;
    Ok(value.map(|Json(settings)| settings).unwrap_or_default())
}

/// Deletes a batch of actions, each with its undo, which refers to it. Returns the number of deleted rows.
pub async fn delete_actions_before(db: impl PgExecutor<'_>, time: DateTime<Utc>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "with old as (
             select id from stock_actions where done_at < $1 and undoes is null order by done_at limit 1000)
         delete from stock_actions where id in (
             select id from old union all select undo.id from stock_actions undo join old on undo.undoes = old.id)",
        time
    );
    Ok(deleted.execute(db).await?.rows_affected())
}
