//! Refunds: requested by the shop, made by the provider.

use chrono::{DateTime, Utc};
use kernel::{Money, OrderId};
use sqlx::{PgConnection, PgExecutor};

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RefundState {
    Requested,
    Done,
    /// The provider declined it.
    Refused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RefundReason {
    /// Requested by a staff member.
    Staff,
    /// The stock was sold out when the payment was captured.
    Unfulfillable,
    /// The buyer cancelled the order.
    Cancelled,
}

/// A requested refund and its state.
#[derive(Debug, Clone)]
pub struct RefundRow {
    pub key: String,
    pub order: OrderId,
    pub attempt: String,
    pub amount: Money,
    pub state: RefundState,
    pub reason: RefundReason,
}

/// A refund to be made.
pub struct RefundRequest<'a> {
    pub order: OrderId,
    /// Key of the captured attempt.
    pub attempt: &'a str,
    pub amount: Money,
    /// All refunds of the order together may not exceed this.
    pub limit: Money,
    pub reason: RefundReason,
    /// The staff member; empty for an automatic refund.
    pub actor: &'a str,
}

/// Requests a refund. Returns `None` if all refunds together would exceed the limit. The caller holds the order's lock.
pub async fn request_refund(
    db: &mut PgConnection,
    request: &RefundRequest<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    let key = super::new_key();
    let requested = sqlx::query!(
        "insert into refunds (key, order_id, attempt_key, amount_minor, reason, actor, created_at)
         select $1, $2, $3, $4::bigint, $5, $6, $7
         where $4::bigint + coalesce((select sum(amount_minor)::bigint from refunds where order_id = $2 and state <> 'refused'), 0) <= $8::bigint",
        key,
        request.order.0,
        request.attempt,
        request.amount.as_minor(),
        request.reason as RefundReason,
        request.actor,
        now,
        request.limit.as_minor()
    )
    .execute(db)
    .await?;
    Ok((requested.rows_affected() == 1).then_some(key))
}

pub async fn find_refund(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<RefundRow>> {
    sqlx::query_as!(
        RefundRow,
        r#"select key, order_id as "order: OrderId", attempt_key as attempt, amount_minor as "amount: Money",
                  state as "state: RefundState", reason as "reason: RefundReason"
           from refunds where key = $1"#,
        key
    )
    .fetch_optional(db)
    .await
}

/// Sum of the order's refunds that are requested or done.
pub async fn refunds_under_way(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Money> {
    let sum = sqlx::query_scalar!(
        r#"select coalesce(sum(amount_minor), 0)::bigint as "sum!" from refunds
           where order_id = $1 and state <> 'refused'"#,
        order.0
    )
    .fetch_one(db)
    .await?;
    Ok(Money::from_minor(sum))
}

/// Finishes a requested refund. Returns false if it was finished before.
pub async fn finish_refund(
    db: impl PgExecutor<'_>,
    key: &str,
    state: RefundState,
    reference: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update refunds set state = $2, provider_ref = $3, done_at = $4 where key = $1 and state = 'requested'",
        key,
        state as RefundState,
        reference,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Keys of unfinished refunds requested before `before`, for retries when their jobs are lost.
pub async fn open_refunds(db: impl PgExecutor<'_>, before: DateTime<Utc>) -> sqlx::Result<Vec<String>> {
    // In random order, so that refunds that always fail do not block the others.
    sqlx::query_scalar!(
        "select key from refunds where state = 'requested' and created_at < $1 order by random() limit 50",
        before
    )
    .fetch_all(db)
    .await
}
