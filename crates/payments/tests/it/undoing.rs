use kernel::Money;
use payments::provider::{PaymentProvider, ProviderError, Refund, TransactionStatus};
use paysim::Fault;

use crate::fixture::{Fixture, key, reference, since};

fn refund(reference: &str, minor: i64, payment_minor: i64) -> Refund {
    Refund {
        key: key(),
        reference: reference.to_owned(),
        amount: Money::from_minor(minor),
        payment_amount: Money::from_minor(payment_minor),
    }
}

#[tokio::test]
async fn a_payment_is_voided_before_it_settles_and_voiding_is_idempotent() {
    let fixture = Fixture::new().await;
    let receipt = fixture.charge(1_000).await;
    let payment = reference(&receipt);

    assert_eq!(fixture.provider.void(payment).await.unwrap().status, TransactionStatus::Voided);
    assert_eq!(fixture.provider.void(payment).await.unwrap().status, TransactionStatus::Voided);

    let details = fixture.provider.details(payment).await.unwrap();
    assert_eq!((details.status, details.amount), (TransactionStatus::Voided, Money::from_minor(1_000)));
}

#[tokio::test]
async fn a_full_refund_of_an_unsettled_payment_is_a_void() {
    let fixture = Fixture::new().await;
    for receipt in [fixture.charge(1_000).await, fixture.charge_account(1_000).await] {
        let refund = refund(reference(&receipt), 1_000, 1_000);

        assert_eq!(fixture.provider.refund(&refund).await.unwrap().status, TransactionStatus::Voided);
        assert_eq!(fixture.provider.refund(&refund).await.unwrap().status, TransactionStatus::Voided);

        assert_eq!(
            fixture.provider.details(reference(&receipt)).await.unwrap().status,
            TransactionStatus::Voided
        );
    }
    assert_eq!(fixture.sim.ledger().len(), 2);
}

#[tokio::test]
async fn a_partial_refund_of_an_unsettled_payment_is_refused() {
    let fixture = Fixture::new().await;
    let receipt = fixture.charge(1_000).await;
    let refused = fixture.provider.refund(&refund(reference(&receipt), 400, 1_000)).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "54"));
    assert_eq!(
        fixture.provider.details(reference(&receipt)).await.unwrap().status,
        TransactionStatus::Captured
    );
}

#[tokio::test]
async fn a_settled_payment_is_refunded_in_parts_up_to_its_amount() {
    let fixture = Fixture::new().await;
    for receipt in [fixture.charge(1_000).await, fixture.charge_account(1_000).await] {
        fixture.sim.settle();
        let payment = reference(&receipt);
        let first = refund(payment, 400, 1_000);

        let refunded = fixture.provider.refund(&first).await.unwrap();
        assert_eq!(refunded.status, TransactionStatus::Refunded);
        assert_ne!(reference(&refunded), payment);
        assert_eq!(
            fixture.provider.refund(&refund(payment, 600, 1_000)).await.unwrap().status,
            TransactionStatus::Refunded
        );
        let over = fixture.provider.refund(&refund(payment, 1, 1_000)).await;
        assert!(matches!(over, Err(ProviderError::Refused { code }) if code == "55"));

        let details = fixture.provider.details(reference(&refunded)).await.unwrap();
        assert_eq!((details.status, details.amount), (TransactionStatus::Refunded, Money::from_minor(400)));
        assert_eq!(details.key, first.key);
        assert_eq!(details.refund_of.as_deref(), Some(payment));
        // The payment itself is unchanged: the provider records a refund separately.
        assert_eq!(fixture.provider.details(payment).await.unwrap().status, TransactionStatus::Captured);
    }
}

#[tokio::test]
async fn a_refund_whose_response_was_lost_is_found_and_not_repeated() {
    let fixture = Fixture::new().await;
    let receipt = fixture.charge(1_000).await;
    fixture.sim.settle();
    let refund = refund(reference(&receipt), 1_000, 1_000);
    fixture.inject_for_payments(Fault::SwallowAfter);
    assert!(matches!(fixture.provider.refund(&refund).await, Err(ProviderError::Unknown(_))));

    fixture.sim.set_rules(vec![]);
    assert!(matches!(fixture.provider.refund(&refund).await, Err(ProviderError::Unknown(_))));
    let found = fixture.provider.look_up(std::slice::from_ref(&refund.key), since()).await.unwrap();

    assert_eq!(found.len(), 1);
    assert_eq!((found[0].status, found[0].amount), (TransactionStatus::Refunded, Money::from_minor(1_000)));
    assert_eq!(found[0].refund_of, receipt.reference);
}

#[tokio::test]
async fn an_unknown_payment_cannot_be_refunded_or_voided() {
    let fixture = Fixture::new().await;
    let refused = fixture.provider.refund(&refund("1", 100, 100)).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00040"));
    assert!(matches!(fixture.provider.void("1").await, Err(ProviderError::Refused { code }) if code == "16"));
}
