//! Leases for work that one server does at a time. All times are the database's, because the servers' clocks differ.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

/// A lease that is not renewed for this many seconds expires.
pub const LEASE_SECONDS: f64 = 8.0;

/// Takes or renews the lease. Returns false if another server holds it.
pub async fn hold_lease(db: impl PgExecutor<'_>, name: &str, holder: uuid::Uuid) -> sqlx::Result<bool> {
    let held = sqlx::query!(
        "update leases set holder = $2, expires_at = clock_timestamp() + make_interval(secs => $3)
         where name = $1 and (holder = $2 or expires_at < clock_timestamp())",
        name,
        holder,
        LEASE_SECONDS
    )
    .execute(db)
    .await?;
    Ok(held.rows_affected() == 1)
}

/// Renews the lease and records that a run has finished.
pub async fn finish_lease(db: impl PgExecutor<'_>, name: &str, holder: uuid::Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update leases set finished_at = clock_timestamp(),
                expires_at = clock_timestamp() + make_interval(secs => $3)
         where name = $1 and holder = $2",
        name,
        holder,
        LEASE_SECONDS
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Releases the lease, so that another server need not wait until it expires.
pub async fn release_lease(db: impl PgExecutor<'_>, name: &str, holder: uuid::Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update leases set expires_at = clock_timestamp() where name = $1 and holder = $2",
        name,
        holder
    )
    .execute(db)
    .await?;
    Ok(())
}

/// When any server last finished a run.
pub async fn lease_finished(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<Option<DateTime<Utc>>> {
    let finished = sqlx::query_scalar!("select finished_at from leases where name = $1", name)
        .fetch_optional(db)
        .await?;
    Ok(finished.flatten())
}
