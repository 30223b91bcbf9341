use kernel::Money;
use payments::provider::{Fate, Means, MethodKind, Owner, PaymentProvider, ProviderError, Token};
use paysim::Then;

use crate::world::{VISA, World, billing, charge, key, reference};

#[tokio::test]
async fn a_card_pays_once_under_our_key() {
    let world = World::new().await;
    let key = key();
    let token = world.card(VISA).await;

    let receipt = world.provider.charge(&charge(&key, 12_345, Means::Token(token))).await.unwrap();

    assert_eq!(receipt.fate, Fate::Captured);
    let method = receipt.method.clone().unwrap();
    assert_eq!(
        (method.kind, method.brand.as_str(), method.last4.as_str()),
        (MethodKind::Card, "visa", "1111")
    );
    let books = world.sim.with_invoice(&key);
    assert_eq!(books.len(), 1);
    assert_eq!((books[0].amount, books[0].status), (12_345, "capturedPendingSettlement"));
    assert_eq!(books[0].ref_id.as_deref(), Some(key.as_str()));
    assert_eq!(Some(&books[0].trans_id), receipt.reference.as_ref());
}

#[tokio::test]
async fn every_brand_is_named_as_the_shop_names_it() {
    let world = World::new().await;
    for (number, brand) in [
        ("5424000000000015", "mastercard"),
        ("370000000000002", "amex"),
        ("6011000000000012", "discover"),
        ("38000000000006", "dinersclub"),
        ("3530111333300000", "jcb"),
    ] {
        let token = world.card(number).await;
        let receipt = world.provider.charge(&charge(&key(), 500, Means::Token(token))).await.unwrap();
        assert_eq!(receipt.method.unwrap().brand, brand);
    }
}

#[tokio::test]
async fn money_is_set_aside_and_taken_later() {
    let world = World::new().await;
    let token = world.card(VISA).await;
    let receipt = world.provider.authorise(&charge(&key(), 5_000, Means::Token(token))).await.unwrap();
    assert_eq!(receipt.fate, Fate::Authorised);

    let taken = world.provider.capture(reference(&receipt), Money::minor(4_000)).await.unwrap();

    assert_eq!((taken.fate, taken.reference.as_deref()), (Fate::Captured, receipt.reference.as_deref()));
    assert_eq!(world.sim.ledger()[0].settle_amount, 4_000);
    let more = world.provider.capture("1", Money::minor(1)).await;
    assert!(matches!(more, Err(ProviderError::Refused { code }) if code == "16"));
}

#[tokio::test]
async fn a_bank_payment_is_on_its_way_until_it_settles() {
    let world = World::new().await;
    let receipt = world.charge_account(9_900).await;
    assert_eq!(receipt.fate, Fate::Processing);
    let method = receipt.method.clone().unwrap();
    assert_eq!((method.kind, method.brand.as_str(), method.last4.as_str()), (MethodKind::Echeck, "", "6789"));
    let of = reference(&receipt);
    assert_eq!(world.provider.details(of).await.unwrap().fate, Fate::Processing);

    world.sim.settle();
    assert_eq!(world.provider.details(of).await.unwrap().fate, Fate::Captured);
    assert!(world.sim.give_back(of));
    assert_eq!(world.provider.details(of).await.unwrap().fate, Fate::Returned);
}

#[tokio::test]
async fn a_declined_card_is_an_answer_with_a_code() {
    let world = World::new().await;
    world.then(Then::Decline { code: Some("4".to_owned()) });
    let receipt = world.charge(700).await;
    assert_eq!((receipt.fate, receipt.code.as_deref()), (Fate::Declined, Some("4")));

    let details = world.provider.details(reference(&receipt)).await.unwrap();
    assert_eq!((details.fate, details.code.as_deref()), (Fate::Declined, Some("4")));
    assert_eq!(details.amount, Money::minor(700));
}

#[tokio::test]
async fn what_somebody_looks_at_is_processing_until_they_did() {
    let world = World::new().await;
    world.then(Then::Hold);
    let [let_through, refused] = [world.charge(700).await, world.charge(800).await];
    assert_eq!((let_through.fate, refused.fate), (Fate::Processing, Fate::Processing));

    assert!(world.sim.review(reference(&let_through), true));
    assert!(world.sim.review(reference(&refused), false));
    assert_eq!(world.provider.details(reference(&let_through)).await.unwrap().fate, Fate::Captured);
    assert_eq!(world.provider.details(reference(&refused)).await.unwrap().fate, Fate::Declined);
}

#[tokio::test]
async fn a_token_that_is_nonsense_or_spent_is_refused() {
    let world = World::new().await;
    let nonsense =
        Token { kind: "COMMON.ACCEPT.INAPP.PAYMENT".to_owned(), value: "nonsense".to_owned(), brand: None };
    let refused = world.provider.charge(&charge(&key(), 700, Means::Token(nonsense))).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00114"));

    let token = world.card(VISA).await;
    world.provider.charge(&charge(&key(), 700, Means::Token(token.clone()))).await.unwrap();
    let refused = world.provider.charge(&charge(&key(), 700, Means::Token(token))).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00114"));
    assert_eq!(world.sim.ledger().len(), 1);
}

#[tokio::test]
async fn a_saved_method_pays_again_and_again_but_not_twice_under_one_key() {
    let world = World::new().await;
    let owner = Owner { key: "c1".to_owned(), profile: None };
    let token = world.card(VISA).await;
    let saved = world.provider.save_method(&owner, &token, &billing()).await.unwrap();
    let means = || Means::Saved { profile: saved.profile.clone(), method: saved.method.clone() };
    let first = key();

    for key in [&first, &key()] {
        let receipt = world.provider.charge(&charge(key, 900, means())).await.unwrap();
        assert_eq!(receipt.fate, Fate::Captured);
    }
    let again = world.provider.charge(&charge(&first, 900, means())).await;

    assert!(matches!(again, Err(ProviderError::Unknown(_))));
    assert_eq!(world.sim.ledger().len(), 2);
    let gone = Means::Saved { profile: saved.profile.clone(), method: "1".to_owned() };
    let refused = world.provider.charge(&charge(&key(), 900, gone)).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00040"));
}

#[tokio::test]
async fn keys_that_the_provider_does_not_know_are_refused() {
    let world = World::with(|config| payments::provider::AuthorizeNetConfig {
        transaction_key: "another".into(),
        ..config
    })
    .await;
    let token = world.card(VISA).await;
    let refused = world.provider.charge(&charge(&key(), 700, Means::Token(token))).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00007"));
    assert!(matches!(world.provider.details("1").await, Err(ProviderError::Refused { .. })));
}
