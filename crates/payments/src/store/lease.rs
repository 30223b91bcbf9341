//! Which server does the work that one server does at a time. All times are the database's own: servers' clocks differ.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

/// After this many seconds without a renewal another server takes over.
pub const LEASE_SECONDS: f64 = 8.0;

/// Takes the lease, or renews it. False: another server has it.
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

/// The work was done to its end.
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

/// For a server that stops: the next one need not wait for the lease to expire.
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

/// When the work was last done to its end, by any server.
pub async fn lease_finished(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<Option<DateTime<Utc>>> {
    let finished = sqlx::query_scalar!("select finished_at from leases where name = $1", name)
        .fetch_optional(db)
        .await?;
    Ok(finished.flatten())
}
