use std::time::{Duration, Instant};

use payments::provider::{
    AuthorizeNet, AuthorizeNetConfig, BreakerPolicy, CircuitBreaker, Limits, Owner, PaymentProvider,
    PaymentSource, ProviderError, Receipt,
};
use paysim::{Availability, Settings, Sim};

use crate::fixture::{Fixture, VISA, billing, charge, config, key, since};

fn with_breaker(fixture: &Fixture, policy: BreakerPolicy) -> CircuitBreaker<AuthorizeNet> {
    let provider = AuthorizeNet::new(config(&fixture.sim)).expect("a valid configuration");
    CircuitBreaker::with_policy(provider, policy)
}

async fn pay(fixture: &Fixture, provider: &impl PaymentProvider) -> Result<Receipt, ProviderError> {
    let token = fixture.card(VISA).await;
    provider.charge(&charge(&key(), 700, PaymentSource::Token(token))).await
}

/// Makes five payments that fail.
async fn open_breaker(fixture: &Fixture, provider: &impl PaymentProvider) {
    let token = fixture.card(VISA).await;
    fixture.sim.set_availability(Availability::Unavailable);
    for _ in 0..5 {
        let outcome = provider.charge(&charge(&key(), 700, PaymentSource::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))));
    }
}

#[tokio::test]
async fn after_five_failures_nothing_new_is_sent_until_a_read_succeeds() {
    let fixture = Fixture::new().await;
    let provider = with_breaker(&fixture, BreakerPolicy::default());
    open_breaker(&fixture, &provider).await;
    fixture.sim.set_availability(Availability::Up);

    let token = fixture.card(VISA).await;
    let owner = Owner { key: "c1".to_owned(), profile: None };
    let charge = charge(&key(), 700, PaymentSource::Token(token.clone()));
    assert!(matches!(provider.charge(&charge).await, Err(ProviderError::Unreachable(_))));
    assert!(matches!(provider.authorise(&charge).await, Err(ProviderError::Unreachable(_))));
    let saved = provider.save_method(&owner, &token, &billing()).await;
    assert!(matches!(saved, Err(ProviderError::Unreachable(_))));
    assert!(matches!(provider.save_used_method(&owner, "1").await, Err(ProviderError::Unreachable(_))));
    assert!(fixture.sim.ledger().is_empty());

    assert!(provider.list(since()).await.unwrap().is_empty());
    provider.charge(&charge).await.unwrap();
}

#[tokio::test]
async fn a_refusal_closes_the_breaker_too() {
    let fixture = Fixture::new().await;
    let provider = with_breaker(&fixture, BreakerPolicy::default());
    open_breaker(&fixture, &provider).await;
    fixture.sim.set_availability(Availability::Up);
    assert!(matches!(provider.details("1").await, Err(ProviderError::Refused { .. })));
    pay(&fixture, &provider).await.unwrap();
}

#[tokio::test]
async fn the_breaker_does_not_probe_with_a_payment() {
    let fixture = Fixture::new().await;
    let policy = BreakerPolicy { probe: Duration::ZERO, ..BreakerPolicy::default() };
    let provider = with_breaker(&fixture, policy);
    let token = fixture.card(VISA).await;
    open_breaker(&fixture, &provider).await;
    let requests = || fixture.sim.counts().get("createTransactionRequest").copied().unwrap_or_default();
    let before = requests();

    let charge = charge(&key(), 700, PaymentSource::Token(token));
    assert!(matches!(provider.charge(&charge).await, Err(ProviderError::Unreachable(_))));
    assert_eq!(requests(), before);

    fixture.sim.set_availability(Availability::Up);
    provider.charge(&charge).await.unwrap();
    assert_eq!(requests(), before + 1);
}

#[tokio::test]
async fn shoppers_do_not_wait_for_a_provider_that_is_down() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let sim = Sim::open(([127, 0, 0, 1], 0).into(), Settings::default()).await.unwrap();
    let api_url = format!("http://{}/xml/v1/request.api", silent.local_addr().unwrap());
    let limits = Limits { charge: Duration::from_millis(200), ..Default::default() };
    let config = AuthorizeNetConfig { api_url, limits, ..config(&sim) };
    let provider = CircuitBreaker::new(AuthorizeNet::new(config).unwrap());
    let saved = PaymentSource::Saved { profile: "1".to_owned(), method: "2".to_owned() };
    for _ in 0..5 {
        assert!(provider.charge(&charge(&key(), 700, saved.clone())).await.is_err());
    }

    let start = Instant::now();
    let outcome = provider.charge(&charge(&key(), 700, saved)).await;

    assert!(matches!(outcome, Err(ProviderError::Unreachable(_))));
    assert!(start.elapsed() < Duration::from_millis(100));
}
