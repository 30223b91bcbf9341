//! Affiliates: links, visits, credits, reversals, payouts and the pages of affiliates and staff.

mod credits;
mod links;
mod pages;
mod payouts;
mod people;
mod reports;
mod visits;

use kernel::OrderId;
use testkit::{Options, Purchase, Shopper, TestProduct, TestResponse, TestShop};

const ACTION: &str = "/ar/wp-admin/admin-ajax.php";
const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";

/// A shop whose limits of requests are high, and those of visits are the default ones.
async fn open() -> TestShop {
    TestShop::open_with(Options::default()).await
}

/// Sends an action as the script of a page does.
async fn call(shopper: &Shopper, name: &str, fields: &[(&str, &str)]) -> TestResponse {
    let fields: Vec<_> = [("action", name)].into_iter().chain(fields.iter().copied()).collect();
    shopper.post_with(ACTION, &fields, &[("sec-fetch-site", "same-origin"), ("user-agent", PHONE)]).await
}

/// Adds an affiliate account to a new customer and returns its id.
async fn affiliate(shop: &TestShop, slug: &str) -> i64 {
    let customer = shop.customer(&format!("{slug}@example.com"), slug).await;
    let id = 400_000 + customer;
    sqlx::query(
        "insert into affiliates (id, customer_id, slug, state, created_at) values ($1, $2, $3, 'active', $4)",
    )
    .bind(id)
    .bind(customer)
    .bind(slug)
    .bind(shop.clock().now())
    .execute(&shop.db)
    .await
    .expect("an affiliate");
    id
}

fn page(shop: &TestShop, path: &str) -> String {
    format!("{}{path}", shop.config().public_origin)
}

/// Call 7 for the home page; returns the visit's id, or zero.
async fn visit(shop: &TestShop, shopper: &Shopper, affiliate: &str) -> i64 {
    let url = page(shop, &format!("/ar/?ref={affiliate}"));
    let fields = [("affiliate", affiliate), ("campaign", ""), ("url", url.as_str()), ("referrer", "")];
    let answer = call(shopper, "affwp_track_visit", &fields).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text().parse().expect("a number")
}

/// Adds cookies to those that the browser has.
fn add_cookies(shopper: &Shopper, cookies: &str) {
    let all = [shopper.cookie(), Some(cookies.to_owned())].into_iter().flatten().collect::<Vec<_>>();
    shopper.set_cookie(Some(all.join("; ")));
}

fn cookies(affiliate: i64, visit: i64) -> String {
    format!("affwp_ref={affiliate}; affwp_ref_visit_id={visit}; affwp_campaign=eid")
}

/// Buys a product for `email` in this browser, with the given cookies, and returns the order.
async fn buy(
    shop: &TestShop,
    shopper: &Shopper,
    product: &TestProduct,
    email: &str,
    cookies: &str,
) -> OrderId {
    shopper.add(&product.id, "1").await;
    add_cookies(shopper, cookies);
    let card = shop.card("4111111111111111").await;
    let purchase = Purchase::new().with(&[("billing_email", email)]).card(&card);
    let answer = shopper.check_out(&purchase).await;
    assert_eq!(answer.status, 303, "{}", answer.visible_text());
    newest_order(shop).await
}

async fn newest_order(shop: &TestShop) -> OrderId {
    let id = sqlx::query_scalar("select max(id) from orders").fetch_one(&shop.db).await.expect("an order");
    OrderId(id)
}

/// Visits by an affiliate's link and buys.
async fn referred(shop: &TestShop, product: &TestProduct, affiliate: i64, email: &str) -> OrderId {
    let shopper = shop.shopper();
    let visit = visit(shop, &shopper, &affiliate.to_string()).await;
    assert!(visit > 0);
    buy(shop, &shopper, product, email, &cookies(affiliate, visit)).await
}

/// Runs the job of an order as the worker does.
async fn settle(shop: &TestShop, order: OrderId) {
    let now = shop.clock().now();
    affiliates::service::settle(&shop.job_context().db, order, now).await.expect("settled");
}

/// Amount and reversed amount of the credits of an order, in cents.
async fn credits(shop: &TestShop, order: OrderId) -> Vec<(i64, i64)> {
    sqlx::query_as(
        "select amount_minor, reversed_minor from affiliate_credits where order_id = $1 order by id",
    )
    .bind(order.0)
    .fetch_all(&shop.db)
    .await
    .expect("credits")
}

async fn refusal(shop: &TestShop, order: OrderId) -> Option<String> {
    sqlx::query_scalar("select refusal from affiliate_referrals where order_id = $1")
        .bind(order.0)
        .fetch_one(&shop.db)
        .await
        .expect("a referral")
}

async fn count(shop: &TestShop, table: &str) -> i64 {
    sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {table}")))
        .fetch_one(&shop.db)
        .await
        .expect("a count")
}

async fn set_settings(shop: &TestShop, settings: serde_json::Value) {
    sqlx::query(
        "insert into settings (name, value) values ('affiliates', $1) on conflict (name) do update set value = excluded.value",
    )
    .bind(settings)
    .execute(&shop.db)
    .await
    .expect("settings");
}
