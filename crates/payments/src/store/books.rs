//! What the provider told us, and where its books and ours differ.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

use crate::provider::Notice;

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

/// Notices that nobody has worked on, oldest first.
pub async fn waiting_notices(db: impl PgExecutor<'_>, provider: &str) -> sqlx::Result<Vec<Waiting>> {
    sqlx::query_as!(
        Waiting,
        "select event_id, reference from webhook_inbox
         where provider = $1 and done_at is null order by received_at limit 200",
        provider
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

/// Payments without an order that are not known to be undone.
pub async fn open_orphans(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select reference from payment_differences where kind = 'orphan' and settled_at is null limit 100"
    )
    .fetch_all(db)
    .await
}

pub async fn is_settled(db: impl PgExecutor<'_>, kind: &str, reference: &str) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "settled!" from payment_differences
           where kind = $1 and reference = $2 and settled_at is not null"#,
        kind,
        reference
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// How far the books have been compared.
pub async fn compared_at(db: impl PgExecutor<'_>, provider: &str) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select compared_at from payment_book where provider = $1", provider)
        .fetch_optional(db)
        .await
}

pub async fn set_compared(db: impl PgExecutor<'_>, provider: &str, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into payment_book (provider, compared_at) values ($1, $2)
         on conflict (provider) do update set compared_at = excluded.compared_at",
        provider,
        at
    )
    .execute(db)
    .await?;
    Ok(())
}
