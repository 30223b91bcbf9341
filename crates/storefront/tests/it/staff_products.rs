//! The staff's pages of products: list, editor, variations; writes with versions, merging, conflicts and undo.

mod bulk;
mod bundles;
mod drafts;
mod editor;
mod list;
mod pictures;
mod renewals;
mod rights;
mod variations;
mod writes;

use http::StatusCode;
use testkit::{Options, Shopper, TestProduct, TestResponse, TestShop};

use crate::orders::staff_in;

const LIST: &str = "/ar/wp-admin/products/";
const NEW: &str = "/ar/wp-admin/products/new/";

async fn open() -> TestShop {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    TestShop::open_with(Options { rate_factor: 100, clock, ..Options::default() }).await
}

/// The owner of the shop.
async fn owner(shop: &TestShop) -> Shopper {
    shop.staff("huda@example.com", true).await;
    staff_in(shop, "huda@example.com").await
}

async fn member(shop: &TestShop, role: &str) -> Shopper {
    let email = format!("{role}@example.com");
    shop.staff_with_role(&email, role).await;
    staff_in(shop, &email).await
}

fn url(product: &TestProduct) -> String {
    format!("{LIST}{}/", product.id)
}

/// The editor as a member has opened it: the hidden fields of its form.
struct Opened {
    url: String,
    hidden: Vec<(String, String)>,
}

impl Opened {
    async fn of(staff: &Shopper, url: &str) -> Self {
        let page = staff.get(url).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        Self { url: url.to_owned(), hidden: testkit::hidden_fields(&page.text(), url) }
    }

    /// Saves these fields from the page as it was opened.
    async fn save(&self, staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
        let hidden = self.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
        staff.post(&self.url, &all).await
    }
}

/// Opens the editor and saves.
async fn save(staff: &Shopper, product: &TestProduct, fields: &[(&str, &str)]) -> TestResponse {
    Opened::of(staff, &url(product)).await.save(staff, fields).await
}

async fn value<T>(shop: &TestShop, sql: &'static str, product: &TestProduct) -> T
where
    T: Send + Unpin + for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    let id: i64 = product.id.parse().expect("an id");
    sqlx::query_scalar(sql).bind(id).fetch_one(&shop.db).await.expect("a value")
}

async fn version(shop: &TestShop, product: &TestProduct) -> i64 {
    value(shop, "select version from products where id = $1", product).await
}

async fn name(shop: &TestShop, product: &TestProduct) -> String {
    value(shop, "select name from products where id = $1", product).await
}

async fn price(shop: &TestShop, product: &TestProduct) -> Option<i64> {
    value(shop, "select regular_minor from products where id = $1", product).await
}

/// The newest line of the audit log.
async fn audited(shop: &TestShop) -> (String, String) {
    sqlx::query_as("select action, subject from audit_log order by seq desc limit 1")
        .fetch_one(&shop.db)
        .await
        .expect("a line")
}

/// The text of a page, without the marks around its values.
fn seen(response: &TestResponse) -> String {
    plain(&response.visible_text())
}

fn plain(text: &str) -> String {
    kernel::text::without_isolates(text)
}
