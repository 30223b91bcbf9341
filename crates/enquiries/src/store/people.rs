//! What one person has sent, and what is old enough to go.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgExecutor;

/// Rows of one step.
const BATCH: i64 = 100;

/// Up to 100 enquiries with this address, which is in lower case.
pub async fn list_enquiries_of(db: impl PgExecutor<'_>, email: &str) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select id from enquiries where lower(email) = $1 order by id limit $2", email, BATCH)
        .fetch_all(db)
        .await
}

/// Everything that an address has sent, oldest first, with the labels of the forms.
pub async fn export_enquiries_of(db: impl PgExecutor<'_>, email: &str) -> sqlx::Result<Value> {
    sqlx::query_scalar!(
        r#"
        select coalesce(jsonb_agg(entry order by id), '[]') as "entries!"
        from exported_enquiries where email_key = $1
        "#,
        email
    )
    .fetch_one(db)
    .await
}

/// Up to 100 enquiries that were sent before `before`.
pub async fn list_expired(db: impl PgExecutor<'_>, before: DateTime<Utc>) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select id from enquiries where created_at < $1 order by id limit $2", before, BATCH)
        .fetch_all(db)
        .await
}

/// How many are open, at most 1,000, and since when the oldest of them waits.
pub struct InboxFigures {
    pub oldest: Option<DateTime<Utc>>,
    pub open: i64,
}

pub async fn inbox_figures(db: impl PgExecutor<'_>) -> sqlx::Result<InboxFigures> {
    sqlx::query_as!(
        InboxFigures,
        r#"select min(created_at) as oldest, count(*) as "open!" from (
               select created_at from enquiries where not is_spam and state = 'open' order by id limit 1000) counted"#
    )
    .fetch_one(db)
    .await
}

/// Forgets session and network of up to 1,000 enquiries that were sent before `before`.
pub async fn forget_networks(db: impl PgExecutor<'_>, before: DateTime<Utc>) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "update enquiries set visitor = null, address = ''
         where id in (select id from enquiries
                      where created_at < $1 and (visitor is not null or address <> '') limit 1000)",
        before
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}

/// Deletes up to 1,000 files of forms that were never sent; `media` deletes the bytes.
pub async fn sweep_unsent_files(db: impl PgExecutor<'_>, before: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from enquiry_files where file_id in (
             select file_id from enquiry_files where enquiry_id is null and created_at < $1 limit 1000)",
        before
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
