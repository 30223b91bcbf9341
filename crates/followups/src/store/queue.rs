//! From planned to sent or stopped.

use chrono::{DateTime, Utc};
use mail::service::OutboxId;
use sqlx::{PgConnection, PgExecutor, PgPool};

use super::CauseSettings;
use crate::rules::{Cause, StopReason};

#[derive(Debug, Clone)]
pub struct Followup {
    pub id: i64,
    pub cause: Cause,
    /// The address in lower case.
    pub person: String,
    /// The order that it is about, or the last one before a cart was left.
    pub occasion: i64,
    pub cart_id: Option<i64>,
}

/// Ids of what is due, oldest first.
pub async fn list_due(
    db: &PgPool,
    settings: &CauseSettings,
    after: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from followups where cause = $1 and state = 'planned' and happened_at <= $2 and id > $3
         order by id limit 200",
        settings.cause.name(),
        now - settings.delay(),
        after
    )
    .fetch_all(db)
    .await
}

/// Locks a planned row that is still due. `None` if another worker has it, or if it has changed.
pub async fn lock_planned(
    db: &mut PgConnection,
    id: i64,
    settings: &CauseSettings,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Followup>> {
    let row = sqlx::query!(
        "select person, occasion, cart_id from followups
         where id = $1 and cause = $2 and state = 'planned' and happened_at <= $3 for update skip locked",
        id,
        settings.cause.name(),
        now - settings.delay()
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Followup {
        id,
        cause: settings.cause,
        person: row.person,
        occasion: row.occasion,
        cart_id: row.cart_id,
    }))
}

pub async fn set_queued(
    db: impl PgExecutor<'_>,
    id: i64,
    list: Option<i64>,
    outbox_id: OutboxId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update followups set state = 'queued', list_id = $2, outbox_id = $3 where id = $1",
        id,
        list,
        outbox_id.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Locks the row of an email until the transaction ends. `None` if it was stopped or erased.
pub async fn lock_queued(db: &mut PgConnection, outbox_id: OutboxId) -> sqlx::Result<Option<Followup>> {
    let row = sqlx::query!(
        "select id, cause, person, occasion, cart_id from followups where outbox_id = $1 and state = 'queued' for update",
        outbox_id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.and_then(|row| {
        let cause = Cause::parse(&row.cause)?;
        let (person, occasion, cart_id) = (row.person, row.occasion, row.cart_id);
        Some(Followup { id: row.id, cause, person, occasion, cart_id })
    }))
}

pub async fn stop(
    db: impl PgExecutor<'_>,
    id: i64,
    reason: StopReason,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update followups set state = 'stopped', reason = $2, finished_at = $3 where id = $1",
        id,
        reason.name(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records the outcomes of emails. Reads the outbox, which belongs to `mail`.
pub async fn settle(db: &PgPool) -> sqlx::Result<u64> {
    settle_where(db, None).await
}

pub async fn settle_one(db: &PgPool, outbox_id: OutboxId) -> sqlx::Result<u64> {
    settle_where(db, Some(outbox_id.0)).await
}

async fn settle_where(db: &PgPool, outbox_id: Option<i64>) -> sqlx::Result<u64> {
    let settled = sqlx::query!(
        "update followups set state = case when email.state = 'sent' then 'sent' else 'stopped' end,
             reason = case when email.state = 'sent' then null when email.state in ('refused', 'unknown') then email.state
                           when email.trouble = 'too old' then 'late' else 'gone' end,
             finished_at = email.finished_at
         from mail_outbox email
         where followups.state = 'queued' and email.id = followups.outbox_id and email.finished_at is not null
           and ($1::bigint is null or followups.outbox_id = $1)",
        outbox_id
    )
    .execute(db)
    .await?;
    Ok(settled.rows_affected())
}
