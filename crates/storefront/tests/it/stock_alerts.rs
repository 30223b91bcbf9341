//! Alerts about goods that are available again: asking, one email each in the order of waiting, and ending them.

use chrono::TimeDelta;
use http::StatusCode;
use kernel::Clock;
use testkit::{Mailbox, Options, Shopper, TestProduct, TestResponse, TestShop};

use crate::{
    emails::{jobs_done, until},
    links::path_of,
};

const ALERTS: &str = "/ar/stock-alerts/";
const STOP: &str = "/ar/stock-alerts/stop/";

async fn open() -> TestShop {
    let clock = Clock::manual("2026-11-18T12:00:00Z".parse().expect("time"));
    TestShop::open_with(Options { clock, rate_factor: 100, ..Options::default() }).await
}

fn shown(response: &TestResponse) -> String {
    kernel::text::without_isolates(&response.visible_text())
}

async fn ask(shopper: &Shopper, product: &TestProduct, email: &str) -> serde_json::Value {
    let fields = [("product_id", product.id.as_str()), ("variation_id", "0"), ("email", email)];
    let answer = shopper.call("matjar_stock_alert", &fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

async fn arrive(shop: &TestShop, sku: &str, pieces: i64) {
    sqlx::query("select move_stock($1, 1::smallint, $2, 'delivery')")
        .bind(sku)
        .bind(pieces * 100_000)
        .execute(&shop.db)
        .await
        .expect("stock");
}

/// State and address of every alert, in the order of waiting.
async fn alerts(shop: &TestShop) -> Vec<(String, Option<String>)> {
    sqlx::query_as("select state, person from stock_alerts order by id")
        .fetch_all(&shop.db)
        .await
        .expect("alerts")
}

fn recipients(mailbox: &Mailbox) -> Vec<String> {
    let mut all: Vec<String> = mailbox.sink.emails().into_iter().flat_map(|email| email.to).collect();
    all.sort();
    all
}

async fn maintain(shop: &TestShop, mailbox: &Mailbox) {
    let context = shop.job_context();
    stock_alerts::jobs::maintain(&shop.mailer(&context, mailbox.sink.url())).await.expect("maintenance");
    jobs_done(shop).await;
}

/// [VIS-13]
#[tokio::test]
async fn as_many_people_as_pieces_get_one_email_in_the_order_of_waiting() {
    let shop = open().await;
    let oud = shop.product("دهن عود").stock(0).make(&shop.db).await;
    for number in 1..=5 {
        let answer = ask(&shop.shopper(), &oud, &format!("p{number}@example.com")).await;
        assert_eq!(answer["status"], "waiting");
    }
    let mailbox = shop.open_mailbox().await;
    arrive(&shop, &oud.sku, 3).await;
    mailbox.wait_for(3).await;
    jobs_done(&shop).await;
    for _ in 0..2 {
        maintain(&shop, &mailbox).await;
    }
    assert_eq!(recipients(&mailbox), ["p1@example.com", "p2@example.com", "p3@example.com"]);
    let states = alerts(&shop).await;
    assert!(states[..3].iter().all(|alert| *alert == ("sent".to_owned(), None)), "no address: {states:?}");
    assert_eq!(states[3], ("waiting".to_owned(), Some("p4@example.com".to_owned())));

    let email = &mailbox.sink.emails()[0];
    assert!(email.subject.contains("دهن عود"), "{}", email.subject);
    assert!(email.text.contains("لدينا 3 قطع"), "{}", email.text);
    assert!(email.header("list-unsubscribe").is_some_and(|url| url.contains(STOP)));
    assert_eq!(email.header("list-unsubscribe-post"), Some("List-Unsubscribe=One-Click"));

    // One more piece is one more person, although the others are still there.
    arrive(&shop, &oud.sku, 1).await;
    mailbox.wait_for(4).await;
    maintain(&shop, &mailbox).await;
    assert_eq!(recipients(&mailbox).len(), 4);
    // A day later the next person hears of what is left.
    shop.clock().advance(TimeDelta::hours(24));
    maintain(&shop, &mailbox).await;
    assert_eq!(mailbox.wait_for(5).await.len(), 5);
}

/// [VIS-13]
#[tokio::test]
async fn a_person_waits_once_for_a_product_and_everybody_is_answered_alike() {
    let shop = open().await;
    let oud = shop.product("دهن عود").stock(0).make(&shop.db).await;
    let first = ask(&shop.shopper(), &oud, "Salma@Example.com").await;
    let second = ask(&shop.shopper(), &oud, "salma@example.com").await;
    assert_eq!(first["status"], second["status"]);
    assert_eq!(alerts(&shop).await, [("waiting".to_owned(), Some("salma@example.com".to_owned()))]);
    let twice = sqlx::query(
        "insert into stock_alerts (product_id, person, address_hash, page_hash, created_at)
         select product_id, person, address_hash, '\\x00', now() from stock_alerts",
    );
    assert!(twice.execute(&shop.db).await.is_err(), "by a constraint");
    let kept = sqlx::query("update stock_alerts set state = 'sent', finished_at = now()");
    assert!(kept.execute(&shop.db).await.is_err(), "a finished alert has no address");
}

#[tokio::test]
async fn what_can_be_bought_or_does_not_exist_has_no_alert() {
    let shop = open().await;
    let honey = shop.product("عسل").stock(4).make(&shop.db).await;
    let draft = shop.product("مسودة").stock(0).status("draft").make(&shop.db).await;
    let guest = shop.shopper();
    assert_eq!(ask(&guest, &honey, "a@example.com").await["status"], "available");
    for email in ["", "salma", "a@b", "x@example.com\r\nBcc: y@example.com"] {
        let gone = shop.product("نافد").stock(0).make(&shop.db).await;
        assert_eq!(ask(&guest, &gone, email).await["status"], "email", "{email}");
    }
    for id in [draft.id.as_str(), "987654321"] {
        let fields = [("product_id", id), ("email", "a@example.com")];
        assert_eq!(guest.call("matjar_stock_alert", &fields).await.status, StatusCode::NOT_FOUND);
    }
    assert!(alerts(&shop).await.is_empty());
}

/// [VIS-13]
#[tokio::test]
async fn a_sold_out_variation_has_its_own_alert_and_a_customer_types_nothing() {
    let shop = open().await;
    let coffee =
        shop.product("بن").variation("مطحون", 1800, 0).variation("حبوب", 1800, 5).make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let fields = [("product_id", coffee.id.as_str()), ("variation_id", &coffee.variations[0]), ("email", "")];
    assert_eq!(salma.call("matjar_stock_alert", &fields).await.json()["status"], "waiting");
    let other = [("product_id", coffee.id.as_str()), ("variation_id", &coffee.variations[1]), ("email", "")];
    assert_eq!(salma.call("matjar_stock_alert", &other).await.json()["status"], "available");
    let mailbox = shop.open_mailbox().await;
    arrive(&shop, &format!("{}-1", coffee.sku), 5).await;
    maintain(&shop, &mailbox).await;
    assert!(mailbox.sink.emails().is_empty(), "another variation");
    arrive(&shop, &format!("{}-0", coffee.sku), 1).await;
    let email = mailbox.wait_for(1).await.remove(0);
    assert_eq!(email.to, ["salma@example.com"]);
    assert!(email.subject.contains("مطحون"), "{}", email.subject);
}

/// [VIS-13]
#[tokio::test]
async fn the_plain_form_leads_to_a_page_that_cancels_the_alert() {
    let shop = open().await;
    let oud = shop.product("دهن عود").stock(0).make(&shop.db).await;
    let guest = shop.shopper();
    let page = guest.get(&oud.path).await.text();
    assert!(page.contains("action=\"/ar/stock-alerts/\""), "the form is in the page");

    let fields = [("product_id", oud.id.as_str()), ("variation_id", "0"), ("email", "x")];
    let refused = guest.post(ALERTS, &fields).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(shown(&refused).contains("اكتب بريدًا إلكترونيًا صحيحًا"), "{}", shown(&refused));

    let fields = [("product_id", oud.id.as_str()), ("variation_id", "0"), ("email", "a@example.com")];
    let answer = guest.post(ALERTS, &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let url = answer.location().to_owned();
    let alert = guest.get(&url).await;
    assert_eq!(alert.header("cache-control"), "private, no-store");
    assert!(shown(&alert).contains("رسالة واحدة إلى a@example.com"), "{}", shown(&alert));
    assert_eq!(alerts(&shop).await[0].0, "waiting", "a GET changes nothing");

    guest.submit(&url, &url, &[]).await;
    assert_eq!(alerts(&shop).await, [("stopped".to_owned(), None)]);
    assert!(shown(&guest.get(&url).await).contains("أُلغي التنبيه"));
    let mailbox = shop.open_mailbox().await;
    arrive(&shop, &oud.sku, 9).await;
    maintain(&shop, &mailbox).await;
    assert!(mailbox.sink.emails().is_empty());
}

#[tokio::test]
async fn unsubscribing_ends_all_alerts_of_an_address_and_only_its_owner_can_ask_again() {
    let shop = open().await;
    let oud = shop.product("دهن عود").stock(0).make(&shop.db).await;
    let tea = shop.product("شاي").stock(0).make(&shop.db).await;
    let guest = shop.shopper();
    ask(&guest, &oud, "salma@example.com").await;
    ask(&guest, &tea, "salma@example.com").await;
    let mailbox = shop.open_mailbox().await;
    arrive(&shop, &oud.sku, 1).await;
    let email = mailbox.wait_for(1).await.remove(0);
    jobs_done(&shop).await;
    let link = path_of(email.link(STOP).expect("a link that ends the emails")).to_owned();
    assert_eq!(shop.shopper().get(&link).await.status, StatusCode::OK);
    assert_eq!(alerts(&shop).await[1].0, "waiting", "a GET changes nothing");
    // As a mail client posts it.
    let stopped = shop.shopper().post(&link, &[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!(stopped.status, StatusCode::OK);
    assert_eq!(alerts(&shop).await[1], ("stopped".to_owned(), None));

    let answer = ask(&guest, &tea, "salma@example.com").await;
    assert_eq!(answer["status"], "waiting", "answered like everybody");
    ask(&guest, &tea, "other@example.com").await;
    arrive(&shop, &tea.sku, 1).await;
    mailbox.wait_for(2).await;
    jobs_done(&shop).await;
    assert!(recipients(&mailbox).contains(&"other@example.com".to_owned()), "nobody's place is taken");
    assert_eq!(recipients(&mailbox).len(), 2);
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    arrive(&shop, &tea.sku, -1).await;
    ask(&salma, &tea, "").await;
    arrive(&shop, &tea.sku, 1).await;
    assert_eq!(mailbox.wait_for(3).await.len(), 3);
}

#[tokio::test]
async fn a_product_that_sells_out_before_the_email_is_sent_puts_the_person_back_in_line() {
    let shop = open().await;
    let oud = shop.product("دهن عود").stock(0).make(&shop.db).await;
    ask(&shop.shopper(), &oud, "a@example.com").await;
    let context = shop.job_context();
    let sink = mailsink::Sink::open(([127, 0, 0, 1], 0).into()).await.expect("a sink");
    let mailer = shop.mailer(&context, sink.url());
    arrive(&shop, &oud.sku, 1).await;
    stock_alerts::jobs::maintain(&mailer).await.expect("maintenance");
    assert_eq!(alerts(&shop).await[0].0, "queued");
    arrive(&shop, &oud.sku, -1).await;
    let mailbox = shop.open_mailbox().await;
    until("the person waits again", async || alerts(&shop).await[0].0 == "waiting").await;
    assert!(mailbox.sink.emails().is_empty());
    arrive(&shop, &oud.sku, 1).await;
    assert_eq!(mailbox.wait_for(1).await.len(), 1);
}

#[tokio::test]
async fn an_address_has_a_limit_of_open_alerts() {
    let shop = open().await;
    let guest = shop.shopper();
    for number in 0..20 {
        let product = shop.product(&format!("منتج {number}")).stock(0).make(&shop.db).await;
        assert_eq!(ask(&guest, &product, "a@example.com").await["status"], "waiting");
    }
    let one_more = shop.product("زائد").stock(0).make(&shop.db).await;
    assert_eq!(ask(&guest, &one_more, "a@example.com").await["status"], "too-many");
    assert_eq!(ask(&guest, &one_more, "b@example.com").await["status"], "waiting");
}
