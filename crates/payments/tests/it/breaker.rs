use std::time::{Duration, Instant};

use payments::provider::{
    AuthorizeNet, AuthorizeNetConfig, Guarded, Limits, Means, Owner, Patience, PaymentProvider,
    ProviderError, Receipt,
};
use paysim::{Down, Settings, Sim};

use crate::world::{VISA, World, billing, charge, config, key, since};

fn guarded(world: &World, patience: Patience) -> Guarded<AuthorizeNet> {
    let provider = AuthorizeNet::new(config(&world.sim)).expect("a whole configuration");
    Guarded::with(provider, patience)
}

async fn pay(world: &World, provider: &impl PaymentProvider) -> Result<Receipt, ProviderError> {
    let token = world.card(VISA).await;
    provider.charge(&charge(&key(), 700, Means::Token(token))).await
}

/// Five payments that nobody answers.
async fn fail(world: &World, provider: &impl PaymentProvider) {
    let token = world.card(VISA).await;
    world.sim.set_down(Down::Unavailable);
    for _ in 0..5 {
        let outcome = provider.charge(&charge(&key(), 700, Means::Token(token.clone()))).await;
        assert!(matches!(outcome, Err(ProviderError::Unknown(_))));
    }
}

#[tokio::test]
async fn after_five_failures_nothing_new_is_sent_until_a_question_is_answered() {
    let world = World::new().await;
    let provider = guarded(&world, Patience::default());
    fail(&world, &provider).await;
    world.sim.set_down(Down::Up);

    let token = world.card(VISA).await;
    let owner = Owner { key: "c1".to_owned(), profile: None };
    let charge = charge(&key(), 700, Means::Token(token.clone()));
    assert!(matches!(provider.charge(&charge).await, Err(ProviderError::Unreachable(_))));
    assert!(matches!(provider.authorise(&charge).await, Err(ProviderError::Unreachable(_))));
    let saved = provider.save_method(&owner, &token, &billing()).await;
    assert!(matches!(saved, Err(ProviderError::Unreachable(_))));
    assert!(matches!(provider.save_used_method(&owner, "1").await, Err(ProviderError::Unreachable(_))));
    assert!(world.sim.ledger().is_empty());

    assert!(provider.list(since()).await.unwrap().is_empty());
    provider.charge(&charge).await.unwrap();
}

#[tokio::test]
async fn a_refusal_is_an_answer_too() {
    let world = World::new().await;
    let provider = guarded(&world, Patience::default());
    fail(&world, &provider).await;
    world.sim.set_down(Down::Up);
    assert!(matches!(provider.details("1").await, Err(ProviderError::Refused { .. })));
    pay(&world, &provider).await.unwrap();
}

#[tokio::test]
async fn a_payment_is_not_what_finds_out_whether_it_is_back() {
    let world = World::new().await;
    let patience = Patience { probe: Duration::ZERO, ..Patience::default() };
    let provider = guarded(&world, patience);
    let token = world.card(VISA).await;
    fail(&world, &provider).await;
    let asked = || world.sim.counts().get("createTransactionRequest").copied().unwrap_or_default();
    let before = asked();

    let charge = charge(&key(), 700, Means::Token(token));
    assert!(matches!(provider.charge(&charge).await, Err(ProviderError::Unreachable(_))));
    assert_eq!(asked(), before);

    world.sim.set_down(Down::Up);
    provider.charge(&charge).await.unwrap();
    assert_eq!(asked(), before + 1);
}

#[tokio::test]
async fn shoppers_do_not_wait_for_what_is_down() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let sim = Sim::open(([127, 0, 0, 1], 0).into(), Settings::default()).await.unwrap();
    let api_url = format!("http://{}/xml/v1/request.api", silent.local_addr().unwrap());
    let limits = Limits { charge: Duration::from_millis(200), ..Default::default() };
    let config = AuthorizeNetConfig { api_url, limits, ..config(&sim) };
    let provider = Guarded::new(AuthorizeNet::new(config).unwrap());
    let saved = Means::Saved { profile: "1".to_owned(), method: "2".to_owned() };
    for _ in 0..5 {
        assert!(provider.charge(&charge(&key(), 700, saved.clone())).await.is_err());
    }

    let start = Instant::now();
    let outcome = provider.charge(&charge(&key(), 700, saved)).await;

    assert!(matches!(outcome, Err(ProviderError::Unreachable(_))));
    assert!(start.elapsed() < Duration::from_millis(100));
}
