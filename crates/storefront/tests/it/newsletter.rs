//! The newsletter form of the footer: one answer for every address, and no subscription before the link is followed.

use testkit::{Options, Shopper, TestResponse, TestShop, hidden_fields};

const URL: &str = "/ar/newsletter/";
const CONFIRM: &str = "/ar/newsletter/confirm/";

async fn open() -> TestShop {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    shop.list("رسالة الدكان", true).await;
    shop
}

async fn subscribers(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar("select email from list_subscribers order by 1")
        .fetch_all(&shop.db)
        .await
        .expect("list")
}

/// The path of the first link to this page.
fn link_in(text: &str, path: &str) -> String {
    let start = text.find(path).unwrap_or_else(|| panic!("no {path} in {text}"));
    text[start..].split(|c: char| c.is_whitespace() || "\"<>)".contains(c)).next().expect("a link").to_owned()
}

async fn confirm(shopper: &Shopper, link: &str) -> TestResponse {
    let page = shopper.get(link).await;
    assert_eq!(page.status, 200, "{}", page.visible_text());
    let fields = hidden_fields(&page.text(), CONFIRM);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    shopper.post(CONFIRM, &fields).await
}

#[tokio::test]
async fn an_address_is_subscribed_by_the_link_and_ended_by_one_click() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.shopper();
    let page = salma.get("/ar/shop/").await;
    assert!(page.text().contains(r#"action="/ar/newsletter/""#), "the footer of every page has the form");
    assert!(page.visible_text().contains("رسالة الدكان"), "{}", page.visible_text());

    let sent = salma.post(URL, &[("email", "Salma@Example.com")]).await;
    assert_eq!(sent.status, 200);
    assert!(sent.visible_text().contains("لتأكيد اشتراكك"), "{}", sent.visible_text());
    assert!(subscribers(&shop).await.is_empty(), "not before the link is followed");
    let mail = mailbox.wait_for(1).await.remove(0);
    let link = link_in(&mail.text, CONFIRM);
    // A scanner follows the link and changes nothing.
    shop.shopper().get(&link).await;
    assert!(subscribers(&shop).await.is_empty());

    let done = confirm(&salma, &link).await;
    assert!(done.visible_text().contains("أُضيف بريدك إلى القائمة."), "{}", done.visible_text());
    assert_eq!(subscribers(&shop).await, ["salma@example.com"]);
    assert_eq!(salma.get(&link).await.status, 410, "a link works once");
    let welcome = mailbox.wait_for(2).await.remove(1);
    let stop = link_in(&welcome.text, "/ar/unsubscribe/");
    let stopped = salma.post(&stop, &[("List-Unsubscribe", "One-Click")]).await;
    assert!(stopped.visible_text().contains("أُلغي اشتراكك."), "{}", stopped.visible_text());
    assert!(subscribers(&shop).await.is_empty());
}

#[tokio::test]
async fn every_address_has_the_same_answer_and_a_customer_subscribes_in_the_account() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let mailbox = shop.open_mailbox().await;
    let visitor = shop.shopper();
    let known = visitor.post(URL, &[("email", "salma@example.com")]).await;
    let unknown = visitor.post(URL, &[("email", "layla@example.com")]).await;
    assert_eq!((known.status, known.visible_text()), (unknown.status, unknown.visible_text()));
    let mails = mailbox.wait_for(2).await;
    let of =
        |text: &str| mails.iter().find(|mail| mail.to.iter().any(|to| to.contains(text))).expect("a mail");
    confirm(&visitor, &link_in(&of("salma").text, CONFIRM)).await;
    assert!(subscribers(&shop).await.is_empty(), "the customer's own subscription is used");
    let own: i64 =
        sqlx::query_scalar("select count(*) from subscriptions").fetch_one(&shop.db).await.expect("n");
    assert_eq!(own, 1);

    // An address that gets an account later takes its subscription along.
    confirm(&visitor, &link_in(&of("layla").text, CONFIRM)).await;
    assert_eq!(subscribers(&shop).await, ["layla@example.com"]);
    shop.customer("layla@example.com", "ليلى").await;
    assert!(subscribers(&shop).await.is_empty());
    let own: i64 =
        sqlx::query_scalar("select count(*) from subscriptions").fetch_one(&shop.db).await.expect("n");
    assert_eq!(own, 2);
}

#[tokio::test]
async fn a_mistyped_address_is_shown_again_and_a_wrong_link_is_gone() {
    let shop = open().await;
    let visitor = shop.shopper();
    let refused = visitor.post(URL, &[("email", "salma@")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.visible_text().contains("أدخل بريدًا إلكترونيًا صالحًا."), "{}", refused.visible_text());
    assert!(refused.text().contains("salma@"), "what was typed stays");
    assert_eq!(visitor.get(&format!("{CONFIRM}?key=0")).await.status, 410);
    assert_eq!(visitor.post(CONFIRM, &[("key", "0")]).await.status, 410);
}

#[tokio::test]
async fn one_address_gets_few_emails_however_often_the_form_is_sent() {
    let shop = open().await;
    let visitor = shop.shopper();
    for _ in 0..6 {
        assert_eq!(visitor.post(URL, &[("email", "salma@example.com")]).await.status, 200);
    }
    let queued: i64 = sqlx::query_scalar("select count(*) from mail_outbox where topic = 'link'")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert!(queued <= 4, "{queued}");
}

#[tokio::test]
async fn a_shop_without_a_public_list_has_no_form() {
    let shop = TestShop::open().await;
    shop.list("للفريق", false).await;
    let visitor = shop.shopper();
    assert!(!visitor.get("/ar/shop/").await.text().contains("/ar/newsletter/"));
    assert_eq!(visitor.get(URL).await.status, 404);
    assert_eq!(visitor.post(URL, &[("email", "salma@example.com")]).await.status, 404);
}
