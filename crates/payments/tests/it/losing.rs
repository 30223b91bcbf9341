//! Answers that never come, come late, or cannot be read.

use std::time::Duration;

use payments::provider::{
    AuthorizeNet, AuthorizeNetConfig, Fate, Limits, Means, Payment, PaymentProvider, ProviderError, Receipt,
};
use paysim::{Down, Then};

use crate::world::{VISA, World, charge, config, key, since};

/// Charges once while the provider misbehaves, and asks afterwards what became of it.
async fn charge_and_ask(world: &World, then: Then) -> (Result<Receipt, ProviderError>, Vec<Payment>) {
    let key = key();
    let token = world.card(VISA).await;
    world.then_for_payments(then);
    let outcome = world.provider.charge(&charge(&key, 700, Means::Token(token))).await;
    world.sim.set_rules(vec![]);
    let found = world.provider.look_up(&[key], since()).await.expect("an answer");
    (outcome, found)
}

#[tokio::test]
async fn a_payment_whose_answer_was_lost_is_unknown_and_found() {
    let world = World::hasty().await;
    for then in [Then::SwallowAfter, Then::Garbage, Then::Slow { ms: 1_000 }] {
        let (outcome, found) = charge_and_ask(&world, then.clone()).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))), "{then:?}");
        assert_eq!(found.len(), 1, "{then:?}");
        assert_eq!(found[0].fate, Fate::Captured);
    }
}

#[tokio::test]
async fn a_payment_that_came_to_nothing_is_unknown_all_the_same_and_not_found() {
    let world = World::hasty().await;
    for then in [Then::SwallowBefore, Then::Error500, Then::Busy, Then::Late { ms: 3_000 }] {
        let (outcome, found) = charge_and_ask(&world, then.clone()).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))), "{then:?}");
        assert!(found.is_empty(), "{then:?}");
    }
}

#[tokio::test]
async fn a_decline_that_is_looked_up_has_its_amount_and_reason() {
    let world = World::new().await;
    let (key, token) = (key(), world.card(VISA).await);
    world.then(Then::Decline { code: None });
    world.provider.charge(&charge(&key, 700, Means::Token(token))).await.unwrap();

    let found = world.provider.look_up(&[key], since()).await.unwrap();

    assert_eq!((found[0].fate, found[0].amount.as_minor()), (Fate::Declined, 700));
    assert_eq!(found[0].code.as_deref(), Some("2"));
}

#[tokio::test]
async fn a_request_that_the_network_brings_twice_pays_once_and_says_so() {
    let world = World::new().await;
    let (outcome, found) = charge_and_ask(&world, Then::Twice).await;
    assert_eq!(outcome.unwrap().fate, Fate::Captured);
    assert_eq!(found.len(), 1);
}

#[tokio::test]
async fn a_provider_that_says_it_is_down_leaves_payments_unknown() {
    let world = World::new().await;
    let token = world.card(VISA).await;
    for down in [Down::Unavailable, Down::Closing] {
        world.sim.set_down(down);
        let outcome = world.provider.charge(&charge(&key(), 700, Means::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))), "{down:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_connected_to_was_sent_nothing() {
    let world = World::new().await;
    let token = world.card(VISA).await;
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    // Addresses of no network: a connection there is refused or never made.
    for host in [closed.to_string(), "192.0.2.1:9911".to_owned(), "nowhere.invalid".to_owned()] {
        let limits = Limits { connect: Duration::from_millis(200), ..Limits::default() };
        let api_url = format!("https://{host}/xml/v1/request.api");
        let provider =
            AuthorizeNet::new(AuthorizeNetConfig { api_url, limits, ..config(&world.sim) }).unwrap();
        let outcome = provider.charge(&charge(&key(), 700, Means::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unreachable(_))), "{host}: {outcome:?}");
    }
}

/// The handshake is part of connecting: nothing of a request is sent before it.
#[tokio::test]
async fn what_does_not_encrypt_was_sent_nothing() {
    let world = World::new().await;
    let token = world.card(VISA).await;
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    for host in [world.sim.address, silent.local_addr().unwrap()] {
        let limits = Limits { connect: Duration::from_millis(200), ..Limits::default() };
        let api_url = format!("https://{host}/xml/v1/request.api");
        let provider =
            AuthorizeNet::new(AuthorizeNetConfig { api_url, limits, ..config(&world.sim) }).unwrap();
        let outcome = provider.charge(&charge(&key(), 700, Means::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unreachable(_))), "{host}: {outcome:?}");
    }
    assert!(world.sim.ledger().is_empty());
}
