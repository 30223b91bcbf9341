//! Unpaid orders: their emails, and how many may be placed.

use chrono::TimeDelta;
use kernel::Clock;
use testkit::{Options, Purchase, Shopper, TestShop};

use crate::{checkout::pay_order, emails::jobs_done, orders::staff_in};

const TRAP: &str = "ربحت جائزة! ادخل https://evil.example/win";

/// Places an order to be paid later and returns its URL.
async fn place_unpaid_order(shopper: &Shopper, product: &str, fields: &[(&str, &str)]) -> String {
    shopper.add(product, "1").await;
    let placed = shopper.check_out(&Purchase::new().with(&[("pay_later", "1")]).with(fields)).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    placed.location().to_owned()
}

/// [SEC-M5]
#[tokio::test]
async fn emails_about_unpaid_orders_contain_no_guest_input() {
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
    let landed = place_unpaid_order(&guest, &honey.id, &typed).await;
    for email in mailbox.wait_for(2).await {
        assert!(!email.html.contains("evil.example"), "{}", email.html);
        assert!(!email.text.contains("ربحت"), "{}", email.text);
    }
    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    pay_order(&guest, &pay, &Purchase::empty().card(&token)).await;
    let paid = mailbox.wait_for(3).await.remove(2);
    assert!(paid.text.contains("ربحت جائزة!"), "a paid order contains the name: {}", paid.text);
    assert!(paid.text.contains("لأن طلبًا سُجّل بهذا البريد"), "[CONF-B18] {}", paid.text);
    assert!(!paid.text.contains("تخصّ حسابًا"), "a guest has no account: {}", paid.text);
}

/// [SEC-M5] The email contains the name only if the address is the account's.
#[tokio::test]
async fn a_customer_is_greeted_by_name_only_at_the_account_address() {
    let shop = TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    place_unpaid_order(
        &salma,
        &honey.id,
        &[("billing_email", "victim@example.com"), ("billing_first_name", TRAP)],
    )
    .await;
    place_unpaid_order(&salma, &honey.id, &[]).await;
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
        place_unpaid_order(&shop.shopper(), &honey.id, &[("billing_email", email)]).await;
    }
    jobs_done(&shop).await;
    let to_victim = || {
        let emails = mailbox.sink.emails();
        emails.iter().filter(|email| email.to[0].to_lowercase() == "victim@example.com").count()
    };
    assert_eq!(to_victim(), 1);
    assert_eq!(mailbox.sink.to("orders@example.com").len(), 3, "the shop is notified of all");
    place_unpaid_order(&shop.shopper(), &honey.id, &[("billing_email", "another@example.com")]).await;
    jobs_done(&shop).await;
    assert_eq!(mailbox.sink.to("another@example.com").len(), 1, "other addresses are not affected");
    shop.clock().advance(TimeDelta::hours(23));
    place_unpaid_order(&shop.shopper(), &honey.id, &[("billing_email", "victim@example.com")]).await;
    jobs_done(&shop).await;
    assert_eq!(to_victim(), 1);
    shop.clock().advance(TimeDelta::minutes(61));
    place_unpaid_order(&shop.shopper(), &honey.id, &[("billing_email", "victim@example.com")]).await;
    jobs_done(&shop).await;
    assert_eq!(to_victim(), 2, "a day later");
}

/// [SEC-M5] With production limits.
#[tokio::test]
async fn unpaid_orders_count_towards_the_order_limit() {
    let shop = TestShop::open_with(Options { rate_factor: 1, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    place_unpaid_order(&guest, &honey.id, &[]).await;
    // Nineteen more orders in this hour, known only from the database, as after a restart.
    sqlx::query(
        "do $$ begin execute (
             select format('insert into orders (%1$s) overriding system value select %1$s from (
                 select (jsonb_populate_record(null::orders, to_jsonb(one) || jsonb_build_object(''id'', one.id + 1000 + i,
                     ''number'', one.number + i, ''key'', one.key || i, ''form_key'', one.form_key || i,
                     ''created_at'', one.created_at - interval ''2 minutes''))).*
                 from orders one, generate_series(1, 19) i) copies', string_agg(quote_ident(attname), ', '))
             from pg_attribute
             where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = '');
         end $$",
    )
    .execute(&shop.db)
    .await
    .expect("orders inserted");
    guest.add(&honey.id, "1").await;
    let refused = guest.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    assert_eq!(refused.status, 422);
    assert!(refused.visible_text().contains("محاولات كثيرة في وقت قصير"), "{}", refused.visible_text());
    place_unpaid_order(&shop.shopper(), &honey.id, &[]).await;
}

/// [D36] An order names its goods by their SKU. Goods that were renamed since are still the ones that were ordered.
#[tokio::test]
async fn an_order_is_paid_after_its_product_was_renamed() {
    let shop = TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let guest = shop.shopper();
    let landed = place_unpaid_order(&guest, &honey.id, &[]).await;
    shop.staff("huda@example.com", true).await;
    let huda = staff_in(&shop, "huda@example.com").await;
    let editor = format!("/ar/wp-admin/products/{}/", honey.id);
    let saved = huda.submit(&editor, &editor, &[("sku", "HON-NEW")]).await;
    assert!(saved.location().contains("saved="), "{} {}", saved.location(), saved.text());

    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    let token = shop.card("4111111111111111").await;
    let paid = pay_order(&guest, &pay, &Purchase::empty().card(&token)).await;
    let state: String =
        sqlx::query_scalar("select state from orders").fetch_one(&shop.db).await.expect("a state");
    assert_eq!(state, "processing", "{}", paid.visible_text());
    let on_hand: i64 =
        sqlx::query_scalar("select on_hand from stock_levels where sku = 'HON-NEW' and store = 1")
            .fetch_one(&shop.db)
            .await
            .expect("a level");
    assert_eq!(on_hand, 200_000, "of three pieces one is sold");
}
