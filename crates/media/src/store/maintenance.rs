//! Statements of the cleanup, of the spool and of the figures.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

/// Rows of one step.
const BATCH: i64 = 100;

/// Files that belong to nothing and are older than `before`, and refused ones that are older than `refused_before`.
pub async fn list_expired(
    db: impl PgExecutor<'_>,
    before: DateTime<Utc>,
    refused_before: DateTime<Utc>,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select id as "id!" from (
               (select id from media_files where owner_id is null and received_at < $1 limit $3)
               union
               (select id from media_files where state = 'refused' and changed_at < $2 limit $3)
           ) expired"#,
        before,
        refused_before,
        BATCH
    )
    .fetch_all(db)
    .await
}

/// Deletes an expired file's row, after its objects.
pub async fn delete_expired(db: impl PgExecutor<'_>, id: i64, before: DateTime<Utc>) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from media_files
         where id = $1 and ((owner_id is null and received_at < $2) or state = 'refused')",
        id,
        before
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected() == 1)
}

/// Which of these files are still to be processed.
pub async fn filter_received(db: impl PgExecutor<'_>, ids: &[i64]) -> sqlx::Result<HashSet<i64>> {
    let found =
        sqlx::query_scalar!("select id from media_files where id = any($1) and state = 'received'", ids)
            .fetch_all(db)
            .await?;
    Ok(found.into_iter().collect())
}

pub async fn filter_existing(db: impl PgExecutor<'_>, ids: &[i64]) -> sqlx::Result<HashSet<i64>> {
    let found =
        sqlx::query_scalar!("select id from media_files where id = any($1)", ids).fetch_all(db).await?;
    Ok(found.into_iter().collect())
}

pub async fn filter_published(db: impl PgExecutor<'_>, names: &[String]) -> sqlx::Result<HashSet<String>> {
    let found = sqlx::query_scalar!(
        r#"select public_name as "name!" from media_files where public_name = any($1)"#,
        names
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().collect())
}

/// A file whose bytes are in the spool of a server.
pub struct SpooledFile {
    /// Only this server has the bytes.
    pub is_here: bool,
    /// Never processed.
    pub is_inert: bool,
}

pub async fn find_spooled(
    db: impl PgExecutor<'_>,
    id: i64,
    server: &str,
) -> sqlx::Result<Option<SpooledFile>> {
    sqlx::query_as!(
        SpooledFile,
        r#"select coalesce(spooled_on = $2, false) as "is_here!", purpose = 'enquiry' as "is_inert!"
           from media_files where id = $1"#,
        id,
        server
    )
    .fetch_optional(db)
    .await
}

pub async fn mark_delivered(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<()> {
    sqlx::query!("update media_files set spooled_on = null where id = $1", id).execute(db).await?;
    Ok(())
}

/// The oldest file that waits to be processed, and how many wait.
pub struct QueueFigures {
    pub oldest: Option<DateTime<Utc>>,
    pub waiting: i64,
}

pub async fn queue_figures(db: impl PgExecutor<'_>) -> sqlx::Result<QueueFigures> {
    sqlx::query_as!(
        QueueFigures,
        r#"select min(received_at) as oldest, count(*) as "waiting!" from media_files
           where state = 'received' and sha256 is not null"#
    )
    .fetch_one(db)
    .await
}
