//! Statements on deliveries and their events.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use sqlx::PgExecutor;
use uuid::Uuid;

/// A delivery to be sent, claimed by this process for the duration of the lease.
#[derive(Debug, Clone)]
pub struct DueDelivery {
    pub event_id: Uuid,
    pub endpoint_id: i64,
    /// Including this one.
    pub attempts: i32,
    pub kind: String,
    pub payload: Value,
    pub occurred_at: DateTime<Utc>,
    pub url: String,
    pub secret: String,
}

/// Claims due deliveries of enabled endpoints. A process that dies leaves them to others after the lease.
pub async fn claim_due(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
    lease: TimeDelta,
    max: i64,
) -> sqlx::Result<Vec<DueDelivery>> {
    sqlx::query_as!(
        DueDelivery,
        r#"
        with due as (
            select delivery.event_id, delivery.endpoint_id from event_deliveries delivery
            join event_endpoints endpoint on endpoint.id = delivery.endpoint_id and endpoint.state = 'enabled'
            where delivery.state = 'pending' and delivery.next_at <= $1
            order by delivery.next_at limit $3
            for update of delivery skip locked
        )
        update event_deliveries delivery set attempts = delivery.attempts + 1, next_at = $2
        from due, shop_events event, event_endpoints endpoint
        where delivery.event_id = due.event_id and delivery.endpoint_id = due.endpoint_id
            and event.id = due.event_id and endpoint.id = due.endpoint_id
        returning delivery.event_id, delivery.endpoint_id, delivery.attempts, event.kind, event.payload,
            event.occurred_at, endpoint.url, endpoint.secret
        "#,
        now,
        now + lease,
        max
    )
    .fetch_all(db)
    .await
}

pub async fn mark_delivered(
    db: impl PgExecutor<'_>,
    delivery: &DueDelivery,
    status: i32,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update event_deliveries set state = 'delivered', delivered_at = $4, last_status = $3, last_error = ''
         where event_id = $1 and endpoint_id = $2",
        delivery.event_id,
        delivery.endpoint_id,
        status,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// `next_at`: the next attempt; `None` after the last one.
pub async fn mark_failed(
    db: impl PgExecutor<'_>,
    delivery: &DueDelivery,
    status: Option<i32>,
    error: &str,
    next_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update event_deliveries set last_status = $3, last_error = $4,
             state = case when $5::timestamptz is null then 'failed' else 'pending' end, next_at = coalesce($5, next_at)
         where event_id = $1 and endpoint_id = $2 and state = 'pending'",
        delivery.event_id,
        delivery.endpoint_id,
        status,
        error,
        next_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Sends a delivery again, with the id of its event. Returns false if there is no such delivery, or it is waiting.
pub async fn replay(
    db: impl PgExecutor<'_>,
    event: Uuid,
    endpoint: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update event_deliveries set state = 'pending', attempts = 0, next_at = $3, delivered_at = null
         where event_id = $1 and endpoint_id = $2 and state <> 'pending'",
        event,
        endpoint,
        now
    );
    Ok(changed.execute(db).await?.rows_affected() > 0)
}

#[derive(Debug, Clone)]
pub struct DeliveryRow {
    pub event_id: Uuid,
    pub endpoint_id: i64,
    pub kind: String,
    pub occurred_at: DateTime<Utc>,
    pub url: String,
    pub state: String,
    pub attempts: i32,
    pub next_at: DateTime<Utc>,
    pub last_status: Option<i32>,
    pub last_error: String,
}

/// The newest deliveries, of one state or of all (empty).
pub async fn list_deliveries(
    db: impl PgExecutor<'_>,
    state: &str,
    before: DateTime<Utc>,
    max: i64,
) -> sqlx::Result<Vec<DeliveryRow>> {
    sqlx::query_as!(
        DeliveryRow,
        "select delivery.event_id, delivery.endpoint_id, event.kind, event.occurred_at, endpoint.url, delivery.state,
             delivery.attempts, delivery.next_at, delivery.last_status, delivery.last_error
         from event_deliveries delivery
         join shop_events event on event.id = delivery.event_id
         join event_endpoints endpoint on endpoint.id = delivery.endpoint_id
         where ($1 = '' or delivery.state = $1) and event.occurred_at < $2
         order by event.occurred_at desc, delivery.event_id, delivery.endpoint_id
         limit $3",
        state,
        before,
        max
    )
    .fetch_all(db)
    .await
}

/// Deletes events with their deliveries. Returns how many.
pub async fn delete_old(db: impl PgExecutor<'_>, before: DateTime<Utc>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from shop_events
         where (occurred_at at time zone 'UTC')::date < ($1::timestamptz at time zone 'UTC')::date",
        before
    );
    Ok(deleted.execute(db).await?.rows_affected())
}
