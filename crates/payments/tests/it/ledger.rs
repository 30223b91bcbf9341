use std::time::Duration;

use chrono::TimeDelta;
use kernel::Money;
use payments::provider::{PaymentProvider, PaymentSource, ProviderError, Refund, TransactionStatus};
use paysim::Fault;

use crate::fixture::{Fixture, VISA, charge, key, reference, since};

#[tokio::test]
async fn keys_are_found_before_and_after_settlement_and_others_are_not() {
    let fixture = Fixture::new().await;
    let (settled, open, missing) = (key(), key(), key());
    for (key, settles) in [(&settled, true), (&open, false)] {
        let token = fixture.card(VISA).await;
        fixture.provider.charge(&charge(key, 700, PaymentSource::Token(token))).await.unwrap();
        if settles {
            fixture.sim.settle();
        }
    }
    let found = fixture.provider.look_up(&[settled.clone(), open.clone(), missing], since()).await.unwrap();

    let mut keys: Vec<_> = found.iter().map(|payment| payment.key.clone()).collect();
    keys.sort();
    assert_eq!(keys, [settled, open]);
    assert!(found.iter().all(|payment| payment.status == TransactionStatus::Captured));
}

#[tokio::test]
async fn settled_batches_are_not_read_for_an_unsettled_payment() {
    let fixture = Fixture::new().await;
    let key = key();
    let token = fixture.card(VISA).await;
    fixture.provider.charge(&charge(&key, 700, PaymentSource::Token(token))).await.unwrap();
    fixture.provider.look_up(&[key], since()).await.unwrap();
    assert_eq!(fixture.sim.counts().get("getSettledBatchListRequest"), None);
}

#[tokio::test]
async fn the_list_is_complete_and_newest_first() {
    let fixture = Fixture::new().await;
    let mut made = vec![];
    for minor in 1..=5 {
        made.insert(0, reference(&fixture.charge(minor * 100).await).to_owned());
        if minor == 3 {
            fixture.sim.settle();
        }
    }
    let list = fixture.provider.list(since()).await.unwrap();
    let listed: Vec<_> = list.iter().map(|payment| payment.reference.clone()).collect();
    assert_eq!(listed, made);
    assert_eq!(list[0].amount.as_minor(), 500);
}

#[tokio::test]
async fn payments_older_than_requested_are_left_out() {
    let fixture = Fixture::new().await;
    fixture.charge(100).await;
    fixture.sim.settle();
    fixture.charge(200).await;
    fixture.sim.advance_clock(Duration::from_secs(3_600));
    let last = fixture.charge(300).await;

    let since = chrono::Utc::now() + TimeDelta::minutes(30);
    let list = fixture.provider.list(since).await.unwrap();

    assert_eq!(list.len(), 1);
    assert_eq!(list[0].reference, reference(&last));
}

#[tokio::test]
async fn two_months_are_read_in_several_requests() {
    let fixture = Fixture::new().await;
    fixture.charge(100).await;
    fixture.sim.settle();
    let list = fixture.provider.list(chrono::Utc::now() - TimeDelta::days(62)).await.unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(fixture.sim.counts()["getSettledBatchListRequest"], 3);
}

#[tokio::test]
async fn all_pages_are_read() {
    let fixture = Fixture::new().await;
    let key = key();
    let token = fixture.card(VISA).await;
    fixture.provider.charge(&charge(&key, 700, PaymentSource::Token(token))).await.unwrap();
    // More than a page of newer payments.
    let more = (0..1_000).map(|_| fixture.charge(100));
    futures_util::future::join_all(more).await;

    let found = fixture.provider.look_up(&[key], since()).await.unwrap();

    assert_eq!(found.len(), 1);
    assert_eq!(fixture.sim.counts()["getUnsettledTransactionListRequest"], 2);
    fixture.sim.settle();
    assert_eq!(fixture.provider.list(since()).await.unwrap().len(), 1_001);
}

#[tokio::test]
async fn a_list_has_the_amounts_of_failed_payments_and_the_payments_of_refunds() {
    let fixture = Fixture::new().await;
    let paid = fixture.charge(900).await;
    fixture.sim.settle();
    let refund = Refund {
        key: key(),
        reference: reference(&paid).to_owned(),
        amount: Money::from_minor(300),
        payment_amount: Money::from_minor(900),
    };
    fixture.provider.refund(&refund).await.unwrap();
    fixture.provider.void(reference(&fixture.charge(500).await)).await.unwrap();
    fixture.inject_for_payments(Fault::Decline { code: Some("4".to_owned()) });
    fixture.charge(700).await;

    for _ in 0..2 {
        let list = fixture.provider.list(since()).await.unwrap();
        let listed: Vec<_> = list.iter().map(|payment| (payment.status, payment.amount.as_minor())).collect();
        let expected = [
            (TransactionStatus::Declined, 700),
            (TransactionStatus::Voided, 500),
            (TransactionStatus::Refunded, 300),
            (TransactionStatus::Captured, 900),
        ];
        assert_eq!(listed, expected);
        assert_eq!(list[0].code.as_deref(), Some("4"));
        assert_eq!(list[2].refund_of, paid.reference);
        assert_eq!(list[3].refund_of, None);
    }
    // One request for each of the three, and one before the refund.
    assert_eq!(fixture.sim.counts()["getTransactionDetailsRequest"], 4);
}

#[tokio::test]
async fn details_of_an_unknown_payment_are_refused() {
    let fixture = Fixture::new().await;
    assert!(
        matches!(fixture.provider.details("1").await, Err(ProviderError::Refused { code }) if code == "E00040")
    );
    assert!(fixture.provider.list(since()).await.unwrap().is_empty());
}
