//! Deletes expired sessions, idempotency records and purges, in batches: a long delete holds locks.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;

const BATCH_SIZE: u64 = 1000;

/// Returns the number of deleted rows.
pub async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let mut swept = 0;
    loop {
        let sessions = sqlx::query!(
            "delete from sessions where token_hash in (select token_hash from sessions where expires_at < $1 limit 1000)",
            now
        )
        .execute(db)
        .await?
        .rows_affected();
        let keys = sqlx::query!(
            "delete from idempotency_records where ctid in (
                 select ctid from idempotency_records where created_at < $1 limit 1000)",
            now - TimeDelta::days(30)
        )
        .execute(db)
        .await?
        .rows_affected();
        let purges = sqlx::query!(
            "delete from cache_purges where id in (select id from cache_purges where purged_at < $1 limit 1000)",
            now - TimeDelta::days(1)
        )
        .execute(db)
        .await?
        .rows_affected();
        let staff = sqlx::query!(
            "delete from staff_sessions where token_hash in (
                 select token_hash from staff_sessions where expires_at < $1 limit 1000)",
            now
        )
        .execute(db)
        .await?
        .rows_affected();
        swept += sessions + keys + purges + staff;
        if sessions.max(keys).max(purges).max(staff) < BATCH_SIZE {
            return Ok(swept);
        }
    }
}
