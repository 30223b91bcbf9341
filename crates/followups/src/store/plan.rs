//! What will be due soon. Planning the same again changes nothing: a person has one row for each cause and order.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;

use super::CauseSettings;
use crate::rules::{Cause, StopReason};

/// How long before its time a follow-up is planned.
const AHEAD: TimeDelta = TimeDelta::days(1);
/// How long after its time a follow-up is sent at the latest. A cause that is turned on does not write to everybody of the
/// past.
const WINDOW: TimeDelta = TimeDelta::days(14);
/// How long finished rows are retained.
const RETENTION: TimeDelta = TimeDelta::days(180);

/// Rows of one statement.
const BATCH: i64 = 500;

/// Plans emails about carts with a captured address. A cart that is changed again moves its email. Reads carts, captured
/// addresses and orders, which belong to other crates.
pub async fn plan_carts(db: &PgPool, settings: &CauseSettings, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let planned = sqlx::query!(
        "insert into followups (cause, person, occasion, cart_id, happened_at, planned_at)
         select distinct on (found.person) 'abandoned-cart', found.person, found.occasion, found.cart_id, found.left_at, $1
         from (
             select captured.email_key as person, captured.cart_id, greatest(captured.captured_at, cart.updated_at) as left_at,
                 (select coalesce(max(bought.id), 0) from orders bought
                  where lower(bought.email) = captured.email_key and bought.paid_at is not null) as occasion
             from cart_emails captured join carts cart on cart.id = captured.cart_id
             where captured.expires_at > $1 and captured.captured_at > $2
               and greatest(captured.captured_at, cart.updated_at) <= $3
               and exists (select from cart_lines line where line.cart_id = cart.id)
               and not exists (select from orders bought
                   where lower(bought.email) = captured.email_key and bought.paid_at is not null
                     and bought.created_at >= captured.captured_at)
         ) found
         where not exists (select from followups known
             where known.cause = 'abandoned-cart' and known.person = found.person and known.occasion = found.occasion
               and (known.state <> 'planned' or known.happened_at >= found.left_at))
         order by found.person, found.left_at desc limit $4
         on conflict (cause, person, occasion) do update
             set happened_at = excluded.happened_at, cart_id = excluded.cart_id where followups.state = 'planned'",
        now,
        now - settings.delay() - WINDOW,
        now - settings.delay() + AHEAD,
        BATCH
    )
    .execute(db)
    .await?;
    Ok(planned.rows_affected())
}

/// Plans emails about orders: those that arrived for reviews, paid ones otherwise. Reads orders, which belong to another crate.
pub async fn plan_orders(db: &PgPool, settings: &CauseSettings, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let (since, until) = (now - settings.delay() - WINDOW, now - settings.delay() + AHEAD);
    let planned = match settings.cause {
        Cause::AbandonedCart => return Ok(0),
        Cause::ReviewRequest => sqlx::query!(
            "insert into followups (cause, person, occasion, happened_at, planned_at)
             select 'review-request', lower(bought.email), bought.id, bought.changed_at, $1 from orders bought
             where bought.state in ('delivered', 'completed') and bought.changed_at > $2 and bought.changed_at <= $3
               and bought.email <> ''
               and not exists (select from followups known where known.cause = 'review-request'
                   and known.person = lower(bought.email) and known.occasion = bought.id)
             order by bought.changed_at limit $4
             on conflict do nothing",
            now,
            since,
            until,
            BATCH
        )
        .execute(db)
        .await?,
        // For a win-back only the last order of a person counts.
        Cause::AfterPurchase | Cause::WinBack => sqlx::query!(
            "insert into followups (cause, person, occasion, happened_at, planned_at)
             select $5, lower(bought.email), bought.id, bought.paid_at, $1 from orders bought
             where bought.paid_at > $2 and bought.paid_at <= $3 and bought.email <> ''
               and bought.state in ('processing', 'shipped', 'delivered', 'completed')
               and not exists (select from followups known where known.cause = $5
                   and known.person = lower(bought.email) and known.occasion = bought.id)
               and ($5 <> 'win-back' or not exists (select from orders later
                   where lower(later.email) = lower(bought.email) and later.id > bought.id and later.paid_at is not null))
             order by bought.paid_at limit $4
             on conflict do nothing",
            now,
            since,
            until,
            BATCH,
            settings.cause.name()
        )
        .execute(db)
        .await?,
    };
    Ok(planned.rows_affected())
}

/// Stops what is planned of a cause that is off.
pub async fn stop_planned(
    db: &PgPool,
    cause: Cause,
    reason: StopReason,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let stopped = sqlx::query!(
        "update followups set state = 'stopped', reason = $2, finished_at = $3 where cause = $1 and state = 'planned'",
        cause.name(),
        reason.name(),
        now
    )
    .execute(db)
    .await?;
    Ok(stopped.rows_affected())
}

/// Stops what was due long ago, for instance because the worker did not run.
pub async fn stop_late(db: &PgPool, settings: &CauseSettings, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let stopped = sqlx::query!(
        "update followups set state = 'stopped', reason = 'late', finished_at = $3
         where cause = $1 and state = 'planned' and happened_at <= $2",
        settings.cause.name(),
        now - settings.delay() - WINDOW,
        now
    )
    .execute(db)
    .await?;
    Ok(stopped.rows_affected())
}

/// Deletes up to 1000 expired links and up to 1000 rows that were finished long ago.
pub async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let expired = sqlx::query!(
        "update followups set restore_hash = null, restore_expires_at = null, lines = null where id in (
             select id from followups where restore_hash is not null and restore_expires_at <= $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    let old = sqlx::query!(
        "delete from followups where id in (select id from followups where finished_at < $1 limit 1000)",
        now - RETENTION
    )
    .execute(db)
    .await?;
    Ok(expired.rows_affected() + old.rows_affected())
}
