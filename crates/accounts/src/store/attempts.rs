//! How often something was tried. A try is taken before it is made, in one statement: a hundred at once are a hundred.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};

use crate::rules::Pace;

/// What is counted: the kind, and whose.
pub struct Tried<'a> {
    pub kind: &'static str,
    pub whose: &'a str,
    pub pace: Pace,
}

impl Tried<'_> {
    /// Neither addresses nor names are kept to count them.
    fn key(&self) -> Vec<u8> {
        Sha256::digest(format!("{}\n{}", self.kind, self.whose.to_lowercase())).to_vec()
    }
}

/// Takes one try. An error is how many seconds are left to wait.
pub async fn try_for(db: &PgPool, tried: &Tried<'_>, now: DateTime<Utc>) -> sqlx::Result<Result<(), u64>> {
    if take_try(db, tried, now).await? {
        return Ok(Ok(()));
    }
    let open = sqlx::query_scalar!("select open_at from attempts where key = $1", &tried.key())
        .fetch_optional(db)
        .await?;
    let left = open.map_or(1, |open| (open - now).num_seconds() + 1);
    Ok(Err(u64::try_from(left).unwrap_or(1)))
}

/// The same for those who do not wait: false, there is none left.
pub async fn take_try(db: impl PgExecutor<'_>, tried: &Tried<'_>, now: DateTime<Utc>) -> sqlx::Result<bool> {
    // The waits after the first that is not free, after the second, and so on; the last one is for all that follow.
    let waits: Vec<i64> =
        (1..=10).map(|over| tried.pace.wait_after(tried.pace.free + over).num_seconds()).collect();
    let taken = sqlx::query_scalar!(
        r#"
        insert into attempts as old (key, count, last_at, open_at)
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
        &tried.key(),
        now,
        now - tried.pace.memory(),
        &waits,
        tried.pace.free
    )
    .fetch_optional(db)
    .await?;
    Ok(taken.is_some())
}

/// It was right: the tries before it do not count.
pub async fn forget(db: impl PgExecutor<'_>, tried: &Tried<'_>) -> sqlx::Result<()> {
    sqlx::query!("delete from attempts where key = $1", &tried.key()).execute(db).await?;
    Ok(())
}

/// It was right: this one does not count, those of others from the same place do.
pub async fn forgive(db: impl PgExecutor<'_>, tried: &Tried<'_>, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update attempts set count = greatest(count - 1, 0), open_at = least(open_at, $2) where key = $1",
        &tried.key(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn sweep_attempts(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from attempts where key in (select key from attempts where last_at < $1 limit 1000)",
        now - TimeDelta::days(1)
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
