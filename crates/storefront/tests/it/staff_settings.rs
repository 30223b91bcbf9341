//! The settings: parts with versions, merging, conflicts and undo; shipping with its trial; the state of the payments.

mod parts;
mod payments;
mod shipping;
mod trial;

use http::StatusCode;
use testkit::{Options, Shopper, TestResponse, TestShop};

use crate::orders::staff_in;

const SHOP: &str = "/ar/wp-admin/settings/shop/";
const SHIPPING: &str = "/ar/wp-admin/settings/shipping/";
const PAYMENTS: &str = "/ar/wp-admin/settings/payments/";

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

/// A form as a member has opened it: its hidden fields.
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

    /// Saves these fields from the page as it was opened. Boxes are sent only if they are named here.
    async fn save(&self, staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
        let hidden = self.hidden.iter().filter(|(name, _)| name != "boxes");
        let hidden = hidden.map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
        staff.post(&self.url, &all).await
    }
}

async fn save(staff: &Shopper, url: &str, fields: &[(&str, &str)]) -> TestResponse {
    Opened::of(staff, url).await.save(staff, fields).await
}

async fn value<T>(shop: &TestShop, sql: &'static str) -> T
where
    T: Send + Unpin + for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    sqlx::query_scalar(sql).fetch_one(&shop.db).await.expect("a value")
}

async fn run(shop: &TestShop, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&shop.db).await.expect("setup");
}

/// The text of a page, without the marks around its values.
fn seen(response: &TestResponse) -> String {
    kernel::text::without_isolates(&response.visible_text()).replace('\u{a0}', " ")
}

/// Two zones: the shop's own country with a flat, a free and a weighed method, and Saudi Arabia.
const ZONES: &str = "
    insert into countries (code, name) values ('US', 'الولايات المتحدة'), ('SA', 'السعودية'), ('TR', 'تركيا')
        on conflict do nothing;
    insert into shipping_zones (name, countries, position) values ('هنا', '{US}', 1), ('الخليج', '{SA,KW}', 2);
    insert into shipping_methods (zone_id, kind, title, cost_minor, per_kilo_minor, from_minor, position)
    select zone.id, way.kind, way.title, way.cost, way.kilo, way.least, way.place
    from shipping_zones zone join (values
        ('هنا', 'flat', 'عادي', 850, 0, 0, 1), ('هنا', 'weight', 'بالوزن', 500, 200, 0, 2),
        ('هنا', 'free', 'مجاني من 75', 0, 0, 7500, 3), ('الخليج', 'weight', 'سريع', 2200, 700, 1000, 1)
    ) way (zone, kind, title, cost, kilo, least, place) on way.zone = zone.name;
    insert into shipping_cities (country, name, folded, extra_days, is_served) values ('US', 'غوام', 'غوام', 0, false)";
