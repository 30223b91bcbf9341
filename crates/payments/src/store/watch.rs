//! How payments stand, for those who watch over the shop.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

/// Attempts in one state, none of them at its end.
#[derive(Debug)]
pub struct UnderWay {
    pub state: String,
    pub count: i64,
    pub oldest: DateTime<Utc>,
}

pub async fn under_way(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<UnderWay>> {
    sqlx::query_as!(
        UnderWay,
        r#"select state, count(*) as "count!", min(created_at) as "oldest!" from payment_attempts
           where look_at is not null and state in ('submitting', 'unknown', 'processing', 'authorised') group by state"#
    )
    .fetch_all(db)
    .await
}

/// What somebody still has to look into.
#[derive(Debug)]
pub struct Unread {
    /// Since when the oldest notice of the provider waits.
    pub notice: Option<DateTime<Utc>>,
    pub differences: i64,
}

pub async fn unread(db: impl PgExecutor<'_>) -> sqlx::Result<Unread> {
    sqlx::query_as!(
        Unread,
        r#"select (select min(received_at) from webhook_inbox where done_at is null) as notice,
                  (select count(*) from payment_differences where settled_at is null) as "differences!""#
    )
    .fetch_one(db)
    .await
}
