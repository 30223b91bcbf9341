//! Each cause is sent once after its delay, or stopped.

use mailsink::Behaviour;

use super::*;

#[tokio::test]
async fn nothing_is_sent_before_the_owner_turns_a_cause_on() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    leave_cart(&shop, &honey, "noura@example.com").await;
    order(&shop, &honey, "salma@example.com", "completed").await;
    shop.clock().advance(hours(24));
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    assert!(mailbox.sink.emails().is_empty());
    assert!(states(&shop).await.is_empty());
    let on: i64 = sqlx::query_scalar("select count(*) from followup_causes where is_on")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(on, 0, "all causes are off in a new shop");
}

#[tokio::test]
async fn an_abandoned_cart_gets_one_email_after_its_delay() {
    let shop = open().await;
    let list = shop.list("تذكير السلة", true).await;
    turn_on(&shop, CART, &list, 4).await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let guest = leave_cart(&shop, &honey, "Noura@Example.com").await;
    let mailbox = shop.open_mailbox().await;
    shop.clock().advance(hours(3));
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [("planned".to_owned(), None)]);
    // A change of the cart begins the delay again.
    guest.add(&honey.id, "1").await;
    shop.clock().advance(hours(2));
    work(&shop, &mailbox).await;
    assert!(mailbox.sink.emails().is_empty());
    shop.clock().advance(hours(3));
    for _ in 0..3 {
        work(&shop, &mailbox).await;
    }
    let emails = mailbox.sink.emails();
    assert_eq!(emails.len(), 1);
    let email = &emails[0];
    assert_eq!(email.to, ["noura@example.com"]);
    assert!(email.subject.starts_with("سلتك بانتظارك"), "{}", email.subject);
    assert!(email.text.contains("منتج واحد") && email.text.contains("عسل سدر"), "{}", email.text);
    assert!(!email.text.contains("نورة"), "the typed name is not sent to a typed address");
    assert!(email.header("list-unsubscribe").is_some_and(|url| url.contains(STOP)));
    assert_eq!(email.header("list-unsubscribe-post"), Some("List-Unsubscribe=One-Click"));
    assert_eq!(states(&shop).await, [("sent".to_owned(), None)]);

    // A second cart of the same person, on another device, is the same cause.
    leave_cart(&shop, &honey, "noura@example.com").await;
    shop.clock().advance(hours(5));
    work(&shop, &mailbox).await;
    assert_eq!(mailbox.sink.emails().len(), 1, "one for a person until they buy");
    let twice = sqlx::query(
        "insert into followups (cause, person, occasion, happened_at, planned_at)
         values ('abandoned-cart', 'noura@example.com', 0, now(), now())",
    );
    assert!(twice.execute(&shop.db).await.is_err(), "by a constraint");
}

#[tokio::test]
async fn a_purchase_stops_the_email_about_the_cart_and_a_later_cart_is_another_one() {
    let shop = open().await;
    let list = shop.list("تذكير السلة", true).await;
    turn_on(&shop, CART, &list, 4).await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    leave_cart(&shop, &honey, "noura@example.com").await;
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [("planned".to_owned(), None)]);
    shop.clock().advance(hours(1));
    // On another device, with another spelling of the address.
    order(&shop, &honey, "NOURA@example.com", "processing").await;
    shop.clock().advance(hours(4));
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [stopped("bought")]);
    leave_cart(&shop, &honey, "noura@example.com").await;
    shop.clock().advance(hours(5));
    work(&shop, &mailbox).await;
    assert_eq!(mailbox.wait_for(1).await.len(), 1);
    assert_eq!(states(&shop).await, [stopped("bought"), ("sent".to_owned(), None)]);
}

/// The email is in the outbox and the mail server is down; the purchase happens before the next attempt.
#[tokio::test]
async fn a_purchase_between_two_attempts_stops_the_email() {
    let shop = open().await;
    let list = shop.list("تذكير السلة", true).await;
    turn_on(&shop, CART, &list, 4).await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    for person in ["noura@example.com", "reem@example.com"] {
        leave_cart(&shop, &honey, person).await;
    }
    shop.clock().advance(hours(5));
    let mailbox = shop.open_mailbox().await;
    mailbox.sink.set_behaviour(Behaviour::Busy);
    let context = shop.job_context();
    let mailer = shop.mailer(&context, mailbox.sink.url());
    followups::jobs::maintain(&mailer).await.expect("maintenance");
    until("both were tried", async || {
        let tried = "select count(*) from mail_outbox where tries > 0 and state = 'waiting'";
        sqlx::query_scalar::<_, i64>(tried).fetch_one(&shop.db).await.expect("count") == 2
    })
    .await;
    order(&shop, &honey, "noura@example.com", "processing").await;
    mailbox.sink.set_behaviour(Behaviour::Accepting);
    sqlx::query("update graphile_worker._private_jobs set run_at = now()")
        .execute(&shop.db)
        .await
        .expect("retried now");
    jobs_done(&shop).await;
    let emails = mailbox.wait_for(1).await;
    assert_eq!(emails.iter().map(|email| email.to.clone()).collect::<Vec<_>>(), [["reem@example.com"]]);
    assert_eq!(states(&shop).await, [stopped("bought"), ("sent".to_owned(), None)]);
}

#[tokio::test]
async fn a_cart_waits_while_an_order_is_being_paid() {
    let shop = open().await;
    let list = shop.list("تذكير السلة", true).await;
    turn_on(&shop, CART, &list, 4).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    leave_cart(&shop, &honey, "noura@example.com").await;
    let pending = order(&shop, &honey, "noura@example.com", "pending").await;
    shop.clock().advance(hours(5));
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [("planned".to_owned(), None)]);
    sqlx::query("update orders set state = 'cancelled' where id = $1")
        .bind(pending)
        .execute(&shop.db)
        .await
        .expect("cancelled");
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [("sent".to_owned(), None)]);
}

#[tokio::test]
async fn buyers_get_one_email_after_the_purchase_and_none_for_a_refunded_order() {
    let shop = open().await;
    let list = shop.list("بعد الشراء", true).await;
    turn_on(&shop, "after-purchase", &list, 72).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    order(&shop, &honey, "salma@example.com", "processing").await;
    let refunded = order(&shop, &honey, "reem@example.com", "processing").await;
    order(&shop, &honey, "unpaid@example.com", "pending").await;
    let mailbox = shop.open_mailbox().await;
    shop.clock().advance(hours(71));
    work(&shop, &mailbox).await;
    assert!(mailbox.sink.emails().is_empty());
    sqlx::query("update orders set state = 'refunded' where id = $1")
        .bind(refunded)
        .execute(&shop.db)
        .await
        .expect("refunded");
    shop.clock().advance(hours(2));
    for _ in 0..2 {
        work(&shop, &mailbox).await;
    }
    let emails = mailbox.sink.emails();
    assert_eq!(emails.len(), 1);
    assert_eq!(emails[0].to, ["salma@example.com"]);
    assert!(emails[0].subject.contains("شكرًا لطلبك رقم"), "{}", emails[0].subject);
    assert_eq!(states(&shop).await, [("sent".to_owned(), None), stopped("gone")]);
}

#[tokio::test]
async fn a_win_back_goes_to_those_who_have_not_bought_again() {
    let shop = open().await;
    let list = shop.list("عروض", true).await;
    turn_on(&shop, "win-back", &list, 24 * 90).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for person in ["salma@example.com", "reem@example.com", "noura@example.com"] {
        order(&shop, &honey, person, "completed").await;
    }
    let mailbox = shop.open_mailbox().await;
    shop.clock().advance(TimeDelta::days(60));
    order(&shop, &honey, "reem@example.com", "processing").await;
    work(&shop, &mailbox).await;
    assert!(states(&shop).await.is_empty(), "planned a day before");
    shop.clock().advance(TimeDelta::days(29) + hours(12));
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await.len(), 2);
    order(&shop, &honey, "noura@example.com", "processing").await;
    shop.clock().advance(TimeDelta::days(1));
    for _ in 0..2 {
        work(&shop, &mailbox).await;
    }
    let emails = mailbox.sink.emails();
    assert_eq!(emails.iter().map(|email| email.to.clone()).collect::<Vec<_>>(), [["salma@example.com"]]);
    assert_eq!(states(&shop).await, [("sent".to_owned(), None), stopped("bought")]);
}

#[tokio::test]
async fn a_cause_that_is_turned_on_does_not_write_to_everybody_of_the_past() {
    let shop = open().await;
    let list = shop.list("عروض", true).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    order(&shop, &honey, "old@example.com", "completed").await;
    shop.clock().advance(TimeDelta::days(30));
    order(&shop, &honey, "new@example.com", "completed").await;
    turn_on(&shop, "after-purchase", &list, 24).await;
    shop.clock().advance(hours(30));
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    assert_eq!(mailbox.wait_for(1).await[0].to, ["new@example.com"]);
    // Turned off: what is planned is stopped.
    order(&shop, &honey, "later@example.com", "completed").await;
    work(&shop, &mailbox).await;
    sqlx::query("update followup_causes set is_on = false").execute(&shop.db).await.expect("off");
    shop.clock().advance(hours(30));
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await, [("sent".to_owned(), None), stopped("off")]);
}

#[tokio::test]
async fn an_email_of_unknown_outcome_is_not_sent_again() {
    let shop = open().await;
    let list = shop.list("تذكير السلة", true).await;
    turn_on(&shop, CART, &list, 1).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    leave_cart(&shop, &honey, "noura@example.com").await;
    shop.clock().advance(hours(2));
    let mailbox = shop.open_mailbox().await;
    mailbox.sink.set_behaviour(Behaviour::Swallowing);
    work(&shop, &mailbox).await;
    mailbox.sink.set_behaviour(Behaviour::Accepting);
    for _ in 0..2 {
        shop.clock().advance(hours(2));
        work(&shop, &mailbox).await;
    }
    assert_eq!(states(&shop).await, [stopped("unknown")]);
    assert!(mailbox.sink.emails().len() <= 1);
}

#[tokio::test]
async fn finished_rows_are_deleted_after_half_a_year() {
    let shop = open().await;
    let list = shop.list("بعد الشراء", true).await;
    turn_on(&shop, "after-purchase", &list, 0).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    order(&shop, &honey, "salma@example.com", "completed").await;
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    shop.clock().advance(TimeDelta::days(179));
    work(&shop, &mailbox).await;
    assert_eq!(states(&shop).await.len(), 1);
    shop.clock().advance(TimeDelta::days(2));
    work(&shop, &mailbox).await;
    assert!(states(&shop).await.is_empty());
}
