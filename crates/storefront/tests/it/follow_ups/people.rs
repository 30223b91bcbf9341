//! Subscriptions, data export and erasure.

use testkit::customers::PASSWORD;

use super::*;

const PRIVACY: &str = "/ar/my-account/privacy/";

async fn subscribe(shop: &TestShop, customer: i64, list: &str) {
    sqlx::query(
        "insert into subscriptions (customer_id, list_id, key, created_at) values ($1, $2, $3, now())",
    )
    .bind(customer)
    .bind(list.parse::<i64>().expect("an id"))
    .bind(hex::encode(rand::random::<[u8; 16]>()))
    .execute(&shop.db)
    .await
    .expect("a subscription");
}

#[tokio::test]
async fn customers_get_only_what_they_subscribe_to_and_unsubscribe_by_their_own_link() {
    let shop = open().await;
    let list = shop.list("بعد الشراء", true).await;
    turn_on(&shop, "after-purchase", &list, 0).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    shop.customer("reem@example.com", "ريم").await;
    subscribe(&shop, salma, &list).await;
    order(&shop, &honey, "salma@example.com", "completed").await;
    order(&shop, &honey, "reem@example.com", "completed").await;
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    let emails = mailbox.wait_for(1).await;
    assert_eq!(emails.iter().map(|email| email.to.clone()).collect::<Vec<_>>(), [["salma@example.com"]]);
    assert_eq!(states(&shop).await, [("sent".to_owned(), None), stopped("unsubscribed")]);
    let url = emails[0].link("/ar/unsubscribe/").expect("her own link");
    let path = crate::links::path_of(url).to_owned();
    assert_eq!(shop.shopper().post(&path, &[("List-Unsubscribe", "One-Click")]).await.status, 200);
    order(&shop, &honey, "salma@example.com", "completed").await;
    work(&shop, &mailbox).await;
    assert_eq!(mailbox.sink.emails().len(), 1);
    assert_eq!(states(&shop).await.last(), Some(&stopped("unsubscribed")));
}

#[tokio::test]
async fn a_customers_export_contains_their_follow_ups_and_erasure_deletes_them() {
    let shop = TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await;
    let list = shop.list("بعد الشراء", true).await;
    turn_on(&shop, "after-purchase", &list, 0).await;
    turn_on(&shop, CART, &list, 8).await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    subscribe(&shop, salma, &list).await;
    order(&shop, &honey, "Salma@example.com", "completed").await;
    order(&shop, &honey, "other@example.com", "completed").await;
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    leave_cart(&shop, &honey, "salma@example.com").await;
    work(&shop, &mailbox).await;
    mailbox.wait_for(2).await;

    let browser = shop.signed_in("salma@example.com").await;
    browser.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
    jobs_done(&shop).await;
    let body: serde_json::Value = sqlx::query_scalar("select body from data_exports where body is not null")
        .fetch_one(&shop.db)
        .await
        .expect("an export");
    let exported = body["follow_ups"].as_array().expect("a list");
    assert_eq!(exported.len(), 2, "{body}");
    assert_eq!(exported[0]["cause"], "after-purchase");
    assert_eq!(exported[0]["state"], "sent");
    assert_eq!(exported[1]["state"], "planned");

    let erase = "/ar/my-account/privacy/erase/";
    browser.submit(PRIVACY, erase, &[("password_current", PASSWORD), ("consent", "1")]).await;
    until("the account is erased", async || {
        let left: i64 =
            sqlx::query_scalar("select count(*) from customers").fetch_one(&shop.db).await.expect("count");
        left == 0
    })
    .await;
    let left: Vec<String> =
        sqlx::query_scalar("select person from followups").fetch_all(&shop.db).await.expect("people");
    assert_eq!(left, ["other@example.com"]);
}

/// The account is about to be erased: its key is replaced at once, and its address gets nothing more.
#[tokio::test]
async fn a_customer_who_leaves_gets_no_follow_up() {
    let shop = open().await;
    let list = shop.list("بعد الشراء", true).await;
    turn_on(&shop, "after-purchase", &list, 0).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    sqlx::query(
        "update customers set leaving_at = $2, email_key = 'leaving ' || id || '@erased' where id = $1",
    )
    .bind(salma)
    .bind(shop.clock().now())
    .execute(&shop.db)
    .await
    .expect("leaving");
    order(&shop, &honey, "salma@example.com", "processing").await;
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [stopped("unsubscribed")]);
}
