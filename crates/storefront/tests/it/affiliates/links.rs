//! Links of affiliates and the page cache.

use super::*;

/// [AFF-01] [AFF-02]
#[tokio::test]
async fn a_link_answers_the_same_cached_page_for_every_affiliate() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let visitor = shop.shopper();
    let plain = visitor.get(&honey.path).await;
    assert_eq!(plain.status, 200);
    for link in [
        format!("{}ref/417305/", honey.path),
        format!("{}ref/nora/", honey.path),
        format!("{}ref/nora", honey.path),
        format!("{}ref/nora/?campaign=eid", honey.path),
        format!("{}?ref=417305&campaign=eid", honey.path),
    ] {
        let linked = visitor.get(&link).await;
        assert_eq!(linked.status, 200, "{link}");
        assert_eq!(linked.text(), plain.text(), "{link}");
        assert_eq!(linked.header("etag"), plain.header("etag"), "{link}: another copy in the cache");
        assert!(linked.header("cache-control").contains("public"), "{link}");
        assert_eq!(linked.header("set-cookie"), "", "{link}");
    }
    assert_eq!(visitor.get("/ar/ref/7/").await.status, 200);
    assert_eq!(visitor.get("/ar/no-such-page/ref/7/").await.status, 404);
}

/// [AFF-02]
#[tokio::test]
async fn personal_pages_are_found_without_the_affiliate_too() {
    let shop = open().await;
    let visitor = shop.shopper();
    assert_eq!(visitor.get("/ar/cart/ref/nora/").await.status, 200);
    assert_eq!(visitor.get("/ar/my-account/ref/nora/").await.status, 200);
    assert_eq!(visitor.get("/ar/wp-admin/ref/nora/").await.status, 404, "staff pages stay hidden");
}

/// [AFF-14]
#[tokio::test]
async fn the_settings_of_links_have_the_platforms_defaults() {
    let shop = open().await;
    let settings = shop.shopper().get("/ar/wp-json/matjar/v1/affiliate-settings").await;
    assert!(settings.header("cache-control").contains("no-store"));
    assert_eq!(
        settings.json(),
        serde_json::json!({
            "referral_var": "ref",
            "referral_credit_last": 0,
            "expiration": 30,
            "cookie_domain": "",
            "debug": 0,
            "currency": "USD",
        })
    );
}
