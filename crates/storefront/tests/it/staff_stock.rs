//! The staff's pages of the stock: lists, receipts, issues, counts, and moves that wait for a second person.

mod approvals;
mod lists;
mod moves;

use http::StatusCode;
use testkit::{Options, Shopper, TestProduct, TestResponse, TestShop};

use crate::orders::staff_in;

const LIST: &str = "/ar/wp-admin/stock/";

/// A shop with a second and a third store.
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

/// A member with a role; of stores 1 and 2 if the role has stores of its own.
async fn member(shop: &TestShop, email: &str, role: &str) -> Shopper {
    shop.staff_with_role(email, role).await;
    staff_in(shop, email).await
}

async fn manager(shop: &TestShop) -> Shopper {
    member(shop, "noura@example.com", "manager").await
}

fn url(item: &str) -> String {
    format!("{LIST}{item}/")
}

/// Sends a form of an item's page as it was opened in a store.
async fn send(staff: &Shopper, item: &str, store: &str, form: &str, fields: &[(&str, &str)]) -> TestResponse {
    let page = format!("{}?store_id={store}", url(item));
    staff.submit(&page, &format!("{}{form}/", url(item)), fields).await
}

/// Receives pieces; returns the notice of the answer.
async fn receive(staff: &Shopper, product: &TestProduct, amount: &str) -> String {
    let fields = [("amount", amount), ("reason", "delivery"), ("note", "")];
    notice(&send(staff, &product.id, "1", "receive", &fields).await)
}

async fn issue(staff: &Shopper, product: &TestProduct, amount: &str) -> String {
    let fields = [("amount", amount), ("reason", "damaged"), ("note", "")];
    notice(&send(staff, &product.id, "1", "issue", &fields).await)
}

fn notice(answer: &TestResponse) -> String {
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.visible_text());
    let notice = answer.location().split("notice=").nth(1).unwrap_or_default();
    notice.split(['&', '#']).next().unwrap_or_default().to_owned()
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

/// Whether every level is what its ledger adds up to, without a gap.
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

/// The newest line of the audit log: act, subject, before, after.
async fn audited(shop: &TestShop) -> (String, String, Option<String>, Option<String>) {
    sqlx::query_as("select action, subject, before, after from audit_log order by seq desc limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("a line")
}

/// Sells pieces in the ledger, without an order.
async fn sell(shop: &TestShop, sku: &str, pieces: i64) {
    sqlx::query("select move_stock($1, 1::smallint, $2, 'order order 1')")
        .bind(sku)
        .bind(-pieces * 100_000)
        .execute(&shop.db)
        .await
        .expect("sold");
}

/// The text of a page, without the marks around its values.
fn seen(response: &TestResponse) -> String {
    assert_eq!(response.status, StatusCode::OK, "{}", response.visible_text());
    kernel::text::without_isolates(&response.visible_text())
}
