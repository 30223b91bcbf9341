//! What the provider told us, and where its books and ours differ.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgExecutor, PgPool};

use crate::{
    provider::Notice,
    rules::undo::{Cursor, Hold, Orphan, Undo, undo},
};

/// Puts a notice down. False: it was told before.
pub async fn put_notice(
    db: impl PgExecutor<'_>,
    provider: &str,
    notice: &Notice,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let put = sqlx::query!(
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
    Ok(put.rows_affected() == 1)
}

#[derive(Debug)]
pub struct Waiting {
    pub event_id: String,
    pub reference: Option<String>,
}

/// Notices that nobody has worked on, as far as they are due, oldest first.
pub async fn waiting_notices(
    db: impl PgExecutor<'_>,
    provider: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Waiting>> {
    sqlx::query_as!(
        Waiting,
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

/// It could not be worked on: tried again after 2, 4, 8 and at most 600 seconds.
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

/// Something in one book that the other does not say.
#[derive(Debug)]
pub struct Difference<'a> {
    pub kind: &'static str,
    pub reference: &'a str,
    pub attempt_key: &'a str,
    pub ours: &'a str,
    pub theirs: &'a str,
    /// What was done about it, where something could be.
    pub settled_by: Option<&'a str>,
}

/// Written down once; told again it changes nothing, unless it is settled now.
pub async fn put_difference(
    db: impl PgExecutor<'_>,
    difference: &Difference<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let settled = difference.settled_by.map(|_| now);
    sqlx::query!(
        "insert into payment_differences (kind, reference, attempt_key, ours, theirs, found_at, settled_at, settled_by)
         values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, ''))
         on conflict (kind, reference) do update
         set settled_at = coalesce(payment_differences.settled_at, excluded.settled_at),
             settled_by = case when payment_differences.settled_at is null then excluded.settled_by
                               else payment_differences.settled_by end",
        difference.kind,
        difference.reference,
        difference.attempt_key,
        difference.ours,
        difference.theirs,
        now,
        settled,
        difference.settled_by
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Payments without an order that are not known to be undone, and payments that could not be compared.
pub async fn open_differences(db: impl PgExecutor<'_>, kind: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select reference from payment_differences where kind = $1 and settled_at is null
         order by found_at desc limit 500",
        kind
    )
    .fetch_all(db)
    .await
}

pub async fn settle_difference(
    db: impl PgExecutor<'_>,
    kind: &str,
    reference: &str,
    settled_by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment_differences set settled_at = $4, settled_by = $3
         where kind = $1 and reference = $2 and settled_at is null",
        kind,
        reference,
        settled_by,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A payment of another shop that shares our account at the provider. Written down once, and nobody's task.
pub struct ForeignPayment {
    pub reference: String,
    pub key: String,
    pub amount: String,
}

/// Returns how many were not known before.
pub async fn put_foreign(
    db: impl PgExecutor<'_>,
    payments: &[ForeignPayment],
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let column = |of: fn(&ForeignPayment) -> &String| payments.iter().map(of).cloned().collect::<Vec<_>>();
    let put = sqlx::query!(
        "insert into payment_differences (kind, reference, attempt_key, theirs, found_at, settled_at, settled_by)
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
    Ok(put.rows_affected())
}

/// A payment that nothing in our ledger stands for, as the provider knows it.
#[derive(Debug)]
pub struct UndoRequest<'a> {
    pub provider: &'a str,
    pub reference: &'a str,
    /// Of the attempt that it was made for, where one is known.
    pub attempt_key: Option<&'a str>,
    pub amount: &'a str,
    pub submitted_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndoClaim {
    /// Ours to undo, now and once.
    Granted,
    /// It became a task for a person.
    Held(Hold),
    /// It is being undone, is undone already, or waits for a person.
    Known,
}

/// How long the answer to an undo is waited for before it is asked again. The ledger was read in between, and still had
/// the payment.
const UNDO_AGAIN: TimeDelta = TimeDelta::minutes(2);

/// Decides whether a payment is undone automatically, and writes the decision down before anything is done: two servers
/// never undo the same payment, and the limits count what was begun.
pub async fn claim_undo(
    db: &PgPool,
    request: &UndoRequest<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<UndoClaim> {
    let mut tx = db.begin().await?;
    // One decision at a time, so that the limits hold.
    let cursor = cursor(&mut *tx, request.provider).await?;
    let known = sqlx::query!(
        "select undo_at, settled_at from payment_differences where kind = 'orphan' and reference = $1",
        request.reference
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(known) = known {
        let is_due = known.undo_at.is_some_and(|at| now - at >= UNDO_AGAIN);
        if known.settled_at.is_some() || !is_due {
            return Ok(UndoClaim::Known);
        }
        sqlx::query!(
            "update payment_differences set undo_at = $2 where kind = 'orphan' and reference = $1",
            request.reference,
            now
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        return Ok(UndoClaim::Granted);
    }
    let undone = sqlx::query!(
        r#"select count(*) filter (where undo_at > $1) as "hour!", count(*) as "day!"
           from payment_differences where undo_at > $2 and attempt_key = ''"#,
        now - TimeDelta::hours(1),
        now - TimeDelta::days(1)
    )
    .fetch_one(&mut *tx)
    .await?;
    let orphan = Orphan {
        submitted_at: request.submitted_at,
        has_attempt: request.attempt_key.is_some(),
        undone: (undone.hour, undone.day),
        home: &home(&mut *tx).await?,
    };
    let decision = undo(cursor.as_ref(), &orphan, now);
    let (undo_at, held_for) = match decision {
        Undo::Now => (Some(now), ""),
        Undo::Held(hold) => (None, hold.name()),
    };
    sqlx::query!(
        "insert into payment_differences (kind, reference, attempt_key, theirs, found_at, undo_at, held_for)
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

/// Which database this is: a copy that is restored elsewhere is another one.
pub async fn home(db: impl PgExecutor<'_>) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"select format('%s/%s', system_identifier, (select oid from pg_database where datname = current_database()))
               as "home!"
           from pg_control_system()"#
    )
    .fetch_one(db)
    .await
}

/// How far the provider's ledger was compared with ours. Locked until the transaction ends.
pub async fn cursor(db: impl PgExecutor<'_>, provider: &str) -> sqlx::Result<Option<Cursor>> {
    sqlx::query_as!(
        Cursor,
        "select compared_at, undo_from, home from payment_book where provider = $1 for update",
        provider
    )
    .fetch_optional(db)
    .await
}

/// Whatever is in the ledger now was not made under our eyes: it is undone by nobody but a person.
pub async fn begin_cursor(
    db: impl PgExecutor<'_>,
    provider: &str,
    home: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into payment_book (provider, compared_at, undo_from, home) values ($1, $2, $2, $3)
         on conflict (provider) do nothing",
        provider,
        now,
        home
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The database may be a restored copy: nothing is undone automatically until a person says so.
pub async fn pause_undoing(db: impl PgExecutor<'_>, provider: &str, home: &str) -> sqlx::Result<()> {
    sqlx::query!("update payment_book set undo_from = null, home = $2 where provider = $1", provider, home)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn set_compared(
    db: impl PgExecutor<'_>,
    provider: &str,
    home: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment_book set compared_at = $2, home = $3 where provider = $1",
        provider,
        at,
        home
    )
    .execute(db)
    .await?;
    Ok(())
}
