//! Who did what that may be asked about later. Names no address and no secret: ids and verbs.

use chrono::{DateTime, Utc};

/// Writes one line, in the transaction of what it tells of. Its last statement: a lock is held from here to the end.
pub async fn record(
    db: impl sqlx::PgExecutor<'_>,
    now: DateTime<Utc>,
    actor: &str,
    action: &'static str,
    subject: &str,
) -> sqlx::Result<()> {
    sqlx::query!(r#"select audit($1, $2, $3, $4) as "done: ()""#, now, actor, action, subject)
        .execute(db)
        .await?;
    Ok(())
}
