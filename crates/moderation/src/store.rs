//! Decisions of staff, as long as they can be undone, and solved challenges.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgExecutor;

use crate::queue::{Changed, ItemState, QueueId, QueueKind};

/// How long a decision can be undone.
const UNDO_TIME: TimeDelta = TimeDelta::minutes(10);

/// A decision about one or more items.
#[derive(Debug, Clone)]
pub struct Act {
    pub state: ItemState,
    pub count: i64,
    pub can_undo: bool,
}

/// Adds a decision, and forgets up to 100 that can no longer be undone.
pub async fn add_act(
    db: impl PgExecutor<'_>,
    staff: i64,
    state: ItemState,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "with old as (
             delete from moderation_acts where id in (
                 select id from moderation_acts where made_at < $3::timestamptz - interval '1 day' limit 100 for update skip locked)
         )
         insert into moderation_acts (staff_id, state, made_at) values ($1, $2, $3) returning id",
        staff,
        state as ItemState,
        now
    )
    .fetch_one(db)
    .await
}

pub async fn add_change(
    db: impl PgExecutor<'_>,
    act: i64,
    item: QueueId,
    changed: &Changed,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into moderation_changes (act_id, kind, item_id, before_state, before_reason)
         values ($1, $2, $3, $4, $5)",
        act,
        item.kind as QueueKind,
        item.id,
        changed.before as ItemState,
        changed.before_reason
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Finds a decision of this member of staff.
pub async fn find_act(
    db: impl PgExecutor<'_>,
    act: i64,
    staff: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Act>> {
    sqlx::query_as!(
        Act,
        r#"select state as "state: ItemState", undone_at is null and made_at > $3 as "can_undo!",
               (select count(*) from moderation_changes change where change.act_id = act.id) as "count!"
           from moderation_acts act where id = $1 and staff_id = $2"#,
        act,
        staff,
        now - UNDO_TIME
    )
    .fetch_optional(db)
    .await
}

/// Marks a decision as undone. Returns the state that it gave, or `None` if it is too old, undone, or another member's.
pub async fn take_act(
    db: impl PgExecutor<'_>,
    act: i64,
    staff: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ItemState>> {
    sqlx::query_scalar!(
        r#"update moderation_acts set undone_at = $3
           where id = $1 and staff_id = $2 and undone_at is null and made_at > $4
           returning state as "state: ItemState""#,
        act,
        staff,
        now,
        now - UNDO_TIME
    )
    .fetch_optional(db)
    .await
}

/// What an item was before a decision.
#[derive(Debug, Clone)]
pub struct BeforeAct {
    pub kind: QueueKind,
    pub item_id: i64,
    pub before_state: ItemState,
    pub before_reason: String,
}

pub async fn list_changes(db: impl PgExecutor<'_>, act: i64) -> sqlx::Result<Vec<BeforeAct>> {
    sqlx::query_as!(
        BeforeAct,
        r#"select kind as "kind: QueueKind", item_id, before_state as "before_state: ItemState", before_reason
           from moderation_changes where act_id = $1 order by kind, item_id"#,
        act
    )
    .fetch_all(db)
    .await
}

/// Records a solved challenge. Returns false if it was used before.
pub async fn spend_challenge(
    db: impl PgExecutor<'_>,
    hash: &[u8],
    expires_at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let spent = sqlx::query!(
        "insert into spent_challenges (hash, expires_at) values ($1, $2) on conflict do nothing",
        hash,
        expires_at
    )
    .execute(db)
    .await?;
    Ok(spent.rows_affected() == 1)
}

/// Deletes up to 1,000 solved challenges that have expired.
pub async fn sweep_challenges(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from spent_challenges where hash in (
             select hash from spent_challenges where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}
