//! Emails about reviews: asking buyers, and confirming a guest's address.

use super::*;
use crate::{
    emails::{jobs_done, until},
    links::path_of,
};

/// Turns the emails on, for a list.
async fn send_requests(shop: &TestShop, list: &str) {
    crate::follow_ups::turn_on(shop, "review-request", list, 0).await;
}

async fn ask(shop: &TestShop, mailbox_url: &testkit::Mailbox) {
    let context = shop.job_context();
    let mailer = shop.mailer(&context, mailbox_url.sink.url());
    ::followups::jobs::maintain(&mailer).await.expect("requested");
    jobs_done(shop).await;
}

#[tokio::test]
async fn the_buyer_of_a_completed_order_gets_one_request_and_the_link_prefills_and_verifies() {
    let shop = open().await;
    let list = shop.list("أسئلة بعد الطلب", true).await;
    send_requests(&shop, &list).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let order = completed_order(&shop, &honey, "salma@example.com", None).await;
    let mailbox = shop.open_mailbox().await;
    ask(&shop, &mailbox).await;
    ask(&shop, &mailbox).await;
    let emails = mailbox.wait_for(1).await;
    assert_eq!(emails.len(), 1, "one email for an order");
    assert_eq!(emails[0].to, ["salma@example.com"]);
    assert!(emails[0].subject.starts_with("ما رأيك في طلبك رقم"), "{}", emails[0].subject);
    let link = path_of(emails[0].link(WRITE).expect("a link")).to_owned();

    let salma = shop.shopper();
    let page = salma.get(&link).await.text();
    for known in ["salma@example.com", "سلمى", "عسل سدر"] {
        assert!(page.contains(known), "{known}");
    }
    let key = link.split("key=").nth(1).expect("a key").to_owned();
    let form = with(guest_form(&honey.id, "another@example.com"), "cr_key", &key);
    let answer = action(&salma, "cr_submit_review", &form).await.json();
    assert_eq!(answer["description"], "شكرًا لك، وصلنا تقييمك.", "published at once");
    let (verified, line, email): (bool, i64, String) =
        sqlx::query_as("select is_verified, order_id, email from reviews where state = 'published'")
            .fetch_one(&shop.db)
            .await
            .expect("a review");
    assert_eq!((verified, line, email.as_str()), (true, order, "salma@example.com"));

    // One use.
    let again = with(guest_form(&honey.id, "stranger@example.com"), "cr_key", &key);
    let again = with(again, "review", "نص آخر تمامًا لا علاقة له بما سبق");
    assert_eq!(action(&shop.shopper(), "cr_submit_review", &again).await.json()["code"], 0);
    assert_eq!(
        count(&shop, "email = 'stranger@example.com' and state = 'held' and not is_verified").await,
        1
    );
    assert!(shop.shopper().get(&link).await.text().contains("انتهت صلاحية هذا الرابط"));
    let hashes: Vec<Vec<u8>> = sqlx::query_scalar("select token_hash from review_invitations")
        .fetch_all(&shop.db)
        .await
        .expect("hashes");
    assert!(hashes.iter().all(|hash| hash.len() == 32 && hex::encode(hash) != key), "only a hash is stored");
}

#[tokio::test]
async fn customers_without_the_subscription_and_guests_who_stopped_get_no_request() {
    let shop = open().await;
    let list = shop.list("أسئلة بعد الطلب", true).await;
    send_requests(&shop, &list).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let customer = shop.customer("salma@example.com", "سلمى").await;
    completed_order(&shop, &honey, "salma@example.com", Some(customer)).await;
    completed_order(&shop, &honey, "guest@example.com", None).await;
    let mailbox = shop.open_mailbox().await;
    ask(&shop, &mailbox).await;
    let emails = mailbox.wait_for(1).await;
    assert_eq!(emails.iter().map(|email| email.to.clone()).collect::<Vec<_>>(), [["guest@example.com"]]);

    // The guest stops these emails, by the link or by the mail client.
    let stop = path_of(emails[0].link("/ar/follow-ups/stop/").expect("a link")).to_owned();
    let guest = shop.shopper();
    assert!(guest.get(&stop).await.visible_text().contains("إيقاف الرسائل"));
    assert_eq!(guest.post(&stop, &[("List-Unsubscribe", "One-Click")]).await.status, StatusCode::OK);
    completed_order(&shop, &honey, "guest@example.com", None).await;
    // Salma subscribes, and her next order is asked about.
    sqlx::query(
        "insert into subscriptions (customer_id, list_id, key, created_at) values ($1, $2, 'k', now())",
    )
    .bind(customer)
    .bind(list.parse::<i64>().expect("an id"))
    .execute(&shop.db)
    .await
    .expect("a subscription");
    completed_order(&shop, &honey, "salma@example.com", Some(customer)).await;
    ask(&shop, &mailbox).await;
    let emails = mailbox.wait_for(2).await;
    assert_eq!(emails.len(), 2);
    assert_eq!(emails[1].to, ["salma@example.com"]);
}

#[tokio::test]
async fn orders_that_are_not_completed_lead_to_no_request() {
    let shop = open().await;
    let list = shop.list("أسئلة بعد الطلب", true).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    completed_order(&shop, &honey, "a@example.com", None).await;
    let mailbox = shop.open_mailbox().await;
    ask(&shop, &mailbox).await;
    let queued = async || -> i64 {
        sqlx::query_scalar("select count(*) from mail_outbox").fetch_one(&shop.db).await.expect("outbox")
    };
    assert_eq!(queued().await, 0, "no list is configured");
    send_requests(&shop, &list).await;
    for state in ["pending", "processing", "shipped", "refunded", "cancelled"] {
        sqlx::query("update orders set state = $1").bind(state).execute(&shop.db).await.expect("state");
        ask(&shop, &mailbox).await;
        assert_eq!(queued().await, 0, "{state}");
    }
}

/// A confirmed address is no verified buyer.
#[tokio::test]
async fn a_guest_confirms_the_address_by_a_link_and_the_review_is_still_held() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mailbox = shop.open_mailbox().await;
    action(&shop.shopper(), "cr_submit_review", &guest_form(&honey.id, "guest@example.com")).await;
    let emails = mailbox.wait_for(1).await;
    assert_eq!(
        (emails[0].to.clone(), emails[0].subject.as_str()),
        (vec!["guest@example.com".to_owned()], "أكّد تقييمك")
    );
    let link = path_of(emails[0].link("/ar/reviews/confirm/").expect("a link")).to_owned();
    let guest = shop.shopper();
    guest.get(&link).await;
    assert_eq!(count(&shop, "is_confirmed").await, 0, "a GET changes nothing");
    let confirm = "/ar/reviews/confirm/";
    let done = guest.submit(&link, confirm, &[]).await;
    assert!(done.visible_text().contains("تأكّد تقييمك"), "{}", done.visible_text());
    assert_eq!(count(&shop, "is_confirmed and not is_verified and state = 'held'").await, 1);
    let key = link.split("key=").nth(1).expect("a key");
    let again = guest.post(confirm, &[("key", key)]).await;
    assert!(again.visible_text().contains("انتهت صلاحية رابط التأكيد"));
}

/// Anybody can type an address: it gets few emails.
#[tokio::test]
async fn an_address_is_not_flooded_with_confirmations() {
    let shop = open().await;
    for number in 0..8 {
        let product = shop.product(&format!("منتج {number}")).make(&shop.db).await;
        let text = format!("نص مختلف {number}");
        let form = with(guest_form(&product.id, "victim@example.com"), "review", &text);
        action(&shop.shopper(), "cr_submit_review", &form).await;
    }
    assert_eq!(count(&shop, "true").await, 8);
    let queued: i64 = sqlx::query_scalar("select count(*) from mail_outbox where topic = 'review-confirm'")
        .fetch_one(&shop.db)
        .await
        .expect("outbox");
    assert!((1..=4).contains(&queued), "{queued} emails");
    until("always true", async || true).await;
}
