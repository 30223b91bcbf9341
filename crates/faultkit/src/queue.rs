//! Lets time pass for the job queue of a shop whose workers are killed.

use sqlx::PgPool;

/// Jobs that failed run again now. The library waits longer after each attempt and puts a job aside after twelve; here
/// nothing waits, so attempts do not count.
pub async fn retry_now(db: &PgPool) -> sqlx::Result<()> {
    sqlx::query(
        "update graphile_worker._private_jobs set run_at = now(), attempts = least(attempts, 1)
         where locked_at is null and run_at > now()",
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Jobs of killed workers are released as the library does it after a minute, and claims of dead processes as `mail` does.
pub async fn release(db: &PgPool) -> sqlx::Result<()> {
    sqlx::raw_sql(
        "update graphile_worker._private_jobs set locked_at = null, locked_by = null
         where locked_at < now() - interval '5 seconds';
         update mail_outbox set taken_at = taken_at - interval '1 minute'
         where state = 'sending' and handed_at is null and taken_at < now() - interval '5 seconds'",
    )
    .execute(db)
    .await?;
    retry_now(db).await
}
