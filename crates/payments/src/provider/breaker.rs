//! A circuit breaker around a provider: while it is down, new payments fail at once instead of after a timeout.

use std::time::Instant;

use chrono::{DateTime, Utc};
pub use edge::circuit_breaker::BreakerPolicy;
use edge::circuit_breaker::{Breaker, Gate};
use http::HeaderMap;
use kernel::Money;

use super::{
    Billing, BrowserSetup, Charge, Notice, Owner, Payment, PaymentProvider, ProviderError, ProviderFuture,
    Receipt, Refund, Token, VaultedMethod, WebhookRefusal,
};

/// A provider that gets no new payments while it is down. Calls about earlier payments always pass, and the first one
/// that is answered closes the breaker.
pub struct CircuitBreaker<P> {
    inner: P,
    breaker: Breaker,
}

impl<P: PaymentProvider> CircuitBreaker<P> {
    pub fn new(inner: P) -> Self {
        Self::with_policy(inner, BreakerPolicy::default())
    }

    pub fn with_policy(inner: P, policy: BreakerPolicy) -> Self {
        Self { inner, breaker: Breaker::new("payment provider", policy) }
    }

    /// Counts the result of a call. A refusal counts as an answer.
    async fn observe<T>(&self, call: ProviderFuture<'_, T>) -> Result<T, ProviderError> {
        let outcome = call.await;
        match &outcome {
            Ok(_) | Err(ProviderError::Refused { .. }) => self.breaker.answered(),
            Err(error @ (ProviderError::Unreachable(_) | ProviderError::Unknown(_))) => {
                self.breaker.failed(Instant::now(), &error.to_string());
            }
        }
        outcome
    }

    /// Sends a new payment unless the breaker is open. Probes with a read-only call, never with a charge.
    async fn observe_new<T>(&self, call: ProviderFuture<'_, T>) -> Result<T, ProviderError> {
        let may_send = match self.breaker.gate(Instant::now()) {
            Gate::Pass => true,
            Gate::Refuse => false,
            Gate::Probe => {
                // No payment has this reference. Any answer shows that the provider is up.
                let answer = self.observe(self.inner.details("0")).await;
                matches!(answer, Ok(_) | Err(ProviderError::Refused { .. }))
            }
        };
        if may_send {
            self.observe(call).await
        } else {
            Err(ProviderError::Unreachable("circuit open".to_owned()))
        }
    }
}

impl<P: PaymentProvider> PaymentProvider for CircuitBreaker<P> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn browser(&self) -> &BrowserSetup {
        self.inner.browser()
    }

    fn charge<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.observe_new(self.inner.charge(charge)))
    }

    fn authorise<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.observe_new(self.inner.authorise(charge)))
    }

    fn capture<'a>(&'a self, reference: &'a str, amount: Money) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.observe(self.inner.capture(reference, amount)))
    }

    fn void<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.observe(self.inner.void(reference)))
    }

    fn refund<'a>(&'a self, refund: &'a Refund) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.observe(self.inner.refund(refund)))
    }

    fn save_method<'a>(
        &'a self,
        owner: &'a Owner,
        token: &'a Token,
        billing: &'a Billing,
    ) -> ProviderFuture<'a, VaultedMethod> {
        Box::pin(self.observe_new(self.inner.save_method(owner, token, billing)))
    }

    fn save_used_method<'a>(
        &'a self,
        owner: &'a Owner,
        reference: &'a str,
    ) -> ProviderFuture<'a, VaultedMethod> {
        Box::pin(self.observe_new(self.inner.save_used_method(owner, reference)))
    }

    fn delete_method<'a>(&'a self, profile: &'a str, method: &'a str) -> ProviderFuture<'a, ()> {
        Box::pin(self.observe(self.inner.delete_method(profile, method)))
    }

    fn look_up<'a>(&'a self, keys: &'a [String], since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        Box::pin(self.observe(self.inner.look_up(keys, since)))
    }

    fn details<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Payment> {
        Box::pin(self.observe(self.inner.details(reference)))
    }

    fn list<'a>(&'a self, since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        Box::pin(self.observe(self.inner.list(since)))
    }

    fn parse_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Notice, WebhookRefusal> {
        self.inner.parse_webhook(headers, body, now)
    }
}
