//! Counts of open payments, for monitoring.

use chrono::{DateTime, Utc};
use kernel::OrderId;
use sqlx::PgExecutor;

use crate::rules::AttemptState;

/// Open attempts in one state.
#[derive(Debug)]
pub struct OpenAttempts {
    pub state: AttemptState,
    pub count: i64,
    pub oldest: DateTime<Utc>,
}

pub async fn open_attempts(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<OpenAttempts>> {
    sqlx::query_as!(
        OpenAttempts,
        r#"select state as "state: AttemptState", count(*) as "count!", min(created_at) as "oldest!" from payment_attempts
           where look_at is not null and state in ('submitting', 'unknown', 'processing', 'authorised') group by state"#
    )
    .fetch_all(db)
    .await
}

/// The attempt whose outcome has been unknown for longest.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownAttempt {
    pub key: String,
    pub order: OrderId,
}

pub async fn oldest_unknown(db: impl PgExecutor<'_>) -> sqlx::Result<Option<UnknownAttempt>> {
    sqlx::query_as!(
        UnknownAttempt,
        r#"select key, order_id as "order: OrderId" from payment_attempts
           where look_at is not null and state = 'unknown' order by created_at limit 1"#
    )
    .fetch_optional(db)
    .await
}

/// Unprocessed notices and open discrepancies.
#[derive(Debug)]
pub struct PendingReview {
    /// When the oldest unprocessed notice was received.
    pub notice: Option<DateTime<Utc>>,
    pub discrepancies: i64,
}

pub async fn pending_review(db: impl PgExecutor<'_>) -> sqlx::Result<PendingReview> {
    sqlx::query_as!(
        PendingReview,
        r#"select (select min(received_at) from webhook_inbox where done_at is null) as notice,
                  (select count(*) from reconciliation_discrepancies where settled_at is null) as "discrepancies!""#
    )
    .fetch_one(db)
    .await
}
