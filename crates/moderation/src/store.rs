//! Decisions of staff, as long as they can be undone, what is alike, and solved challenges.

mod alike;

pub use alike::{Alike, Insight, MAX_COPIES, find_contribution, insights, list_alike, list_copies};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgExecutor;

use crate::queue::{Changed, ItemState, QueueId, QueueKind};

/// How long a decision can be undone.
pub const UNDO_TIME: TimeDelta = TimeDelta::days(30);

/// A decision about one or more items.
#[derive(Debug, Clone)]
pub struct Act {
    pub state: ItemState,
    /// One thing with its copies.
    pub is_spam: bool,
    pub count: i64,
    pub can_undo: bool,
}

/// Adds a decision, and forgets up to 100 that can no longer be undone.
pub async fn add_act(
    db: impl PgExecutor<'_>,
    staff: i64,
    state: ItemState,
    is_spam: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "with old as (
             delete from moderation_acts where id in (
                 select id from moderation_acts where made_at < $4::timestamptz - interval '31 days' limit 100 for update skip locked)
         )
         insert into moderation_acts (staff_id, state, is_spam, made_at) values ($1, $2, $3, $4) returning id",
        staff,
        state as ItemState,
        is_spam,
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

pub async fn find_act(db: impl PgExecutor<'_>, act: i64, now: DateTime<Utc>) -> sqlx::Result<Option<Act>> {
    sqlx::query_as!(
        Act,
        r#"select state as "state: ItemState", is_spam, undone_at is null and made_at > $2 as "can_undo!",
               (select count(*) from moderation_changes change where change.act_id = act.id) as "count!"
           from moderation_acts act where id = $1"#,
        act,
        now - UNDO_TIME
    )
    .fetch_optional(db)
    .await
}

/// A decision as the list of decisions shows it.
#[derive(Debug, Clone)]
pub struct ListedAct {
    pub id: i64,
    pub state: ItemState,
    pub is_spam: bool,
    pub made_at: DateTime<Utc>,
    pub undone_at: Option<DateTime<Utc>>,
    pub who: String,
    pub count: i64,
}

/// Decisions that can be undone and those that were, the newest first. Reads `staff`, which is `accounts`'.
pub async fn list_acts(
    db: impl PgExecutor<'_>,
    before: Option<i64>,
    limit: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<ListedAct>> {
    sqlx::query_as!(
        ListedAct,
        r#"select act.id, act.state as "state: ItemState", act.is_spam, act.made_at, act.undone_at, member.name as who,
               (select count(*) from moderation_changes change where change.act_id = act.id) as "count!"
           from moderation_acts act join staff member on member.id = act.staff_id
           where act.id < $1 and act.made_at > $2
           order by act.id desc limit $3"#,
        before.unwrap_or(i64::MAX),
        now - UNDO_TIME,
        limit
    )
    .fetch_all(db)
    .await
}

/// Marks a decision as undone. Returns the state that it gave, or `None` if it is too old, or undone.
pub async fn take_act(
    db: impl PgExecutor<'_>,
    act: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ItemState>> {
    sqlx::query_scalar!(
        r#"update moderation_acts set undone_at = $2
           where id = $1 and undone_at is null and made_at > $3
           returning state as "state: ItemState""#,
        act,
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

/// What a decision changed, without what a later decision that stands is about.
pub async fn list_changes(db: impl PgExecutor<'_>, act: i64) -> sqlx::Result<Vec<BeforeAct>> {
    sqlx::query_as!(
        BeforeAct,
        r#"select change.kind as "kind: QueueKind", change.item_id, change.before_state as "before_state: ItemState",
               change.before_reason
           from moderation_changes change
           where change.act_id = $1 and not exists (
               select from moderation_changes later join moderation_acts act on act.id = later.act_id
               where later.kind = change.kind and later.item_id = change.item_id and later.act_id > $1
                   and act.undone_at is null)
           order by change.kind, change.item_id"#,
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
