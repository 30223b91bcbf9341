//! The live stream of the admin: what it tells, to whom, and when it ends.

use std::time::Duration;

use http::StatusCode;
use serde_json::Value;
use testkit::{Options, Shopper, TestProduct, TestShop};
use tokio::{io::AsyncReadExt, net::TcpStream, time::timeout};

use crate::orders::staff_in;

const LIVE: &str = "/ar/wp-admin/live/";
/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(15);

async fn open() -> TestShop {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    TestShop::open_with(Options { rate_factor: 100, clock, ..Options::default() }).await
}

async fn member(shop: &TestShop, role: &str) -> Shopper {
    let email = format!("{role}@example.com");
    shop.staff_with_role(&email, role).await;
    staff_in(shop, &email).await
}

async fn ask(member: &Shopper, query: &str) -> Value {
    let answer = member.get_with(&format!("{LIVE}?{query}"), &[("accept", "application/json")]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "private, no-store");
    answer.json()
}

/// Asks until these others are named: Redis may answer late once, and then nobody is seen.
async fn see(member: &Shopper, on: &str, names: &[&str]) {
    let wanted = Value::from(names.to_vec());
    let mut received = Value::Null;
    for _ in 0..20 {
        received = ask(member, on).await["here"].clone();
        if received == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{received} instead of {wanted}");
}

async fn cursor(member: &Shopper) -> String {
    ask(member, "").await["cursor"].as_str().expect("a cursor").to_owned()
}

async fn rename(staff: &Shopper, product: &TestProduct, name: &str) {
    let url = format!("/ar/wp-admin/products/{}/", product.id);
    let answer = staff.submit(&url, &url, &[("name", name)]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.visible_text());
}

/// A stream as it arrives.
struct Stream {
    connection: TcpStream,
    text: String,
}

impl Stream {
    async fn open(member: &Shopper, query: &str) -> Self {
        let cookie = member.cookie().expect("a session");
        let head = format!(
            "GET {LIVE}?{query} HTTP/1.1\r\nhost: {{host}}\r\nx-forwarded-for: {{address}}\r\n\
             accept: text/event-stream\r\naccept-encoding: br, gzip\r\nsec-fetch-site: same-origin\r\n\
             connection: close\r\ncookie: {cookie}\r\n\r\n"
        );
        let mut stream = Self { connection: member.open_connection(&head).await, text: String::new() };
        stream.until("\r\n\r\n").await;
        stream
    }

    /// Reads until a text has arrived.
    async fn until(&mut self, text: &str) {
        let arrived = timeout(LONG, async {
            while !self.text.contains(text) {
                assert!(self.more().await, "the stream ended before {text}: {}", self.text);
            }
        });
        assert!(arrived.await.is_ok(), "{text} did not arrive: {}", self.text);
    }

    /// Reads to the end.
    async fn end(&mut self) {
        let ended = timeout(LONG, async { while self.more().await {} });
        assert!(ended.await.is_ok(), "the stream goes on: {}", self.text);
    }

    async fn more(&mut self) -> bool {
        let mut part = [0; 4096];
        let read = self.connection.read(&mut part).await.expect("readable");
        self.text.push_str(&String::from_utf8_lossy(&part[..read]));
        read > 0
    }

    fn changes(&self) -> Vec<Value> {
        let messages = self.text.lines().filter_map(|line| line.strip_prefix("data: "));
        let messages = messages.map(|text| serde_json::from_str::<Value>(text).expect("a message"));
        messages.flat_map(|one| one["changes"].as_array().expect("changes").clone()).collect()
    }
}

#[tokio::test]
async fn a_save_is_told_to_others_and_the_same_to_those_who_ask() {
    let shop = open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let (noura, reem) = (member(&shop, "owner").await, member(&shop, "content").await);
    let since = cursor(&reem).await;
    let mut stream = Stream::open(&reem, "").await;
    assert!(stream.text.starts_with("HTTP/1.1 200"), "{}", stream.text);
    let head = stream.text.to_lowercase();
    assert!(head.contains("content-type: text/event-stream; charset=utf-8\r\n"), "{head}");
    assert!(head.contains("cache-control: private, no-store\r\n"), "{head}");
    assert!(!head.contains("content-encoding"), "{head}");
    stream.until("data: ").await;
    // The first look of the task finds what was there before.
    tokio::time::sleep(Duration::from_millis(500)).await;

    rename(&noura, &honey, "عسل الجبل").await;
    stream.until("\"product\"").await;

    let received = stream.changes();
    assert_eq!(received.len(), 1);
    assert_eq!(
        (received[0]["id"].as_str(), received[0]["version"].as_str()),
        (Some(honey.id.as_str()), Some("2"))
    );
    assert_eq!((&received[0]["by"], &received[0]["isOwn"]), (&Value::from("نورة"), &Value::from(false)));
    assert!(!stream.text.contains("الجبل"), "never content");
    assert_eq!(ask(&reem, &format!("since={since}")).await["changes"], Value::from(received.clone()));
    assert_eq!(ask(&noura, &format!("since={since}")).await["changes"][0]["isOwn"], true);
    // A stream that comes back receives what it missed.
    let mut again = Stream::open(&reem, &format!("since={since}")).await;
    again.until("\"product\"").await;
    assert_eq!(again.changes(), received);
    // Whoever comes now missed nothing.
    assert_eq!(ask(&reem, "").await["changes"], Value::from(Vec::<Value>::new()));
}

/// [D01]
#[tokio::test]
async fn a_member_is_told_only_of_what_the_role_reads() {
    let shop = open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let (support, content) = (member(&shop, "support").await, member(&shop, "content").await);
    let since = cursor(&support).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let landed = salma.buy(&shop).await;
    let number = landed.split('/').nth(4).expect("order number");

    let received = ask(&support, &format!("since={since}")).await;
    let orders = received["changes"].as_array().expect("changes");
    assert!(!orders.is_empty());
    assert!(orders.iter().all(|one| one["kind"] == "order" && one["id"] == number), "{received}");
    assert!(!received.to_string().contains("example.com"));
    assert_eq!(ask(&content, &format!("since={since}")).await["changes"], Value::from(Vec::<Value>::new()));
    assert_eq!(ask(&content, &format!("on=order-{number}")).await["here"], Value::Null);

    for accept in ["application/json", "text/event-stream"] {
        let stranger = shop.shopper().get_with(LIVE, &[("accept", accept)]).await;
        assert_eq!(stranger.status, StatusCode::NOT_FOUND, "{accept}");
    }
}

/// [D03]
#[tokio::test]
async fn the_stream_of_a_stopped_member_ends_and_a_narrower_role_receives_less() {
    let shop = open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let (noura, support) = (member(&shop, "owner").await, member(&shop, "support").await);
    let mut stopped = Stream::open(&support, "").await;
    stopped.until("data: ").await;
    // Its answer says when the change has been sent to everybody who may see it.
    let mut witness = Stream::open(&member(&shop, "manager").await, "").await;
    witness.until("data: ").await;
    // The first look of the task finds what was there before.
    tokio::time::sleep(Duration::from_millis(500)).await;
    sqlx::query("update staff_roles set permissions = array_remove(permissions, 'catalog.read') where name = 'support'")
        .execute(&shop.db)
        .await
        .expect("a narrower role");
    rename(&noura, &honey, "عسل السدر").await;
    witness.until("\"product\"").await;

    sqlx::query("update staff set is_active = false where email_key = 'support@example.com'")
        .execute(&shop.db)
        .await
        .expect("stopped");
    stopped.end().await;

    assert_eq!(stopped.changes(), Vec::<Value>::new());
    let next = support.get_with(LIVE, &[("accept", "text/event-stream")]).await;
    assert_eq!(next.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_member_has_four_streams_and_a_stopping_server_ends_them_at_once() {
    let shop = open().await;
    let noura = member(&shop, "owner").await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut stream = Stream::open(&noura, "").await;
        stream.until("data: ").await;
        streams.push(stream);
    }
    let fifth = Stream::open(&noura, "").await;
    assert!(fifth.text.starts_with("HTTP/1.1 429"), "{}", fifth.text);
    // The window that has none asks.
    assert!(ask(&noura, "").await["cursor"].is_string());

    shop.app().contexts.live.stop();
    for stream in &mut streams {
        let ended = timeout(Duration::from_secs(1), stream.end()).await;
        assert!(ended.is_ok(), "a stop waits for no stream");
    }
}

#[tokio::test]
async fn who_has_the_same_thing_open_is_named() {
    let shop = open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let (noura, reem) = (member(&shop, "owner").await, member(&shop, "content").await);
    sqlx::query("update staff set name = 'ريم' where email_key = 'content@example.com'")
        .execute(&shop.db)
        .await
        .expect("a name");
    let on = format!("on=product-{}", honey.id);

    see(&noura, &on, &[]).await;
    see(&reem, &on, &["نورة"]).await;
    see(&noura, &on, &["ريم"]).await;
    assert_eq!(ask(&noura, "on=product-0").await["here"], Value::Null);
    let mut stream = Stream::open(&noura, &on).await;
    stream.until("\"here\":[\"ريم\"]").await;

    shop.clock().advance(chrono::TimeDelta::seconds(26));
    stream.until("\"here\":[]").await;
    see(&reem, &on, &["نورة"]).await;
}
