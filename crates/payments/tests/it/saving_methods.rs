use payments::provider::{
    AuthorizeNetConfig, Owner, PaymentMethodKind, PaymentProvider, ProviderError, Validation, VaultedMethod,
};
use paysim::Fault;

use crate::fixture::{Fixture, VISA, billing, reference};

fn owner(profile: Option<&str>) -> Owner {
    Owner { key: "customer-0001".to_owned(), profile: profile.map(str::to_owned) }
}

async fn save(fixture: &Fixture, profile: Option<&str>, number: &str) -> VaultedMethod {
    let token = fixture.card(number).await;
    fixture.provider.save_method(&owner(profile), &token, &billing()).await.expect("a saved method")
}

#[tokio::test]
async fn the_first_method_makes_a_profile_and_the_next_joins_it() {
    let fixture = Fixture::new().await;
    let first = save(&fixture, None, VISA).await;
    assert_eq!(first.details.kind, PaymentMethodKind::Card);
    assert_eq!((first.details.brand.as_str(), first.details.last4.as_str()), ("visa", "1111"));
    assert_eq!(first.details.expires, Some((2038, 12)));

    let second = save(&fixture, Some(&first.profile), "5424000000000015").await;

    assert_eq!(second.profile, first.profile);
    assert_ne!(second.method, first.method);
    assert_eq!(second.details.brand, "mastercard");
}

#[tokio::test]
async fn an_account_is_saved_without_an_expiry_date() {
    let fixture = Fixture::new().await;
    let token = fixture.account().await;
    let saved = fixture.provider.save_method(&owner(None), &token, &billing()).await.unwrap();
    assert_eq!((saved.details.kind, saved.details.brand.as_str()), (PaymentMethodKind::Echeck, ""));
    assert_eq!((saved.details.last4.as_str(), saved.details.expires), ("6789", None));
}

#[tokio::test]
async fn a_profile_unknown_to_the_shop_is_found() {
    let fixture = Fixture::new().await;
    let first = save(&fixture, None, VISA).await;
    let second = save(&fixture, None, "5424000000000015").await;
    assert_eq!(second.profile, first.profile);
}

#[tokio::test]
async fn a_profile_unknown_to_the_provider_is_created_again() {
    let fixture = Fixture::new().await;
    let saved = save(&fixture, Some("1"), VISA).await;
    assert_ne!(saved.profile, "1");
}

#[tokio::test]
async fn the_same_card_is_saved_once() {
    let fixture = Fixture::new().await;
    let first = save(&fixture, None, VISA).await;
    let again = save(&fixture, Some(&first.profile), VISA).await;
    assert_eq!((again.profile, again.method), (first.profile, first.method));
}

#[tokio::test]
async fn the_method_of_a_payment_is_saved() {
    let fixture = Fixture::new().await;
    let receipt = fixture.charge(500).await;
    let saved = fixture.provider.save_used_method(&owner(None), reference(&receipt)).await.unwrap();
    assert_eq!((saved.details.last4.as_str(), saved.details.expires), ("1111", Some((2038, 12))));

    for profile in [None, Some(saved.profile.as_str())] {
        let again = fixture.provider.save_used_method(&owner(profile), reference(&receipt)).await.unwrap();
        assert_eq!((&again.profile, &again.method), (&saved.profile, &saved.method));
    }
    let refused = fixture.provider.save_used_method(&owner(None), "1").await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00099"));
}

#[tokio::test]
async fn a_method_can_be_deleted_twice() {
    let fixture = Fixture::new().await;
    let saved = save(&fixture, None, VISA).await;
    fixture.provider.delete_method(&saved.profile, &saved.method).await.unwrap();
    fixture.provider.delete_method(&saved.profile, &saved.method).await.unwrap();
    fixture.provider.delete_method("1", "2").await.unwrap();
}

#[tokio::test]
async fn a_token_saves_one_method() {
    let fixture = Fixture::new().await;
    let token = fixture.card(VISA).await;
    let owner = owner(None);
    fixture.provider.save_method(&owner, &token, &billing()).await.unwrap();
    let refused = fixture
        .provider
        .save_method(&Owner { key: "other".to_owned(), profile: None }, &token, &billing())
        .await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00114"));
}

#[tokio::test]
async fn the_bank_validates_where_that_is_configured() {
    let live = |config| AuthorizeNetConfig { validation: Validation::LiveMode, ..config };
    let declined = payments::provider::Billing { postcode: "46282".to_owned(), ..billing() };
    for (fixture, is_saved) in [(Fixture::new().await, true), (Fixture::with(live).await, false)] {
        let token = fixture.card(VISA).await;
        let saved = fixture.provider.save_method(&owner(None), &token, &declined).await;
        assert_eq!(saved.is_ok(), is_saved);
    }
}

#[tokio::test]
async fn a_method_whose_response_was_lost_is_unknown() {
    let fixture = Fixture::new().await;
    let token = fixture.card(VISA).await;
    fixture.inject(Fault::SwallowAfter);
    let lost = fixture.provider.save_method(&owner(None), &token, &billing()).await;
    assert!(matches!(lost, Err(ProviderError::Unknown(_))));

    fixture.sim.set_rules(vec![]);
    let saved = save(&fixture, None, VISA).await;
    assert_eq!(saved.details.last4, "1111");
}
