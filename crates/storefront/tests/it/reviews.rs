//! Reviews: written, listed, searched, voted on, moderated and asked for.

mod answers;
mod emails;
mod forms;
mod lists;
mod moderation;
mod pages;
mod spam;
mod topics;
mod uploads;
mod votes;

use ::moderation::ItemState as ReviewState;
use ::reviews::rules::index_keys;
use http::StatusCode;
use serde_json::json;
use testkit::{Options, Shopper, TestProduct, TestResponse, TestShop};

const ACTION: &str = "/ar/wp-admin/admin-ajax.php";
const WRITE: &str = "/ar/reviews/write/";
const ALL: &str = "/ar/reviews/";

/// A shop whose limits are high enough for a test that sends many reviews.
async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await
}

async fn action(shopper: &Shopper, name: &str, fields: &[(&str, &str)]) -> TestResponse {
    let fields: Vec<_> = [("action", name)].into_iter().chain(fields.iter().copied()).collect();
    shopper.post(ACTION, &fields).await
}

/// The nonce of calls 17 and 18.
fn security(shop: &TestShop) -> String {
    shop.shop().nonces.page("reviews.list", "", shop.clock().now())
}

/// A review for tests; every property has a default.
#[derive(Debug, Clone)]
struct TestReview {
    product: Option<i64>,
    rating: Option<i16>,
    text: String,
    name: String,
    is_verified: bool,
}

impl TestReview {
    fn of(product: &TestProduct, rating: i16, text: &str) -> Self {
        Self {
            product: Some(product.id.parse().expect("an id")),
            rating: Some(rating),
            text: text.to_owned(),
            name: "سلمى".to_owned(),
            is_verified: false,
        }
    }

    fn of_shop(rating: i16, text: &str) -> Self {
        Self {
            product: None,
            rating: Some(rating),
            text: text.to_owned(),
            name: "خالد".to_owned(),
            is_verified: false,
        }
    }

    fn by(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Inserts the review, held.
    async fn hold(&self, shop: &TestShop) -> i64 {
        let email = format!("{}@example.com", hex::encode(rand::random::<[u8; 8]>()));
        sqlx::query_scalar(
            "insert into reviews (product_id, rating, text, keys, name, email, is_verified, order_id, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, case when $7 then 1 end, $8) returning id",
        )
        .bind(self.product)
        .bind(self.rating)
        .bind(&self.text)
        .bind(index_keys(&self.text, self.product))
        .bind(&self.name)
        .bind(email)
        .bind(self.is_verified)
        .bind(shop.clock().now())
        .fetch_one(&shop.db)
        .await
        .expect("a review")
    }

    /// Inserts and publishes the review.
    async fn publish(&self, shop: &TestShop) -> i64 {
        let id = self.hold(shop).await;
        set_state(shop, id, ReviewState::Published).await;
        id
    }
}

async fn set_state(shop: &TestShop, review: i64, state: ReviewState) {
    let mut tx = shop.db.begin().await.expect("a transaction");
    let changed = ::reviews::service::change_state(&mut tx, review, state, "", shop.clock().now()).await;
    changed.expect("the state changes").expect("another state");
    tx.commit().await.expect("committed");
}

/// Changes the owner's settings of reviews.
async fn configure(shop: &TestShop, settings: serde_json::Value) {
    sqlx::query(
        "insert into settings (name, value) values ('reviews', $1)
         on conflict (name) do update set value = settings.value || excluded.value",
    )
    .bind(settings)
    .execute(&shop.db)
    .await
    .expect("settings");
    purge(shop, "settings").await;
}

/// Purges a tag and waits until the server has noticed.
async fn purge(shop: &TestShop, tag: &str) {
    let rows = edge::purge::record(&shop.db, &[tag.to_owned()]).await.expect("a purge");
    edge::purge::announce(&shop.shop().redis, &rows).await;
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
}

/// The fields of a complete form by a guest.
fn guest_form<'a>(item: &'a str, email: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("id", item),
        ("rating", "5"),
        ("review", "عسل ممتاز، طعمه أصيل وتغليفه محكم."),
        ("name", "سلمى"),
        ("email", email),
        ("onsiteQuestions", "{}"),
        ("g-recaptcha-response", ""),
    ]
}

fn with<'a>(mut form: Vec<(&'a str, &'a str)>, name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    form.retain(|(field, _)| *field != name);
    form.push((name, value));
    form
}

async fn count(shop: &TestShop, condition: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("select count(*) from reviews where {condition}"));
    sqlx::query_scalar(sql).fetch_one(&shop.db).await.expect("a count")
}

/// A customer who has bought the product in an order that is completed.
async fn buyer(shop: &TestShop, product: &TestProduct, email: &str) -> (Shopper, i64) {
    let customer = shop.customer(email, "سلمى").await;
    let order = completed_order(shop, product, email, Some(customer)).await;
    (shop.signed_in(email).await, order)
}

async fn completed_order(shop: &TestShop, product: &TestProduct, email: &str, customer: Option<i64>) -> i64 {
    let order: i64 = sqlx::query_scalar(
        "insert into orders (number, key, state, placed_by, form_key, customer_id, address, email, first_name, last_name,
                             phone, country, city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor,
                             total_minor, created_at, changed_at)
         values ($1, $2, 'completed', $3, $2, $4, '10.0.0.1', $5, 'سلمى', 'الخطيب', '', 'US', 'ديربورن', 'x', 1800, 0, 0,
                 0, 1800, $6, $6) returning id",
    )
    .bind(i64::from(rand::random::<u32>()) + 1)
    .bind(hex::encode(rand::random::<[u8; 16]>()))
    .bind(rand::random::<[u8; 32]>().to_vec())
    .bind(customer)
    .bind(email)
    .bind(shop.clock().now())
    .fetch_one(&shop.db)
    .await
    .expect("an order");
    sqlx::query(
        "insert into order_lines (order_id, position, key, product_id, name, slug, quantity, unit_minor, total_minor)
         values ($1, 1, 'k', $2, 'عسل', 'honey', 100000, 1800, 1800)",
    )
    .bind(order)
    .bind(product.id.parse::<i64>().expect("an id"))
    .execute(&shop.db)
    .await
    .expect("a line");
    order
}

/// Whether the stored figures are exactly those of the published reviews.
async fn assert_figures(shop: &TestShop) {
    let wrong: Vec<(i64, i32, i64)> = sqlx::query_as(
        "with real as (
             select scope.id as scope, count(*)::integer as count, coalesce(sum(rating), 0)::bigint as sum,
                 count(*) filter (where rating = 5)::integer as rated_5,
                 count(*) filter (where rating = 1)::integer as rated_1, sum(media_count)::integer as media
             from reviews
             cross join lateral (values (product_id), (case when product_id is null then -1 end), (0)) as scope (id)
             where state = 'published' and scope.id is not null group by scope.id)
         select coalesce(real.scope, stored.scope), coalesce(stored.count, 0), coalesce(stored.sum, 0)
         from real full join review_summaries stored on stored.scope = real.scope
         where (coalesce(real.count, 0), coalesce(real.sum, 0), coalesce(real.rated_5, 0), coalesce(real.rated_1, 0),
                coalesce(real.media, 0))
             is distinct from (coalesce(stored.count, 0), coalesce(stored.sum, 0), coalesce(stored.rated_5, 0),
                coalesce(stored.rated_1, 0), coalesce(stored.media, 0))",
    )
    .fetch_all(&shop.db)
    .await
    .expect("figures");
    assert_eq!(wrong, [], "scope, count and sum that differ from the reviews");
    let tags: i64 = sqlx::query_scalar(
        "with real as (
             select scope.id as scope, link.tag_id, count(*)::integer as count
             from reviews join review_tag_links link on link.review_id = reviews.id
             cross join lateral (values (reviews.product_id), (case when reviews.product_id is null then -1 end), (0)) as scope (id)
             where state = 'published' and scope.id is not null group by scope.id, link.tag_id)
         select count(*) from real full join review_tag_counts stored using (scope, tag_id)
         where coalesce(real.count, 0) <> coalesce(stored.count, 0)",
    )
    .fetch_one(&shop.db)
    .await
    .expect("tags");
    assert_eq!(tags, 0, "tag counts that differ from the reviews");
    let scores: i64 = sqlx::query_scalar(
        "select count(*) from reviews full join review_scores score on score.review_id = reviews.id
         where (reviews.state = 'published') is distinct from (score.review_id is not null)",
    )
    .fetch_one(&shop.db)
    .await
    .expect("scores");
    assert_eq!(scores, 0, "every published review has a score, and no other");
}

/// Indexes the products whose rating changed, as the job does every minute.
async fn index(shop: &TestShop) {
    let worker = shop.job_context().db;
    storefront::server::jobs::maintain_listings(&worker, shop.clock()).await.expect("as the worker role");
    purge(shop, "catalog").await;
}

#[tokio::test]
async fn listings_and_searches_are_filtered_by_the_published_ratings() {
    let shop = open().await;
    let sidr = shop.product("عسل سدر").make(&shop.db).await;
    let samar = shop.product("عسل سمر").make(&shop.db).await;
    let talh = shop.product("عسل طلح").make(&shop.db).await;
    let shopper = shop.shopper();
    index(&shop).await;
    let plain = shopper.get("/ar/shop/").await.text();
    assert!(!plain.contains("rating_filter"), "no product has a rating");

    TestReview::of(&sidr, 5, "ممتاز").publish(&shop).await;
    let low = TestReview::of(&sidr, 3, "جيد").publish(&shop).await;
    TestReview::of(&samar, 3, "لا بأس").publish(&shop).await;
    TestReview::of(&talh, 1, "سيئ").publish(&shop).await;
    index(&shop).await;
    let names = async |query: &str| {
        let html = shopper.get(&format!("/ar/shop/{query}")).await.text();
        ["عسل سدر", "عسل سمر", "عسل طلح"]
            .into_iter()
            .filter(|name| html.contains(&format!(">{name}</a>")))
            .collect::<Vec<_>>()
    };
    let page = shopper.get("/ar/shop/").await;
    let shown = kernel::text::without_isolates(&page.visible_text());
    for words in ["التقييم", "4 نجوم فأكثر", "3 نجوم فأكثر"] {
        assert!(shown.contains(words), "«{words}» in {shown}");
    }
    assert!(page.text().contains("?rating_filter=4%2C5"), "{}", page.text());
    for start in ["?", "?s=عسل&"] {
        assert_eq!(names(&format!("{start}rating_filter=4,5")).await, ["عسل سدر"], "an average of four");
        assert_eq!(names(&format!("{start}rating_filter=3,4,5")).await, ["عسل سدر", "عسل سمر"]);
        assert_eq!(names(&format!("{start}rating_filter=1")).await.len(), 3, "everything has one star");
    }
    let filtered = shopper.get("/ar/shop/?rating_filter=4,5").await.text();
    assert!(filtered.contains("إزالة التصفية"), "{filtered}");
    assert_eq!(shopper.get("/ar/shop/?rating_filter=six").await.status, 404);
    // The order by rating knows the same figures.
    let html = shopper.get("/ar/shop/?orderby=rating").await.text();
    let place = |name: &str| html.find(&format!(">{name}</a>")).expect("a card");
    assert!(place("عسل سدر") < place("عسل سمر") && place("عسل سمر") < place("عسل طلح"));

    // A review that is taken away counts no longer.
    set_state(&shop, low, ReviewState::Refused).await;
    TestReview::of(&samar, 5, "أفضل").publish(&shop).await;
    index(&shop).await;
    assert_eq!(names("?rating_filter=4,5").await, ["عسل سدر", "عسل سمر"]);
}
