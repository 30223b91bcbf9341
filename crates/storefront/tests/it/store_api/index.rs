//! The base of the Store API: its index, its errors, and pages of other origins.

use http::{Method, StatusCode};
use testkit::{Options, TestShop};

use super::{BASE, Client};

const PLAIN_BASE: &str = "/ar/wp-json/wc/store";

/// [SITE-09] [SITE-10]
#[tokio::test]
async fn the_base_answers_an_index_and_unknown_paths_a_json_404() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();

    for (base, namespace) in [(PLAIN_BASE, "wc/store"), (BASE, "wc/store/v1")] {
        let answer = shopper.get(base).await;
        assert_eq!(answer.status, 200, "{base}");
        assert!(answer.header("content-type").starts_with("application/json"), "{base}");
        let index = answer.json();
        assert_eq!(index["namespace"], namespace);
        let products = &index["routes"][format!("/{namespace}/products")];
        assert_eq!(products["methods"], serde_json::json!(["GET"]), "{index}");
        assert!(products["_links"]["self"][0]["href"].as_str().expect("a link").ends_with("/products"));
        let one = &index["routes"][format!(r"/{namespace}/products/(?P<id>[\d]+)")];
        assert_eq!(one["endpoints"][0]["args"]["id"]["required"], true);

        for path in ["/nothing", "/products/categories/1/2", "/cart/nothing", "/"] {
            let answer = shopper.get(&format!("{base}{path}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{base}{path}");
            let error = answer.json();
            assert_eq!(error["code"], "rest_no_route", "{base}{path}");
            assert_eq!(error["data"]["status"], 404);
            assert!(!error["message"].as_str().expect("a message").is_empty());
        }
    }
    // The index of the plain base does not repeat the other one.
    let index = shopper.get(PLAIN_BASE).await.text();
    assert!(!index.contains("wc/store/v1"), "{index}");
}

#[tokio::test]
async fn another_method_is_refused_in_the_envelope_and_lists_the_right_ones() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();

    let answer = shopper.send(Method::DELETE, &format!("{BASE}/products"), None, &[]).await;

    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.header("allow"), "GET, HEAD");
    assert_eq!(answer.json()["code"], "rest_no_route");
    assert_eq!(answer.json()["data"]["status"], 405);
}

/// [SITE-10]
#[tokio::test]
async fn public_answers_are_the_same_for_everybody_and_come_from_memory() {
    let shop = TestShop::open().await;
    let dates = shop.product("تمر سكري").make(&shop.db).await;
    let (one, other) = (shop.shopper(), shop.shopper());
    one.add(&dates.id, "1").await;
    let path = format!("{BASE}/products/{}", dates.id);

    let first = other.get(&path).await;
    let second = one.get(&path).await;

    assert_eq!(first.body, second.body, "a visitor with a cart gets the same");
    for answer in [&first, &second] {
        assert!(answer.headers.get("set-cookie").is_none());
        assert!(answer.header("cache-control").starts_with("public"), "{}", answer.header("cache-control"));
        assert!(answer.header("nonce").is_empty() && answer.header("cart-token").is_empty());
        assert!(answer.header("cache-tag").contains(&format!("product:{}", dates.id)));
    }
    let known = one.send(Method::GET, &path, None, &[("if-none-match", first.header("etag"))]).await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
}

const APP: &str = "https://app.example";

/// Pages of other origins read nothing and write nothing unless their origin is configured.
#[tokio::test]
async fn no_other_origin_may_use_the_api_by_default() {
    let shop = TestShop::open().await;
    let dates = shop.product("تمر").make(&shop.db).await;
    let shopper = shop.shopper();
    let foreign = [("origin", APP), ("sec-fetch-site", "cross-site"), ("content-type", "application/json")];

    let read = shopper.send(Method::GET, &format!("{BASE}/products"), None, &foreign).await;
    assert_eq!(read.status, 200);
    assert!(read.headers.get("access-control-allow-origin").is_none());

    let preflight = shopper.send(Method::OPTIONS, &format!("{BASE}/cart/add-item"), None, &foreign).await;
    assert_eq!(preflight.status, StatusCode::METHOD_NOT_ALLOWED);

    let body = serde_json::json!({ "id": super::number(&dates.id), "quantity": 1 }).to_string();
    let write = shopper.send(Method::POST, &format!("{BASE}/cart/add-item"), Some(body), &foreign).await;
    assert_eq!(write.status, StatusCode::FORBIDDEN);
    assert_eq!(write.json()["code"], "rest_cross_origin");
}

#[tokio::test]
async fn a_configured_origin_uses_the_api_by_its_token_and_never_by_a_cookie() {
    let options = Options { store_api_origins: vec![APP.to_owned()], ..Options::default() };
    let shop = TestShop::open_with(options).await;
    let dates = shop.product("تمر").make(&shop.db).await;
    // The browser has a cart of its own, and a cookie for it.
    let browser = shop.shopper();
    browser.add(&dates.id, "3").await;
    let from_app = [("origin", APP), ("sec-fetch-site", "same-site"), ("content-type", "application/json")];

    let preflight = browser.send(Method::OPTIONS, &format!("{BASE}/cart/add-item"), None, &from_app).await;
    assert_eq!(preflight.status, StatusCode::NO_CONTENT);
    assert_eq!(preflight.header("access-control-allow-origin"), APP);
    assert!(preflight.header("access-control-allow-headers").contains("Cart-Token"));

    let cart = browser.send(Method::GET, &format!("{BASE}/cart"), None, &from_app).await;
    assert_eq!(cart.status, 200, "{}", cart.text());
    assert_eq!(cart.json()["items_count"], 0, "the cookie does not count");
    assert_eq!(cart.header("access-control-allow-origin"), APP);
    assert!(cart.header("access-control-expose-headers").contains("Cart-Token"));
    for answer in [&preflight, &cart] {
        assert!(answer.headers.get("access-control-allow-credentials").is_none());
    }

    let token = cart.header("cart-token").to_owned();
    let body = serde_json::json!({ "id": super::number(&dates.id), "quantity": 2 }).to_string();
    let headers: Vec<_> = from_app.into_iter().chain([("cart-token", token.as_str())]).collect();
    let added = browser.send(Method::POST, &format!("{BASE}/cart/add-item"), Some(body), &headers).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.text());
    assert_eq!(added.json()["items_count"], 2);
    assert_eq!(Client::browser(&browser).cart().await["items_count"], 3, "the browser's cart is another");

    let other =
        browser.send(Method::GET, &format!("{BASE}/cart"), None, &[("origin", "https://evil.example")]).await;
    assert!(other.headers.get("access-control-allow-origin").is_none());
}

/// The answer from memory has no header of the origin for which it was rendered.
#[tokio::test]
async fn an_answer_from_memory_names_only_the_origin_that_requests_it() {
    let options = Options { store_api_origins: vec![APP.to_owned()], ..Options::default() };
    let shop = TestShop::open_with(options).await;
    let shopper = shop.shopper();
    let path = format!("{BASE}/products");

    let first = shopper.send(Method::GET, &path, None, &[("origin", APP)]).await;
    let second = shopper.get(&path).await;
    let third = shopper.send(Method::GET, &path, None, &[("origin", APP)]).await;

    assert_eq!(first.header("access-control-allow-origin"), APP);
    assert!(second.headers.get("access-control-allow-origin").is_none());
    assert_eq!(third.header("access-control-allow-origin"), APP);
    for answer in [&first, &second, &third] {
        let vary: Vec<_> = answer.headers.get_all("vary").iter().collect();
        assert!(vary.iter().any(|value| *value == "origin"), "{vary:?}");
    }
}
