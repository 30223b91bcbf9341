//! Webhook notices, and the discrepancies and cursor of reconciliation.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgExecutor, PgPool};

use crate::{
    provider::Notice,
    rules::undo::{Cursor, Hold, Orphan, Undo, UndoneCounts, undo},
};

/// Stores a notice. Returns false if it was received before.
pub async fn insert_notice(
    db: impl PgExecutor<'_>,
    provider: &str,
    notice: &Notice,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into webhook_inbox (provider, event_id, kind, reference, received_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing",
        provider,
        notice.id,
        notice.kind,
        notice.reference,
        now
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

#[derive(Debug)]
pub struct PendingNotice {
    pub event_id: String,
    pub reference: Option<String>,
}

/// Unprocessed notices that are due, oldest first.
pub async fn pending_notices(
    db: impl PgExecutor<'_>,
    provider: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<PendingNotice>> {
    sqlx::query_as!(
        PendingNotice,
        "select event_id, reference from webhook_inbox
         where provider = $1 and done_at is null and (try_at is null or try_at <= $2)
         order by try_at nulls first, received_at limit 200",
        provider,
        now
    )
    .fetch_all(db)
    .await
}

pub async fn finish_notice(
    db: impl PgExecutor<'_>,
    provider: &str,
    event_id: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook_inbox set done_at = $3 where provider = $1 and event_id = $2",
        provider,
        event_id,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Postpones a notice whose processing failed by 2, 4, 8, … and at most 600 seconds.
pub async fn postpone_notice(
    db: impl PgExecutor<'_>,
    provider: &str,
    event_id: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook_inbox
         set tries = tries + 1, try_at = $3::timestamptz + least(2 ^ least(tries + 1, 10), 600) * interval '1 second'
         where provider = $1 and event_id = $2",
        provider,
        event_id,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum DiscrepancyKind {
    /// A payment without a live attempt.
    Orphan,
    /// Paid here, but not at the provider.
    Missing,
    Amount,
    /// The payment could not be compared.
    Failed,
    /// The database may be a restored copy.
    Restored,
    /// A payment of another shop.
    Foreign,
}

impl DiscrepancyKind {
    /// The label in metrics, the same as in the database.
    pub fn label(self) -> &'static str {
        match self {
            Self::Orphan => "orphan",
            Self::Missing => "missing",
            Self::Amount => "amount",
            Self::Failed => "failed",
            Self::Restored => "restored",
            Self::Foreign => "foreign",
        }
    }
}

/// A difference between the provider's ledger and the shop's.
#[derive(Debug)]
pub struct Discrepancy<'a> {
    pub kind: DiscrepancyKind,
    pub reference: &'a str,
    pub attempt_key: &'a str,
    pub local_value: &'a str,
    pub provider_value: &'a str,
    /// How it was settled, if it was.
    pub settled_by: Option<&'a str>,
}

/// Inserts a discrepancy. An existing one is only changed if it is settled now.
pub async fn save_discrepancy(
    db: impl PgExecutor<'_>,
    discrepancy: &Discrepancy<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let settled = discrepancy.settled_by.map(|_| now);
    sqlx::query!(
        "insert into reconciliation_discrepancies (kind, reference, attempt_key, local_value, provider_value, found_at, settled_at, settled_by)
         values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, ''))
         on conflict (kind, reference) do update
         set settled_at = coalesce(reconciliation_discrepancies.settled_at, excluded.settled_at),
             settled_by = case when reconciliation_discrepancies.settled_at is null then excluded.settled_by
                               else reconciliation_discrepancies.settled_by end",
        discrepancy.kind as DiscrepancyKind,
        discrepancy.reference,
        discrepancy.attempt_key,
        discrepancy.local_value,
        discrepancy.provider_value,
        now,
        settled,
        discrepancy.settled_by
    )
    .execute(db)
    .await?;
    Ok(())
}

/// References of the unsettled discrepancies of a kind, newest first.
pub async fn open_discrepancies(db: impl PgExecutor<'_>, kind: DiscrepancyKind) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select reference from reconciliation_discrepancies where kind = $1 and settled_at is null
         order by found_at desc limit 500",
        kind as DiscrepancyKind
    )
    .fetch_all(db)
    .await
}

pub async fn settle_discrepancy(
    db: impl PgExecutor<'_>,
    kind: DiscrepancyKind,
    reference: &str,
    settled_by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update reconciliation_discrepancies set settled_at = $4, settled_by = $3
         where kind = $1 and reference = $2 and settled_at is null",
        kind as DiscrepancyKind,
        reference,
        settled_by,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A payment of another shop that shares the provider account. Recorded once, already settled.
pub struct ForeignPayment {
    pub reference: String,
    pub key: String,
    pub amount: String,
}

/// Records payments of other shops. Returns how many were new.
pub async fn insert_foreign(
    db: impl PgExecutor<'_>,
    payments: &[ForeignPayment],
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let column =
        |select: fn(&ForeignPayment) -> &String| payments.iter().map(select).cloned().collect::<Vec<_>>();
    let inserted = sqlx::query!(
        "insert into reconciliation_discrepancies (kind, reference, attempt_key, provider_value, found_at, settled_at, settled_by)
         select 'foreign', reference, key, amount, $4, $4, 'not ours'
         from unnest($1::text[], $2::text[], $3::text[]) as payment (reference, key, amount)
         on conflict (kind, reference) do nothing",
        &column(|payment| &payment.reference),
        &column(|payment| &payment.key),
        &column(|payment| &payment.amount),
        now
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected())
}

/// An orphan payment: one without a live attempt.
#[derive(Debug)]
pub struct UndoRequest<'a> {
    pub provider: &'a str,
    pub reference: &'a str,
    /// Key of its attempt, if there is one.
    pub attempt_key: Option<&'a str>,
    pub amount: &'a str,
    pub submitted_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndoClaim {
    /// The caller must undo the payment now.
    Granted,
    /// Recorded for staff to decide.
    Held(Hold),
    /// Already being undone, undone, or held for staff.
    Known,
}

/// After this long an undo without a result is tried again, if the ledger, read in the meantime, still contains the
/// payment.
const UNDO_RETRY_DELAY: TimeDelta = TimeDelta::minutes(2);

/// Decides whether a payment is undone automatically, and stores the decision first, so that two servers never undo the
/// same payment and the limits count every undo that was started.
pub async fn claim_undo(
    db: &PgPool,
    request: &UndoRequest<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<UndoClaim> {
    let mut tx = db.begin().await?;
    // Locks the cursor: one decision at a time, so that the limits hold.
    let cursor = cursor(&mut *tx, request.provider).await?;
    let known = sqlx::query!(
        "select undo_at, settled_at from reconciliation_discrepancies where kind = 'orphan' and reference = $1",
        request.reference
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(known) = known {
        let is_due = known.undo_at.is_some_and(|at| now - at >= UNDO_RETRY_DELAY);
        if known.settled_at.is_some() || !is_due {
            return Ok(UndoClaim::Known);
        }
        sqlx::query!(
            "update reconciliation_discrepancies set undo_at = $2 where kind = 'orphan' and reference = $1",
            request.reference,
            now
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        return Ok(UndoClaim::Granted);
    }
    let undone = sqlx::query_as!(
        UndoneCounts,
        r#"select count(*) filter (where undo_at > $1) as "hour!", count(*) as "day!"
           from reconciliation_discrepancies where undo_at > $2 and attempt_key = ''"#,
        now - TimeDelta::hours(1),
        now - TimeDelta::days(1)
    )
    .fetch_one(&mut *tx)
    .await?;
    let orphan = Orphan {
        submitted_at: request.submitted_at,
        has_attempt: request.attempt_key.is_some(),
        undone,
        database_identity: &database_identity(&mut *tx).await?,
    };
    let decision = undo(cursor.as_ref(), &orphan, now);
    let (undo_at, held_for) = match decision {
        Undo::Now => (Some(now), ""),
        Undo::Held(hold) => (None, hold.name()),
    };
    sqlx::query!(
        "insert into reconciliation_discrepancies (kind, reference, attempt_key, provider_value, found_at, undo_at, held_for)
         values ('orphan', $1, $2, $3, $4, $5, $6)",
        request.reference,
        request.attempt_key.unwrap_or_default(),
        request.amount,
        now,
        undo_at,
        held_for
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(match decision {
        Undo::Now => UndoClaim::Granted,
        Undo::Held(hold) => UndoClaim::Held(hold),
    })
}

/// The identity of this database. A copy in another cluster or under another name has a different one.
pub async fn database_identity(db: impl PgExecutor<'_>) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"select format('%s/%s', system_identifier, (select oid from pg_database where datname = current_database()))
               as "database_identity!"
           from pg_control_system()"#
    )
    .fetch_one(db)
    .await
}

/// How far the ledgers were compared. Locks the row until the transaction ends.
pub async fn cursor(db: impl PgExecutor<'_>, provider: &str) -> sqlx::Result<Option<Cursor>> {
    sqlx::query_as!(
        Cursor,
        "select reconciled_until, undo_from, database_identity from reconciliation_cursor where provider = $1 for update",
        provider
    )
    .fetch_optional(db)
    .await
}

/// Starts the cursor at the first reconciliation. Payments before it are never undone automatically.
pub async fn begin_cursor(
    db: impl PgExecutor<'_>,
    provider: &str,
    database_identity: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into reconciliation_cursor (provider, reconciled_until, undo_from, database_identity) values ($1, $2, $2, $3)
         on conflict (provider) do nothing",
        provider,
        now,
        database_identity
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Pauses automatic undo until staff allow it, because the database may be a restored copy.
pub async fn pause_undoing(
    db: impl PgExecutor<'_>,
    provider: &str,
    database_identity: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update reconciliation_cursor set undo_from = null, database_identity = $2 where provider = $1",
        provider,
        database_identity
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn set_compared(
    db: impl PgExecutor<'_>,
    provider: &str,
    database_identity: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update reconciliation_cursor set reconciled_until = $2, database_identity = $3 where provider = $1",
        provider,
        at,
        database_identity
    )
    .execute(db)
    .await?;
    Ok(())
}
