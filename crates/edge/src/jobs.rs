//! Work done later, put in line by the transaction that causes it.

use graphile_worker::TaskHandler;

/// The schema the queue lives in.
pub const SCHEMA: &str = "graphile_worker";

/// Puts a job in line. A job with the same key that has not started yet is replaced.
pub async fn enqueue<J: TaskHandler + serde::Serialize>(
    db: impl sqlx::PgExecutor<'_>,
    job: &J,
    key: Option<&str>,
) -> anyhow::Result<()> {
    let payload = serde_json::to_value(job)?;
    sqlx::query("select enqueue_job($1, $2, $3)")
        .bind(J::IDENTIFIER)
        .bind(payload)
        .bind(key)
        .execute(db)
        .await?;
    Ok(())
}
