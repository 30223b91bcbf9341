//! Leaves a provider alone that does not answer, so that shoppers are told at once and not after ten seconds each.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use http::HeaderMap;
use kernel::Money;

use super::{
    Asked, Billing, BrowserSetup, Charge, Forged, Notice, Owner, Payment, PaymentProvider, ProviderError,
    Receipt, Refund, SavedMethod, Token,
};

/// How much is borne before the provider is left alone.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// So many failures within so much time.
    pub failures: usize,
    pub window: Duration,
    /// While it is left alone, it is tried this often.
    pub probe: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { failures: 5, window: Duration::from_secs(10), probe: Duration::from_secs(10) }
    }
}

#[derive(Default)]
struct Breaker {
    patience: Patience,
    failures: VecDeque<Instant>,
    /// When payments were stopped, or the provider was last tried since.
    tried: Option<Instant>,
}

#[derive(Debug, PartialEq, Eq)]
enum Gate {
    Pass,
    Refuse,
    /// The caller that gets this asks the provider whether it is back; others are refused until then.
    Probe,
}

impl Breaker {
    fn gate(&mut self, now: Instant) -> Gate {
        match self.tried {
            None => Gate::Pass,
            Some(tried) if now.saturating_duration_since(tried) < self.patience.probe => Gate::Refuse,
            Some(_) => {
                self.tried = Some(now);
                Gate::Probe
            }
        }
    }

    fn failed(&mut self, now: Instant) {
        self.failures.push_back(now);
        while self
            .failures
            .front()
            .is_some_and(|first| now.saturating_duration_since(*first) >= self.patience.window)
        {
            self.failures.pop_front();
        }
        if self.tried.is_none() && self.failures.len() >= self.patience.failures {
            tracing::warn!("the payment provider does not answer: no new payments are sent");
            self.tried = Some(now);
        }
    }

    fn answered(&mut self) {
        if self.tried.take().is_some() {
            tracing::info!("the payment provider answers again");
            self.failures.clear();
        }
    }
}

/// A provider, asked for nothing new while it is down. Questions about what was sent pass always: the first that is
/// answered ends it.
pub struct Guarded<P> {
    inner: P,
    breaker: Mutex<Breaker>,
}

impl<P: PaymentProvider> Guarded<P> {
    pub fn new(inner: P) -> Self {
        Self::with(inner, Patience::default())
    }

    pub fn with(inner: P, patience: Patience) -> Self {
        Self { inner, breaker: Mutex::new(Breaker { patience, ..Breaker::default() }) }
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A refusal is an answer.
    async fn watch<T>(&self, asked: Asked<'_, T>) -> Result<T, ProviderError> {
        let outcome = asked.await;
        match &outcome {
            Ok(_) | Err(ProviderError::Refused { .. }) => self.breaker().answered(),
            Err(ProviderError::Unreachable(_) | ProviderError::Unknown(_)) => {
                self.breaker().failed(Instant::now());
            }
        }
        outcome
    }

    /// Probes with a read-only call, never with a charge.
    async fn watch_new<T>(&self, asked: Asked<'_, T>) -> Result<T, ProviderError> {
        let gate = self.breaker().gate(Instant::now());
        let may_send = match gate {
            Gate::Pass => true,
            Gate::Refuse => false,
            Gate::Probe => {
                // Of a payment that there is none of. Any answer will do.
                let answer = self.watch(self.inner.details("0")).await;
                matches!(answer, Ok(_) | Err(ProviderError::Refused { .. }))
            }
        };
        if may_send {
            self.watch(asked).await
        } else {
            Err(ProviderError::Unreachable("it has not answered for a while".to_owned()))
        }
    }
}

impl<P: PaymentProvider> PaymentProvider for Guarded<P> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn browser(&self) -> &BrowserSetup {
        self.inner.browser()
    }

    fn charge<'a>(&'a self, charge: &'a Charge) -> Asked<'a, Receipt> {
        Box::pin(self.watch_new(self.inner.charge(charge)))
    }

    fn authorise<'a>(&'a self, charge: &'a Charge) -> Asked<'a, Receipt> {
        Box::pin(self.watch_new(self.inner.authorise(charge)))
    }

    fn capture<'a>(&'a self, reference: &'a str, amount: Money) -> Asked<'a, Receipt> {
        Box::pin(self.watch(self.inner.capture(reference, amount)))
    }

    fn void<'a>(&'a self, reference: &'a str) -> Asked<'a, Receipt> {
        Box::pin(self.watch(self.inner.void(reference)))
    }

    fn refund<'a>(&'a self, refund: &'a Refund) -> Asked<'a, Receipt> {
        Box::pin(self.watch(self.inner.refund(refund)))
    }

    fn save_method<'a>(
        &'a self,
        owner: &'a Owner,
        means: &'a Token,
        billing: &'a Billing,
    ) -> Asked<'a, SavedMethod> {
        Box::pin(self.watch_new(self.inner.save_method(owner, means, billing)))
    }

    fn save_used_method<'a>(&'a self, owner: &'a Owner, reference: &'a str) -> Asked<'a, SavedMethod> {
        Box::pin(self.watch_new(self.inner.save_used_method(owner, reference)))
    }

    fn delete_method<'a>(&'a self, profile: &'a str, method: &'a str) -> Asked<'a, ()> {
        Box::pin(self.watch(self.inner.delete_method(profile, method)))
    }

    fn look_up<'a>(&'a self, keys: &'a [String], since: DateTime<Utc>) -> Asked<'a, Vec<Payment>> {
        Box::pin(self.watch(self.inner.look_up(keys, since)))
    }

    fn details<'a>(&'a self, reference: &'a str) -> Asked<'a, Payment> {
        Box::pin(self.watch(self.inner.details(reference)))
    }

    fn list<'a>(&'a self, since: DateTime<Utc>) -> Asked<'a, Vec<Payment>> {
        Box::pin(self.watch(self.inner.list(since)))
    }

    fn parse_webhook(&self, headers: &HeaderMap, body: &[u8], now: DateTime<Utc>) -> Result<Notice, Forged> {
        self.inner.parse_webhook(headers, body, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn tripped(at: Instant) -> Breaker {
        let mut breaker = Breaker::default();
        for _ in 0..Patience::default().failures {
            breaker.failed(at);
        }
        breaker
    }

    #[test]
    fn the_fifth_failure_in_ten_seconds_stops_new_payments() {
        let start = Instant::now();
        let mut breaker = Breaker::default();
        for failure in 0..4u32 {
            breaker.failed(start + SECOND * failure);
        }
        assert_eq!(breaker.gate(start + SECOND * 4), Gate::Pass);
        breaker.failed(start + SECOND * 9);
        assert_eq!(breaker.gate(start + SECOND * 9), Gate::Refuse);
    }

    #[test]
    fn failures_far_apart_stop_nothing() {
        let start = Instant::now();
        let mut breaker = Breaker::default();
        for failure in 0..50u32 {
            breaker.failed(start + SECOND * 3 * failure);
        }
        assert_eq!(breaker.gate(start + SECOND * 150), Gate::Pass);
    }

    #[test]
    fn one_in_ten_seconds_tries() {
        let start = Instant::now();
        let mut breaker = tripped(start);
        assert_eq!(breaker.gate(start + SECOND * 9), Gate::Refuse);
        assert_eq!(breaker.gate(start + SECOND * 10), Gate::Probe);
        assert_eq!(breaker.gate(start + SECOND * 10), Gate::Refuse);
        breaker.failed(start + SECOND * 15);
        assert_eq!(breaker.gate(start + SECOND * 19), Gate::Refuse);
        assert_eq!(breaker.gate(start + SECOND * 20), Gate::Probe);
    }

    #[test]
    fn an_answer_lets_payments_through_again() {
        let start = Instant::now();
        let mut breaker = tripped(start);
        breaker.answered();
        assert_eq!(breaker.gate(start), Gate::Pass);
        breaker.failed(start);
        assert_eq!(breaker.gate(start), Gate::Pass);
    }
}
