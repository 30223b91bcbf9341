//! A restored copy of the shop contacts nobody.

use http::{Method, StatusCode};
use testkit::{Options, Purchase, TestShop};

use crate::orders::{count_voided, lose_attempts, staff_in};

/// [SEC-H3]
#[tokio::test]
async fn a_restored_copy_never_contacts_the_payment_provider() {
    let shop = TestShop::open_with(Options { is_copy: true, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    // As when the provider does not answer: the order waits for its payment.
    salma.check_out(&Purchase::new().card(&token)).await;
    let paid: i64 = sqlx::query_scalar("select count(*) from orders where state = 'processing'")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(paid, 0);

    // The reconciler would look for it in the provider's list.
    let _ = payments::jobs::reconcile(&shop.payment_context()).await;
    let notice = r#"{"notificationId":"n","eventType":"net.authorize.payment.authcapture.created","payload":{"id":"1"}}"#;
    let key = shop.sim.settings().signature_key.clone();
    let signature = paysim::signature(&key, notice.as_bytes());
    let headers = [("content-type", "application/json"), ("x-anet-signature", signature.as_str())];
    let path = "/ar/wp-json/matjar/v1/payment-notices";
    let answer = shop.shopper().send(Method::POST, path, Some(notice.to_owned()), &headers).await;
    assert!(answer.status.is_client_error(), "{}", answer.status);

    let mut requests = shop.sim.counts();
    // The browser's own request, for a token.
    requests.remove("securePaymentContainerRequest");
    requests.retain(|_, count| *count > 0);
    assert!(requests.is_empty(), "{requests:?}");
    assert!(shop.sim.ledger().is_empty());
}

/// [SEC-H3] The backup is minutes old and its database has the original's identity: nothing but the copy itself can tell.
#[tokio::test]
async fn a_copy_that_becomes_the_shop_undoes_nothing_until_staff_allow_it() {
    let shop = TestShop::open().await;
    let context = shop.payment_context();
    payments::jobs::reconcile(&context).await.expect("before the backup");
    // Each start of the copy.
    for _ in 0..2 {
        payments::service::hold_undoing(&context).await.expect("held");
    }
    // The original takes money that the backup does not know.
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.buy(&shop).await;
    lose_attempts(&shop).await;
    for _ in 0..2 {
        payments::jobs::reconcile(&context).await.expect("the copy is the shop now");
    }
    assert_eq!(count_voided(&shop), 0);
    let held: Vec<(String, String)> = sqlx::query_as(
        "select kind, held_for from reconciliation_discrepancies
         where kind in ('orphan', 'restored') and settled_at is null order by kind",
    )
    .fetch_all(&shop.db)
    .await
    .expect("discrepancies");
    let row = |kind: &str, held_for: &str| (kind.to_owned(), held_for.to_owned());
    assert_eq!(held, [row("orphan", "database restored"), row("restored", "")]);
}

/// [SEC-H3]
#[tokio::test]
async fn staff_see_that_the_shop_is_a_restored_copy() {
    const BANNER: &str = "هذه نسخة مستعادة من المتجر";
    let text = async |is_copy: bool| {
        let shop = TestShop::open_with(Options { is_copy, ..Options::default() }).await;
        shop.staff("noura@example.com", true).await;
        let page = staff_in(&shop, "noura@example.com").await.get("/ar/wp-admin/").await;
        assert_eq!(page.status, StatusCode::OK);
        page.visible_text()
    };
    assert!(text(true).await.contains(BANNER));
    assert!(!text(false).await.contains(BANNER));
}

/// [SEC-H3] The shop's own pages are in these caches.
#[tokio::test]
async fn a_restored_copy_purges_no_shared_cache_and_measures_nobody() {
    let edge_purge_urls = vec!["http://127.0.0.1:9".to_owned()];
    let tags = storefront::server::tag_config::TagConfig {
        pixel_id: "12345".to_owned(),
        pixel_script_url: "https://pixel.example/script.js".to_owned(),
        ..storefront::server::tag_config::TagConfig::default()
    };
    let options = Options { is_copy: true, edge_purge_urls, tags, ..Options::default() };
    let shop = TestShop::open_with(options).await;
    let page = shop.shopper().get("/ar/").await;
    assert_eq!(page.header("cache-control"), "public, max-age=0, s-maxage=0");
    assert!(!page.text().contains("12345"));
    assert!(shop.config().active_edge_purge_urls().is_empty());
}
