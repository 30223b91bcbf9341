//! Responses that are lost, late or invalid.

use std::time::Duration;

use payments::provider::{
    AuthorizeNet, AuthorizeNetConfig, Limits, Payment, PaymentProvider, PaymentSource, ProviderError,
    Receipt, TransactionStatus,
};
use paysim::{Availability, Fault};

use crate::fixture::{Fixture, VISA, charge, config, key, since};

/// Charges once with a fault injected, and looks the payment up afterwards.
async fn charge_and_look_up(
    fixture: &Fixture,
    fault: Fault,
) -> (Result<Receipt, ProviderError>, Vec<Payment>) {
    let key = key();
    let token = fixture.card(VISA).await;
    fixture.inject_for_payments(fault);
    let outcome = fixture.provider.charge(&charge(&key, 700, PaymentSource::Token(token))).await;
    fixture.sim.set_rules(vec![]);
    let found = fixture.provider.look_up(&[key], since()).await.expect("a lookup");
    (outcome, found)
}

#[tokio::test]
async fn a_payment_whose_response_was_lost_is_unknown_and_found() {
    let fixture = Fixture::with_short_timeouts().await;
    for fault in [Fault::SwallowAfter, Fault::Garbage, Fault::Slow { ms: 1_000 }] {
        let (outcome, found) = charge_and_look_up(&fixture, fault.clone()).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))), "{fault:?}");
        assert_eq!(found.len(), 1, "{fault:?}");
        assert_eq!(found[0].status, TransactionStatus::Captured);
    }
}

#[tokio::test]
async fn a_payment_that_was_not_executed_is_unknown_and_not_found() {
    let fixture = Fixture::with_short_timeouts().await;
    for fault in [Fault::SwallowBefore, Fault::Error500, Fault::Busy, Fault::Late { ms: 3_000 }] {
        let (outcome, found) = charge_and_look_up(&fixture, fault.clone()).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))), "{fault:?}");
        assert!(found.is_empty(), "{fault:?}");
    }
}

#[tokio::test]
async fn a_decline_that_is_looked_up_has_its_amount_and_reason() {
    let fixture = Fixture::new().await;
    let (key, token) = (key(), fixture.card(VISA).await);
    fixture.inject(Fault::Decline { code: None });
    fixture.provider.charge(&charge(&key, 700, PaymentSource::Token(token))).await.unwrap();

    let found = fixture.provider.look_up(&[key], since()).await.unwrap();

    assert_eq!((found[0].status, found[0].amount.as_minor()), (TransactionStatus::Declined, 700));
    assert_eq!(found[0].code.as_deref(), Some("2"));
}

#[tokio::test]
async fn a_request_that_the_network_delivers_twice_pays_once_and_succeeds() {
    let fixture = Fixture::new().await;
    let (outcome, found) = charge_and_look_up(&fixture, Fault::Twice).await;
    assert_eq!(outcome.unwrap().status, TransactionStatus::Captured);
    assert_eq!(found.len(), 1);
}

#[tokio::test]
async fn payments_to_an_unavailable_provider_are_unknown() {
    let fixture = Fixture::new().await;
    let token = fixture.card(VISA).await;
    for down in [Availability::Unavailable, Availability::Disconnecting] {
        fixture.sim.set_availability(down);
        let outcome =
            fixture.provider.charge(&charge(&key(), 700, PaymentSource::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))), "{down:?}");
    }
}

#[tokio::test]
async fn a_failed_connection_is_unreachable() {
    let fixture = Fixture::new().await;
    let token = fixture.card(VISA).await;
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    // Connections to these hosts are refused or time out.
    for host in [closed.to_string(), "192.0.2.1:9911".to_owned(), "nowhere.invalid".to_owned()] {
        let limits = Limits { connect: Duration::from_millis(200), ..Limits::default() };
        let api_url = format!("https://{host}/xml/v1/request.api");
        let provider =
            AuthorizeNet::new(AuthorizeNetConfig { api_url, limits, ..config(&fixture.sim) }).unwrap();
        let outcome = provider.charge(&charge(&key(), 700, PaymentSource::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unreachable(_))), "{host}: {outcome:?}");
    }
}

/// The TLS handshake is part of connecting: no request is sent before it.
#[tokio::test]
async fn a_failed_tls_handshake_is_unreachable() {
    let fixture = Fixture::new().await;
    let token = fixture.card(VISA).await;
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    for host in [fixture.sim.address, silent.local_addr().unwrap()] {
        let limits = Limits { connect: Duration::from_millis(200), ..Limits::default() };
        let api_url = format!("https://{host}/xml/v1/request.api");
        let provider =
            AuthorizeNet::new(AuthorizeNetConfig { api_url, limits, ..config(&fixture.sim) }).unwrap();
        let outcome = provider.charge(&charge(&key(), 700, PaymentSource::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unreachable(_))), "{host}: {outcome:?}");
    }
    assert!(fixture.sim.ledger().is_empty());
}
