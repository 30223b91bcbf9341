//! Metrics of payment processing, for alerts.

use std::{collections::BTreeMap, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use edge::supervise::Heartbeat;

use crate::{
    context::PaymentContext,
    rules::AttemptState,
    store::{self as attempts, AttemptCounts, UnknownAttempt},
};

/// A payment whose outcome is unknown for longer than this needs attention.
const MAX_UNKNOWN_AGE: TimeDelta = TimeDelta::minutes(15);

/// States that a payment should leave soon.
const TRANSIENT_STATES: [AttemptState; 3] =
    [AttemptState::Submitting, AttemptState::Unknown, AttemptState::Processing];

#[derive(Debug, Default, PartialEq)]
pub struct PaymentHealth {
    /// By state: the count, and the age of the oldest.
    pub under_way: BTreeMap<&'static str, (i64, TimeDelta)>,
    pub oldest_notice: TimeDelta,
    pub oldest_hold: TimeDelta,
    pub discrepancies: i64,
    /// Attempts of the last five minutes.
    pub recent: AttemptCounts,
    /// The oldest payment whose outcome has been unknown for more than fifteen minutes.
    pub unknown_too_long: Option<UnknownAttempt>,
}

/// How often the metrics are updated.
const INTERVAL: Duration = Duration::from_secs(5);

/// Reconciliation that has not finished for this long counts as an outage.
const MAX_RECONCILE_AGE: TimeDelta = TimeDelta::seconds(30);

/// Updates the metrics while the server runs. Separate from the reconciler, so that they show when it is stuck.
pub async fn run(context: PaymentContext, heartbeat: Heartbeat) {
    // The start counts as the first run, so that the alert also fires if no run ever finishes.
    publish_finished(context.clock.now());
    let mut late = false;
    loop {
        tokio::time::sleep(INTERVAL).await;
        heartbeat.beat();
        if let Ok(health) = measure(&context).await {
            publish(&health);
        }
        if let Ok(Some(finished)) = super::last_finished(&context).await {
            publish_finished(finished);
            let was_late = std::mem::replace(&mut late, context.clock.now() - finished > MAX_RECONCILE_AGE);
            if late && !was_late {
                tracing::error!(%finished, "payment reconciliation is overdue");
            }
        }
    }
}

fn publish_finished(at: DateTime<Utc>) {
    metrics::gauge!("matjar_reconciler_last_finished_seconds").set(at.timestamp_millis() as f64 / 1000.0);
}

pub async fn measure(context: &PaymentContext) -> anyhow::Result<PaymentHealth> {
    let now = context.clock.now();
    let age = |since: Option<DateTime<Utc>>| since.map_or(TimeDelta::zero(), |since| now - since);
    let rows = attempts::open_attempts(&context.db).await?;
    let under_way: BTreeMap<_, _> = TRANSIENT_STATES
        .iter()
        .map(|state| {
            let row = rows.iter().find(|row| row.state == *state);
            (state.name(), (row.map_or(0, |row| row.count), age(row.map(|row| row.oldest))))
        })
        .collect();
    let unknown_too_long = match under_way[AttemptState::Unknown.name()].1 > MAX_UNKNOWN_AGE {
        true => attempts::oldest_unknown(&context.db).await?,
        false => None,
    };
    let pending = attempts::pending_review(&context.db).await?;
    Ok(PaymentHealth {
        unknown_too_long,
        under_way,
        oldest_notice: age(pending.notice),
        oldest_hold: age(cart::service::holds::oldest(&context.db).await?),
        discrepancies: pending.discrepancies,
        recent: attempts::recent_attempt_counts(&context.db, now).await?,
    })
}

pub fn publish(health: &PaymentHealth) {
    let seconds = |age: TimeDelta| age.as_seconds_f64();
    for (state, (count, oldest)) in &health.under_way {
        metrics::gauge!("matjar_payments_under_way", "state" => *state).set(*count as f64);
        metrics::gauge!("matjar_payments_oldest_seconds", "state" => *state).set(seconds(*oldest));
    }
    metrics::gauge!("matjar_notices_oldest_seconds").set(seconds(health.oldest_notice));
    metrics::gauge!("matjar_holds_oldest_seconds").set(seconds(health.oldest_hold));
    metrics::gauge!("matjar_payment_discrepancies_open").set(health.discrepancies as f64);
    let recent = health.recent;
    metrics::gauge!("matjar_declined_share").set(recent.declined as f64 / recent.tries.max(1) as f64);
    if let Some(attempt) = &health.unknown_too_long {
        tracing::error!(
            order = attempt.order.0,
            attempt = attempt.key,
            "a payment has been unknown for more than fifteen minutes"
        );
    }
}
