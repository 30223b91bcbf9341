//! Orders of API clients: placed, paid, read by key, and paid later.

use http::Method;
use paysim::{Fault, FaultRule, RequestMatcher};
use serde_json::{Value, json};
use testkit::{Options, Purchase, TestShop};

use super::{BASE, CARD, Client, address, order_body, payment_data, with_shipping};

fn code(answer: &testkit::TestResponse) -> (u16, String) {
    (answer.status.as_u16(), answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

fn once(fault: Fault) -> FaultRule {
    let when =
        RequestMatcher { kind: Some("authCaptureTransaction".to_owned()), ..RequestMatcher::default() };
    FaultRule { when, fault, times: Some(1), percent: None }
}

async fn app_with_cart(shop: &TestShop) -> Client {
    let honey = shop.product("عسل سدر").price(4_600).make(&shop.db).await;
    let app = Client::app(shop);
    app.cart().await;
    app.add(&honey.id, 1).await;
    app
}

/// [PAY-63]
#[tokio::test]
async fn an_app_buys_with_the_providers_token() {
    let shop = TestShop::open().await;
    with_shipping(&shop).await;
    let app = app_with_cart(&shop).await;
    let placed = app.post("/checkout", order_body(&shop).await).await;
    assert_eq!(placed.status, 200, "{}", placed.text());
    let order = placed.json();
    assert_eq!(
        (&order["status"], &order["payment_result"]["payment_status"]),
        (&json!("processing"), &json!("success"))
    );
    let redirect = order["payment_result"]["redirect_url"].as_str().expect("a URL");
    assert!(redirect.starts_with("/ar/checkout/order-received/"), "{redirect}");
    assert!(shop.shopper().get(redirect).await.visible_text().contains("استلمنا طلبك"));
    assert_eq!(app.cart().await["items"], json!([]), "the cart is empty");
    assert_eq!(shop.sim.ledger().len(), 1);

    let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
    let read = app.get(&format!("/order/{id}?key={key}")).await;
    assert_eq!(read.status, 200, "{}", read.text());
    assert_eq!(read.json()["totals"]["total_price"], "5470", "{}", read.text());
    assert_eq!(read.json()["billing_address"]["email"], "salma@example.com", "to the token that placed it");
}

/// A key opens the order; the address needs its email as well.
#[tokio::test]
async fn an_order_shows_its_address_to_its_buyer_alone() {
    let shop = TestShop::open().await;
    let app = app_with_cart(&shop).await;
    let order = app.post("/checkout", order_body(&shop).await).await.json();
    let (id, key) = (order["order_id"].clone(), order["order_key"].as_str().expect("a key").to_owned());
    let stranger = Client::app(&shop);
    assert_eq!(
        code(&stranger.get(&format!("/order/{id}?key=wc_order_bad")).await),
        (401, "woocommerce_rest_invalid_order".into())
    );
    assert_eq!(code(&stranger.get(&format!("/order/{id}")).await).0, 401);
    assert_eq!(code(&stranger.get(&format!("/order/1?key={key}")).await).0, 401);
    let masked = stranger.get(&format!("/order/{id}?key={key}")).await;
    assert_eq!(masked.status, 200);
    assert!(!masked.text().contains("Maple") && !masked.text().contains("salma@"), "{}", masked.text());
    let wrong = stranger.get(&format!("/order/{id}?key={key}&billing_email=noor@example.com")).await;
    assert_eq!(code(&wrong), (401, "woocommerce_rest_invalid_billing_email".into()));
    let named = stranger.get(&format!("/order/{id}?key={key}&billing_email=SALMA@example.com")).await;
    assert_eq!(named.json()["billing_address"]["address_1"], "5100 Maple St", "{}", named.text());

    app.send(Method::DELETE, "/cart/tokens", None).await;
    let revoked = app.get(&format!("/order/{id}?key={key}")).await;
    assert!(!revoked.text().contains("Maple"), "a revoked token sees no address: {}", revoked.text());
}

#[tokio::test]
async fn a_lost_answer_is_repeated_and_nothing_is_charged_twice() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let app = app_with_cart(&shop).await;
    let body = order_body(&shop).await;
    let first = app.post("/checkout", body.clone()).await;
    let again = app.post("/checkout", body).await;
    assert_eq!(again.status, 200, "without a key the provider's token names the order: {}", again.text());
    assert_eq!(first.json()["order_id"], again.json()["order_id"]);
    assert_eq!(shop.sim.ledger().len(), 1);

    let app = app_with_cart(&shop).await;
    let body = order_body(&shop).await;
    let key = [("idempotency-key", "3f2504e0-4f89-41d3-9a0c-0305e82c3301")];
    let place = || app.send_with(Method::POST, "/checkout", Some(body.clone()), &key);
    let (one, two, three) = tokio::join!(place(), place(), place());
    let ids: Vec<Value> = [one, two, three].iter().map(|answer| answer.json()["order_id"].clone()).collect();
    assert!(ids[0].is_number() && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(shop.sim.ledger().len(), 2);
}

/// The total that the client showed must be the total that is charged.
#[tokio::test]
async fn another_total_than_expected_is_a_conflict_with_the_cart() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    with_shipping(&shop).await;
    let app = app_with_cart(&shop).await;
    let mut body = order_body(&shop).await;
    body["expected_total"] = json!("4600");
    let refused = app.post("/checkout", body.clone()).await;
    assert_eq!(code(&refused), (409, "woocommerce_rest_checkout_total_mismatch".into()));
    assert_eq!(refused.json()["data"]["cart"]["totals"]["total_price"], "5470", "{}", refused.text());
    assert!(shop.sim.ledger().is_empty());
    body["expected_total"] = json!("5470");
    let placed = app.post("/checkout", body).await;
    assert_eq!(placed.status, 200, "{}", placed.text());
}

#[tokio::test]
async fn a_checkout_that_cannot_be_placed_says_why() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let app = Client::app(&shop);
    app.cart().await;
    let whole = order_body(&shop).await;
    assert_eq!(
        code(&app.post("/checkout", whole.clone()).await),
        (400, "woocommerce_rest_cart_empty".into())
    );
    assert_eq!(code(&app.get("/checkout").await), (400, "woocommerce_rest_cart_empty".into()));

    let app = app_with_cart(&shop).await;
    let without = |name: &str| {
        let mut body = whole.clone();
        body.as_object_mut().expect("an object").remove(name);
        body
    };
    let missing = app.post("/checkout", without("payment_method")).await;
    assert_eq!(code(&missing), (400, "woocommerce_rest_checkout_missing_payment_method".into()));
    let no_token = app.post("/checkout", without("payment_data")).await;
    assert_eq!(code(&no_token), (400, "woocommerce_rest_checkout_process_payment_error".into()));
    let no_address = app.post("/checkout", without("billing_address")).await;
    assert_eq!(code(&no_address), (400, "rest_invalid_param".into()));
    for (name, value) in [
        ("payment_method", json!("cod")),
        ("payment_data", json!([{ "key": 1 }, 2])),
        ("expected_total", json!("a lot")),
        ("billing_address", json!({ "email": "nope" })),
        ("extensions", json!("none")),
        ("create_account", json!("maybe")),
    ] {
        let mut body = whole.clone();
        body[name] = value;
        assert_eq!(code(&app.post("/checkout", body).await), (400, "rest_invalid_param".into()), "{name}");
    }
    shop.sim.set_rules(vec![once(Fault::Decline { code: None })]);
    let declined = app.post("/checkout", whole).await;
    assert_eq!(code(&declined), (400, "woocommerce_rest_checkout_process_payment_error".into()));
    assert_eq!(app.cart().await["items_count"], 1, "the cart stays");
    let orders: i64 = sqlx::query_scalar("select count(*) from orders where state = 'processing'")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(orders, 0);
}

/// What a client saved before is used when it places the order.
#[tokio::test]
async fn a_checkout_remembers_its_address_note_and_method() {
    let shop = TestShop::open().await;
    let app = app_with_cart(&shop).await;
    app.post("/cart/update-customer", json!({ "billing_address": address() })).await;
    let saved = app
        .send(Method::PUT, "/checkout", Some(json!({ "order_notes": "اتصل أولًا", "payment_method": CARD })))
        .await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    let draft = app.get("/checkout").await.json();
    assert_eq!((&draft["status"], &draft["customer_note"]), (&json!("checkout-draft"), &json!("اتصل أولًا")));
    assert_eq!(draft["billing_address"]["address_1"], "5100 Maple St");

    let token = shop.card("4111111111111111").await.token;
    let placed = app.post("/checkout", json!({ "payment_data": payment_data(&token) })).await;
    assert_eq!(placed.status, 200, "{}", placed.text());
    assert_eq!(placed.json()["customer_note"], "اتصل أولًا");
    let left: i64 =
        sqlx::query_scalar("select count(*) from form_drafts").fetch_one(&shop.db).await.expect("count");
    assert_eq!(left, 0, "the order has the address now");
}

/// [ATTR-15]
#[tokio::test]
async fn order_attribution_arrives_as_extension_data() {
    let shop = TestShop::open().await;
    for namespace in ["woocommerce/order-attribution", "matjar/order-attribution"] {
        let app = app_with_cart(&shop).await;
        let mut body = order_body(&shop).await;
        let fields = json!({ "source_type": "utm", "utm_source": "app <b>", "session_pages": 3 });
        body["extensions"] = json!({ namespace: fields });
        let order = app.post("/checkout", body).await;
        assert_eq!(order.status, 200, "{}", order.text());
        let stored: Value = sqlx::query_scalar("select attribution from orders where number = $1")
            .bind(order.json()["order_id"].as_i64())
            .fetch_one(&shop.db)
            .await
            .expect("an order");
        let value = |name: &str| {
            let found = stored.as_object().expect("fields").iter().find(|(key, _)| key.ends_with(name));
            found.map(|(_, value)| value.clone())
        };
        assert_eq!(value("source_type"), Some(json!("utm")), "{namespace}: {stored}");
        assert_eq!(value("session_pages"), Some(json!("3")), "{namespace}: {stored}");
    }
}

/// An order that was placed to be paid later is paid with its key.
#[tokio::test]
async fn an_existing_order_is_paid_once() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let order = placed.location().trim_start_matches("/ar/checkout/order-received/").to_owned();
    let (number, key) = order.split_once("/?key=").expect("the order's URL");
    let app = Client::app(&shop);
    app.cart().await;
    let pay = async |key: &str| {
        let token = shop.card("4111111111111111").await.token;
        let body = json!({ "key": key, "payment_method": CARD, "payment_data": payment_data(&token) });
        app.post(&format!("/checkout/{number}"), body).await
    };
    assert_eq!(code(&pay("wrong").await), (401, "woocommerce_rest_invalid_order".into()));
    let paid = pay(key).await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    assert_eq!(paid.json()["payment_result"]["payment_status"], "success");
    assert_eq!(code(&pay(key).await), (400, "invalid_order_update_status".into()));
    assert_eq!(shop.sim.ledger().len(), 1);
}

/// Reading the checkout needs a nonce as well, because the answer has an address.
#[tokio::test]
async fn a_browser_needs_its_nonce_to_read_the_checkout() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let bare = salma.get(&format!("{BASE}/checkout")).await;
    assert_eq!(code(&bare), (401, "woocommerce_rest_missing_nonce".into()));
    let page = Client::browser(&salma);
    page.cart().await;
    assert_eq!(page.get("/checkout").await.status, 200);
    assert_eq!(salma.get("/ar/wp-json/wc/store/checkout").await.status, 401, "without the version");
}
