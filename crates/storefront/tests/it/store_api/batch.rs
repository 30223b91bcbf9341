//! Several changes in one request.

use serde_json::{Value, json};
use testkit::TestShop;

use super::{Client, number};

fn add(id: &str, quantity: u32) -> Value {
    let body = json!({ "id": number(id), "quantity": quantity });
    json!({ "method": "POST", "path": "/wc/store/v1/cart/add-item", "body": body })
}

#[tokio::test]
async fn each_request_of_a_batch_has_its_own_answer() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let none = shop.product("نفد").stock(0).make(&shop.db).await;
    let page = Client::browser(&shop.shopper());
    page.cart().await;

    let requests = json!([
        add(&honey.id, 1),
        add(&none.id, 1),
        add(&honey.id, 2),
        { "method": "POST", "path": "/wc/store/v1/checkout", "body": {} },
        { "method": "GET", "path": "/wc/store/v1/cart" },
    ]);
    let answer = page.post("/batch", json!({ "requests": requests })).await;
    assert_eq!(answer.status, 207, "{}", answer.text());
    let entries = answer.json()["responses"].clone();
    let statuses: Vec<_> =
        entries.as_array().expect("a list").iter().map(|one| one["status"].clone()).collect();
    assert_eq!(statuses, [201, 400, 201, 404, 404]);
    assert_eq!(entries[1]["body"]["code"], "woocommerce_rest_product_out_of_stock");
    assert_eq!(entries[2]["body"]["items"][0]["quantity"], 3, "the same cart: {entries}");
    assert!(answer.header("set-cookie").starts_with("__Host-sid="), "one session for the whole batch");
    let carts: i64 =
        sqlx::query_scalar("select count(*) from carts").fetch_one(&shop.db).await.expect("count");
    assert_eq!(carts, 1);
    assert_eq!(page.cart().await["items_count"], 3);
}

#[tokio::test]
async fn a_batch_that_requires_all_does_nothing_if_one_is_invalid() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let app = Client::app(&shop);
    app.cart().await;
    let requests = json!([add(&honey.id, 1), { "path": "/wc/store/v1/nothing" }]);
    let body = json!({ "validation": "require-all-validate", "requests": requests });
    let answer = app.post("/batch", body).await;
    assert_eq!(answer.status, 207, "{}", answer.text());
    let answer = answer.json();
    assert_eq!((&answer["failed"], &answer["responses"][0]), (&json!("validation"), &Value::Null));
    assert_eq!(answer["responses"][1]["body"]["code"], "rest_no_route");
    assert_eq!(app.cart().await["items"], json!([]));

    let many: Vec<_> = (0..26).map(|_| add(&honey.id, 1)).collect();
    for wrong in
        [json!({ "requests": many }), json!({ "requests": [] }), json!({}), json!({ "requests": [1] })]
    {
        assert_eq!(app.post("/batch", wrong).await.json()["code"], "rest_invalid_param");
    }
}

/// A batch of 25 counts as 25 requests.
#[tokio::test]
async fn a_batch_is_no_way_around_the_limits() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(1_000).make(&shop.db).await;
    let app = Client::app(&shop);
    app.cart().await;
    let requests: Vec<_> = (0..25).map(|_| add(&honey.id, 1)).collect();
    let mut accepted = 0;
    for _ in 0..4 {
        let answer = app.post("/batch", json!({ "requests": requests })).await;
        if let Some(entries) = answer.json()["responses"].as_array() {
            accepted += entries.iter().filter(|entry| entry["status"] == 201).count();
        }
    }
    assert!((25..=61).contains(&accepted), "{accepted} accepted");

    let guesses: Vec<_> = (0..10)
        .map(|number| {
            json!({ "path": "/wc/store/v1/cart/apply-coupon", "body": { "code": format!("code{number}") } })
        })
        .collect();
    let other = Client::app(&shop);
    other.cart().await;
    other.add(&honey.id, 1).await;
    let answer = other.post("/batch", json!({ "requests": guesses })).await.json();
    let limited = answer["responses"].as_array().expect("a list").iter().filter(|one| one["status"] == 429);
    assert!(limited.count() >= 7, "{answer}");
}
