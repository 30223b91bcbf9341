use kernel::Money;
use payments::provider::{Fate, PaymentProvider, ProviderError, Refund};
use paysim::Then;

use crate::world::{World, key, reference, since};

fn refund(reference: &str, minor: i64, of: i64) -> Refund {
    Refund { key: key(), reference: reference.to_owned(), amount: Money::minor(minor), of: Money::minor(of) }
}

#[tokio::test]
async fn a_payment_is_undone_before_it_settles_and_again_without_harm() {
    let world = World::new().await;
    let receipt = world.charge(1_000).await;
    let of = reference(&receipt);

    assert_eq!(world.provider.void(of).await.unwrap().fate, Fate::Voided);
    assert_eq!(world.provider.void(of).await.unwrap().fate, Fate::Voided);

    let details = world.provider.details(of).await.unwrap();
    assert_eq!((details.fate, details.amount), (Fate::Voided, Money::minor(1_000)));
}

#[tokio::test]
async fn a_whole_refund_of_what_is_not_settled_is_a_void() {
    let world = World::new().await;
    for receipt in [world.charge(1_000).await, world.charge_account(1_000).await] {
        let refund = refund(reference(&receipt), 1_000, 1_000);

        assert_eq!(world.provider.refund(&refund).await.unwrap().fate, Fate::Voided);
        assert_eq!(world.provider.refund(&refund).await.unwrap().fate, Fate::Voided);

        assert_eq!(world.provider.details(reference(&receipt)).await.unwrap().fate, Fate::Voided);
    }
    assert_eq!(world.sim.ledger().len(), 2);
}

#[tokio::test]
async fn a_part_of_what_is_not_settled_cannot_be_given_back() {
    let world = World::new().await;
    let receipt = world.charge(1_000).await;
    let refused = world.provider.refund(&refund(reference(&receipt), 400, 1_000)).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "54"));
    assert_eq!(world.provider.details(reference(&receipt)).await.unwrap().fate, Fate::Captured);
}

#[tokio::test]
async fn what_is_settled_goes_back_in_parts_up_to_all_of_it() {
    let world = World::new().await;
    for receipt in [world.charge(1_000).await, world.charge_account(1_000).await] {
        world.sim.settle();
        let of = reference(&receipt);
        let first = refund(of, 400, 1_000);

        let given = world.provider.refund(&first).await.unwrap();
        assert_eq!(given.fate, Fate::Refunded);
        assert_ne!(reference(&given), of);
        assert_eq!(world.provider.refund(&refund(of, 600, 1_000)).await.unwrap().fate, Fate::Refunded);
        let over = world.provider.refund(&refund(of, 1, 1_000)).await;
        assert!(matches!(over, Err(ProviderError::Refused { code }) if code == "55"));

        let details = world.provider.details(reference(&given)).await.unwrap();
        assert_eq!((details.fate, details.amount), (Fate::Refunded, Money::minor(400)));
        assert_eq!(details.key, first.key);
        assert_eq!(details.refund_of.as_deref(), Some(of));
        // The payment itself stays what it was: the provider keeps a refund apart.
        assert_eq!(world.provider.details(of).await.unwrap().fate, Fate::Captured);
    }
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_found_and_not_repeated() {
    let world = World::new().await;
    let receipt = world.charge(1_000).await;
    world.sim.settle();
    let refund = refund(reference(&receipt), 1_000, 1_000);
    world.then_for_payments(Then::SwallowAfter);
    assert!(matches!(world.provider.refund(&refund).await, Err(ProviderError::Unknown(_))));

    world.sim.set_rules(vec![]);
    assert!(matches!(world.provider.refund(&refund).await, Err(ProviderError::Unknown(_))));
    let found = world.provider.look_up(std::slice::from_ref(&refund.key), since()).await.unwrap();

    assert_eq!(found.len(), 1);
    assert_eq!((found[0].fate, found[0].amount), (Fate::Refunded, Money::minor(1_000)));
    assert_eq!(found[0].refund_of, receipt.reference);
}

#[tokio::test]
async fn what_nobody_paid_cannot_be_given_back() {
    let world = World::new().await;
    let refused = world.provider.refund(&refund("1", 100, 100)).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00040"));
    assert!(matches!(world.provider.void("1").await, Err(ProviderError::Refused { code }) if code == "16"));
}
