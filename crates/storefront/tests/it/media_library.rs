//! The library of the shop's own pictures: list, description and focal point, uses, replacement, deletion.

mod edits;
mod files;
mod list;

use http::StatusCode;
use testkit::{Options, Shopper, TestProduct, TestResponse, TestShop};

use crate::orders::staff_in;

const LIST: &str = "/ar/wp-admin/media/";

async fn open() -> TestShop {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    TestShop::open_with(Options { rate_factor: 100, clock, ..Options::default() }).await
}

async fn owner(shop: &TestShop) -> Shopper {
    shop.staff("huda@example.com", true).await;
    staff_in(shop, "huda@example.com").await
}

async fn member(shop: &TestShop, role: &str) -> Shopper {
    let email = format!("{role}@example.com");
    shop.staff_with_role(&email, role).await;
    staff_in(shop, &email).await
}

fn url(name: &str) -> String {
    format!("{LIST}{name}/")
}

/// A picture as an import has left it.
async fn picture(shop: &TestShop, name: &str, title: &str, alt: &str) {
    sqlx::query(
        "insert into pictures (name, width, height, files, title, alt)
         values ($1, 800, 1000, jsonb_build_object('webp', jsonb_build_object('320', $1 || '-320.0f.webp')), $2, $3)",
    )
    .bind(name)
    .bind(title)
    .bind(alt)
    .execute(&shop.db)
    .await
    .expect("a picture");
}

/// Shows a picture on the page of a product.
async fn give(shop: &TestShop, product: &TestProduct, name: &str) {
    let id: i64 = product.id.parse().expect("an id");
    sqlx::query("update products set pictures = array[$2] where id = $1")
        .bind(id)
        .bind(name)
        .execute(&shop.db)
        .await
        .expect("a product with a picture");
}

/// The page of a picture as a member has opened it: the hidden fields of its form.
struct Opened {
    url: String,
    hidden: Vec<(String, String)>,
}

impl Opened {
    async fn of(staff: &Shopper, name: &str) -> Self {
        Self::form(staff, name, "").await
    }

    /// Another form of the page, below its address.
    async fn form(staff: &Shopper, name: &str, form: &str) -> Self {
        let page = staff.get(&url(name)).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        let url = url(name) + form;
        Self { hidden: testkit::hidden_fields(&page.text(), &url), url }
    }

    async fn send(&self, staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
        let hidden = self.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
        staff.post(&self.url, &all).await
    }
}

/// Version, description and what the files' column says of the focal point.
async fn stored(shop: &TestShop, name: &str) -> (i64, String, Option<serde_json::Value>) {
    sqlx::query_as("select version, alt, files -> 'focus' from pictures where name = $1")
        .bind(name)
        .fetch_one(&shop.db)
        .await
        .expect("a picture")
}

/// The newest line of the audit log: action, subject, before, after.
async fn audited(shop: &TestShop) -> (String, String, Option<String>, Option<String>) {
    sqlx::query_as("select action, subject, before, after from audit_log order by seq desc limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("a line")
}

async fn newest_purge(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
        .fetch_one(&shop.db)
        .await
        .expect("purges")
}

async fn purged_since(shop: &TestShop, last: i64) -> Vec<String> {
    sqlx::query_scalar("select tag from cache_purges where id > $1 order by tag")
        .bind(last)
        .fetch_all(&shop.db)
        .await
        .expect("purges")
}

/// The text of a page, without the marks around its values.
fn seen(response: &TestResponse) -> String {
    kernel::text::without_isolates(&response.visible_text())
}
