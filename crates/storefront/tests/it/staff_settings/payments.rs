//! Payments: the state without keys, and the methods without a provider.

use super::*;

/// [D01] [D36]
#[tokio::test]
async fn only_the_owner_sees_the_state_and_no_key_is_part_of_it() {
    let shop = open().await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    assert_eq!(reem.get(PAYMENTS).await.status, StatusCode::NOT_FOUND);
    assert!(!reem.get(SHOP).await.text().contains(PAYMENTS));
    run(
        &shop,
        "insert into webhook_inbox (provider, event_id, kind, received_at) values ('p', 'e1', 'k', now())",
    )
    .await;
    let page = huda.get(PAYMENTS).await;
    assert_eq!(page.status, StatusCode::OK);
    let text = seen(&page);
    assert!(text.contains("إشعارات لم تُعالَج 1") || text.contains("يعمل، وشيء ينتظر"), "{text}");
    assert!(text.contains("محفوظة في الخادم"), "{text}");
    let keys = paysim::Settings::default();
    for secret in [&keys.transaction_key, &keys.signature_key, &keys.client_key] {
        assert!(!page.text().contains(secret.as_str()), "{secret}");
    }
}

#[tokio::test]
async fn a_transfer_is_offered_only_with_an_account_and_a_wrong_number_is_refused() {
    let shop = open().await;
    let huda = owner(&shop).await;
    let none = save(&huda, PAYMENTS, &[("bacs.enabled", "1")]).await;
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(seen(&none).contains("أضف حسابًا له رقم IBAN"), "{}", seen(&none));
    let wrong = "مصرف النخلة | دكان النخلة | SA03 8000 0000 6080 1016 7518";
    let refused = save(&huda, PAYMENTS, &[("bacs.enabled", "1"), ("bacs.accounts", wrong)]).await;
    assert!(seen(&refused).contains("رقم IBAN غير صحيح"), "{}", seen(&refused));
    let right = "مصرف النخلة | دكان النخلة | SA03 8000 0000 6080 1016 7519";
    let fields = [("bacs.enabled", "1"), ("bacs.accounts", right), ("cod.maxTotalMinor", "100.00")];
    assert_eq!(save(&huda, PAYMENTS, &fields).await.status, StatusCode::SEE_OTHER);
    let stored: serde_json::Value =
        value(&shop, "select value from settings where name = 'payment_methods'").await;
    let settings: ::payments::settings::PaymentMethodSettings =
        serde_json::from_value(stored).expect("settings that the checkout reads");
    assert_eq!(settings.enabled().collect::<Vec<_>>(), [::payments::rules::OfflineMethod::Bacs]);
    assert_eq!(settings.cod.max_total_minor, Some(10_000));
}
