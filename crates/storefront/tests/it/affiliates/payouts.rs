//! Payouts: created of what can be paid, marked as paid, cancelled, exported.

use chrono::TimeDelta;
use kernel::Clock;

use super::*;
use crate::orders::staff_in;

const PAYOUTS: &str = "/ar/wp-admin/affiliate-payouts/";

async fn post(staff: &Shopper, url: &str, fields: &[(&str, &str)]) -> TestResponse {
    let page = staff.get(PAYOUTS).await.text();
    let hidden = testkit::hidden_fields(&page, "/ar/wp-admin/affiliate-payouts/export/");
    let nonce: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    staff.post(url, &[nonce.as_slice(), fields].concat()).await
}

#[tokio::test]
async fn a_payout_contains_what_can_be_paid_and_each_credit_is_in_one() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    shop.staff("huda@example.com", false).await;
    let nora = affiliate(&shop, "nora").await;
    let id = nora.to_string();
    let honey = shop.product("عسل سدر").price(2_000).stock(50).make(&shop.db).await;
    let first = referred(&shop, &honey, nora, "salma@example.com").await;
    settle(&shop, first).await;
    let staff = async || staff_in(&shop, "huda@example.com").await;
    let early = post(&staff().await, PAYOUTS, &[("affiliate", &id)]).await;
    assert!(early.location().ends_with("?notice=none"), "a credit waits 14 days");

    clock.advance(TimeDelta::days(15));
    let huda = staff().await;
    let second = referred(&shop, &honey, nora, "hind@example.com").await;
    settle(&shop, second).await;
    let page = huda.get(PAYOUTS).await.visible_text();
    assert!(page.contains("nora") && page.contains("2.00"), "{page}");
    let forms = [("affiliate", id.as_str())];
    let (one, two) = tokio::join!(post(&huda, PAYOUTS, &forms), post(&huda, PAYOUTS, &forms));
    let mut notices = [one.location().to_owned(), two.location().to_owned()];
    notices.sort_unstable();
    assert_eq!(notices, [format!("{PAYOUTS}?notice=created"), format!("{PAYOUTS}?notice=none")]);
    let payouts: Vec<(i64, i64, String)> =
        sqlx::query_as("select id, amount_minor, state from affiliate_payouts")
            .fetch_all(&shop.db)
            .await
            .expect("one");
    let [(payout, 200, _)] = payouts[..] else { panic!("{payouts:?}") };

    let url = format!("{PAYOUTS}{payout}/");
    let cancelled = post(&huda, &url, &[("do", "cancel")]).await;
    assert!(cancelled.location().ends_with("?notice=cancelled"));
    post(&huda, PAYOUTS, &forms).await;
    let newest: i64 =
        sqlx::query_scalar("select max(id) from affiliate_payouts").fetch_one(&shop.db).await.expect("an id");
    let url = format!("{PAYOUTS}{newest}/");
    let paid = [("do", "paid"), ("reference", "تحويل 17")];
    assert!(post(&huda, &url, &paid).await.location().ends_with("?notice=paid"));
    assert!(post(&huda, &url, &paid).await.location().ends_with("?notice=unchanged"), "sent twice");
    assert!(post(&huda, &url, &[("do", "cancel")]).await.location().ends_with("?notice=unchanged"));
    let table = post(&huda, "/ar/wp-admin/affiliate-payouts/export/", &[]).await;
    assert!(table.header("content-type").starts_with("text/csv"));
    assert!(table.text().contains("nora@example.com") && table.text().contains("2.00"), "{}", table.text());
    let area = shop.signed_in("nora@example.com").await.get("/ar/my-account/affiliate/").await.visible_text();
    assert!(area.contains("تحويل 17") && area.contains("مدفوعة"), "{area}");
}

#[tokio::test]
async fn what_is_refunded_after_a_payout_lowers_the_next() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    shop.staff("huda@example.com", false).await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(2_000).stock(50).make(&shop.db).await;
    let first = referred(&shop, &honey, nora, "salma@example.com").await;
    settle(&shop, first).await;
    clock.advance(TimeDelta::days(15));
    let huda = staff_in(&shop, "huda@example.com").await;
    post(&huda, PAYOUTS, &[("affiliate", &nora.to_string())]).await;
    let payout: i64 =
        sqlx::query_scalar("select id from affiliate_payouts").fetch_one(&shop.db).await.expect("one");
    post(&huda, &format!("{PAYOUTS}{payout}/"), &[("do", "paid"), ("reference", "")]).await;
    // The bank returns the payment.
    sqlx::query(
        "with journal as (insert into journals (order_id, kind, subject, at) values ($1, 'return', 'test', $2) returning id)
         insert into journal_entries (journal_id, account, minor)
         select journal.id, entry.account, entry.minor * total_minor
         from journal, orders, (values ('provider', -1), ('refunds', 1)) entry (account, minor) where orders.id = $1",
    )
    .bind(first.0)
    .bind(clock.now())
    .execute(&shop.db)
    .await
    .expect("a return");
    settle(&shop, first).await;
    assert_eq!(credits(&shop, first).await, [(200, 200)]);
    let second =
        referred(&shop, &shop.product("بخور").price(5_000).make(&shop.db).await, nora, "rana@example.com")
            .await;
    settle(&shop, second).await;
    clock.advance(TimeDelta::days(15));
    let huda = staff_in(&shop, "huda@example.com").await;
    post(&huda, PAYOUTS, &[("affiliate", &nora.to_string())]).await;
    let amount: i64 = sqlx::query_scalar("select amount_minor from affiliate_payouts where state = 'open'")
        .fetch_one(&shop.db)
        .await
        .expect("a payout");
    assert_eq!(amount, 500 - 200);
}
