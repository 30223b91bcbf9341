//! Statements on endpoints.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

#[derive(Debug, Clone)]
pub struct EndpointRow {
    pub id: i64,
    pub url: String,
    pub secret: String,
    pub kinds: Vec<String>,
    pub state: String,
}

pub async fn list_endpoints(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<EndpointRow>> {
    sqlx::query_as!(EndpointRow, "select id, url, secret, kinds, state from event_endpoints order by id")
        .fetch_all(db)
        .await
}

pub async fn count_endpoints(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from event_endpoints"#).fetch_one(db).await
}

pub async fn insert_endpoint(
    db: impl PgExecutor<'_>,
    url: &str,
    secret: &str,
    kinds: &[String],
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into event_endpoints (url, secret, kinds, created_at) values ($1, $2, $3, $4) returning id",
        url,
        secret,
        kinds,
        now
    )
    .fetch_one(db)
    .await
}

/// Returns false if there is no such endpoint. An endpoint that works again has a new start.
pub async fn set_state(db: impl PgExecutor<'_>, endpoint: i64, state: &str) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update event_endpoints set state = $2, failing_since = null where id = $1 and state <> $2",
        endpoint,
        state
    );
    Ok(changed.execute(db).await?.rows_affected() > 0)
}

pub async fn set_secret(db: impl PgExecutor<'_>, endpoint: i64, secret: &str) -> sqlx::Result<bool> {
    let changed = sqlx::query!("update event_endpoints set secret = $2 where id = $1", endpoint, secret);
    Ok(changed.execute(db).await?.rows_affected() > 0)
}

/// Its deliveries go with it.
pub async fn remove_endpoint(db: impl PgExecutor<'_>, endpoint: i64) -> sqlx::Result<bool> {
    let removed = sqlx::query!("delete from event_endpoints where id = $1", endpoint);
    Ok(removed.execute(db).await?.rows_affected() > 0)
}

pub async fn mark_working(db: impl PgExecutor<'_>, endpoint: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update event_endpoints set failing_since = null where id = $1 and failing_since is not null",
        endpoint
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the first failure since the last success.
pub async fn mark_failing(
    db: impl PgExecutor<'_>,
    endpoint: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    let since = sqlx::query_scalar!(
        "update event_endpoints set failing_since = coalesce(failing_since, $2) where id = $1 returning failing_since",
        endpoint,
        now
    );
    Ok(since.fetch_optional(db).await?.flatten())
}

pub async fn disable(db: impl PgExecutor<'_>, endpoint: i64) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update event_endpoints set state = 'disabled' where id = $1 and state = 'enabled'",
        endpoint
    );
    Ok(changed.execute(db).await?.rows_affected() > 0)
}
