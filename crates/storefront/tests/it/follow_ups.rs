//! Follow-up emails: planned, sent once or stopped, their links, and the staff's pages.

mod links;
mod people;
mod sending;
mod staff;

use chrono::TimeDelta;
use kernel::Clock;
use testkit::{Mailbox, Options, Shopper, TestProduct, TestResponse, TestShop};

use crate::emails::{jobs_done, until};

const ACTION: &str = "/ar/wp-admin/admin-ajax.php";
const STAFF: &str = "/ar/wp-admin/follow-ups/";
const RESTORE: &str = "/ar/follow-ups/cart/";
const STOP: &str = "/ar/follow-ups/stop/";
const CART: &str = "abandoned-cart";

/// The text of a page without the marks around values.
trait Shown {
    fn shown(&self) -> String;
}

impl Shown for TestResponse {
    fn shown(&self) -> String {
        kernel::text::without_isolates(&self.visible_text())
    }
}

/// A shop whose clock the test advances.
async fn open() -> TestShop {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    TestShop::open_with(Options { clock, rate_factor: 100, ..Options::default() }).await
}

/// Turns a cause on.
pub async fn turn_on(shop: &TestShop, cause: &str, list: &str, hours: i32) {
    sqlx::query("update followup_causes set is_on = true, list_id = $2, delay_hours = $3 where cause = $1")
        .bind(cause)
        .bind(list.parse::<i64>().expect("an id"))
        .bind(hours)
        .execute(&shop.db)
        .await
        .expect("settings");
}

/// Runs the maintenance that plans and queues, and waits until all jobs have run.
async fn work(shop: &TestShop, mailbox: &Mailbox) {
    let context = shop.job_context();
    let mailer = shop.mailer(&context, mailbox.sink.url());
    followups::jobs::maintain(&mailer).await.expect("maintenance");
    jobs_done(shop).await;
}

/// A guest adds a product and types an address at checkout.
async fn leave_cart(shop: &TestShop, product: &TestProduct, email: &str) -> Shopper {
    let guest = shop.shopper();
    guest.add(&product.id, "2").await;
    capture(&guest, email).await;
    guest
}

async fn capture(guest: &Shopper, email: &str) {
    let fields = [("action", "fue_wc_set_cart_email"), ("email", email), ("first_name", "نورة")];
    assert_eq!(guest.post(ACTION, &fields).await.status, 200);
}

/// Inserts a paid order.
async fn order(shop: &TestShop, product: &TestProduct, email: &str, state: &str) -> i64 {
    let order: i64 = sqlx::query_scalar(
        "insert into orders (number, key, state, placed_by, form_key, address, email, first_name, last_name, phone, country,
                             city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor,
                             created_at, changed_at, paid_at)
         values ($1, $2, $5, $3, $2, '10.0.0.1', $4, 'سلمى', 'الخطيب', '', 'US', 'ديربورن', 'x', 1800, 0, 0, 0, 1800, $6, $6,
                 case when $5 not in ('pending', 'on_hold', 'failed', 'cancelled') then $6 end)
         returning id",
    )
    .bind(i64::from(rand::random::<u32>()) + 1)
    .bind(hex::encode(rand::random::<[u8; 16]>()))
    .bind(rand::random::<[u8; 32]>().to_vec())
    .bind(email)
    .bind(state)
    .bind(shop.clock().now())
    .fetch_one(&shop.db)
    .await
    .expect("an order");
    sqlx::query(
        "insert into order_lines (order_id, position, key, product_id, name, slug, quantity, unit_minor, total_minor)
         values ($1, 1, 'k', $2, 'عسل سدر', 'honey', 100000, 1800, 1800)",
    )
    .bind(order)
    .bind(product.id.parse::<i64>().expect("an id"))
    .execute(&shop.db)
    .await
    .expect("a line");
    order
}

/// State and reason of every follow-up, oldest first.
async fn states(shop: &TestShop) -> Vec<(String, Option<String>)> {
    sqlx::query_as("select state, reason from followups order by id")
        .fetch_all(&shop.db)
        .await
        .expect("states")
}

fn stopped(reason: &str) -> (String, Option<String>) {
    ("stopped".to_owned(), Some(reason.to_owned()))
}

fn hours(hours: i64) -> TimeDelta {
    TimeDelta::hours(hours)
}
