//! Heads of the audit log, sealed with a key that the database does not know, and the state that pages and exports read.
//!
//! The chain of hashes needs no key, so the owner of the tables could rebuild it. They could not make the seals again: each is an
//! HMAC of a head, written at an interval. Rows after the newest seal are protected by the chain alone.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use sqlx::{PgExecutor, PgPool};

use super::Head;

/// The keys of seals: the first one seals, all of them verify. Empty: nothing is sealed.
#[derive(Clone, Default)]
pub struct SealKeys(Vec<SecretString>);

impl SealKeys {
    pub fn new(keys: Vec<SecretString>) -> Self {
        Self(keys)
    }

    fn mac(key: &SecretString, head: &Head) -> Hmac<Sha256> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(key.expose_secret().as_bytes()).expect("any length is a key");
        mac.update(b"audit head ");
        mac.update(head.to_string().as_bytes());
        mac
    }

    /// `None` without a key.
    pub fn seal(&self, head: &Head) -> Option<Vec<u8>> {
        let key = self.0.first()?;
        Some(Self::mac(key, head).finalize().into_bytes().to_vec())
    }

    pub fn is_sealed(&self, head: &Head, seal: &[u8]) -> bool {
        self.0.iter().any(|key| Self::mac(key, head).verify_slice(seal).is_ok())
    }
}

/// What the last check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditState {
    pub checked_at: DateTime<Utc>,
    pub rows: i64,
    /// The first row that is not as it was written.
    pub broken_at: Option<i64>,
    /// A key is configured.
    pub is_sealed: bool,
}

/// `None` until the first check.
pub async fn state(db: impl PgExecutor<'_>) -> sqlx::Result<Option<AuditState>> {
    sqlx::query_as!(AuditState, "select checked_at, rows, broken_at, is_sealed from audit_state")
        .fetch_optional(db)
        .await
}

/// Whether exports wait until a member of staff has looked.
pub async fn is_broken(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from audit_state where broken_at is not null) as "broken!""#)
        .fetch_one(db)
        .await
}

/// How many seals are compared; older ones cover rows that newer ones cover too.
const COMPARED: i64 = 1_000;

/// Checks the rows after `since` and the seals, seals the head, and stores what it found. `since` is 0 for all rows. `known`:
/// a head that the log had before; an attacker who deletes the newest rows together with their seals does not know of it.
pub async fn check(
    db: &PgPool,
    keys: &SealKeys,
    known: Option<&Head>,
    since: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<AuditState> {
    let first = first_break(db, since).await?;
    let forged = first_forged(db, keys).await?;
    let gone = match known {
        Some(known) if !super::contains(db, known).await? => Some(known.seq),
        _ => None,
    };
    let head = super::head(db).await?;
    let broken_at = [first, forged, gone].into_iter().flatten().min();
    if let Some(head) = head.as_ref().filter(|_| broken_at.is_none())
        && let Some(seal) = keys.seal(head)
    {
        sqlx::query!(
            "insert into audit_seals (seq, length, hash, seal) values ($1, $2, $3, $4) on conflict do nothing",
            head.seq,
            head.length,
            head.hash,
            seal
        )
        .execute(db)
        .await?;
    }
    let state = AuditState {
        checked_at: now,
        rows: head.map_or(0, |head| head.length),
        broken_at,
        is_sealed: !keys.0.is_empty(),
    };
    // A break that was found stays until all rows were checked again.
    sqlx::query!(
        "insert into audit_state (checked_at, rows, broken_at, is_sealed) values ($1, $2, $3, $4)
         on conflict (is_only) do update set checked_at = excluded.checked_at, rows = excluded.rows,
             is_sealed = excluded.is_sealed,
             broken_at = case when $5 then excluded.broken_at
                 else coalesce(audit_state.broken_at, excluded.broken_at) end",
        state.checked_at,
        state.rows,
        state.broken_at,
        state.is_sealed,
        since == 0
    )
    .execute(db)
    .await?;
    if let Some(row) = state.broken_at {
        metrics::counter!("matjar_audit_faults_total").increment(1);
        tracing::error!(row, "audit log was changed: row {row} is not as it was written");
    }
    Ok(state)
}

/// Rows that one statement checks: 2 seconds of work.
const SLICE: i64 = 100_000;

/// The first row after `since` that does not follow from the one before it.
async fn first_break(db: &PgPool, mut since: i64) -> sqlx::Result<Option<i64>> {
    loop {
        let slice =
            sqlx::query!("select broken, last from audit_slice($1, $2)", since, SLICE).fetch_one(db).await?;
        match (slice.broken, slice.last) {
            (Some(row), _) => return Ok(Some(row)),
            (None, Some(last)) if last > since => since = last,
            _ => return Ok(None),
        }
    }
}

/// The first sealed row whose seal is not ours, or which the log does not hold any more in its place.
async fn first_forged(db: &PgPool, keys: &SealKeys) -> sqlx::Result<Option<i64>> {
    if keys.0.is_empty() {
        return Ok(None);
    }
    let seals = sqlx::query!(
        r#"select one.seq as "seq!", one.length as "length!", one.hash as "hash!", one.seal as "seal!",
               exists (select from audit_log line where line.seq = one.seq and line.hash = one.hash) as "holds!"
           from (select * from audit_seals order by seq desc limit $1) one order by one.seq desc"#,
        COMPARED
    )
    .fetch_all(db)
    .await?;
    let mut forged = None;
    for (index, one) in seals.into_iter().enumerate() {
        let head = Head { seq: one.seq, length: one.length, hash: one.hash };
        // The number of rows up to the newest seal covers the older ones.
        let is_whole = index > 0 || super::contains(db, &head).await?;
        if !one.holds || !is_whole || !keys.is_sealed(&head, &one.seal) {
            forged = Some(head.seq);
        }
    }
    Ok(forged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(names: &[&str]) -> SealKeys {
        SealKeys::new(names.iter().map(|name| SecretString::from((*name).to_owned())).collect())
    }

    /// [SEC-L16]
    #[test]
    fn a_seal_holds_for_its_head_and_key_alone() {
        let head = Head { seq: 7, length: 7, hash: vec![1, 2, 3] };
        let seal = keys(&["first"]).seal(&head).expect("sealed");
        assert!(keys(&["first"]).is_sealed(&head, &seal));
        assert!(keys(&["second", "first"]).is_sealed(&head, &seal), "the old key is still listed");
        assert!(!keys(&["second"]).is_sealed(&head, &seal));
        for other in [
            Head { seq: 8, ..head.clone() },
            Head { length: 6, ..head.clone() },
            Head { hash: vec![1, 2, 4], ..head.clone() },
        ] {
            assert!(!keys(&["first"]).is_sealed(&other, &seal), "{other}");
        }
        assert_eq!(keys(&[]).seal(&head), None);
    }
}
