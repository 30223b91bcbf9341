//! Throttle counters. An attempt is counted before it is made, in one statement, so that concurrent attempts all count.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};

use crate::rules::ThrottlePolicy;

/// A throttled action: its kind, its subject and its policy.
pub struct ThrottledAction<'a> {
    pub kind: &'static str,
    pub subject: &'a str,
    pub policy: ThrottlePolicy,
}

impl ThrottledAction<'_> {
    /// Hashed, so that the table contains no addresses and no names.
    fn key(&self) -> Vec<u8> {
        Sha256::digest(format!("{}\n{}", self.kind, self.subject.to_lowercase())).to_vec()
    }
}

/// Counts one attempt. The inner error is the number of seconds to wait.
pub async fn check_throttle(
    db: &PgPool,
    action: &ThrottledAction<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Result<(), u64>> {
    if try_throttle(db, action, now).await? {
        return Ok(Ok(()));
    }
    let open = sqlx::query_scalar!("select open_at from throttle_counters where key = $1", &action.key())
        .fetch_optional(db)
        .await?;
    let left = open.map_or(1, |open| (open - now).num_seconds() + 1);
    Ok(Err(u64::try_from(left).unwrap_or(1)))
}

/// Counts one attempt. Returns false if it is not allowed yet.
pub async fn try_throttle(
    db: impl PgExecutor<'_>,
    action: &ThrottledAction<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    // The waits after the first non-free attempt, the second, and so on; the last one applies to all that follow.
    let waits: Vec<i64> = (1..=10)
        .map(|over| action.policy.wait_after(action.policy.free_attempts + over).num_seconds())
        .collect();
    let taken = sqlx::query_scalar!(
        r#"
        insert into throttle_counters as old (key, count, last_at, open_at)
        values ($1, 1, $2::timestamptz,
                $2::timestamptz + make_interval(secs => case when $5 > 0 then 0 else ($4::bigint[])[1] end))
        on conflict (key) do update set
            count = case when old.last_at < $3 then 1 else old.count + 1 end,
            last_at = $2::timestamptz,
            open_at = $2::timestamptz + make_interval(secs => case
                when old.last_at < $3 and $5 > 0 or old.count < $5 then 0
                when old.last_at < $3 then ($4::bigint[])[1]
                else ($4::bigint[])[least(old.count + 1 - $5, cardinality($4))] end)
        where old.open_at <= $2::timestamptz or old.last_at < $3
        returning count
        "#,
        &action.key(),
        now,
        now - action.policy.window(),
        &waits,
        action.policy.free_attempts
    )
    .fetch_optional(db)
    .await?;
    Ok(taken.is_some())
}

/// Deletes the counter after a success.
pub async fn reset_throttle(db: impl PgExecutor<'_>, action: &ThrottledAction<'_>) -> sqlx::Result<()> {
    sqlx::query!("delete from throttle_counters where key = $1", &action.key()).execute(db).await?;
    Ok(())
}

/// Takes back one attempt; earlier attempts with the same key still count.
pub async fn undo_throttle(
    db: impl PgExecutor<'_>,
    action: &ThrottledAction<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update throttle_counters set count = greatest(count - 1, 0), open_at = least(open_at, $2) where key = $1",
        &action.key(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn sweep_throttle_counters(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from throttle_counters where key in (select key from throttle_counters where last_at < $1 limit 1000)",
        now - TimeDelta::days(1)
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
