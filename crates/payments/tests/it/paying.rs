use kernel::Money;
use payments::provider::{
    Owner, PaymentMethodKind, PaymentProvider, PaymentSource, ProviderError, Token, TransactionStatus,
};
use paysim::Fault;

use crate::fixture::{Fixture, VISA, billing, charge, key, reference};

#[tokio::test]
async fn a_card_pays_once_with_the_attempts_key() {
    let fixture = Fixture::new().await;
    let key = key();
    let token = fixture.card(VISA).await;

    let receipt = fixture.provider.charge(&charge(&key, 12_345, PaymentSource::Token(token))).await.unwrap();

    assert_eq!(receipt.status, TransactionStatus::Captured);
    let method = receipt.method.clone().unwrap();
    assert_eq!(
        (method.kind, method.brand.as_str(), method.last4.as_str()),
        (PaymentMethodKind::Card, "visa", "1111")
    );
    let transactions = fixture.sim.with_invoice(&key);
    assert_eq!(transactions.len(), 1);
    assert_eq!((transactions[0].amount, transactions[0].status), (12_345, "capturedPendingSettlement"));
    assert_eq!(transactions[0].ref_id.as_deref(), Some(key.as_str()));
    assert_eq!(Some(&transactions[0].trans_id), receipt.reference.as_ref());
}

#[tokio::test]
async fn every_brand_is_named_as_the_shop_names_it() {
    let fixture = Fixture::new().await;
    for (number, brand) in [
        ("5424000000000015", "mastercard"),
        ("370000000000002", "amex"),
        ("6011000000000012", "discover"),
        ("38000000000006", "dinersclub"),
        ("3530111333300000", "jcb"),
    ] {
        let token = fixture.card(number).await;
        let receipt =
            fixture.provider.charge(&charge(&key(), 500, PaymentSource::Token(token))).await.unwrap();
        assert_eq!(receipt.method.unwrap().brand, brand);
    }
}

#[tokio::test]
async fn an_amount_is_authorised_and_captured_later() {
    let fixture = Fixture::new().await;
    let token = fixture.card(VISA).await;
    let receipt =
        fixture.provider.authorise(&charge(&key(), 5_000, PaymentSource::Token(token))).await.unwrap();
    assert_eq!(receipt.status, TransactionStatus::Authorised);

    let captured = fixture.provider.capture(reference(&receipt), Money::from_minor(4_000)).await.unwrap();

    assert_eq!(
        (captured.status, captured.reference.as_deref()),
        (TransactionStatus::Captured, receipt.reference.as_deref())
    );
    assert_eq!(fixture.sim.ledger()[0].settle_amount, 4_000);
    let more = fixture.provider.capture("1", Money::from_minor(1)).await;
    assert!(matches!(more, Err(ProviderError::Refused { code }) if code == "16"));
}

#[tokio::test]
async fn a_bank_payment_is_processing_until_it_settles() {
    let fixture = Fixture::new().await;
    let receipt = fixture.charge_account(9_900).await;
    assert_eq!(receipt.status, TransactionStatus::Processing);
    let method = receipt.method.clone().unwrap();
    assert_eq!(
        (method.kind, method.brand.as_str(), method.last4.as_str()),
        (PaymentMethodKind::Echeck, "", "6789")
    );
    let payment = reference(&receipt);
    assert_eq!(fixture.provider.details(payment).await.unwrap().status, TransactionStatus::Processing);

    fixture.sim.settle();
    assert_eq!(fixture.provider.details(payment).await.unwrap().status, TransactionStatus::Captured);
    assert!(fixture.sim.return_payment(payment));
    assert_eq!(fixture.provider.details(payment).await.unwrap().status, TransactionStatus::Returned);
}

#[tokio::test]
async fn a_declined_card_has_a_code() {
    let fixture = Fixture::new().await;
    fixture.inject(Fault::Decline { code: Some("4".to_owned()) });
    let receipt = fixture.charge(700).await;
    assert_eq!((receipt.status, receipt.code.as_deref()), (TransactionStatus::Declined, Some("4")));

    let details = fixture.provider.details(reference(&receipt)).await.unwrap();
    assert_eq!((details.status, details.code.as_deref()), (TransactionStatus::Declined, Some("4")));
    assert_eq!(details.amount, Money::from_minor(700));
}

#[tokio::test]
async fn a_payment_under_review_is_processing_until_it_is_decided() {
    let fixture = Fixture::new().await;
    fixture.inject(Fault::Hold);
    let [approved, refused] = [fixture.charge(700).await, fixture.charge(800).await];
    assert_eq!(
        (approved.status, refused.status),
        (TransactionStatus::Processing, TransactionStatus::Processing)
    );

    assert!(fixture.sim.review(reference(&approved), true));
    assert!(fixture.sim.review(reference(&refused), false));
    assert_eq!(
        fixture.provider.details(reference(&approved)).await.unwrap().status,
        TransactionStatus::Captured
    );
    assert_eq!(
        fixture.provider.details(reference(&refused)).await.unwrap().status,
        TransactionStatus::Declined
    );
}

#[tokio::test]
async fn an_invalid_or_used_token_is_refused() {
    let fixture = Fixture::new().await;
    let invalid =
        Token { kind: "COMMON.ACCEPT.INAPP.PAYMENT".to_owned(), value: "invalid".to_owned(), brand: None };
    let refused = fixture.provider.charge(&charge(&key(), 700, PaymentSource::Token(invalid))).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00114"));

    let token = fixture.card(VISA).await;
    fixture.provider.charge(&charge(&key(), 700, PaymentSource::Token(token.clone()))).await.unwrap();
    let refused = fixture.provider.charge(&charge(&key(), 700, PaymentSource::Token(token))).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00114"));
    assert_eq!(fixture.sim.ledger().len(), 1);
}

#[tokio::test]
async fn a_saved_method_pays_repeatedly_but_not_twice_with_one_key() {
    let fixture = Fixture::new().await;
    let owner = Owner { key: "c1".to_owned(), profile: None };
    let token = fixture.card(VISA).await;
    let saved = fixture.provider.save_method(&owner, &token, &billing()).await.unwrap();
    let source = || PaymentSource::Saved { profile: saved.profile.clone(), method: saved.method.clone() };
    let first = key();

    for key in [&first, &key()] {
        let receipt = fixture.provider.charge(&charge(key, 900, source())).await.unwrap();
        assert_eq!(receipt.status, TransactionStatus::Captured);
    }
    let again = fixture.provider.charge(&charge(&first, 900, source())).await;

    assert!(matches!(again, Err(ProviderError::Unknown(_))));
    assert_eq!(fixture.sim.ledger().len(), 2);
    let gone = PaymentSource::Saved { profile: saved.profile.clone(), method: "1".to_owned() };
    let refused = fixture.provider.charge(&charge(&key(), 900, gone)).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00040"));
}

#[tokio::test]
async fn wrong_credentials_are_refused() {
    let fixture = Fixture::with(|config| payments::provider::AuthorizeNetConfig {
        transaction_key: "another".into(),
        ..config
    })
    .await;
    let token = fixture.card(VISA).await;
    let refused = fixture.provider.charge(&charge(&key(), 700, PaymentSource::Token(token))).await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00007"));
    assert!(matches!(fixture.provider.details("1").await, Err(ProviderError::Refused { .. })));
}
