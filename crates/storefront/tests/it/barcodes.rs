//! The staff's barcode tool: searches, changes of stock, rights, stock counts.

mod actions;
mod counts;
mod pages;
mod parallel;
mod retention;
mod rights;
mod search;

use http::StatusCode;
use serde_json::Value;
use testkit::{Options, Shopper, TestProduct, TestResponse, TestShop};

use crate::orders::staff_in;

const ACTION: &str = "/ar/wp-admin/admin-ajax.php";
const PAGE: &str = "/ar/wp-admin/barcodes/";
const COUNTS: &str = "/ar/wp-admin/barcodes/counts/";
const STOCK: &str = "increase-stock,decrease-stock,set-stock";

/// A shop with a second and a third store, and limits that are high enough for tests.
async fn open() -> TestShop {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { rate_factor: 100, clock, ..Options::default() }).await;
    sqlx::query(
        "insert into stores (id, name) values (2, 'فرع ديربورن'), (3, 'فرع بعيد') on conflict do nothing",
    )
    .execute(&shop.db)
    .await
    .expect("stores");
    shop
}

/// An administrator.
async fn admin(shop: &TestShop) -> Shopper {
    shop.staff("huda@example.com", true).await;
    staff_in(shop, "huda@example.com").await
}

/// A member of staff of stores 1 and 2.
async fn clerk(shop: &TestShop) -> Shopper {
    shop.staff_with_role("noura@example.com", "fulfilment").await;
    staff_in(shop, "noura@example.com").await
}

async fn with_gtin(shop: &TestShop, product: &TestProduct, gtin: &str) {
    sqlx::query("update products set gtin = $2 where id = $1")
        .bind(product.id.parse::<i64>().expect("an id"))
        .bind(gtin)
        .execute(&shop.db)
        .await
        .expect("a code");
}

async fn call(staff: &Shopper, name: &str, fields: &[(&str, &str)]) -> TestResponse {
    let fields: Vec<_> = [("action", name)].into_iter().chain(fields.iter().copied()).collect();
    staff.post(ACTION, &fields).await
}

/// Call 33.
async fn search(staff: &Shopper, store: &str, text: &str) -> Value {
    let fields = [("text", text), ("barcode-actions", STOCK), ("store_id", store)];
    let answer = call(staff, "barcode_actions_search_product", &fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

/// Call 34.
async fn apply(staff: &Shopper, store: &str, item: &str, status: &str, amount: &str) -> TestResponse {
    apply_with(staff, store, item, status, amount, &hex::encode(rand::random::<[u8; 16]>())).await
}

/// Call 34 with the key of the request.
async fn apply_with(
    staff: &Shopper,
    store: &str,
    item: &str,
    status: &str,
    amount: &str,
    key: &str,
) -> TestResponse {
    let actions = if status.starts_with("count") { "count-add,count-set" } else { STOCK };
    let fields = [
        ("action", "apply_barcode_action"),
        ("status", status),
        ("type", "product"),
        ("barcode-actions", actions),
        ("id", item),
        ("stock_unit", amount),
        ("store_id", store),
    ];
    staff.post_with(ACTION, &fields, &[("sec-fetch-site", "same-origin"), ("idempotency-key", key)]).await
}

/// Call 34, which must be answered; returns its code and message.
async fn applied(staff: &Shopper, store: &str, item: &str, status: &str, amount: &str) -> (i64, String) {
    let answer = apply(staff, store, item, status, amount).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let answer = answer.json();
    let message = answer["message"].as_str().expect("a message");
    (answer["code"].as_i64().expect("a code"), kernel::text::without_isolates(message))
}

/// Pieces of a product in a store.
async fn stock(shop: &TestShop, sku: &str, store: i16) -> i64 {
    let found: Option<i64> =
        sqlx::query_scalar("select on_hand / 100000 from stock_levels where sku = $1 and store = $2")
            .bind(sku)
            .bind(store)
            .fetch_optional(&shop.db)
            .await
            .expect("stock");
    found.unwrap_or(0)
}

/// Whether the ledger of every store has no gap and adds up to what the store has.
async fn assert_ledger(shop: &TestShop) {
    let wrong: i64 = sqlx::query_scalar(
        "select count(*) from stock_levels level
         cross join lateral (select coalesce(sum(delta), 0) as sum, count(*) as rows, coalesce(max(seq), 0) as last
                             from stock_movements move where move.sku = level.sku and move.store = level.store) ledger
         where level.on_hand <> ledger.sum or ledger.rows <> ledger.last or level.on_hand < level.reserved",
    )
    .fetch_one(&shop.db)
    .await
    .expect("the ledger");
    assert_eq!(wrong, 0, "levels that differ from the ledger");
}

async fn count(shop: &TestShop, table: &str, condition: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table} where {condition}"));
    sqlx::query_scalar(sql).fetch_one(&shop.db).await.expect("a count")
}
