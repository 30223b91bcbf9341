//! SQL statements on the outbox and the suppressions.

use chrono::{DateTime, TimeDelta, Utc};
use graphile_worker::TaskHandler;
use kernel::EmailAddress;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};

/// Id of an email in the outbox, as jobs carry it in their payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxId(pub i64);

/// Returns a hash that identifies an address where the address itself must not be stored.
pub fn address_hash(address: &EmailAddress) -> [u8; 32] {
    Sha256::digest(address.key()).into()
}

/// Adds an email to the outbox and enqueues its job. Returns false if this topic and key exist already.
/// Data for the job goes into `content`, because the queue logs its payloads and keeps those of failed jobs.
pub async fn enqueue<J: TaskHandler + Serialize>(
    db: &mut PgConnection,
    topic: &'static str,
    key: &str,
    content: &impl Serialize,
    now: DateTime<Utc>,
    job: impl FnOnce(OutboxId) -> J,
) -> anyhow::Result<bool> {
    let Some(outbox_id) = insert(&mut *db, topic, key, content, now).await? else { return Ok(false) };
    edge::jobs::enqueue(db, &job(outbox_id), None).await?;
    Ok(true)
}

/// Like [`enqueue`] without a job: for emails that another email's job sends. Returns `None` if this topic and key
/// exist already.
pub async fn insert(
    db: &mut PgConnection,
    topic: &'static str,
    key: &str,
    content: &impl Serialize,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<OutboxId>> {
    let outbox_id = sqlx::query_scalar!(
        "insert into mail_outbox (topic, key, content, created_at) values ($1, $2, $3, $4)
         on conflict do nothing returning id",
        topic,
        key,
        serde_json::to_value(content)?,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    Ok(outbox_id.map(OutboxId))
}

/// An email that a job has claimed.
#[derive(Debug)]
pub struct ClaimedEmail {
    /// Message id, the same for every attempt.
    pub name: uuid::Uuid,
    pub content: Option<serde_json::Value>,
    /// Number of claims so far; identifies this claim.
    pub tries: i32,
}

/// A process that claimed an email and did not hand it over within this time is considered dead.
const PREPARE_TIMEOUT: TimeDelta = TimeDelta::seconds(60);

/// Claims a waiting email and returns its content. Only one job gets it, and an email that was handed to the mail
/// server is never claimed again.
pub async fn claim(
    db: &PgPool,
    outbox_id: OutboxId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ClaimedEmail>> {
    sqlx::query_as!(
        ClaimedEmail,
        r#"update mail_outbox set state = 'sending', tries = tries + 1, taken_at = $2
           where id = $1
             and (state = 'waiting' or (state = 'sending' and handed_at is null and taken_at < $3))
           returning name, content, tries"#,
        outbox_id.0,
        now,
        now - PREPARE_TIMEOUT
    )
    .fetch_optional(db)
    .await
}

/// Whether a job claimed the email and did not hand it over yet. That job may have died.
pub async fn is_being_prepared(db: &PgPool, outbox_id: OutboxId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from mail_outbox where id = $1 and state = 'sending' and handed_at is null"#,
        outbox_id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Recorded before an email is handed to the mail server. Returns false if another job has claimed it since.
pub async fn mark_handed_over(
    db: impl PgExecutor<'_>,
    outbox_id: OutboxId,
    tries: i32,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let handed = sqlx::query!(
        "update mail_outbox set handed_at = $3
         where id = $1 and state = 'sending' and handed_at is null and tries = $2",
        outbox_id.0,
        tries,
        now
    )
    .execute(db)
    .await?;
    Ok(handed.rows_affected() == 1)
}

/// Outcome of a claimed email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum DeliveryOutcome {
    Sent,
    /// There is no recipient, or the recipient unsubscribed.
    Dropped,
    Refused,
    Unknown,
}

impl DeliveryOutcome {
    pub fn name(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Dropped => "dropped",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
        }
    }
}

pub async fn finish(
    db: impl PgExecutor<'_>,
    outbox_id: OutboxId,
    outcome: DeliveryOutcome,
    trouble: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update mail_outbox set state = $2, trouble = $3, finished_at = $4, content = null
         where id = $1 and state = 'sending'",
        outbox_id.0,
        outcome as DeliveryOutcome,
        trouble,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns a claimed email to the outbox: the mail server did not accept it.
pub async fn release(db: &PgPool, outbox_id: OutboxId, trouble: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update mail_outbox set state = 'waiting', trouble = $2, handed_at = null where id = $1 and state = 'sending'",
        outbox_id.0,
        trouble
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Drops emails that have waited for two days, and deletes their content: the recipient no longer expects them.
pub async fn drop_expired(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let dropped = sqlx::query!(
        "update mail_outbox set state = 'dropped', trouble = 'too old', finished_at = $1, content = null
         where state = 'waiting' and created_at < $2",
        now,
        now - TimeDelta::days(2)
    )
    .execute(db)
    .await?;
    Ok(dropped.rows_affected())
}

/// Marks emails whose process died after it claimed them: they may have been sent.
pub async fn mark_stale_unknown(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let marked = sqlx::query!(
        "update mail_outbox set state = 'unknown', trouble = 'its process ended', finished_at = $1, content = null
         where state = 'sending' and taken_at < $2",
        now,
        now - TimeDelta::hours(1)
    )
    .execute(db)
    .await?;
    Ok(marked.rows_affected())
}

fn scope(list: i64) -> String {
    format!("list {list}")
}

/// Whether the address receives no emails of this list.
pub async fn is_suppressed(db: impl PgExecutor<'_>, to: &EmailAddress, list: i64) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from mail_suppressions where address_hash = $1 and scope in ('lists', $2)"#,
        &address_hash(to),
        scope(list)
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Stops emails of this list, or of all lists if `None`, to this address. Idempotent.
pub async fn suppress(
    db: impl PgExecutor<'_>,
    to: &EmailAddress,
    list: Option<i64>,
    reason: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mail_suppressions (address_hash, scope, reason, created_at) values ($1, $2, $3, $4)
         on conflict do nothing",
        &address_hash(to),
        list.map_or_else(|| "lists".to_owned(), scope),
        reason,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stops emails of this list to an address of which only the hash is known ([`address_hash`]). Idempotent.
pub async fn suppress_hash(
    db: impl PgExecutor<'_>,
    address_hash: &[u8],
    list: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mail_suppressions (address_hash, scope, reason, created_at) values ($1, $2, $3, $4)
         on conflict do nothing",
        address_hash,
        scope(list),
        reason,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Allows emails of this list to this address again, as its owner requested.
pub async fn unsuppress(db: impl PgExecutor<'_>, to: &EmailAddress, list: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from mail_suppressions where address_hash = $1 and scope in ('lists', $2)",
        &address_hash(to),
        scope(list)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes up to 1000 emails that were finished 90 days ago. Their keys can then be used again, so this is longer than
/// any link is valid.
pub async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from mail_outbox where id in (
             select id from mail_outbox where finished_at < $1 limit 1000)",
        now - TimeDelta::days(90)
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}

/// Returns the shop's name. Reads `settings`, a table of the storefront.
pub async fn find_shop_name(db: &PgPool) -> sqlx::Result<Option<String>> {
    let name = sqlx::query_scalar!(r#"select value ->> 'name' as name from settings where name = 'shop'"#)
        .fetch_optional(db)
        .await?;
    Ok(name.flatten())
}
