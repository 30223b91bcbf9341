//! Public pages.

use chrono::{TimeDelta, Utc};
use http::StatusCode;
use kernel::Clock;
use testkit::{Options, TestShop};

/// [SITE-01] [SITE-02] [SITE-16] [SITE-57] [PRICE-01] [PRICE-02]
#[tokio::test]
async fn a_product_page_is_arabic_right_to_left_and_shows_the_price() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر جبلي").slug("عسل-سدر").price(123_450).make(&shop.db).await;

    let encoded = "/ar/product/%D8%B9%D8%B3%D9%84-%D8%B3%D8%AF%D8%B1/";
    let answer = shop.shopper().get(encoded).await;

    assert_eq!(answer.status, StatusCode::OK);
    let html = answer.text();
    assert!(html.starts_with("<!doctype html><html lang=\"ar\" dir=\"rtl\""), "{}", &html[..80]);
    assert!(html.contains("<h1") && html.contains("عسل سدر جبلي"));
    assert!(answer.visible_text().contains("1,234.50\u{a0}$"));
    assert!(html.contains("\"priceCurrency\":\"USD\""));
    assert!(html.contains(&format!("value=\"{}\"", honey.id)), "the form contains the product id");
}

/// A public page contains nothing personal.
#[tokio::test]
async fn public_pages_are_cacheable_and_contain_nothing_personal() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    let cookie = shopper.cookie().expect("session cookie");

    for path in ["/ar/", "/ar/shop/", honey.path.as_str()] {
        for _ in 0..2 {
            let answer = shopper.get(path).await;
            assert_eq!(answer.status, StatusCode::OK);
            assert!(answer.header("cache-control").starts_with("public, max-age=0, s-maxage="), "{path}");
            assert_eq!(answer.header("set-cookie"), "");
            assert!(!answer.text().contains(cookie.trim_start_matches("__Host-sid=")));
            assert!(!answer.text().contains("_wpnonce"));
            assert!(answer.text().contains("السلة فارغة"), "a public page shows an empty cart");
        }
    }
}

#[tokio::test]
async fn pages_have_no_inline_scripts_or_styles() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;

    for path in ["/ar/", "/ar/shop/", honey.path.as_str(), "/ar/cart/", "/ar/nope/"] {
        let html = shopper.get(path).await.text();
        assert!(!html.contains(" style=\"") && !html.contains("<style"), "{path}");
        assert!(!html.contains(" onclick=") && !html.contains(" onload="), "{path}");
        for script in html.split("<script").skip(1) {
            let tag = &script[..script.find('>').expect("end of the tag")];
            let is_data = tag.contains("application/json") || tag.contains("application/ld+json");
            assert!(is_data || tag.contains("src="), "{path}: <script{tag}>");
        }
    }
}

#[tokio::test]
async fn unknown_parameters_share_the_cached_page() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();

    let plain = shopper.get(&honey.path).await;
    // Withdraw the product without a purge: every response that still shows it is the cached copy.
    sqlx::query("update products set status = 'draft'").execute(&shop.db).await.expect("update");
    for query in ["utm_source=x", "ref=7", "fbclid=1&gclid=2", "s=%D8%B9"] {
        let answer = shopper.get(&format!("{}?{query}", honey.path)).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}");
        assert_eq!(answer.header("etag"), plain.header("etag"), "{query}");
    }
}

#[tokio::test]
async fn a_path_with_an_extra_suffix_is_not_found() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();

    for path in [format!("{}extra.css", honey.path), format!("{}x/", honey.path), "/ar/cart/x.js".to_owned()]
    {
        assert_eq!(shopper.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

/// The price changes by the clock alone, and the cached page expires at that instant.
#[tokio::test]
async fn a_cached_page_follows_the_start_and_end_of_a_sale() {
    let clock = Clock::manual(Utc::now());
    let edge_purge_urls = vec!["http://127.0.0.1:9".to_owned()];
    let shop =
        TestShop::open_with(Options { clock: clock.clone(), edge_purge_urls, ..Options::default() }).await;
    let (from, to) = (clock.now() + TimeDelta::seconds(60), clock.now() + TimeDelta::seconds(120));
    let dates = shop.product("تمر سكري").price(2_200).sale(1_760, Some(from), Some(to)).make(&shop.db).await;
    let shopper = shop.shopper();
    let shows_sale = async || shopper.get(&dates.path).await.visible_text().contains("17.60\u{a0}$");

    assert!(!shows_sale().await);
    let page = shopper.get(&dates.path).await;
    assert_eq!(page.header("cache-control"), "public, max-age=0, s-maxage=60");
    clock.advance(TimeDelta::seconds(59));
    assert!(!shows_sale().await);
    clock.advance(TimeDelta::seconds(1));
    assert!(shows_sale().await);
    clock.advance(TimeDelta::seconds(60));
    assert!(!shows_sale().await);
}

/// [SITE-35]
#[tokio::test]
async fn the_search_box_is_on_every_page_and_finds_names() {
    let shop = TestShop::open().await;
    shop.product("عسل سدر جبلي").make(&shop.db).await;
    shop.product("تمر عجوة").make(&shop.db).await;
    let shopper = shop.shopper();

    assert!(shopper.get("/ar/").await.text().contains("placeholder=\"اكتب كلمة البحث هنا…\""));
    let found = shopper.get("/ar/shop/?s=%D8%B3%D8%AF%D8%B1").await.text();
    assert!(found.contains("عسل سدر جبلي") && !found.contains("تمر عجوة"));
    let none = shopper.get("/ar/shop/?s=%25").await;
    assert_eq!(none.status, StatusCode::OK);
    assert!(none.text().contains("لا توجد نتائج"), "a wildcard finds nothing");
}
