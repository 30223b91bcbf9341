//! How the till stands, in figures that can raise an alarm.

use std::{collections::BTreeMap, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use edge::supervise::Heartbeat;
use payments::{rules::AttemptState, store as attempts};

use crate::till::Till;

/// A payment whose end nobody knows for longer than this is somebody's business.
const TOO_LONG: TimeDelta = TimeDelta::minutes(15);

/// The states in which a payment may not stay.
const PASSING: [AttemptState; 3] =
    [AttemptState::Submitting, AttemptState::Unknown, AttemptState::Processing];

#[derive(Debug, Default, PartialEq)]
pub struct Standing {
    /// By state: how many there are, and how old the oldest is.
    pub under_way: BTreeMap<&'static str, (i64, TimeDelta)>,
    pub oldest_notice: TimeDelta,
    pub oldest_hold: TimeDelta,
    pub differences: i64,
    /// Of the last five minutes: tries, and how many of them were declined.
    pub tries: (i64, i64),
    pub is_unknown_too_long: bool,
}

/// How often the figures are renewed.
const INTERVAL: Duration = Duration::from_secs(5);

/// Reconciliation that has not finished for this long is an outage.
const LATE: TimeDelta = TimeDelta::seconds(30);

/// Renews the figures for as long as the server runs. Apart from the reconciler, so that they show when it is stuck.
pub async fn run(till: Till, heartbeat: Heartbeat) {
    // Until the first run is known of, the start counts as one: none at all must raise the alarm too.
    show_finished(till.clock.now());
    let mut late = false;
    loop {
        tokio::time::sleep(INTERVAL).await;
        heartbeat.beat();
        if let Ok(standing) = look(&till).await {
            show(&standing);
        }
        if let Ok(Some(finished)) = super::last_finished(&till).await {
            show_finished(finished);
            let was_late = std::mem::replace(&mut late, till.clock.now() - finished > LATE);
            if late && !was_late {
                tracing::error!(%finished, "no payment reconciliation has finished since {finished}");
            }
        }
    }
}

fn show_finished(at: DateTime<Utc>) {
    metrics::gauge!("matjar_reconciler_last_finished_seconds").set(at.timestamp_millis() as f64 / 1000.0);
}

pub async fn look(till: &Till) -> anyhow::Result<Standing> {
    let now = till.clock.now();
    let age = |since: Option<DateTime<Utc>>| since.map_or(TimeDelta::zero(), |since| now - since);
    let rows = attempts::under_way(&till.db).await?;
    let under_way: BTreeMap<_, _> = PASSING
        .iter()
        .map(|state| {
            let row = rows.iter().find(|row| row.state == state.name());
            (state.name(), (row.map_or(0, |row| row.count), age(row.map(|row| row.oldest))))
        })
        .collect();
    let unread = attempts::unread(&till.db).await?;
    Ok(Standing {
        is_unknown_too_long: under_way[AttemptState::Unknown.name()].1 > TOO_LONG,
        under_way,
        oldest_notice: age(unread.notice),
        oldest_hold: age(cart::store::holds::oldest(&till.db).await?),
        differences: unread.differences,
        tries: attempts::lately(&till.db, now).await?,
    })
}

pub fn show(standing: &Standing) {
    let seconds = |age: TimeDelta| age.as_seconds_f64();
    for (state, (count, oldest)) in &standing.under_way {
        metrics::gauge!("matjar_payments_under_way", "state" => *state).set(*count as f64);
        metrics::gauge!("matjar_payments_oldest_seconds", "state" => *state).set(seconds(*oldest));
    }
    metrics::gauge!("matjar_notices_oldest_seconds").set(seconds(standing.oldest_notice));
    metrics::gauge!("matjar_holds_oldest_seconds").set(seconds(standing.oldest_hold));
    metrics::gauge!("matjar_payment_differences_open").set(standing.differences as f64);
    let (tries, declined) = standing.tries;
    metrics::gauge!("matjar_declined_share").set(declined as f64 / tries.max(1) as f64);
    if standing.is_unknown_too_long {
        tracing::error!("a payment is unknown for more than fifteen minutes");
    }
}
