//! Old addresses.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor};

pub async fn find_redirect(db: impl PgExecutor<'_>, path: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select target from content_redirects where path = $1", path).fetch_optional(db).await
}

/// Stores a redirect. Others that led to the old address lead to the new one at once, and the new address, if it was an
/// old one before, is an address of its own again.
pub async fn put_redirect(
    db: &mut PgConnection,
    path: &str,
    target: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!("delete from content_redirects where path = $1", target).execute(&mut *db).await?;
    sqlx::query!("update content_redirects set target = $2 where target = $1 and path <> $2", path, target)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into content_redirects (path, target, created_at) values ($1, $2, $3)
         on conflict (path) do update set target = excluded.target, created_at = excluded.created_at",
        path,
        target,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn delete_redirect(db: impl PgExecutor<'_>, path: &str) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from content_redirects where path = $1", path).execute(db).await?;
    Ok(deleted.rows_affected() == 1)
}

#[derive(Debug, Clone)]
pub struct Redirect {
    pub path: String,
    pub target: String,
}

/// In the order of their paths.
pub async fn list_redirects(db: impl PgExecutor<'_>, after: &str, limit: i64) -> sqlx::Result<Vec<Redirect>> {
    sqlx::query_as!(
        Redirect,
        "select path, target from content_redirects where path > $1 order by path limit $2",
        after,
        limit
    )
    .fetch_all(db)
    .await
}
