//! Every statement on letters.

use chrono::{DateTime, TimeDelta, Utc};
use graphile_worker::TaskHandler;
use kernel::EmailAddress;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};

/// A letter that waits in the outbox. Jobs carry it in their payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot(pub i64);

/// Names an address where it must be known again but not read.
pub fn address_hash(address: &EmailAddress) -> [u8; 32] {
    Sha256::digest(address.key()).into()
}

/// Puts a letter into the outbox, and the job that writes it in line. False: this topic and key were told already.
/// What the job must know goes into `content`: the queue logs its payloads, and keeps those of jobs that fail.
pub async fn put<J: TaskHandler + Serialize>(
    db: &mut PgConnection,
    topic: &'static str,
    key: &str,
    content: &impl Serialize,
    now: DateTime<Utc>,
    job: impl FnOnce(Slot) -> J,
) -> anyhow::Result<bool> {
    let Some(slot) = put_alone(&mut *db, topic, key, content, now).await? else { return Ok(false) };
    edge::jobs::enqueue(db, &job(slot), None).await?;
    Ok(true)
}

/// The same without a job: for letters that another one's job takes along. `None`: this topic and key were told already.
pub async fn put_alone(
    db: &mut PgConnection,
    topic: &'static str,
    key: &str,
    content: &impl Serialize,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<Slot>> {
    let slot = sqlx::query_scalar!(
        "insert into mail_outbox (topic, key, content, created_at) values ($1, $2, $3, $4)
         on conflict do nothing returning id",
        topic,
        key,
        serde_json::to_value(content)?,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    Ok(slot.map(Slot))
}

/// A letter in hand.
#[derive(Debug)]
pub struct Taken {
    /// What the world calls it, the same however often it is tried.
    pub name: uuid::Uuid,
    pub content: Option<serde_json::Value>,
    /// How often it was taken: names this taking of it.
    pub tries: i32,
}

/// A process that took an email and did not hand it over within this time is gone.
const PREPARING: TimeDelta = TimeDelta::seconds(60);

/// Takes a waiting email, with what it is to say. Only one job ever gets it; one that was handed to the mail server
/// nobody gets again.
pub async fn take(db: &PgPool, slot: Slot, now: DateTime<Utc>) -> sqlx::Result<Option<Taken>> {
    sqlx::query_as!(
        Taken,
        r#"update mail_outbox set state = 'sending', tries = tries + 1, taken_at = $2
           where id = $1
             and (state = 'waiting' or (state = 'sending' and handed_at is null and taken_at < $3))
           returning name, content, tries"#,
        slot.0,
        now,
        now - PREPARING
    )
    .fetch_optional(db)
    .await
}

/// Whether another job is still preparing it, or ended while it did.
pub async fn is_prepared(db: &PgPool, slot: Slot) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from mail_outbox where id = $1 and state = 'sending' and handed_at is null"#,
        slot.0
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Written before an email is handed to the mail server. False: another job has taken it since.
pub async fn hand_over(db: &PgPool, slot: Slot, tries: i32, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let handed = sqlx::query!(
        "update mail_outbox set handed_at = $3
         where id = $1 and state = 'sending' and handed_at is null and tries = $2",
        slot.0,
        tries,
        now
    )
    .execute(db)
    .await?;
    Ok(handed.rows_affected() == 1)
}

/// What became of a letter that was in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Sent,
    /// There was nobody to write to, or they do not want it.
    Dropped,
    Refused,
    Unknown,
}

impl Fate {
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
    db: &PgPool,
    slot: Slot,
    fate: Fate,
    trouble: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update mail_outbox set state = $2, trouble = $3, finished_at = $4, content = null
         where id = $1 and state = 'sending'",
        slot.0,
        fate.name(),
        trouble,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Back into the outbox: nothing has left the house.
pub async fn put_back(db: &PgPool, slot: Slot, trouble: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update mail_outbox set state = 'waiting', trouble = $2, handed_at = null where id = $1 and state = 'sending'",
        slot.0,
        trouble
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A letter that nobody could be given for two days: whoever it was for does not wait for it any more, and what it was to
/// say is forgotten.
pub async fn drop_old(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
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

/// A letter that was in hand when its process died: nobody knows whether it left.
pub async fn give_up_old(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let given_up = sqlx::query!(
        "update mail_outbox set state = 'unknown', trouble = 'its process ended', finished_at = $1, content = null
         where state = 'sending' and taken_at < $2",
        now,
        now - TimeDelta::hours(1)
    )
    .execute(db)
    .await?;
    Ok(given_up.rows_affected())
}

fn scope(list: i64) -> String {
    format!("list {list}")
}

/// Whether somebody may still be written to about a list.
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

/// No more of this list for this address. Saying it twice is saying it once.
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

/// This list again for this address: its owner asked for it.
pub async fn allow(db: impl PgExecutor<'_>, to: &EmailAddress, list: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from mail_suppressions where address_hash = $1 and scope in ('lists', $2)",
        &address_hash(to),
        scope(list)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets letters that are long done. A key can then be used again, so this is longer than any link lives.
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
