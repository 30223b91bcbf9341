//! The cart of the API.

use chrono::TimeDelta;
use http::Method;
use serde_json::{Value, json};
use testkit::{Options, TestShop};

use super::{BASE, Client, address, number, sql, with_shipping};

fn code(answer: &testkit::TestResponse) -> (u16, String) {
    (answer.status.as_u16(), answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn an_app_fills_its_cart_without_cookies() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").price(4_600).make(&shop.db).await;
    let app = Client::app(&shop);

    assert_eq!(app.cart().await["items"], json!([]));
    assert_eq!(app.token().len(), 64);
    let added = app.add(&honey.id, 2).await;
    assert_eq!(added.status, 201, "{}", added.text());
    assert!(added.headers.get("set-cookie").is_none(), "an app has no cookies");
    assert_eq!(added.header("cart-hash").len(), 32);

    let cart = app.cart().await;
    assert_eq!(cart["items"][0]["quantity"], 2);
    assert_eq!(cart["items"][0]["totals"]["line_subtotal"], "9200");
    assert_eq!(cart["totals"]["total_price"], "9200");
    assert_eq!(cart["items_count"], 2);
    let stored: Vec<u8> = sqlx::query_scalar("select token_hash from sessions where is_cart_token")
        .fetch_one(&shop.db)
        .await
        .expect("one token");
    assert_ne!(hex::encode(stored), app.token(), "the token itself is not stored");
}

#[tokio::test]
async fn a_browser_needs_its_nonce_to_write() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = Client::browser(&salma);

    assert_eq!(code(&page.add(&honey.id, 1).await), (401, "woocommerce_rest_missing_nonce".to_owned()));
    let wrong = [("nonce", "00000000000000000000000000000000"), ("content-type", "application/json")];
    let body = json!({ "id": number(&honey.id) }).to_string();
    let refused = salma.send(Method::POST, &format!("{BASE}/cart/add-item"), Some(body), &wrong).await;
    assert_eq!(code(&refused), (403, "woocommerce_rest_invalid_nonce".to_owned()));

    assert_eq!(page.cart().await["items"][0]["quantity"], 1, "the cart of the pages");
    assert_eq!(page.add(&honey.id, 1).await.status, 201);
    assert!(salma.get("/ar/cart/").await.text().contains("36.00"), "the pages show the same cart");
    assert!(
        page.get("/cart").await.headers.get("cart-token").is_none(),
        "a script never gets a credential in place of the cookie"
    );
}

#[tokio::test]
async fn a_new_browser_gets_its_session_with_the_first_product() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let page = Client::browser(&shop.shopper());
    page.cart().await;

    let added = page.add(&honey.id, 1).await;
    assert_eq!(added.status, 201, "{}", added.text());
    assert!(added.header("set-cookie").starts_with("__Host-sid="));
    assert_eq!(
        page.add(&honey.id, 2).await.json()["items"][0]["quantity"],
        3,
        "the nonce of the new session"
    );
}

/// A stolen token reads the cart and no address, becomes no session of the pages, and ends when it is revoked.
#[tokio::test]
async fn a_stolen_token_reads_no_personal_data_and_can_be_revoked() {
    let shop = TestShop::open().await;
    with_shipping(&shop).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    salma.add(&honey.id, "1").await;
    let page = Client::browser(&salma);
    page.cart().await;
    let written = page.post("/cart/update-customer", json!({ "billing_address": address() })).await;
    assert_eq!(written.json()["billing_address"]["address_1"], "5100 Maple St", "{}", written.text());
    let created = page.post("/cart/tokens", json!({})).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let stolen = created.header("cart-token").to_owned();

    let thief = Client::app(&shop).with_token(&stolen);
    let cart = thief.cart().await;
    assert_eq!(cart["items"][0]["quantity"], 1, "it is a token of this cart");
    let text = cart.to_string();
    for personal in ["salma@example.com", "5100 Maple", "313", "ديربورن", "48126", "الخطيب"] {
        assert!(!text.contains(personal), "{personal} in {text}");
    }
    assert_eq!(thief.get("/cart").await.header("user-id"), "0", "a token has no customer");
    let checkout = thief.get("/checkout").await;
    assert!(!checkout.text().contains("Maple"), "{}", checkout.text());
    thief.shopper.set_cookie(Some(format!("__Host-sid={stolen}")));
    assert_eq!(thief.shopper.get("/ar/my-account/orders/").await.status, 303, "no session of the pages");
    let fragments = thief.shopper.call("xoo_wsc_refresh_fragments", &[]).await;
    assert!(!fragments.text().contains("عسل سدر"), "{}", fragments.text());
    thief.shopper.set_cookie(None);

    let revoked = page.send(Method::DELETE, "/cart/tokens", None).await;
    assert_eq!(revoked.json()["revoked"], 1, "{}", revoked.text());
    let refused = shop
        .shopper()
        .send(
            Method::POST,
            &format!("{BASE}/cart/add-item"),
            Some(json!({ "id": number(&honey.id) }).to_string()),
            &[("content-type", "application/json"), ("cart-token", &stolen)],
        )
        .await;
    assert_eq!(code(&refused), (401, "woocommerce_rest_missing_nonce".to_owned()));
    assert_eq!(Client::app(&shop).with_token(&stolen).cart().await["items"], json!([]));
    assert_eq!(page.cart().await["items"][0]["quantity"], 1, "the browser's own cart stays");
}

#[tokio::test]
async fn a_token_ends_with_the_session_that_requested_it_and_by_age() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    salma.add(&honey.id, "1").await;
    let page = Client::browser(&salma);
    page.cart().await;
    page.post("/cart/tokens", json!({})).await;
    let app = Client::app(&shop).with_token(&page.token());
    assert_eq!(app.cart().await["items_count"], 1);
    salma.submit("/ar/my-account/", "/ar/my-account/customer-logout/", &[]).await;
    let after = Client::app(&shop).with_token(&page.token());
    assert_eq!(after.cart().await["items_count"], 0, "logging out ends the token");

    let app = Client::app(&shop);
    app.cart().await;
    app.add(&honey.id, 1).await;
    let token = app.token();
    clock.advance(TimeDelta::hours(40));
    assert_eq!(app.cart().await["items_count"], 1);
    clock.advance(TimeDelta::hours(40));
    assert_eq!(app.cart().await["items_count"], 1, "using a token extends it");
    clock.advance(TimeDelta::hours(49));
    assert_eq!(app.cart().await["items_count"], 0);
    assert_ne!(app.token(), token, "another one");
}

/// Of an address that another client of the same cart has entered, a token sees the country alone.
#[tokio::test]
async fn an_address_is_returned_to_the_client_that_wrote_it() {
    let shop = TestShop::open().await;
    with_shipping(&shop).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = Client::browser(&salma);
    page.cart().await;
    page.post("/cart/tokens", json!({})).await;
    let app = Client::app(&shop).with_token(&page.token());
    let written = app.post("/cart/update-customer", json!({ "billing_address": address() })).await;
    assert_eq!(written.status, 200, "{}", written.text());
    let place = |cart: &Value| {
        let address = &cart["shipping_address"];
        (address["city"].clone(), address["address_1"].clone(), address["country"].clone())
    };
    assert_eq!(place(&app.cart().await), (json!("ديربورن"), json!("5100 Maple St"), json!("US")));
    let seen = page.cart().await;
    assert_eq!(
        (&seen["billing_address"]["email"], &seen["billing_address"]["address_1"]),
        (&json!(""), &json!(""))
    );
}

#[tokio::test]
async fn refusals_have_the_codes_of_the_platform() {
    let shop = TestShop::open().await;
    let few = shop.product("قليل").stock(3).make(&shop.db).await;
    let none = shop.product("نفد").stock(0).make(&shop.db).await;
    let hidden = shop.product("مسودة").status("draft").make(&shop.db).await;
    let shirt = shop.product("قميص").variation("أحمر", 2_000, 5).make(&shop.db).await;
    let weighed = shop.product("تمر").step(25_000).make(&shop.db).await;
    let app = Client::app(&shop);
    app.cart().await;
    let add = async |id: &str, quantity: Value| {
        code(&app.post("/cart/add-item", json!({ "id": number(id), "quantity": quantity })).await)
    };
    assert_eq!(add(&few.id, json!(4)).await, (400, "woocommerce_rest_product_partially_out_of_stock".into()));
    assert_eq!(add(&none.id, json!(1)).await, (400, "woocommerce_rest_product_out_of_stock".into()));
    assert_eq!(add(&hidden.id, json!(1)).await, (400, "woocommerce_rest_product_not_purchasable".into()));
    assert_eq!(add("999999999", json!(1)).await, (400, "woocommerce_rest_cart_invalid_product".into()));
    assert_eq!(
        add(&shirt.id, json!(1)).await,
        (400, "woocommerce_rest_variation_id_from_variation_data".into())
    );
    assert_eq!(add(&weighed.id, json!(0.3)).await, (400, "invalid_quantity".into()));
    assert_eq!(add(&few.id, json!(-1)).await, (400, "rest_invalid_param".into()));
    assert_eq!(add(&few.id, json!([])).await, (400, "rest_invalid_param".into()));
    assert_eq!(app.cart().await["items"], json!([]), "a refusal adds nothing");

    assert_eq!(add(&weighed.id, json!(0.75)).await.0, 201);
    assert_eq!(add(&shirt.variations[0], json!("2")).await.0, 201, "a variation by its own id");
    let cart = app.cart().await;
    assert_eq!(cart["items"][0]["quantity"], 0.75);
    assert_eq!(cart["items"][1]["type"], "variation");
    let broken = app
        .shopper
        .send(
            Method::POST,
            &format!("{BASE}/cart/add-item"),
            Some("{".to_owned()),
            &[("content-type", "application/json"), ("cart-token", &app.token())],
        )
        .await;
    assert_eq!(code(&broken), (400, "rest_invalid_json".into()));
}

#[tokio::test]
async fn items_are_changed_and_removed_by_key() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(5).make(&shop.db).await;
    let dates = shop.product("تمر").make(&shop.db).await;
    let app = Client::app(&shop);
    app.cart().await;
    let added = app.post("/cart/items", json!({ "id": number(&honey.id), "quantity": 2 })).await;
    assert_eq!(added.status, 201, "{}", added.text());
    let key = added.json()["key"].as_str().expect("a key").to_owned();
    app.add(&dates.id, 1).await;

    let updated = app.post("/cart/update-item", json!({ "key": key, "quantity": 3 })).await;
    assert_eq!(updated.json()["items"][0]["quantity"], 3, "{}", updated.text());
    let too_many = app.post("/cart/update-item", json!({ "key": key, "quantity": 6 })).await;
    assert_eq!(code(&too_many), (400, "woocommerce_rest_product_partially_out_of_stock".into()));
    let put = app.send(Method::PUT, &format!("/cart/items/{key}"), Some(json!({ "quantity": 4 }))).await;
    assert_eq!((put.status.as_u16(), &put.json()["quantity"]), (200, &json!(4)));
    assert_eq!(app.get(&format!("/cart/items/{key}")).await.json()["key"], key.as_str());

    let unknown = "0".repeat(32);
    let gone = app.post("/cart/update-item", json!({ "key": unknown, "quantity": 1 })).await;
    assert_eq!(code(&gone), (409, "woocommerce_rest_cart_invalid_key".into()));
    assert_eq!(gone.json()["data"]["cart"]["items_count"], 5, "the cart as it is: {}", gone.text());
    let missing = app.get(&format!("/cart/items/{unknown}")).await;
    assert_eq!(code(&missing), (404, "woocommerce_rest_cart_invalid_key".into()));
    assert_eq!(code(&app.get("/cart/items/zzz").await), (404, "rest_no_route".into()));

    let removed = app.send(Method::DELETE, &format!("/cart/items/{key}"), None).await;
    assert_eq!((removed.status.as_u16(), removed.body.len()), (204, 0));
    assert_eq!(app.get("/cart/items").await.json().as_array().expect("a list").len(), 1);
    let cleared = app.send(Method::DELETE, "/cart/items", None).await;
    assert_eq!((cleared.status.as_u16(), cleared.json()), (200, json!([])));
    assert_eq!(app.cart().await["items"], json!([]));
}

/// The same totals as on the pages: items, coupon, shipping and taxes, and their parts add up.
#[tokio::test]
async fn totals_add_up_and_are_those_of_the_pages() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    with_shipping(&shop).await;
    sql(&shop, "insert into coupons (code, kind, value) values ('نخلة10', 'percent', 1000)").await;
    let honey = shop.product("عسل سدر").price(4_601).make(&shop.db).await;
    let dates = shop.product("تمر").price(1_799).make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "2").await;
    salma.add(&dates.id, "3").await;
    let page = Client::browser(&salma);
    page.cart().await;
    let applied = page.post("/cart/apply-coupon", json!({ "code": " نخلة١٠ " })).await;
    assert_eq!(applied.status, 200, "{}", applied.text());
    let cart = applied.json();
    let minor = |value: &Value| value.as_str().expect("an amount").parse::<i64>().expect("minor units");
    let totals = &cart["totals"];
    let [items, discount, shipping, tax, price] =
        ["total_items", "total_discount", "total_shipping", "total_tax", "total_price"]
            .map(|name| minor(&totals[name]));
    assert_eq!(items, 2 * 4_601 + 3 * 1_799);
    assert_eq!(price, items - discount + shipping + tax);
    assert_eq!(tax, minor(&totals["total_items_tax"]) + minor(&totals["total_shipping_tax"]));
    let lines = cart["items"].as_array().expect("items");
    let sum = |name: &str| lines.iter().map(|line| minor(&line["totals"][name])).sum::<i64>();
    assert_eq!((sum("line_subtotal"), sum("line_total")), (items, items - discount));
    assert_eq!(sum("line_total_tax"), minor(&totals["total_items_tax"]));
    assert_eq!(cart["coupons"][0]["totals"]["total_discount"], totals["total_discount"]);
    let shown = salma.get("/ar/cart/").await.text();
    let formatted = kernel::Money::from_minor(price).format();
    assert!(shown.contains(&formatted), "{formatted} on the cart page");

    let rates = &cart["shipping_rates"][0]["shipping_rates"];
    assert_eq!((&rates[0]["selected"], &rates[1]["selected"]), (&json!(true), &json!(false)));
    let pickup = rates[1]["rate_id"].clone();
    let chosen = page.post("/cart/select-shipping-rate", json!({ "package_id": 0, "rate_id": pickup })).await;
    assert_eq!(chosen.json()["totals"]["total_shipping"], "0", "{}", chosen.text());
    let unknown = page.post("/cart/select-shipping-rate", json!({ "rate_id": "flat_rate:0" })).await;
    assert_eq!(code(&unknown).0, 400);
    let removed = page.send(Method::DELETE, "/cart/coupons/%D9%86%D8%AE%D9%84%D8%A910", None).await;
    assert_eq!(removed.status, 204, "{}", removed.text());
    assert_eq!(page.cart().await["totals"]["total_discount"], "0");
    let invalid = page.post("/cart/apply-coupon", json!({ "code": "<b>غير موجود" })).await;
    assert_eq!(code(&invalid), (400, "woocommerce_rest_cart_coupon_error".into()));
    assert!(!invalid.text().contains('<'), "{}", invalid.text());
}

#[tokio::test]
async fn an_address_must_be_one_that_the_shop_delivers_to() {
    let shop = TestShop::open().await;
    with_shipping(&shop).await;
    let app = Client::app(&shop);
    app.cart().await;
    let update = async |body: Value| code(&app.post("/cart/update-customer", body).await);
    for (name, value) in
        [("country", "ZZ"), ("country", "SA"), ("email", "nope"), ("city", "4111 1111 1111 1111")]
    {
        let mut wrong = address();
        wrong[name] = json!(value);
        let refused = update(json!({ "billing_address": wrong })).await;
        assert_eq!(refused, (400, "rest_invalid_param".into()), "{name}={value}");
    }
    let mut elsewhere = address();
    elsewhere["city"] = json!("شيكاغو");
    let two = update(json!({ "billing_address": address(), "shipping_address": elsewhere })).await;
    assert_eq!(two, (400, "rest_invalid_param".into()));
    assert_eq!(update(json!({ "billing_address": address(), "shipping_address": address() })).await.0, 200);
    assert_eq!(app.cart().await["billing_address"]["email"], "salma@example.com");
}

/// A repeated request with the same key adds once.
#[tokio::test]
async fn an_idempotency_key_adds_once() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let app = Client::app(&shop);
    app.cart().await;
    let body = json!({ "id": number(&honey.id), "quantity": 1 });
    let add = || {
        app.send_with(
            Method::POST,
            "/cart/add-item",
            Some(body.clone()),
            &[("idempotency-key", "0123456789abcdef")],
        )
    };
    for _ in 0..3 {
        assert_eq!(add().await.json()["items_count"], 1);
    }
    assert_eq!(app.add(&honey.id, 1).await.json()["items_count"], 2);
}

/// Every write is limited, for a token as for a cookie.
#[tokio::test]
async fn writes_of_a_token_are_limited() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(1_000).make(&shop.db).await;
    let app = Client::app(&shop);
    app.cart().await;
    let mut statuses = Vec::new();
    for _ in 0..70 {
        statuses.push(app.add(&honey.id, 1).await.status.as_u16());
    }
    assert!(statuses.contains(&201) && statuses.last() == Some(&429), "{statuses:?}");
    let answer = app.add(&honey.id, 1).await;
    assert_eq!(answer.json()["code"], "rate_limit_exceeded");
    assert_ne!(answer.header("retry-after"), "");
}
