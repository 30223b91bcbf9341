//! Orders that nobody has paid: what is written about them, and how often somebody may leave them behind.

use chrono::TimeDelta;
use kernel::Clock;
use testkit::{Options, Purchase, Shopper, TestShop};

use crate::{checkout::pay_order, letters::jobs_done};

const TRAP: &str = "ربحت جائزة! ادخل https://evil.example/win";

/// An order that is kept, to be paid later.
async fn keep(shopper: &Shopper, product: &str, fields: &[(&str, &str)]) -> String {
    shopper.add(product, "1").await;
    let kept = shopper.check_out(&Purchase::new().with(&[("pay_later", "1")]).with(fields)).await;
    assert_eq!(kept.status, 303, "{}", kept.words());
    kept.location().to_owned()
}

/// [SEC-M5]
#[tokio::test]
async fn nothing_that_a_stranger_typed_is_sent_before_somebody_paid() {
    let shop = TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mailbox = shop.open_mailbox().await;
    let guest = shop.shopper();
    let typed = [
        ("billing_first_name", TRAP),
        ("billing_last_name", TRAP),
        ("billing_address_1", TRAP),
        ("order_comments", TRAP),
    ];
    let landed = keep(&guest, &honey.id, &typed).await;
    for letter in mailbox.wait_for(2).await {
        assert!(!letter.html.contains("evil.example"), "{}", letter.html);
        assert!(!letter.text.contains("ربحت"), "{}", letter.text);
    }
    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    pay_order(&guest, &pay, &Purchase::empty().card(&token)).await;
    let paid = mailbox.wait_for(3).await.remove(2);
    assert!(paid.text.contains("ربحت جائزة!"), "whoever paid is greeted as they want: {}", paid.text);
    assert!(paid.text.contains("لأن طلبًا سُجّل بهذا البريد"), "[CONF-B18] {}", paid.text);
    assert!(!paid.text.contains("تخصّ حسابًا"), "a guest has none: {}", paid.text);
}

/// [SEC-M5] Signed in is not enough: the address must be the account's.
#[tokio::test]
async fn a_customer_is_greeted_at_their_own_address_only() {
    let shop = TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    keep(&salma, &honey.id, &[("billing_email", "victim@example.com"), ("billing_first_name", TRAP)]).await;
    keep(&salma, &honey.id, &[]).await;
    mailbox.wait_for(4).await;
    let victim = mailbox.sink.to("victim@example.com").remove(0);
    assert!(!victim.text.contains("ربحت"), "{}", victim.text);
    let own = mailbox.sink.to("salma@example.com").remove(0);
    assert!(own.text.contains("مرحبًا سلمى،"), "{}", own.text);
}

/// [SEC-M5]
#[tokio::test]
async fn one_address_gets_one_email_a_day_about_unpaid_orders() {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { clock, rate_factor: 20, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mailbox = shop.open_mailbox().await;
    for email in ["victim@example.com", "Victim@Example.com", "victim@example.com"] {
        keep(&shop.shopper(), &honey.id, &[("billing_email", email)]).await;
    }
    jobs_done(&shop).await;
    let to_victim = || {
        let letters = mailbox.sink.letters();
        letters.iter().filter(|letter| letter.to[0].to_lowercase() == "victim@example.com").count()
    };
    assert_eq!(to_victim(), 1);
    assert_eq!(mailbox.sink.to("orders@example.com").len(), 3, "the shop knows of all");
    keep(&shop.shopper(), &honey.id, &[("billing_email", "another@example.com")]).await;
    jobs_done(&shop).await;
    assert_eq!(mailbox.sink.to("another@example.com").len(), 1, "others are not held up");
    shop.clock().advance(TimeDelta::hours(23));
    keep(&shop.shopper(), &honey.id, &[("billing_email", "victim@example.com")]).await;
    jobs_done(&shop).await;
    assert_eq!(to_victim(), 1);
    shop.clock().advance(TimeDelta::minutes(61));
    keep(&shop.shopper(), &honey.id, &[("billing_email", "victim@example.com")]).await;
    jobs_done(&shop).await;
    assert_eq!(to_victim(), 2, "a day later");
}

/// [SEC-M5] At the limits that a shop has.
#[tokio::test]
async fn orders_that_are_paid_later_count_like_those_that_are_paid() {
    let shop = TestShop::open_with(Options { rate_factor: 1, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    keep(&guest, &honey.id, &[]).await;
    // As if there had been nineteen more in this hour; the servers that counted them have been started anew.
    sqlx::query(
        "insert into orders overriding system value
         select (jsonb_populate_record(null::orders, to_jsonb(one) || jsonb_build_object('id', one.id + 1000 + i,
             'number', one.number + i, 'key', one.key || i, 'form_key', one.form_key || i,
             'created_at', one.created_at - interval '2 minutes'))).*
         from orders one, generate_series(1, 19) i",
    )
    .execute(&shop.db)
    .await
    .expect("nineteen more");
    guest.add(&honey.id, "1").await;
    let refused = guest.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    assert_eq!(refused.status, 422);
    assert!(refused.words().contains("محاولات كثيرة في وقت قصير"), "{}", refused.words());
    keep(&shop.shopper(), &honey.id, &[]).await;
}
