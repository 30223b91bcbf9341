use payments::provider::{
    AuthorizeNetConfig, MethodKind, Owner, PaymentProvider, ProviderError, SavedMethod, Validation,
};
use paysim::Then;

use crate::world::{VISA, World, billing, reference};

fn owner(profile: Option<&str>) -> Owner {
    Owner { key: "customer-0001".to_owned(), profile: profile.map(str::to_owned) }
}

async fn save(world: &World, profile: Option<&str>, number: &str) -> SavedMethod {
    let token = world.card(number).await;
    world.provider.save_method(&owner(profile), &token, &billing()).await.expect("it is kept")
}

#[tokio::test]
async fn the_first_method_makes_a_profile_and_the_next_joins_it() {
    let world = World::new().await;
    let first = save(&world, None, VISA).await;
    assert_eq!(first.shown.kind, MethodKind::Card);
    assert_eq!((first.shown.brand.as_str(), first.shown.last4.as_str()), ("visa", "1111"));
    assert_eq!(first.shown.expires, Some((2038, 12)));

    let second = save(&world, Some(&first.profile), "5424000000000015").await;

    assert_eq!(second.profile, first.profile);
    assert_ne!(second.method, first.method);
    assert_eq!(second.shown.brand, "mastercard");
}

#[tokio::test]
async fn an_account_is_kept_without_a_month() {
    let world = World::new().await;
    let token = world.account().await;
    let saved = world.provider.save_method(&owner(None), &token, &billing()).await.unwrap();
    assert_eq!((saved.shown.kind, saved.shown.brand.as_str()), (MethodKind::Echeck, ""));
    assert_eq!((saved.shown.last4.as_str(), saved.shown.expires), ("6789", None));
}

#[tokio::test]
async fn a_profile_that_we_forgot_is_found_again() {
    let world = World::new().await;
    let first = save(&world, None, VISA).await;
    let second = save(&world, None, "5424000000000015").await;
    assert_eq!(second.profile, first.profile);
}

#[tokio::test]
async fn a_profile_that_they_forgot_is_made_again() {
    let world = World::new().await;
    let saved = save(&world, Some("1"), VISA).await;
    assert_ne!(saved.profile, "1");
}

#[tokio::test]
async fn the_same_card_is_kept_once() {
    let world = World::new().await;
    let first = save(&world, None, VISA).await;
    let again = save(&world, Some(&first.profile), VISA).await;
    assert_eq!((again.profile, again.method), (first.profile, first.method));
}

#[tokio::test]
async fn the_method_of_a_payment_is_kept() {
    let world = World::new().await;
    let receipt = world.charge(500).await;
    let saved = world.provider.save_used_method(&owner(None), reference(&receipt)).await.unwrap();
    assert_eq!((saved.shown.last4.as_str(), saved.shown.expires), ("1111", Some((2038, 12))));

    for profile in [None, Some(saved.profile.as_str())] {
        let again = world.provider.save_used_method(&owner(profile), reference(&receipt)).await.unwrap();
        assert_eq!((&again.profile, &again.method), (&saved.profile, &saved.method));
    }
    let refused = world.provider.save_used_method(&owner(None), "1").await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00099"));
}

#[tokio::test]
async fn a_method_is_deleted_and_once_more() {
    let world = World::new().await;
    let saved = save(&world, None, VISA).await;
    world.provider.delete_method(&saved.profile, &saved.method).await.unwrap();
    world.provider.delete_method(&saved.profile, &saved.method).await.unwrap();
    world.provider.delete_method("1", "2").await.unwrap();
}

#[tokio::test]
async fn a_token_keeps_one_method() {
    let world = World::new().await;
    let token = world.card(VISA).await;
    let owner = owner(None);
    world.provider.save_method(&owner, &token, &billing()).await.unwrap();
    let refused = world
        .provider
        .save_method(&Owner { key: "other".to_owned(), profile: None }, &token, &billing())
        .await;
    assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "E00114"));
}

#[tokio::test]
async fn the_bank_is_asked_where_that_is_wanted() {
    let live = |config| AuthorizeNetConfig { validation: Validation::LiveMode, ..config };
    let declined = payments::provider::Billing { postcode: "46282".to_owned(), ..billing() };
    for (world, is_kept) in [(World::new().await, true), (World::with(live).await, false)] {
        let token = world.card(VISA).await;
        let saved = world.provider.save_method(&owner(None), &token, &declined).await;
        assert_eq!(saved.is_ok(), is_kept);
    }
}

#[tokio::test]
async fn a_method_whose_answer_was_lost_is_unknown() {
    let world = World::new().await;
    let token = world.card(VISA).await;
    world.then(Then::SwallowAfter);
    let lost = world.provider.save_method(&owner(None), &token, &billing()).await;
    assert!(matches!(lost, Err(ProviderError::Unknown(_))));

    world.sim.set_rules(vec![]);
    let saved = save(&world, None, VISA).await;
    assert_eq!(saved.shown.last4, "1111");
}
