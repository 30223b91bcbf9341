//! Builds products for tests; every property has a default.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use crate::TestShop;

#[derive(Clone)]
pub struct ProductBuilder {
    name: String,
    slug: Option<String>,
    regular_minor: Option<i64>,
    sale_minor: Option<i64>,
    sale_from: Option<DateTime<Utc>>,
    sale_to: Option<DateTime<Utc>>,
    pieces: i64,
    status: &'static str,
    step: i64,
    description: Vec<String>,
    variations: Vec<(&'static str, i64, i64)>,
}

/// A product in the database and the listings.
#[derive(Debug, Clone)]
pub struct TestProduct {
    pub id: String,
    pub sku: String,
    pub path: String,
    /// Ids, in the order the variations were added.
    pub variations: Vec<String>,
}

impl TestShop {
    /// Builds a simple product: 18.00, a hundred pieces.
    pub fn product(&self, name: &str) -> ProductBuilder {
        ProductBuilder {
            name: name.to_owned(),
            slug: None,
            regular_minor: Some(1_800),
            sale_minor: None,
            sale_from: None,
            sale_to: None,
            pieces: 100,
            status: "published",
            step: 100_000,
            description: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl ProductBuilder {
    pub fn price(mut self, minor: i64) -> Self {
        self.regular_minor = Some(minor);
        self
    }

    pub fn without_price(mut self) -> Self {
        self.regular_minor = None;
        self
    }

    pub fn sale(mut self, minor: i64, from: Option<DateTime<Utc>>, to: Option<DateTime<Utc>>) -> Self {
        (self.sale_minor, self.sale_from, self.sale_to) = (Some(minor), from, to);
        self
    }

    pub fn stock(mut self, pieces: i64) -> Self {
        self.pieces = pieces;
        self
    }

    pub fn slug(mut self, slug: &str) -> Self {
        self.slug = Some(slug.to_owned());
        self
    }

    pub fn status(mut self, status: &'static str) -> Self {
        self.status = status;
        self
    }

    /// Sets step and minimum quantity, in units of 10^-5 pieces.
    pub fn step(mut self, units: i64) -> Self {
        self.step = units;
        self
    }

    pub fn description(mut self, paragraph: &str) -> Self {
        self.description.push(paragraph.to_owned());
        self
    }

    /// Adds a variation, which makes the product variable.
    pub fn variation(mut self, label: &'static str, minor: i64, pieces: i64) -> Self {
        self.variations.push((label, minor, pieces));
        self
    }

    pub async fn make(self, db: &PgPool) -> TestProduct {
        let unique = hex::encode(rand::random::<[u8; 4]>());
        let sku = format!("T-{unique}");
        let slug = self.slug.clone().unwrap_or_else(|| format!("p-{unique}"));
        let category: i64 = sqlx::query_scalar(
            "insert into categories (slug, path, name, product_count) values ('test', 'test', 'قسم التجربة', 0)
             on conflict (path) do update set name = excluded.name returning id",
        )
        .fetch_one(db)
        .await
        .expect("category");

        let id: i64 = sqlx::query_scalar(
            "insert into products (kind, status, sku, slug, name, description, category_id, regular_minor, sale_minor,
                                   sale_from, sale_to, step, min_quantity)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) returning id",
        )
        .bind(if self.variations.is_empty() { "simple" } else { "variable" })
        .bind(self.status)
        .bind(&sku)
        .bind(&slug)
        .bind(&self.name)
        .bind(&self.description)
        .bind(category)
        .bind(self.regular_minor)
        .bind(self.sale_minor)
        .bind(self.sale_from)
        .bind(self.sale_to)
        .bind(self.step)
        .fetch_one(db)
        .await
        .expect("product");
        put_stock(db, &sku, self.pieces).await;
        let mut variations = Vec::new();
        for (position, (label, minor, pieces)) in (0i32..).zip(&self.variations) {
            let variation_sku = format!("{sku}-{position}");
            let variation: i64 = sqlx::query_scalar(
                "insert into variations (product_id, sku, label, position, regular_minor) values ($1, $2, $3, $4, $5) returning id",
            )
            .bind(id)
            .bind(&variation_sku)
            .bind(label)
            .bind(position)
            .bind(minor)
            .fetch_one(db)
            .await
            .expect("variation");
            put_stock(db, &variation_sku, *pieces).await;
            variations.push(variation.to_string());
        }
        sqlx::query("select reindex_listings(array[$1::bigint], now()), refresh_facet_counts()")
            .bind(id)
            .execute(db)
            .await
            .expect("listings");
        let mut connection = db.acquire().await.expect("a connection");
        storefront::server::search_index::update(&mut connection, &[kernel::ProductId(id)])
            .await
            .expect("the search index");
        TestProduct { id: id.to_string(), sku, path: format!("/ar/product/{slug}/"), variations }
    }
}

async fn put_stock(db: &PgPool, sku: &str, pieces: i64) {
    sqlx::query("select move_stock($1, 1::smallint, $2, 'test')")
        .bind(sku)
        .bind(pieces * 100_000)
        .execute(db)
        .await
        .expect("stock");
}

/// An item of a bundle, with the key `p1`, `p2` and so on.
#[derive(Debug, Clone, Copy)]
pub struct BundleRow<'a> {
    pub product: &'a TestProduct,
    pub is_optional: bool,
    /// Default, minimum and maximum number of pieces.
    pub pieces: (i64, i64, i64),
}

impl TestProduct {
    /// A required bundle item: one to ten pieces.
    pub fn needed(&self) -> BundleRow<'_> {
        BundleRow { product: self, is_optional: false, pieces: (1, 1, 10) }
    }

    /// An optional bundle item: up to ten pieces.
    pub fn optional(&self) -> BundleRow<'_> {
        BundleRow { product: self, is_optional: true, pieces: (0, 0, 10) }
    }
}

impl TestShop {
    /// Creates a bundle that is priced by its items. `terms` sets columns of `bundles`, such as `percent = 1000`.
    pub async fn bundle(&self, name: &str, terms: &str, rows: &[BundleRow<'_>]) -> TestProduct {
        let bundle = self.product(name).without_price().stock(10_000).make(&self.db).await;
        let id: i64 = bundle.id.parse().expect("an id");
        sqlx::query("update products set kind = 'bundle' where id = $1")
            .bind(id)
            .execute(&self.db)
            .await
            .expect("kind");
        sqlx::query("insert into bundles (product_id) values ($1)")
            .bind(id)
            .execute(&self.db)
            .await
            .expect("bundle");
        if !terms.is_empty() {
            let sql = sqlx::AssertSqlSafe(format!("update bundles set {terms} where product_id = {id}"));
            sqlx::query(sql).execute(&self.db).await.expect("terms");
        }
        for (position, row) in (1i32..).zip(rows) {
            let (quantity, min, max) = row.pieces;
            sqlx::query(
                "insert into bundle_items (bundle_id, key, product_id, position, is_optional, quantity, min_quantity,
                                           max_quantity)
                 values ($1, 'p' || $3, $2::bigint, $3, $4, $5, $6, $7)",
            )
            .bind(id)
            .bind(row.product.id.parse::<i64>().expect("an id"))
            .bind(position)
            .bind(row.is_optional)
            .bind(quantity * 100_000)
            .bind(min * 100_000)
            .bind(max * 100_000)
            .execute(&self.db)
            .await
            .expect("bundle item");
        }
        bundle
    }
}
