//! Credits for paid orders, and reversals for refunds.

use chrono::TimeDelta;
use kernel::Clock;

use super::*;
use crate::{emails::jobs_done, orders::staff_in};

/// [AFF-17]
#[tokio::test]
async fn a_paid_order_is_credited_and_linked_to_its_visit() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(2_000).make(&shop.db).await;
    let shopper = shop.shopper();
    let visit = visit(&shop, &shopper, "nora").await;

    let order = buy(&shop, &shopper, &honey, "salma@example.com", &cookies(nora, visit)).await;

    let (affiliate, stored, campaign): (i64, i64, String) = sqlx::query_as(
        "select affiliate_id, visit_id, campaign from affiliate_referrals where order_id = $1",
    )
    .bind(order.0)
    .fetch_one(&shop.db)
    .await
    .expect("a referral");
    assert_eq!((affiliate, stored, campaign.as_str()), (nora, visit, "eid"));
    let _worker = shop.open_mailbox().await;
    jobs_done(&shop).await;
    assert_eq!(credits(&shop, order).await, [(200, 0)], "10 % of the goods, none of the shipping");
    for _ in 0..3 {
        settle(&shop, order).await;
    }
    assert_eq!(credits(&shop, order).await.len(), 1, "the job may run again");
}

#[tokio::test]
async fn an_order_without_cookies_or_of_an_unknown_affiliate_is_credited_to_no_affiliate() {
    let shop = open().await;
    affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    buy(&shop, &shop.shopper(), &honey, "salma@example.com", "a=b").await;
    buy(&shop, &shop.shopper(), &honey, "hind@example.com", "affwp_ref=5; affwp_ref_visit_id=7").await;
    buy(&shop, &shop.shopper(), &honey, "rana@example.com", "affwp_ref=nora; affwp_ref_visit_id=7").await;
    assert_eq!(count(&shop, "affiliate_referrals").await, 0);
}

#[tokio::test]
async fn planted_cookies_are_not_credited() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    let (nora, rakan) = (affiliate(&shop, "nora").await, affiliate(&shop, "rakan").await);
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    let seen = visit(&shop, &shop.shopper(), "nora").await;
    let planted = async |email: &str, cookies: String| {
        let order = buy(&shop, &shop.shopper(), &honey, email, &cookies).await;
        settle(&shop, order).await;
        assert_eq!(credits(&shop, order).await, [], "{cookies}");
        refusal(&shop, order).await.expect("refused")
    };
    assert_eq!(planted("a@example.com", format!("affwp_ref={nora}")).await, "unknown-visit");
    assert_eq!(planted("b@example.com", cookies(nora, 123)).await, "unknown-visit");
    assert_eq!(planted("c@example.com", cookies(rakan, seen)).await, "foreign-visit");
    // A visit leads to a few buyers, such as a family, and not to a crowd with a copied cookie.
    for buyer in 0..3 {
        let order =
            buy(&shop, &shop.shopper(), &honey, &format!("{buyer}@example.com"), &cookies(nora, seen)).await;
        settle(&shop, order).await;
        assert_eq!(credits(&shop, order).await.len(), 1);
    }
    assert_eq!(planted("d@example.com", cookies(nora, seen)).await, "shared-visit");
    let old = visit(&shop, &shop.shopper(), "nora").await;
    clock.advance(TimeDelta::days(30) + TimeDelta::seconds(1));
    assert_eq!(planted("e@example.com", cookies(nora, old)).await, "old-visit");
}

#[tokio::test]
async fn affiliates_are_not_credited_for_their_own_orders() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").stock(50).make(&shop.db).await;
    // As a guest with her own mailbox.
    let order = referred(&shop, &honey, nora, "Nora+tea@example.com").await;
    settle(&shop, order).await;
    assert_eq!(refusal(&shop, order).await.as_deref(), Some("same-email"));
    // Signed in, with another address in the form.
    let own = shop.signed_in("nora@example.com").await;
    let seen = visit(&shop, &own, "nora").await;
    let order = buy(&shop, &own, &honey, "other@example.com", &cookies(nora, seen)).await;
    settle(&shop, order).await;
    assert_eq!(refusal(&shop, order).await.as_deref(), Some("same-customer"));
    // The address of that order is saved: without it the next refusals have their own reasons.
    sqlx::query("delete from addresses").execute(&shop.db).await.expect("deleted");
    // With her saved card, by a friend's account.
    sqlx::query(
        "insert into saved_methods (id, customer_id, kind, profile, method, brand, last4, created_at)
         select 'm1', customer_id, 'card', 'p', 'm', (select brand from payment_attempts limit 1), '1111', now()
         from affiliates where id = $1",
    )
    .bind(nora)
    .execute(&shop.db)
    .await
    .expect("a saved card");
    let order = referred(&shop, &honey, nora, "friend@example.com").await;
    settle(&shop, order).await;
    assert_eq!(refusal(&shop, order).await.as_deref(), Some("same-method"));
    // To her own address.
    sqlx::query("delete from saved_methods").execute(&shop.db).await.expect("deleted");
    sqlx::query(
        "insert into addresses (customer_id, kind, first_name, last_name, country, city, address_1, home_number)
         select affiliate.customer_id, 'billing', '', '', bought.country, upper(bought.city), bought.address_1 || ' ',
                bought.home_number
         from affiliates affiliate, orders bought where affiliate.id = $1 limit 1",
    )
    .bind(nora)
    .execute(&shop.db)
    .await
    .expect("an address");
    let order = referred(&shop, &honey, nora, "cousin@example.com").await;
    settle(&shop, order).await;
    assert_eq!(refusal(&shop, order).await.as_deref(), Some("same-address"));
    assert_eq!(count(&shop, "affiliate_credits").await, 0);
}

#[tokio::test]
async fn the_rate_is_that_of_the_product_then_of_the_affiliate_then_of_the_shop() {
    let shop = open().await;
    set_settings(&shop, serde_json::json!({ "rateBp": 500 })).await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(10_000).make(&shop.db).await;
    let dates = shop.product("تمر سكري").price(10_000).make(&shop.db).await;
    let credit = async |product: &TestProduct, email: &str| {
        let order = referred(&shop, product, nora, email).await;
        settle(&shop, order).await;
        credits(&shop, order).await
    };
    assert_eq!(credit(&honey, "a@example.com").await, [(500, 0)]);
    sqlx::query("update affiliates set rate_bp = 1250").execute(&shop.db).await.expect("a rate");
    assert_eq!(credit(&honey, "b@example.com").await, [(1_250, 0)]);
    let set = "insert into affiliate_product_rates (product_id, rate_bp) values ($1, $2)";
    let product = |product: &TestProduct| product.id.parse::<i64>().expect("an id");
    sqlx::query(set).bind(product(&honey)).bind(2_000).execute(&shop.db).await.expect("a rate");
    sqlx::query(set).bind(product(&dates)).bind(0).execute(&shop.db).await.expect("a rate");
    assert_eq!(credit(&honey, "c@example.com").await, [(2_000, 0)]);
    assert_eq!(credit(&dates, "d@example.com").await, []);
    assert_eq!(refusal(&shop, newest_order(&shop).await).await.as_deref(), Some("no-commission"));
}

#[tokio::test]
async fn refunds_take_back_their_share_once() {
    let shop = open().await;
    shop.staff("huda@example.com", false).await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(2_000).make(&shop.db).await;
    let order = referred(&shop, &honey, nora, "salma@example.com").await;
    settle(&shop, order).await;
    let (number, total): (i64, i64) = sqlx::query_as("select number, total_minor from orders where id = $1")
        .bind(order.0)
        .fetch_one(&shop.db)
        .await
        .expect("an order");
    shop.sim.settle();
    let huda = staff_in(&shop, "huda@example.com").await;
    let page = format!("/ar/wp-admin/orders/{number}/");
    let _worker = shop.open_mailbox().await;
    let quarter = kernel::Money::from_minor(total / 4).to_decimal();
    huda.submit(&page, &format!("{page}refund/"), &[("amount", quarter.as_str())]).await;
    jobs_done(&shop).await;
    let [(amount, reversed)] = credits(&shop, order).await[..] else { panic!("one credit") };
    assert_eq!(reversed, kernel::Money::from_minor(amount).share(total / 4, total).as_minor());
    assert_eq!(count(&shop, "affiliate_reversals").await, 1);

    let rest = kernel::Money::from_minor(total - total / 4).to_decimal();
    huda.submit(&page, &format!("{page}refund/"), &[("amount", rest.as_str())]).await;
    jobs_done(&shop).await;
    for _ in 0..3 {
        settle(&shop, order).await;
    }
    assert_eq!(credits(&shop, order).await, [(amount, amount)], "a full refund takes back everything");
    assert_eq!(count(&shop, "affiliate_reversals").await, 2);
}

#[tokio::test]
async fn parallel_jobs_of_one_order_write_one_credit() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(2_000).make(&shop.db).await;
    let order = referred(&shop, &honey, nora, "salma@example.com").await;
    let (db, now) = (shop.job_context().db, shop.clock().now());
    // As many as the pool of the test has connections.
    let runs = (0..4).map(|_| affiliates::service::settle(&db, order, now));
    for run in futures_util::future::join_all(runs).await {
        run.expect("settled");
    }
    assert_eq!(credits(&shop, order).await, [(200, 0)]);
}

#[tokio::test]
async fn an_order_whose_job_was_lost_is_credited_by_the_cleanup() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(2_000).make(&shop.db).await;
    let order = referred(&shop, &honey, nora, "salma@example.com").await;
    clock.advance(TimeDelta::minutes(11));
    let context = cart::jobs::JobContext { db: shop.job_context().db, clock };
    affiliates::jobs::maintain(&context).await.expect("maintained");
    assert_eq!(credits(&shop, order).await, [(200, 0)]);
}
