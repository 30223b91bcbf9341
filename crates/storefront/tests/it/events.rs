//! The event stream: recorded with its cause, signed, retried, replayed, and sent to public hosts only.

mod receiver;

use chrono::TimeDelta;
use edge::outbound::{FetchConfig, FixedHost};
use events::{jobs::EventJobContext, service::signature};
use http::StatusCode;
use kernel::Clock;
use serde_json::Value;
use storefront::server::database;
use testkit::{Options, Shopper, TestResponse, TestShop};

use crate::orders::staff_in;
use receiver::{NAME, Receiver};

const PAGE: &str = "/ar/wp-admin/events/";

async fn open() -> (TestShop, Receiver, EventJobContext) {
    let clock = Clock::manual(chrono::DateTime::from_timestamp(1_800_000_000, 0).expect("a time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    let receiver = Receiver::open().await;
    let url = shop.database().url("WORKER_").expect("a database URL");
    let context = EventJobContext {
        db: database::pool(&url, 4, "test events").expect("a pool"),
        clock: shop.clock().clone(),
        outbound: FetchConfig {
            roots: receiver.root.clone().into_bytes(),
            hosts: vec![FixedHost { name: NAME.to_owned(), address: receiver.address }],
        },
    };
    (shop, receiver, context)
}

async fn add_endpoint(shop: &TestShop, url: &str, kinds: &[&str]) -> i64 {
    sqlx::query_scalar(
        "insert into event_endpoints (url, secret, kinds, created_at) values ($1, 'secret', $2, $3) returning id",
    )
    .bind(url)
    .bind(kinds)
    .bind(shop.clock().now())
    .fetch_one(&shop.db)
    .await
    .expect("an endpoint")
}

async fn cart(shop: &TestShop) -> Shopper {
    let honey = shop.product("عسل سدر").price(4_500).stock(50).make(&shop.db).await;
    let shopper = shop.shopper();
    assert_eq!(shopper.add(&honey.id, "2").await.status, StatusCode::OK);
    shopper
}

async fn deliveries(shop: &TestShop) -> Vec<(String, i32, Option<i32>)> {
    sqlx::query_as("select state, attempts, last_status from event_deliveries order by event_id, endpoint_id")
        .fetch_all(&shop.db)
        .await
        .expect("deliveries")
}

/// [ATTR-17]
#[tokio::test]
async fn a_shop_measures_carts_and_purchases_without_any_script() {
    let (shop, receiver, context) = open().await;
    let kinds = ["add_to_cart", "begin_checkout", "purchase", "order.created", "order.updated"];
    add_endpoint(&shop, &format!("https://{NAME}/hook"), &kinds).await;
    let salma = cart(&shop).await;
    salma.buy(&shop).await;
    while events::jobs::deliver_due(&context).await.expect("sent") > 0 {}

    let received = receiver.requests();
    let names: Vec<&str> = received.iter().map(|request| request.header("matjar-event")).collect();
    for kind in kinds {
        assert_eq!(names.iter().filter(|name| **name == kind).count(), 1, "{kind} in {names:?}");
    }
    for request in &received {
        let timestamp: i64 = request.header("matjar-timestamp").parse().expect("a timestamp");
        assert_eq!(timestamp, shop.clock().now().timestamp());
        let expected = signature("secret", timestamp, request.body.as_bytes());
        assert_eq!(request.header("matjar-signature"), expected);
        let body: Value = serde_json::from_str(&request.body).expect("JSON");
        assert_eq!(body["id"], request.header("matjar-event-id"));
        for personal in ["Salma", "@example.com", "billing", "0500"] {
            assert!(!request.body.contains(personal), "{personal} in {}", request.body);
        }
    }
    let find = |kind: &str| {
        let request = received.iter().find(|request| request.header("matjar-event") == kind);
        serde_json::from_str::<Value>(&request.expect("an event").body).expect("JSON")["data"].clone()
    };
    assert_eq!(find("add_to_cart")["quantity"], "2");
    let purchase = find("purchase");
    assert_eq!(purchase["items"][0]["name"], "عسل سدر");
    assert_eq!(purchase["items"][0]["quantity"], 2.0);
    assert_eq!(
        purchase["totalMinor"],
        purchase["items"][0]["totalMinor"].as_i64().expect("a total")
            + purchase["shippingMinor"].as_i64().expect("shipping")
            + purchase["taxMinor"].as_i64().expect("tax")
    );
    assert!(deliveries(&shop).await.iter().all(|(state, ..)| state == "delivered"));
    assert_eq!(events::jobs::deliver_due(&context).await.expect("sent"), 0, "each is sent once");
}

/// [ATTR-18]
#[tokio::test]
async fn a_purchase_is_one_event_however_often_its_page_is_loaded() {
    let (shop, _receiver, _context) = open().await;
    add_endpoint(&shop, &format!("https://{NAME}/hook"), &["purchase"]).await;
    let salma = cart(&shop).await;
    let received = salma.buy(&shop).await;
    for _ in 0..3 {
        assert_eq!(salma.get(&received).await.status, StatusCode::OK);
    }
    let count: i64 = sqlx::query_scalar("select count(*) from shop_events where kind = 'purchase'")
        .fetch_one(&shop.db)
        .await
        .expect("events");
    assert_eq!(count, 1);
}

#[tokio::test]
async fn a_sale_is_an_event_of_the_stock_that_it_changes() {
    let (shop, receiver, context) = open().await;
    let honey = shop.product("عسل سدر").price(4_500).stock(50).make(&shop.db).await;
    let sidr: i64 = honey.id.parse().expect("an id");
    // Nobody wants these events: the first stock is not recorded.
    let count = sqlx::query_scalar::<_, i64>("select count(*) from shop_events").fetch_one(&shop.db).await;
    assert_eq!(count.expect("events"), 0);
    add_endpoint(&shop, &format!("https://{NAME}/hook"), &["stock.changed"]).await;
    let salma = shop.shopper();
    assert_eq!(salma.add(&honey.id, "2").await.status, StatusCode::OK);
    salma.buy(&shop).await;
    while events::jobs::deliver_due(&context).await.expect("sent") > 0 {}

    let received = receiver.requests();
    assert_eq!(received.len(), 1, "one movement of one product");
    let event: Value = serde_json::from_str(&received[0].body).expect("JSON");
    assert_eq!(event["event"], "stock.changed");
    assert_eq!(event["data"]["productId"], sidr.to_string());
    assert_eq!(event["data"]["variationId"], Value::Null);
    assert_eq!(event["data"]["change"], -2.0);
    assert_eq!(event["data"]["quantity"], 48.0);
    let timestamp: i64 = received[0].header("matjar-timestamp").parse().expect("a timestamp");
    let expected = signature("secret", timestamp, received[0].body.as_bytes());
    assert_eq!(received[0].header("matjar-signature"), expected);
}

#[tokio::test]
async fn a_rolled_back_order_causes_no_event() {
    let (shop, _receiver, _context) = open().await;
    add_endpoint(&shop, &format!("https://{NAME}/hook"), &["order.created"]).await;
    let salma = cart(&shop).await;
    // Without terms the form is refused.
    let refused =
        salma.check_out(&testkit::Purchase::new().without("terms").with(&[("pay_later", "1")])).await;
    assert_ne!(refused.status, StatusCode::SEE_OTHER);
    let count: i64 = sqlx::query_scalar("select count(*) from shop_events where kind = 'order.created'")
        .fetch_one(&shop.db)
        .await
        .expect("events");
    assert_eq!(count, 0);
}

#[tokio::test]
async fn a_failed_delivery_is_tried_again_later_with_the_same_id() {
    let (shop, receiver, context) = open().await;
    add_endpoint(&shop, &format!("https://{NAME}/hook"), &["add_to_cart"]).await;
    cart(&shop).await;
    receiver.answer_with(&[500, 301, 204]);
    let send = async || events::jobs::deliver_due(&context).await.expect("sent");
    assert_eq!(send().await, 1);
    assert_eq!(deliveries(&shop).await, [("pending".to_owned(), 1, Some(500))]);
    assert_eq!(send().await, 0, "not before the pause is over");
    shop.clock().advance(TimeDelta::minutes(1));
    assert_eq!(send().await, 1);
    assert_eq!(deliveries(&shop).await, [("pending".to_owned(), 2, Some(301))], "no redirect is followed");
    shop.clock().advance(TimeDelta::minutes(3));
    assert_eq!(send().await, 1);
    assert_eq!(deliveries(&shop).await, [("delivered".to_owned(), 3, Some(204))]);
    let requests = receiver.requests();
    let ids: Vec<&str> = requests.iter().map(|request| request.header("matjar-event-id")).collect();
    assert_eq!(ids.len(), 3);
    assert!(ids.iter().all(|id| *id == ids[0]));
}

#[tokio::test]
async fn a_delivery_is_given_up_after_twelve_attempts_and_an_endpoint_after_three_days() {
    let (shop, receiver, context) = open().await;
    let endpoint = add_endpoint(&shop, &format!("https://{NAME}/hook"), &["add_to_cart"]).await;
    cart(&shop).await;
    receiver.answer_with(&[500; 40]);
    for _ in 0..12 {
        events::jobs::deliver_due(&context).await.expect("sent");
        shop.clock().advance(TimeDelta::hours(4));
        sqlx::query("update event_deliveries set next_at = $1 where state = 'pending'")
            .bind(shop.clock().now())
            .execute(&shop.db)
            .await
            .expect("due");
    }
    assert_eq!(deliveries(&shop).await, [("failed".to_owned(), 12, Some(500))]);
    let state = async || {
        sqlx::query_scalar::<_, String>("select state from event_endpoints where id = $1")
            .bind(endpoint)
            .fetch_one(&shop.db)
            .await
            .expect("an endpoint")
    };
    assert_eq!(state().await, "enabled");
    cart(&shop).await;
    shop.clock().advance(TimeDelta::days(3));
    events::jobs::deliver_due(&context).await.expect("sent");
    assert_eq!(state().await, "disabled");
    let sent = receiver.requests().len();
    shop.clock().advance(TimeDelta::days(1));
    assert_eq!(events::jobs::deliver_due(&context).await.expect("sent"), 0, "nothing goes to it any more");
    assert_eq!(receiver.requests().len(), sent);
}

#[tokio::test]
async fn a_lost_worker_leaves_its_deliveries_to_others() {
    let (shop, _receiver, context) = open().await;
    add_endpoint(&shop, &format!("https://{NAME}/hook"), &["add_to_cart"]).await;
    cart(&shop).await;
    // Claimed by a process that died before it sent anything.
    sqlx::query("update event_deliveries set attempts = 1, next_at = $1")
        .bind(shop.clock().now() + TimeDelta::minutes(5))
        .execute(&shop.db)
        .await
        .expect("claimed");
    assert_eq!(events::jobs::deliver_due(&context).await.expect("sent"), 0);
    shop.clock().advance(TimeDelta::minutes(6));
    assert_eq!(events::jobs::deliver_due(&context).await.expect("sent"), 1);
    assert_eq!(deliveries(&shop).await, [("delivered".to_owned(), 2, Some(200))]);
}

#[tokio::test]
async fn a_host_inside_the_own_network_gets_nothing() {
    let (shop, receiver, mut context) = open().await;
    context.outbound.hosts.clear();
    add_endpoint(&shop, &format!("https://localhost:{}/", receiver.address.port()), &["add_to_cart"]).await;
    add_endpoint(&shop, "https://localhost/", &["add_to_cart"]).await;
    add_endpoint(&shop, "https://127.0.0.1/", &["add_to_cart"]).await;
    cart(&shop).await;
    assert_eq!(events::jobs::deliver_due(&context).await.expect("tried"), 3);
    assert!(deliveries(&shop).await.iter().all(|(state, _, status)| state == "pending" && status.is_none()));
    assert!(receiver.requests().is_empty());
}

async fn send(staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
    let page = staff.get(PAGE).await.text();
    let nonce = page.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let nonce = [("nonce", nonce.unwrap_or_default())];
    staff.post(PAGE, &fields.iter().chain(&nonce).copied().collect::<Vec<_>>()).await
}

#[tokio::test]
async fn an_administrator_adds_pauses_and_removes_an_endpoint() {
    let (shop, _receiver, _context) = open().await;
    shop.staff("noura@example.com", true).await;
    let staff = staff_in(&shop, "noura@example.com").await;
    for wrong in ["http://hooks.example/", "https://10.0.0.1/", "https://hooks.example:8443/", "x"] {
        let answer = send(&staff, &[("do", "add"), ("url", wrong), ("kind_purchase", "1")]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert!(answer.visible_text().contains("اكتب عنوانًا عامًا"), "{}", answer.visible_text());
    }
    let url = "https://hooks.example/matjar";
    let answer = send(&staff, &[("do", "add"), ("url", url)]).await;
    assert!(answer.visible_text().contains("اختر حدثًا واحدًا على الأقل."), "{}", answer.visible_text());
    let answer = send(&staff, &[("do", "add"), ("url", url), ("kind_purchase", "1")]).await;
    assert_eq!(answer.location(), format!("{PAGE}?notice=added"));
    let (id, secret): (i64, String) =
        sqlx::query_as("select id, secret from event_endpoints").fetch_one(&shop.db).await.expect("one");
    assert_eq!(secret.len(), 64);
    assert!(staff.get(PAGE).await.text().contains(&secret), "an administrator reads the key");
    let id = id.to_string();
    let change =
        async |action: &str| send(&staff, &[("do", action), ("endpoint", &id)]).await.location().to_owned();
    assert_eq!(change("pause").await, format!("{PAGE}?notice=changed"));
    assert_eq!(change("pause").await, format!("{PAGE}?notice=not-changed"));
    assert_eq!(change("resume").await, format!("{PAGE}?notice=changed"));
    assert_eq!(change("rotate").await, format!("{PAGE}?notice=changed"));
    assert!(!staff.get(PAGE).await.text().contains(&secret));
    assert_eq!(change("remove").await, format!("{PAGE}?notice=removed"));
    let audited: i64 = sqlx::query_scalar("select count(*) from audit_log where action = 'event-endpoint'")
        .fetch_one(&shop.db)
        .await
        .expect("the audit log");
    assert_eq!(audited, 5);
}

#[tokio::test]
async fn staff_replay_a_delivery_and_only_administrators_change_endpoints() {
    let (shop, receiver, context) = open().await;
    let endpoint = add_endpoint(&shop, &format!("https://{NAME}/hook"), &["add_to_cart"]).await.to_string();
    cart(&shop).await;
    events::jobs::deliver_due(&context).await.expect("sent");
    shop.role("jobs", &["jobs.act"]).await;
    shop.staff_with_role("noura@example.com", "jobs").await;
    let staff = staff_in(&shop, "noura@example.com").await;
    let page = staff.get(PAGE).await;
    assert!(page.visible_text().contains("وصلت"), "{}", page.visible_text());
    assert!(!page.text().contains(">secret<"), "the key is for administrators");
    let event: String =
        sqlx::query_scalar("select id::text from shop_events").fetch_one(&shop.db).await.expect("an event");
    let answer = send(&staff, &[("do", "replay"), ("event", &event), ("endpoint", &endpoint)]).await;
    assert_eq!(answer.location(), format!("{PAGE}?notice=replayed"));
    events::jobs::deliver_due(&context).await.expect("sent");
    let requests = receiver.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0].header("matjar-event-id"), requests[1].header("matjar-event-id"));
    for action in ["add", "pause", "rotate", "remove"] {
        let fields =
            [("do", action), ("endpoint", &*endpoint), ("url", "https://a.example/"), ("kind_purchase", "1")];
        assert_eq!(send(&staff, &fields).await.status, StatusCode::NOT_FOUND, "{action}");
    }
}

#[tokio::test]
async fn old_events_are_deleted_with_their_deliveries() {
    let (shop, _receiver, context) = open().await;
    add_endpoint(&shop, &format!("https://{NAME}/hook"), &["add_to_cart"]).await;
    cart(&shop).await;
    let sweep = events::jobs::SweepContext { db: context.db.clone(), clock: context.clock.clone() };
    assert_eq!(events::jobs::sweep(&sweep).await.expect("swept"), 0);
    shop.clock().advance(TimeDelta::days(92));
    assert_eq!(events::jobs::sweep(&sweep).await.expect("swept"), 1);
    assert!(deliveries(&shop).await.is_empty());
}
