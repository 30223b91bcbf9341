//! Money in the books: each journal is written once, and sums to nothing.

use chrono::{DateTime, Utc};
use kernel::{Money, OrderId};
use sqlx::{PgConnection, PgExecutor};

use super::Order;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posting {
    Payment,
    Refund,
    /// A bank took it back.
    Return,
}

impl Posting {
    fn name(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Refund => "refund",
            Self::Return => "return",
        }
    }
}

/// Writes a journal. False: it stands there already.
pub async fn post(
    db: &mut PgConnection,
    order: &Order,
    posting: Posting,
    subject: &str,
    amount: Money,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let minor = amount.as_minor();
    let entries: Vec<(&str, i64)> = match posting {
        Posting::Payment => {
            let goods = order.subtotal.as_minor() - order.discount.as_minor();
            vec![
                ("provider", minor),
                ("sales", -goods),
                ("shipping", -order.shipping.as_minor()),
                ("taxes", -order.tax.as_minor()),
            ]
        }
        Posting::Refund | Posting::Return => vec![("provider", -minor), ("refunds", minor)],
    };
    let entries: Vec<_> = entries.into_iter().filter(|(_, minor)| *minor != 0).collect();
    let written = sqlx::query!(
        "with journal as (
             insert into journals (order_id, kind, subject, at) values ($1, $2, $3, $4)
             on conflict do nothing returning id)
         insert into journal_entries (journal_id, account, minor)
         select journal.id, entry.account, entry.minor
         from journal, unnest($5::text[], $6::bigint[]) as entry (account, minor)",
        order.id.0,
        posting.name(),
        subject,
        now,
        &entries.iter().map(|(account, _)| (*account).to_owned()).collect::<Vec<_>>(),
        &entries.iter().map(|(_, minor)| *minor).collect::<Vec<_>>()
    )
    .execute(db)
    .await?;
    Ok(written.rows_affected() > 0)
}

/// Money that is to go back.
#[derive(Debug, Clone)]
pub struct RefundRow {
    pub key: String,
    pub order: OrderId,
    pub attempt: String,
    pub amount: Money,
    pub state: String,
    pub reason: String,
}

/// What is asked for together with what is given back or asked for already never exceeds what was paid: the caller holds
/// the order's lock.
pub async fn ask_refund(
    db: &mut PgConnection,
    order: &Order,
    attempt: &str,
    amount: Money,
    (reason, actor): (&str, &str),
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    let key = payments::store::new_key();
    let asked = sqlx::query!(
        "insert into refunds (key, order_id, attempt_key, amount_minor, reason, actor, created_at)
         select $1, $2, $3, $4::bigint, $5, $6, $7
         where $4::bigint + coalesce((select sum(amount_minor)::bigint from refunds where order_id = $2 and state <> 'refused'), 0) <= $8::bigint",
        key,
        order.id.0,
        attempt,
        amount.as_minor(),
        reason,
        actor,
        now,
        order.total.as_minor()
    )
    .execute(db)
    .await?;
    Ok((asked.rows_affected() == 1).then_some(key))
}

pub async fn refund(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<RefundRow>> {
    let row = sqlx::query!(
        "select key, order_id, attempt_key, amount_minor, state, reason from refunds where key = $1",
        key
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| RefundRow {
        key: row.key,
        order: OrderId(row.order_id),
        attempt: row.attempt_key,
        amount: Money::minor(row.amount_minor),
        state: row.state,
        reason: row.reason,
    }))
}

/// Money that is on its way back or has gone back.
pub async fn refunds_under_way(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Money> {
    let sum = sqlx::query_scalar!(
        r#"select coalesce(sum(amount_minor), 0)::bigint as "sum!" from refunds
           where order_id = $1 and state <> 'refused'"#,
        order.0
    )
    .fetch_one(db)
    .await?;
    Ok(Money::minor(sum))
}

/// False: it was finished before.
pub async fn finish_refund(
    db: impl PgExecutor<'_>,
    key: &str,
    state: &str,
    reference: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update refunds set state = $2, provider_ref = $3, done_at = $4 where key = $1 and state = 'asked'",
        key,
        state,
        reference,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn add_refunded(db: impl PgExecutor<'_>, order: OrderId, amount: Money) -> sqlx::Result<()> {
    sqlx::query!(
        "update orders set refunded_minor = least(total_minor, refunded_minor + $2) where id = $1",
        order.0,
        amount.as_minor()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Refunds that nobody has finished, for a worker that finds their jobs lost.
pub async fn open_refunds(db: impl PgExecutor<'_>, before: DateTime<Utc>) -> sqlx::Result<Vec<String>> {
    // In no order: some that can never be made must not keep the others from their turn.
    sqlx::query_scalar!(
        "select key from refunds where state = 'asked' and created_at < $1 order by random() limit 50",
        before
    )
    .fetch_all(db)
    .await
}
