//! Applies the provider's reports: changes the payment attempt, and tells the sink in the same transaction.

use chrono::{DateTime, TimeDelta, Utc};
use edge::trace;
use sqlx::PgConnection;
use tracing::field::Empty;

use super::PaymentChange;
use crate::{
    context::PaymentContext,
    provider::{MethodDetails, Payment, PaymentMethodKind, Receipt, TransactionStatus},
    rules::AttemptState,
    store::{self, Attempt, AttemptChange},
};

/// The code of an attempt whose charge could not be sent.
pub const UNREACHABLE: &str = "unreachable";
/// The code of an attempt that the provider does not know.
pub const ABSENT: &str = "absent";

/// The provider's report on an attempt.
#[derive(Debug, Clone)]
pub struct Report {
    pub status: TransactionStatus,
    pub reference: Option<String>,
    pub code: String,
    pub method: Option<MethodDetails>,
}

impl Report {
    /// A report that the shop itself makes: nothing was charged.
    pub fn not_charged(code: &str) -> Self {
        Self { status: TransactionStatus::Declined, reference: None, code: code.to_owned(), method: None }
    }
}

impl From<Receipt> for Report {
    fn from(receipt: Receipt) -> Self {
        Self {
            status: receipt.status,
            reference: receipt.reference,
            code: receipt.code.unwrap_or_default(),
            method: receipt.method,
        }
    }
}

impl From<Payment> for Report {
    fn from(payment: Payment) -> Self {
        Self {
            status: payment.status,
            reference: Some(payment.reference),
            code: payment.code.unwrap_or_default(),
            method: payment.method,
        }
    }
}

/// The attempt after a report was applied.
#[derive(Debug)]
pub struct Settled {
    pub attempt: AttemptState,
    /// The report changed the attempt.
    pub is_new: bool,
}

/// Applies a report in one transaction. Idempotent, and independent of the order of reports. Returns `None` if there is
/// no such attempt.
#[tracing::instrument(skip_all, fields(order = Empty, attempt = Empty, state = Empty))]
pub async fn settle(context: &PaymentContext, key: &str, report: &Report) -> anyhow::Result<Option<Settled>> {
    let mut tx = context.db.begin().await?;
    let settled = settle_in(context, &mut tx, key, report).await?;
    tx.commit().await?;
    if let Some(settled) = settled.as_ref().filter(|settled| settled.is_new) {
        tracing::Span::current().record("state", settled.attempt.name());
        metrics::counter!("matjar_payments_total", "state" => settled.attempt.name()).increment(1);
    }
    Ok(settled)
}

/// Applies a report in the caller's transaction.
pub async fn settle_in(
    context: &PaymentContext,
    db: &mut PgConnection,
    key: &str,
    report: &Report,
) -> anyhow::Result<Option<Settled>> {
    trace::record("attempt", key);
    let now = context.clock.now();
    let Some(found) = store::find(&mut *db, key).await? else { return Ok(None) };
    trace::record("order", found.order.0);
    if !context.sink.lock(&mut *db, found.order).await? {
        return Ok(None);
    }
    // Read again under the lock, because it may have changed meanwhile.
    let Some(attempt) = store::find(&mut *db, key).await? else { return Ok(None) };
    // Another payment with the same key, because the provider's duplicate check failed, tells nothing about this one. The
    // comparison of the ledgers undoes it.
    let is_other =
        attempt.reference.is_some() && report.reference.is_some() && attempt.reference != report.reference;
    let next = if is_other { None } else { attempt.state.after(report.status) };
    let Some(next) = next else {
        return Ok(Some(Settled { attempt: attempt.state, is_new: false }));
    };
    let change = AttemptChange {
        key,
        from: attempt.state,
        to: next,
        reference: report.reference.as_deref(),
        code: &report.code,
        method: report.method.as_ref(),
        look_at: next_lookup_at(context, &attempt, next, now),
    };
    store::update_attempt(&mut *db, &change, now).await?;
    let change = PaymentChange { attempt, code: report.code.clone(), at: now };
    report_change(context, db, next, change).await?;
    Ok(Some(Settled { attempt: next, is_new: true }))
}

/// A payment under way is looked up regularly, in case the provider's notice is lost. A captured eCheck is looked up
/// daily, because the bank can return it for weeks. Without a provider there is nobody to ask.
fn next_lookup_at(
    context: &PaymentContext,
    attempt: &Attempt,
    next: AttemptState,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    if attempt.kind.offline().is_some() {
        return None;
    }
    let may_return = next == AttemptState::Captured && attempt.kind == PaymentMethodKind::Echeck;
    match next.is_under_way() {
        true => Some(now + context.timings.lookup_interval),
        false => may_return.then(|| now + TimeDelta::days(1)),
    }
}

async fn report_change(
    context: &PaymentContext,
    db: &mut PgConnection,
    next: AttemptState,
    change: PaymentChange,
) -> anyhow::Result<()> {
    let sink = &context.sink;
    match next {
        AttemptState::Captured => sink.on_captured(db, change).await,
        AttemptState::Processing | AttemptState::Authorised => sink.on_accepted(db, change).await,
        AttemptState::Declined => sink.on_declined(db, change).await,
        AttemptState::Voided | AttemptState::Refunded => sink.on_refunded(db, change).await,
        AttemptState::Returned | AttemptState::Disputed => sink.on_returned(db, change).await,
        AttemptState::Submitting | AttemptState::RequiresAction | AttemptState::Unknown => Ok(()),
    }
}

/// Marks a submitted attempt whose response was lost as unknown and schedules a lookup. Returns false if the attempt
/// has left `Submitting`.
#[tracing::instrument(skip_all, fields(order = Empty, attempt = Empty))]
pub async fn mark_unknown(context: &PaymentContext, key: &str) -> anyhow::Result<bool> {
    trace::record("attempt", key);
    let now = context.clock.now();
    let mut tx = context.db.begin().await?;
    let Some(attempt) = store::find(&mut *tx, key).await? else { return Ok(false) };
    trace::record("order", attempt.order.0);
    if !context.sink.lock(&mut tx, attempt.order).await? {
        return Ok(false);
    }
    let change = AttemptChange {
        key,
        from: AttemptState::Submitting,
        to: AttemptState::Unknown,
        reference: None,
        code: "",
        method: None,
        look_at: Some(context.timings.next_lookup(attempt.created_at, 0, now)),
    };
    if !store::update_attempt(&mut *tx, &change, now).await? {
        return Ok(false);
    }
    context.sink.on_unknown(&mut tx, PaymentChange { attempt, code: String::new(), at: now }).await?;
    tx.commit().await?;
    metrics::counter!("matjar_payments_total", "state" => "unknown").increment(1);
    Ok(true)
}
