//! Reads `audit_log`, a table of `edge`, and the names of `staff`, a table of `accounts`.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

#[derive(Debug)]
pub struct Line {
    pub seq: i64,
    pub at: DateTime<Utc>,
    pub actor: String,
    pub action: String,
    pub subject: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// The newest lines with a number below `before`.
pub async fn list(
    db: &PgPool,
    actor: Option<&str>,
    action: Option<&str>,
    since: Option<DateTime<Utc>>,
    before: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<Line>> {
    let mut tx = db.begin().await?;
    // Which index is the right one depends on the filters.
    sqlx::query!("set local plan_cache_mode = force_custom_plan").execute(&mut *tx).await?;
    let lines = sqlx::query_as!(
        Line,
        r#"select seq, at, actor, action, subject, before, after from audit_log
           where ($1::text is null or actor = $1) and ($2::text is null or action = $2)
               and ($3::timestamptz is null or at >= $3) and seq < coalesce($4, 9223372036854775807)
           order by seq desc limit $5"#,
        actor,
        action,
        since,
        before,
        limit
    )
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(lines)
}

#[derive(Debug)]
pub struct Person {
    pub id: i64,
    pub name: String,
}

/// Everybody who ever was in the team.
pub async fn people(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Person>> {
    sqlx::query_as!(Person, "select id, name from staff order by name, id").fetch_all(db).await
}
