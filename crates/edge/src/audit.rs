//! Who did what that may be asked about later. Names no address and no secret: ids and verbs.
//!
//! Each row holds the hash of the one before. Whoever owns the table can still rebuild all hashes, or cut off the newest
//! rows, so the newest hash is written to the log again and again: outside the database, where it stays.

use std::{fmt, str::FromStr, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

use crate::supervise::Heartbeat;

/// Writes one line, in the transaction of what it tells of. Its last statement: a lock is held from here to the end.
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

/// The newest row at some moment, and how many rows there were. Written as `SEQ-LENGTH-HASH`.
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
#[error("not a head of the audit log")]
pub struct NotAHead;

impl FromStr for Head {
    type Err = NotAHead;

    fn from_str(text: &str) -> Result<Self, NotAHead> {
        let mut parts = text.split('-');
        let (Some(seq), Some(length), Some(hash), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NotAHead);
        };
        Ok(Self {
            seq: seq.parse().map_err(|_| NotAHead)?,
            length: length.parse().map_err(|_| NotAHead)?,
            hash: hex::decode(hash).map_err(|_| NotAHead)?,
        })
    }
}

/// `None`: nothing was recorded yet.
pub async fn head(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Head>> {
    sqlx::query_as!(Head, r#"select seq as "seq!", length as "length!", hash as "hash!" from audit_head()"#)
        .fetch_optional(db)
        .await
}

/// What is wrong with the log.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// So many rows do not follow from the one before.
    Broken(i64),
    /// A head that was written down earlier is not in the log, or not at its place.
    Missing(Head),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(rows) => write!(f, "{rows} rows do not follow from the one before"),
            Self::Missing(head) => write!(f, "the row {head} was changed, moved or taken out"),
        }
    }
}

/// Checks every row, and that every head that was written down is still there.
pub async fn verify(db: &PgPool, heads: &[Head]) -> sqlx::Result<Vec<Fault>> {
    let broken = sqlx::query_scalar!(r#"select audit_breaks() as "rows!""#).fetch_one(db).await?;
    let mut faults: Vec<Fault> = (broken > 0).then_some(Fault::Broken(broken)).into_iter().collect();
    for head in heads {
        if !holds(db, head).await? {
            faults.push(Fault::Missing(head.clone()));
        }
    }
    Ok(faults)
}

async fn holds(db: &PgPool, head: &Head) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select audit_holds($1, $2, $3) as "holds!""#, head.seq, head.length, head.hash)
        .fetch_one(db)
        .await
}

/// What was recorded since the last head can be cut off unnoticed: at most this much.
pub const INTERVAL: Duration = Duration::from_secs(300);

/// Writes the head to the log as long as the server runs, and notices when the one before is gone.
pub async fn watch(db: PgPool, heartbeat: Heartbeat) {
    let mut known = None;
    loop {
        heartbeat.beat();
        match witness(&db, known.as_ref()).await {
            Ok(head) => known = head,
            Err(error) => tracing::warn!(%error, "the audit log could not be looked at"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// One look: the new head, if the known one is still there.
pub async fn witness(db: &PgPool, known: Option<&Head>) -> sqlx::Result<Option<Head>> {
    if let Some(known) = known
        && !holds(db, known).await?
    {
        metrics::counter!("matjar_audit_faults_total").increment(1);
        tracing::error!(audit_head = %known, "the audit log was rewritten: {known} is no longer in it");
    }
    let head = head(db).await?;
    if let Some(head) = &head
        && Some(head) != known
    {
        tracing::info!(audit_head = %head, "the audit log ends with {head}");
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_as_it_is_written() {
        let head = Head { seq: 17, length: 16, hash: vec![0xab, 0x01] };
        assert_eq!(head.to_string(), "17-16-ab01");
        assert_eq!(head.to_string().parse::<Head>().expect("a head"), head);
        for wrong in ["", "17", "17-16", "17-16-zz", "17-16-ab-1", "x-16-ab"] {
            assert!(wrong.parse::<Head>().is_err(), "{wrong}");
        }
    }
}
