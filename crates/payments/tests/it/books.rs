use std::time::Duration;

use chrono::TimeDelta;
use kernel::Money;
use payments::provider::{Fate, Means, PaymentProvider, ProviderError, Refund};
use paysim::Then;

use crate::world::{VISA, World, charge, key, reference, since};

#[tokio::test]
async fn keys_are_found_before_and_after_settlement_and_others_are_not() {
    let world = World::new().await;
    let (settled, open, missing) = (key(), key(), key());
    for (key, settles) in [(&settled, true), (&open, false)] {
        let token = world.card(VISA).await;
        world.provider.charge(&charge(key, 700, Means::Token(token))).await.unwrap();
        if settles {
            world.sim.settle();
        }
    }
    let found = world.provider.look_up(&[settled.clone(), open.clone(), missing], since()).await.unwrap();

    let mut keys: Vec<_> = found.iter().map(|payment| payment.key.clone()).collect();
    keys.sort();
    assert_eq!(keys, [settled, open]);
    assert!(found.iter().all(|payment| payment.fate == Fate::Captured));
}

#[tokio::test]
async fn settled_books_are_not_opened_for_what_is_in_the_open_ones() {
    let world = World::new().await;
    let key = key();
    let token = world.card(VISA).await;
    world.provider.charge(&charge(&key, 700, Means::Token(token))).await.unwrap();
    world.provider.look_up(&[key], since()).await.unwrap();
    assert_eq!(world.sim.counts().get("getSettledBatchListRequest"), None);
}

#[tokio::test]
async fn the_list_is_complete_and_newest_first() {
    let world = World::new().await;
    let mut made = vec![];
    for minor in 1..=5 {
        made.insert(0, reference(&world.charge(minor * 100).await).to_owned());
        if minor == 3 {
            world.sim.settle();
        }
    }
    let list = world.provider.list(since()).await.unwrap();
    let listed: Vec<_> = list.iter().map(|payment| payment.reference.clone()).collect();
    assert_eq!(listed, made);
    assert_eq!(list[0].amount.as_minor(), 500);
}

#[tokio::test]
async fn what_is_older_than_asked_for_is_left_out() {
    let world = World::new().await;
    world.charge(100).await;
    world.sim.settle();
    world.charge(200).await;
    world.sim.pass(Duration::from_secs(3_600));
    let last = world.charge(300).await;

    let since = chrono::Utc::now() + TimeDelta::minutes(30);
    let list = world.provider.list(since).await.unwrap();

    assert_eq!(list.len(), 1);
    assert_eq!(list[0].reference, reference(&last));
}

#[tokio::test]
async fn two_months_are_asked_for_in_parts() {
    let world = World::new().await;
    world.charge(100).await;
    world.sim.settle();
    let list = world.provider.list(chrono::Utc::now() - TimeDelta::days(62)).await.unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(world.sim.counts()["getSettledBatchListRequest"], 3);
}

#[tokio::test]
async fn pages_follow_each_other() {
    let world = World::new().await;
    let key = key();
    let token = world.card(VISA).await;
    world.provider.charge(&charge(&key, 700, Means::Token(token))).await.unwrap();
    // More than a page is younger than the one that is looked for.
    let more = (0..1_000).map(|_| world.charge(100));
    futures_util::future::join_all(more).await;

    let found = world.provider.look_up(&[key], since()).await.unwrap();

    assert_eq!(found.len(), 1);
    assert_eq!(world.sim.counts()["getUnsettledTransactionListRequest"], 2);
    world.sim.settle();
    assert_eq!(world.provider.list(since()).await.unwrap().len(), 1_001);
}

#[tokio::test]
async fn a_list_tells_amounts_of_what_came_to_nothing_and_what_refunds_are_for() {
    let world = World::new().await;
    let paid = world.charge(900).await;
    world.sim.settle();
    let refund = Refund {
        key: key(),
        reference: reference(&paid).to_owned(),
        amount: Money::minor(300),
        of: Money::minor(900),
    };
    world.provider.refund(&refund).await.unwrap();
    world.provider.void(reference(&world.charge(500).await)).await.unwrap();
    world.then_for_payments(Then::Decline { code: Some("4".to_owned()) });
    world.charge(700).await;

    for _ in 0..2 {
        let list = world.provider.list(since()).await.unwrap();
        let told: Vec<_> = list.iter().map(|payment| (payment.fate, payment.amount.as_minor())).collect();
        let expected =
            [(Fate::Declined, 700), (Fate::Voided, 500), (Fate::Refunded, 300), (Fate::Captured, 900)];
        assert_eq!(told, expected);
        assert_eq!(list[0].code.as_deref(), Some("4"));
        assert_eq!(list[2].refund_of, paid.reference);
        assert_eq!(list[3].refund_of, None);
    }
    // Once for each of the three, and once before the refund.
    assert_eq!(world.sim.counts()["getTransactionDetailsRequest"], 4);
}

#[tokio::test]
async fn a_payment_that_is_not_there_is_refused() {
    let world = World::new().await;
    assert!(
        matches!(world.provider.details("1").await, Err(ProviderError::Refused { code }) if code == "E00040")
    );
    assert!(world.provider.list(since()).await.unwrap().is_empty());
}
