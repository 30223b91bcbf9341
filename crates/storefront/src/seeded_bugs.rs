//! Bugs and a clock for the fault kit, in builds with the feature `seeded-bugs` only: see [`cart::seeded_bugs`].

use std::{
    net::IpAddr,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{body::Body, response::Response};
use bytes::Bytes;
use cart::seeded_bugs::is_active;
use chrono::{DateTime, TimeDelta, Utc};
use edge::pipeline::Pipeline;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use kernel::{Clock, Money};
use payments::provider::{
    Billing, BrowserSetup, Charge, Notice, Owner, Payment, PaymentProvider, ProviderFuture, Receipt, Refund,
    Token, TransactionStatus, VaultedMethod, WebhookRefusal,
};

/// The file with the offset of the clock, in seconds.
const CLOCK_FILE: &str = "MATJAR_CLOCK_FILE";
const CLOCK_INTERVAL: Duration = Duration::from_millis(10);

/// The system clock, or with `MATJAR_CLOCK_FILE` one that is moved by the file's contents while the server runs. Like the
/// real one it never steps backwards.
pub fn clock() -> Clock {
    let Some(file) = std::env::var_os(CLOCK_FILE).map(PathBuf::from) else { return Clock::real() };
    let applied = file.with_extension("applied");
    let offset = move || -> i64 {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    };
    let now = |offset| Utc::now() + TimeDelta::seconds(offset);
    let clock = Clock::manual(now(offset()));
    let moved = clock.clone();
    std::thread::spawn(move || {
        let mut last = None;
        loop {
            let offset = offset();
            moved.set(now(offset));
            // Tells the kit that the clock has moved.
            if last != Some(offset) && std::fs::write(&applied, offset.to_string()).is_ok() {
                last = Some(offset);
            }
            std::thread::sleep(CLOCK_INTERVAL);
        }
    });
    clock
}

/// Caches the cart page under its path alone: the next visitor gets the last one's page.
pub struct SharedKey(pub Arc<Pipeline>);

const SHARED_PATH: &str = "/ar/cart/";

static SHARED_PAGE: Mutex<Option<(HeaderMap, Bytes)>> = Mutex::new(None);

impl SharedKey {
    pub async fn handle(self, request: Request<Incoming>, peer: IpAddr) -> Response {
        let is_shared = request.method() == Method::GET && request.uri().path() == SHARED_PATH;
        if !is_active("shared-cache-key") || !is_shared {
            return self.0.handle(request, peer).await;
        }
        let cached = SHARED_PAGE.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (headers, body) = match cached {
            Some(copy) => copy,
            None => {
                let (parts, body) = self.0.handle(request, peer).await.into_parts();
                if parts.status != StatusCode::OK {
                    return Response::from_parts(parts, body);
                }
                let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
                *SHARED_PAGE.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some((parts.headers.clone(), body.clone()));
                (parts.headers, body)
            }
        };
        let mut response = Response::new(Body::from(body));
        *response.headers_mut() = headers;
        response
    }
}

/// Believes the last notice of a payment instead of the provider: what was accepted counts as paid, although the bank
/// may still refuse it.
pub struct TrustedEvents<P> {
    provider: P,
    accepted: Mutex<Vec<String>>,
}

impl<P: PaymentProvider> TrustedEvents<P> {
    pub fn new(provider: P) -> Self {
        Self { provider, accepted: Mutex::default() }
    }

    fn believe(&self, mut payment: Payment) -> Payment {
        let accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        if accepted.contains(&payment.reference) {
            payment.status = TransactionStatus::Captured;
        }
        payment
    }
}

impl<P: PaymentProvider> PaymentProvider for TrustedEvents<P> {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    fn browser(&self) -> &BrowserSetup {
        self.provider.browser()
    }

    fn charge<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        self.provider.charge(charge)
    }

    fn authorise<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        self.provider.authorise(charge)
    }

    fn capture<'a>(&'a self, reference: &'a str, amount: Money) -> ProviderFuture<'a, Receipt> {
        self.provider.capture(reference, amount)
    }

    fn void<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Receipt> {
        self.provider.void(reference)
    }

    fn refund<'a>(&'a self, refund: &'a Refund) -> ProviderFuture<'a, Receipt> {
        self.provider.refund(refund)
    }

    fn save_method<'a>(
        &'a self,
        owner: &'a Owner,
        token: &'a Token,
        billing: &'a Billing,
    ) -> ProviderFuture<'a, VaultedMethod> {
        self.provider.save_method(owner, token, billing)
    }

    fn save_used_method<'a>(
        &'a self,
        owner: &'a Owner,
        reference: &'a str,
    ) -> ProviderFuture<'a, VaultedMethod> {
        self.provider.save_used_method(owner, reference)
    }

    fn delete_method<'a>(&'a self, profile: &'a str, method: &'a str) -> ProviderFuture<'a, ()> {
        self.provider.delete_method(profile, method)
    }

    fn look_up<'a>(&'a self, keys: &'a [String], since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        self.provider.look_up(keys, since)
    }

    fn details<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Payment> {
        Box::pin(async move { self.provider.details(reference).await.map(|payment| self.believe(payment)) })
    }

    fn list<'a>(&'a self, since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        self.provider.list(since)
    }

    fn parse_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Notice, WebhookRefusal> {
        let notice = self.provider.parse_webhook(headers, body, now)?;
        if is_active("trusted-event-order")
            && notice.kind.ends_with(".authcapture.created")
            && let Some(reference) = &notice.reference
        {
            self.accepted.lock().unwrap_or_else(PoisonError::into_inner).push(reference.clone());
        }
        Ok(notice)
    }
}
