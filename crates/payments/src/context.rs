//! The state that payment handlers and jobs share: provider, connection pool, timings and settings.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRef;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{AppState, headers};
use kernel::Clock;
use sqlx::PgPool;

use crate::{
    provider::{Offline, PaymentMethodKind, Provider},
    rules::AttemptState,
    service::PaymentSink,
    store::ShopIdentity,
};

/// Intervals and timeouts of payment processing; tests shorten them.
#[derive(Debug, Clone, Copy)]
pub struct PaymentTimings {
    /// How long stock is held for an order.
    pub hold_duration: TimeDelta,
    /// After this long without a response an attempt is looked up: the server that made it may have crashed.
    pub submit_timeout: TimeDelta,
    /// An attempt that the provider does not know after this long is treated as never received.
    pub absent_after: TimeDelta,
    /// Delays of the first lookups; the later ones follow every `lookup_interval`.
    pub lookup_delays: [TimeDelta; 4],
    pub lookup_interval: TimeDelta,
    /// How often the provider's ledger is compared with the shop's.
    pub reconcile_interval: TimeDelta,
    /// An account younger than this cannot save a payment method: card testers use fresh accounts.
    pub min_account_age: TimeDelta,
}

impl Default for PaymentTimings {
    fn default() -> Self {
        Self {
            hold_duration: cart::service::holds::HOLD_DURATION,
            submit_timeout: crate::store::SUBMIT_TIMEOUT,
            absent_after: TimeDelta::seconds(90),
            lookup_delays: [2, 5, 15, 60].map(TimeDelta::seconds),
            lookup_interval: TimeDelta::minutes(5),
            reconcile_interval: TimeDelta::seconds(60),
            min_account_age: TimeDelta::minutes(10),
        }
    }
}

impl PaymentTimings {
    /// Returns the time of the next lookup of an attempt that was looked up `lookups` times. A lookup always falls on
    /// `absent_after`, because an attempt unknown to the provider is settled then and its buyer is waiting.
    pub fn next_lookup(&self, created_at: DateTime<Utc>, lookups: i32, now: DateTime<Utc>) -> DateTime<Utc> {
        let pause = usize::try_from(lookups).ok().and_then(|lookups| self.lookup_delays.get(lookups));
        let regular = now + pause.copied().unwrap_or(self.lookup_interval);
        let absent = created_at + self.absent_after;
        if now < absent { regular.min(absent) } else { regular }
    }

    /// Whether an attempt that the provider does not know was never received. Before, it may still arrive there.
    pub fn is_absent(&self, state: AttemptState, created_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let is_unanswered = matches!(state, AttemptState::Unknown | AttemptState::Submitting);
        is_unanswered && now - created_at >= self.absent_after
    }
}

#[derive(Clone)]
pub struct PaymentContext(Arc<PaymentContextInner>);

pub struct PaymentContextInner {
    pub provider: Provider,
    /// A separate pool, so that paying still gets connections when the main pool is exhausted.
    pub db: PgPool,
    pub clock: Clock,
    pub timings: PaymentTimings,
    /// Response headers of pages with a payment form.
    pub headers: headers::HeaderOverride,
    /// The shop's name on a buyer's card statement.
    pub descriptor: String,
    /// Multiplies the velocity limits of payment attempts.
    pub rate_factor: i64,
    /// When [`PaymentContext::is_alarmed`] last counted, and its result.
    pub alarm: Mutex<Option<(DateTime<Utc>, bool)>>,
    /// Distinguishes this shop's payments from those of other shops on the same provider account.
    pub identity: Arc<ShopIdentity>,
    /// Is told of every change of a payment, in the transaction of that change.
    pub sink: Arc<dyn PaymentSink>,
}

impl std::ops::Deref for PaymentContext {
    type Target = PaymentContextInner;

    fn deref(&self) -> &PaymentContextInner {
        &self.0
    }
}

impl<C: AsRef<PaymentContext>> FromRef<AppState<C>> for PaymentContext {
    fn from_ref(state: &AppState<C>) -> Self {
        state.contexts.as_ref().clone()
    }
}

impl std::fmt::Debug for PaymentContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PaymentContext")
    }
}

impl PaymentContext {
    pub fn new(parts: PaymentContextInner) -> Self {
        Self(Arc::new(parts))
    }

    /// The provider that such a payment is made with.
    pub fn provider_of(&self, kind: PaymentMethodKind) -> Provider {
        match kind.offline() {
            None => self.provider.clone(),
            Some(_) => Offline::shared(),
        }
    }

    /// Returns a copy for background work that uses the pool `db`.
    pub fn with_db(&self, db: PgPool) -> Self {
        Self::new(PaymentContextInner {
            db,
            provider: self.provider.clone(),
            clock: self.clock.clone(),
            timings: self.timings,
            headers: self.headers.clone(),
            descriptor: self.descriptor.clone(),
            rate_factor: self.rate_factor,
            alarm: Mutex::new(None),
            identity: self.identity.clone(),
            sink: self.sink.clone(),
        })
    }

    /// Whether card testing is likely: more than 60% of at least 30 recent attempts were declined. Cached for five
    /// seconds.
    pub async fn is_alarmed(&self, now: DateTime<Utc>) -> sqlx::Result<bool> {
        let cached = *self.alarm.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((counted_at, alarmed)) = cached
            && now - counted_at < TimeDelta::seconds(5)
        {
            return Ok(alarmed);
        }
        let recent = crate::store::recent_attempt_counts(&self.db, now).await?;
        let alarmed = recent.tries >= 30 && recent.declined * 100 > recent.tries * 60;
        *self.alarm.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, alarmed));
        Ok(alarmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [CONF-B8] [PAY-55]
    #[test]
    fn a_charge_that_never_arrived_is_settled_as_soon_as_it_counts_as_absent() {
        let timings = PaymentTimings::default();
        let created = DateTime::from_timestamp(1_800_000_000, 0).expect("a valid timestamp");
        let mut lookups = vec![];
        let mut now = created;
        // Like the reconciler: each lookup is counted, and the first one at or after `absent_after` settles.
        while now < created + timings.absent_after {
            now = timings.next_lookup(created, i32::try_from(lookups.len()).expect("a small count"), now);
            lookups.push((now - created).num_seconds());
        }
        assert_eq!(lookups, [2, 7, 22, 82, 90]);
        // A payment that is known but still open is looked up at the slow interval.
        let later = timings.next_lookup(created, 9, created + timings.absent_after);
        assert_eq!(later - created, timings.absent_after + timings.lookup_interval);
    }
}
