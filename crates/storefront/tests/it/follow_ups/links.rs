//! The links in the emails: the cart on another device, and ending the emails.

use http::StatusCode;

use super::*;
use crate::links::path_of;

/// A shop with one sent email about a cart of two pieces of honey. Returns the email's links to the cart and to its end.
async fn sent_cart_email(shop: &TestShop, honey: &TestProduct) -> (String, String, Mailbox) {
    let list = shop.list("تذكير السلة", true).await;
    turn_on(shop, CART, &list, 1).await;
    leave_cart(shop, honey, "noura@example.com").await;
    shop.clock().advance(hours(2));
    let mailbox = shop.open_mailbox().await;
    work(shop, &mailbox).await;
    let email = mailbox.wait_for(1).await.remove(0);
    let restore = path_of(email.link(RESTORE).expect("a link to the cart")).to_owned();
    let stop = path_of(email.link(STOP).expect("a link that ends the emails")).to_owned();
    (restore, stop, mailbox)
}

async fn cart_text(shopper: &Shopper) -> String {
    shopper.get("/ar/cart/").await.shown()
}

async fn quantities(shop: &TestShop) -> Vec<i64> {
    sqlx::query_scalar("select quantity / 100000 from cart_lines order by cart_id, key")
        .fetch_all(&shop.db)
        .await
        .expect("lines")
}

#[tokio::test]
async fn the_link_restores_the_cart_on_another_device_and_shows_nothing_personal() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let (link, _, _mailbox) = sent_cart_email(&shop, &honey).await;
    let other = shop.shopper();
    let page = other.get(&link).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("cache-control"), "private, no-store");
    let html = page.text();
    for personal in ["noura", "نورة"] {
        assert!(!html.contains(personal), "{personal}");
    }
    assert!(page.shown().contains("منتج واحد: عسل سدر"), "{}", page.shown());
    assert_eq!(quantities(&shop).await, [2], "a GET changes nothing");

    let done = other.submit(&link, &link, &[]).await;
    assert_eq!((done.status, done.location()), (StatusCode::SEE_OTHER, "/ar/cart/"));
    assert!(cart_text(&other).await.contains("عسل سدر"));
    // Again, and from the device that has the cart: nothing is added twice.
    other.submit(&link, &link, &[]).await;
    assert_eq!(quantities(&shop).await, [2, 2]);
    let hashes: Vec<Vec<u8>> =
        sqlx::query_scalar("select restore_hash from followups").fetch_all(&shop.db).await.expect("hashes");
    let key = link.trim_end_matches('/').rsplit('/').next().expect("a key").to_owned();
    assert_eq!(key.len(), 32, "128 bits");
    assert!(hashes.iter().all(|hash| hash.len() == 32 && hex::encode(hash) != key), "only a hash is stored");
}

#[tokio::test]
async fn a_restored_cart_has_current_prices_and_what_is_in_stock() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1800).stock(50).make(&shop.db).await;
    let (link, _, _mailbox) = sent_cart_email(&shop, &honey).await;
    let id: i64 = honey.id.parse().expect("an id");
    sqlx::query("update products set regular_minor = 2500 where id = $1")
        .bind(id)
        .execute(&shop.db)
        .await
        .expect("a price");
    sqlx::query(
        "update stock_levels set on_hand = 100000 where sku = (select sku from products where id = $1)",
    )
    .bind(id)
    .execute(&shop.db)
    .await
    .expect("stock");
    let other = shop.shopper();
    let done = other.submit(&link, &link, &[]).await;
    assert_eq!(done.status, StatusCode::OK);
    assert!(done.shown().contains("ما هو متوفر"), "{}", done.shown());
    assert_eq!(quantities(&shop).await, [2, 1]);
    assert!(cart_text(&other).await.contains("25.00"), "{}", cart_text(&other).await);
    sqlx::query("update products set status = 'draft' where id = $1")
        .bind(id)
        .execute(&shop.db)
        .await
        .expect("gone");
    let third = shop.shopper();
    assert_eq!(third.submit(&link, &link, &[]).await.status, StatusCode::OK);
    assert_eq!(quantities(&shop).await, [2, 1], "a withdrawn product is not added");
}

#[tokio::test]
async fn guessed_and_expired_links_are_answered_alike() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let (link, stop, mailbox) = sent_cart_email(&shop, &honey).await;
    let guessed = format!("{RESTORE}{}/", "0".repeat(32));
    shop.clock().advance(TimeDelta::days(31));
    let shopper = shop.shopper();
    let (wrong, expired) = (shopper.get(&guessed).await, shopper.get(&link).await);
    assert_eq!((wrong.status, expired.status), (StatusCode::NOT_FOUND, StatusCode::NOT_FOUND));
    assert_eq!(wrong.shown(), expired.shown());
    for url in [&guessed, &link] {
        assert_eq!(shopper.post(url, &[]).await.status, StatusCode::NOT_FOUND);
    }
    // The key of one link is no key of the other.
    let key = stop.trim_end_matches('/').rsplit('/').next().expect("a key");
    assert_eq!(shopper.get(&format!("{RESTORE}{key}/")).await.status, StatusCode::NOT_FOUND);
    work(&shop, &mailbox).await;
    let lines: i64 = sqlx::query_scalar(
        "select count(*) from followups where lines is not null or restore_hash is not null",
    )
    .fetch_one(&shop.db)
    .await
    .expect("count");
    assert_eq!(lines, 0, "expired links are deleted");
}

#[tokio::test]
async fn a_guest_unsubscribes_in_one_click() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let (_, stop, mailbox) = sent_cart_email(&shop, &honey).await;
    turn_on(&shop, "after-purchase", &last_list(&shop).await, 0).await;
    let scanner = shop.shopper();
    assert!(scanner.get(&stop).await.shown().contains("إيقاف الرسائل"));
    let suppressed = async || -> i64 {
        sqlx::query_scalar("select count(*) from mail_suppressions").fetch_one(&shop.db).await.expect("count")
    };
    assert_eq!(suppressed().await, 0, "a GET changes nothing");
    // As a mail client posts it, without cookies.
    let done = shop.shopper().post(&stop, &[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!(done.status, StatusCode::OK);
    assert!(!done.text().contains("noura@example.com"));
    assert_eq!(suppressed().await, 1);
    order(&shop, &honey, "noura@example.com", "completed").await;
    work(&shop, &mailbox).await;
    assert_eq!(mailbox.sink.emails().len(), 1, "no further email of the list");
    assert_eq!(states(&shop).await.last(), Some(&stopped("unsubscribed")));
    let unknown = format!("{STOP}{}/", "0".repeat(32));
    assert_eq!(shop.shopper().post(&unknown, &[]).await.status, StatusCode::NOT_FOUND);
}

async fn last_list(shop: &TestShop) -> String {
    sqlx::query_scalar::<_, i64>("select max(id) from subscription_lists")
        .fetch_one(&shop.db)
        .await
        .expect("a list")
        .to_string()
}

/// Emails that were sent before review requests became follow-ups have this link.
#[tokio::test]
async fn the_older_link_of_review_requests_still_ends_them() {
    let shop = open().await;
    let list = shop.list("أسئلة بعد الطلب", true).await;
    turn_on(&shop, "review-request", &list, 0).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    order(&shop, &honey, "salma@example.com", "completed").await;
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    let email = mailbox.wait_for(1).await.remove(0);
    let link = path_of(email.link("/ar/reviews/write/").expect("a link")).to_owned();
    let key = link.split("key=").nth(1).expect("a key");
    let stop = format!("/ar/reviews/stop/{key}/");
    assert_eq!(shop.shopper().get(&stop).await.status, StatusCode::OK);
    assert_eq!(shop.shopper().post(&stop, &[("List-Unsubscribe", "One-Click")]).await.status, StatusCode::OK);
    order(&shop, &honey, "salma@example.com", "completed").await;
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [("sent".to_owned(), None), stopped("unsubscribed")]);
}
