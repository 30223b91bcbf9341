//! Refunds: queued in the transaction that requests them, made by a job, and recorded here.

use chrono::{DateTime, Utc};
use edge::trace;
use sqlx::PgConnection;
use tracing::field::Empty;

use crate::{
    context::PaymentContext,
    jobs::Refund,
    rules::AttemptState,
    store::{self, Attempt, AttemptChange, RefundRow, RefundState},
};

use super::PaymentChange;

/// Queues the job that makes a requested refund.
pub async fn refund_later(db: &mut PgConnection, key: &str) -> anyhow::Result<()> {
    edge::jobs::enqueue(db, &Refund { key: key.to_owned() }, Some(key)).await
}

/// Records a refund as done or refused.
#[tracing::instrument(skip_all, fields(refund = key, order = Empty, attempt = Empty))]
pub async fn finish_refund(
    context: &PaymentContext,
    key: &str,
    reference: Option<&str>,
    is_done: bool,
) -> anyhow::Result<()> {
    let now = context.clock.now();
    let Some(refund) = store::find_refund(&context.db, key).await? else { return Ok(()) };
    trace::record("order", refund.order.0);
    trace::record("attempt", &*refund.attempt);
    let mut tx = context.db.begin().await?;
    if !context.sink.lock(&mut tx, refund.order).await? {
        return Ok(());
    }
    let state = if is_done { RefundState::Done } else { RefundState::Refused };
    if !store::finish_refund(&mut *tx, key, state, reference, now).await? {
        return Ok(());
    }
    if is_done {
        if context.sink.on_refund_done(&mut tx, &refund, now).await? {
            mark_refunded(&mut tx, &refund.attempt, now).await?;
        }
    } else {
        context.sink.on_refund_refused(&mut tx, &refund, now).await?;
        report_given_back(context, &mut tx, &refund, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Reports the whole payment as refunded if it was, by a void or in the provider's merchant interface: while a refund was
/// requested, that report was left to the refund.
async fn report_given_back(
    context: &PaymentContext,
    db: &mut PgConnection,
    refund: &RefundRow,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let Some(attempt) = store::find(&mut *db, &refund.attempt).await? else { return Ok(()) };
    if !matches!(attempt.state, AttemptState::Voided | AttemptState::Refunded) {
        return Ok(());
    }
    // What is refunded was captured before.
    let attempt = Attempt { state: AttemptState::Captured, ..attempt };
    context.sink.on_refunded(db, PaymentChange { attempt, code: String::new(), at: now }).await
}

/// Marks a captured attempt as fully refunded.
async fn mark_refunded(db: &mut PgConnection, key: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    let change = AttemptChange {
        key,
        from: AttemptState::Captured,
        to: AttemptState::Refunded,
        reference: None,
        code: "",
        method: None,
        look_at: None,
    };
    store::update_attempt(db, &change, now).await?;
    Ok(())
}
