//! Payments that staff record, in the transaction of what they do with the order.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor};

use super::{Report, Settled, settle::settle_in};
use crate::{
    context::PaymentContext,
    provider::{Billing, Charge, PaymentSource},
    rules::{AttemptState, OfflineMethod},
    store::{self, Attempt, AttemptChange},
};

/// Makes the payment of a new order: promised cash, or a transfer that is under way. The caller has begun the attempt
/// in the same transaction; no network is involved, so it may stay open.
pub async fn begin_payment(
    context: &PaymentContext,
    db: &mut PgConnection,
    method: OfflineMethod,
    key: &str,
    amount: kernel::Money,
) -> anyhow::Result<Option<Settled>> {
    let charge = Charge {
        key: key.to_owned(),
        amount,
        order_number: String::new(),
        source: PaymentSource::Offline(method),
        billing: Billing::default(),
        address: None,
    };
    let receipt = context.provider_of(method.into()).charge(&charge).await?;
    settle_in(context, db, key, &Report::from(receipt)).await
}

/// Records that the money has arrived. The caller holds the order's lock. `false`: it had arrived before.
pub async fn capture(
    context: &PaymentContext,
    db: &mut PgConnection,
    attempt: &Attempt,
) -> anyhow::Result<bool> {
    let reference = attempt.reference.as_deref().unwrap_or(&attempt.key);
    let receipt = context.provider_of(attempt.kind).capture(reference, attempt.amount).await?;
    let settled = settle_in(context, db, &attempt.key, &Report::from(receipt)).await?;
    Ok(settled.is_some_and(|settled| settled.is_new))
}

/// Gives up a payment whose money has not arrived, because its order is cancelled. The order is the caller's, and so is
/// its lock. `false`: the money has arrived, or the payment was given up before.
pub async fn void(db: impl PgExecutor<'_>, attempt: &Attempt, now: DateTime<Utc>) -> sqlx::Result<bool> {
    if attempt.kind.offline().is_none() || attempt.state == AttemptState::Captured {
        return Ok(false);
    }
    let change = AttemptChange {
        key: &attempt.key,
        from: attempt.state,
        to: AttemptState::Voided,
        reference: None,
        code: "",
        method: None,
        look_at: None,
    };
    store::update_attempt(db, &change, now).await
}
