//! The audit log: who did what. It contains ids and verbs, but no addresses and no secrets.
//!
//! Each row contains the hash of the previous one. The owner of the table could still rebuild all hashes or delete the
//! newest rows, so the newest hash is also written to the server log at an interval, outside the database.

pub mod seals;

use std::{convert::Infallible, fmt, str::FromStr, time::Duration};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use chrono::{DateTime, Utc};
use kernel::Clock;
pub use seals::{AuditState, SealKeys};
use sqlx::{PgExecutor, PgPool};

use crate::{
    Shop,
    session::{Customer, StaffMember},
    supervise::Heartbeat,
};

/// Adds a row, in the transaction of the recorded action. Must be the last statement: it holds a lock until the
/// transaction ends.
pub async fn record(
    db: impl PgExecutor<'_>,
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

/// The same with what the thing was before and after the act: short texts, without secrets and without data of customers.
pub async fn record_change(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
    actor: &str,
    action: &'static str,
    subject: &str,
    before: Option<&str>,
    after: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"select audit($1, $2, $3, $4, $5, $6) as "done: ()""#,
        now,
        actor,
        action,
        subject,
        before,
        after
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes the audit lines of a request. A handler whose policy declares `audit` takes this extractor, or the server
/// does not start.
pub struct AuditWriter {
    actor: String,
    now: DateTime<Utc>,
}

impl AuditWriter {
    /// For a job that goes on with what a member of staff has begun. Requests take the extractor.
    pub const fn of_job(actor: String, now: DateTime<Utc>) -> Self {
        Self { actor, now }
    }

    /// Writes one line for the customer or staff member of the request, in the transaction of the change.
    pub async fn record(
        &self,
        db: impl PgExecutor<'_>,
        action: &'static str,
        subject: &str,
    ) -> sqlx::Result<()> {
        record(db, self.now, &self.actor, action, subject).await
    }

    /// The same with what the thing was before and after: see [`record_change`].
    pub async fn record_change(
        &self,
        db: impl PgExecutor<'_>,
        action: &'static str,
        subject: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> sqlx::Result<()> {
        record_change(db, self.now, &self.actor, action, subject, before, after).await
    }

    /// The same for someone whom the request has just identified.
    pub async fn record_as(
        &self,
        db: impl PgExecutor<'_>,
        actor: &str,
        action: &'static str,
        subject: &str,
    ) -> sqlx::Result<()> {
        record(db, self.now, actor, action, subject).await
    }
}

impl<S: Sync> FromRequestParts<S> for AuditWriter
where
    Shop: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let shop = Shop::from_ref(state);
        let staff = parts.extensions.get::<StaffMember>().map(StaffMember::actor);
        let customer = parts.extensions.get::<Customer>().map(|customer| format!("customer {}", customer.0));
        let actor = staff.or(customer).unwrap_or_else(|| "guest".to_owned());
        Ok(Self { actor, now: shop.clock.now() })
    }
}

/// The newest row at some time, and the number of rows at that time. Formatted as `SEQ-LENGTH-HASH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    seq: i64,
    length: i64,
    hash: Vec<u8>,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.seq, self.length, hex::encode(&self.hash))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("invalid audit log head")]
pub struct ParseHeadError;

impl FromStr for Head {
    type Err = ParseHeadError;

    fn from_str(text: &str) -> Result<Self, ParseHeadError> {
        let mut parts = text.split('-');
        let (Some(seq), Some(length), Some(hash), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(ParseHeadError);
        };
        Ok(Self {
            seq: seq.parse().map_err(|_| ParseHeadError)?,
            length: length.parse().map_err(|_| ParseHeadError)?,
            hash: hex::decode(hash).map_err(|_| ParseHeadError)?,
        })
    }
}

/// Returns `None` if the log is empty.
pub async fn head(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Head>> {
    sqlx::query_as!(Head, r#"select seq as "seq!", length as "length!", hash as "hash!" from audit_head()"#)
        .fetch_optional(db)
        .await
}

/// A sign that the log was changed.
#[derive(Debug, PartialEq, Eq)]
pub enum IntegrityError {
    /// The number of rows whose hash does not match the previous row.
    Broken(i64),
    /// A head that was recorded earlier is not in the log, or at another position.
    Missing(Head),
}

impl fmt::Display for IntegrityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(rows) => write!(f, "{rows} rows do not match the hash of the previous row"),
            Self::Missing(head) => write!(f, "row {head} was changed, moved or deleted"),
        }
    }
}

/// Checks the hash of every row, and that the log still contains all `heads`.
pub async fn verify(db: &PgPool, heads: &[Head]) -> sqlx::Result<Vec<IntegrityError>> {
    let broken = sqlx::query_scalar!(r#"select audit_breaks() as "rows!""#).fetch_one(db).await?;
    let mut errors: Vec<IntegrityError> =
        (broken > 0).then_some(IntegrityError::Broken(broken)).into_iter().collect();
    for head in heads {
        if !contains(db, head).await? {
            errors.push(IntegrityError::Missing(head.clone()));
        }
    }
    Ok(errors)
}

async fn contains(db: &PgPool, head: &Head) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select audit_holds($1, $2, $3) as "holds!""#, head.seq, head.length, head.hash)
        .fetch_one(db)
        .await
}

/// How often the head is logged. Rows that are newer than the last logged head can be deleted without detection.
pub const HEAD_INTERVAL: Duration = Duration::from_secs(300);

/// After so many checks of new rows all rows are checked again: an hour.
const WHOLE_EVERY: u32 = 12;

/// Writes the head to the server log at an interval, reports when the previous head is missing, and checks and seals the log.
/// Never returns.
pub async fn watch(db: PgPool, keys: SealKeys, clock: Clock, heartbeat: Heartbeat) {
    let mut known: Option<Head> = None;
    for round in 0_u32.. {
        heartbeat.beat();
        let since = match &known {
            Some(head) if round % WHOLE_EVERY != 0 => head.seq,
            _ => 0,
        };
        if let Err(error) = seals::check(&db, &keys, known.as_ref(), since, clock.now()).await {
            tracing::warn!(%error, "checking the audit log failed");
        }
        match check_head(&db, known.as_ref()).await {
            Ok(head) => known = head,
            Err(error) => tracing::warn!(%error, "checking the audit log failed"),
        }
        tokio::time::sleep(HEAD_INTERVAL).await;
    }
}

/// Reports an error if the log does not contain `known`, and returns it again: the next check must not forget it. Otherwise
/// returns the current head.
pub async fn check_head(db: &PgPool, known: Option<&Head>) -> sqlx::Result<Option<Head>> {
    if let Some(known) = known
        && !contains(db, known).await?
    {
        metrics::counter!("matjar_audit_faults_total").increment(1);
        tracing::error!(audit_head = %known, "audit log was rewritten: head {known} is missing");
        return Ok(Some(known.clone()));
    }
    let head = head(db).await?;
    if let Some(head) = &head
        && Some(head) != known
    {
        tracing::info!(audit_head = %head, "audit log head is {head}");
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formatted_head_parses_to_the_same_head() {
        let head = Head { seq: 17, length: 16, hash: vec![0xab, 0x01] };
        assert_eq!(head.to_string(), "17-16-ab01");
        assert_eq!(head.to_string().parse::<Head>().expect("valid head"), head);
        for invalid in ["", "17", "17-16", "17-16-zz", "17-16-ab-1", "x-16-ab"] {
            assert!(invalid.parse::<Head>().is_err(), "{invalid}");
        }
    }
}
