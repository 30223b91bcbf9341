//! Moves of stock that wait for a second person.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Quantity;
use sqlx::PgExecutor;

/// How long a second person has.
pub const APPROVAL_TIME: TimeDelta = TimeDelta::hours(24);

#[derive(Debug, Clone, Copy)]
pub struct NewApproval<'a> {
    pub store: i16,
    pub item: i64,
    pub sku: &'a str,
    pub kind: &'static str,
    /// Of the stock, in units.
    pub delta: i64,
    pub seen: Quantity,
    pub reason: &'static str,
    pub note: &'a str,
    pub staff: i64,
    pub now: DateTime<Utc>,
}

pub async fn ask_approval(db: impl PgExecutor<'_>, new: NewApproval<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into stock_approvals (store, item_id, sku, kind, delta, seen, reason, note, requested_by, requested_at,
                                      expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id",
        new.store,
        new.item,
        new.sku,
        new.kind,
        new.delta,
        new.seen.as_units(),
        new.reason,
        new.note,
        new.staff,
        new.now,
        new.now + APPROVAL_TIME
    )
    .fetch_one(db)
    .await
}

/// A move that waits.
#[derive(Debug, Clone)]
pub struct Approval {
    pub id: i64,
    pub item: i64,
    pub sku: String,
    /// Of the product; empty if it was deleted.
    pub name: String,
    pub kind: String,
    pub delta: i64,
    pub seen: Quantity,
    pub reason: String,
    pub note: String,
    pub requested_by: i64,
    pub asker: String,
    pub expires_at: DateTime<Utc>,
}

/// What waits in a store, of all things or of one, next to lapse first. After its time a move is gone. Reads `staff`, a table
/// of `accounts`.
pub async fn list_approvals(
    db: impl PgExecutor<'_>,
    store: i16,
    item: Option<i64>,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Approval>> {
    sqlx::query_as!(
        Approval,
        r#"select waits.id, item_id as item, sku,
                  coalesce((select name from products where id = item_id),
                           (select product.name from variations variation
                            join products product on product.id = variation.product_id
                            where variation.id = item_id), '') as "name!",
                  kind, delta, seen as "seen: Quantity", reason, note, requested_by,
                  member.name as asker, expires_at
           from stock_approvals waits join staff member on member.id = waits.requested_by
           where waits.store = $1 and decided_at is null and expires_at > $2
               and ($3::bigint is null or item_id = $3)
           order by expires_at, waits.id limit $4"#,
        store,
        now,
        item,
        limit
    )
    .fetch_all(db)
    .await
}

/// Moves that wait in all stores.
#[derive(Debug, Clone, Copy)]
pub struct WaitingMoves {
    /// At most 1,001.
    pub count: i64,
    /// Where the next one lapses that somebody else asked for, or else an own one.
    pub store: Option<i16>,
}

/// What waits in all stores, for a member who may agree to it.
pub async fn count_approvals(
    db: impl PgExecutor<'_>,
    staff: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<WaitingMoves> {
    sqlx::query_as!(
        WaitingMoves,
        r#"select count(*) as "count!",
                  (array_agg(store order by requested_by = $1, expires_at, id))[1] as "store?"
           from (select id, store, requested_by, expires_at from stock_approvals
                 where decided_at is null and expires_at > $2 order by expires_at limit 1001) looked"#,
        staff,
        now
    )
    .fetch_one(db)
    .await
}

/// Decides a move that waits. Returns false if it does not wait any more, or if the asker approves.
pub async fn decide_approval(
    db: impl PgExecutor<'_>,
    id: i64,
    staff: i64,
    is_approved: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let decided = sqlx::query!(
        "update stock_approvals set decided_by = $2, decided_at = $3, is_approved = $4
         where id = $1 and decided_at is null and expires_at > $3 and (requested_by <> $2 or not $4)",
        id,
        staff,
        now,
        is_approved
    )
    .execute(db)
    .await?;
    Ok(decided.rows_affected() == 1)
}
