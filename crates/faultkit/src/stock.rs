//! Test products and fixtures.

use anyhow::Context;
use sha2::{Digest, Sha256};
use sqlx::PgPool;

/// Quantity units of one piece.
pub const PIECE: i64 = 100_000;

#[derive(Debug, Clone)]
pub struct Product {
    pub id: i64,
    pub sku: String,
    pub name: String,
}

impl Product {
    /// The key of this product's line in a cart. Only carts contain it, unlike the name.
    pub fn line_key(&self) -> String {
        hex::encode(&Sha256::digest(format!("{}/0", self.id))[..16])
    }

    pub fn path(&self) -> String {
        format!("/ar/product/{}/", self.name)
    }
}

/// Holds are short, so that one that must not be swept soon looks expired. Shipping and taxes are charged, so
/// that journals have more than two entries.
const FIXTURES: &str = "
    create function faults_short_holds() returns trigger language plpgsql as $$
    begin
        new.expires_at := least(new.expires_at, new.created_at + interval '2 seconds');
        return new;
    end $$;
    create trigger faults_short_holds before insert or update on stock_reservations
        for each row execute function faults_short_holds();
    insert into categories (slug, path, name, product_count) values ('faults', 'faults', 'قسم التجربة', 0);
    with zone as (insert into shipping_zones (name) values ('كل البلدان') returning id)
    insert into shipping_methods (zone_id, kind, title, cost_minor) select id, 'flat', 'شحن', 500 from zone;
    insert into tax_rates (country, name, rate) values ('US', 'ضريبة', 600);
";

pub async fn insert_fixtures(db: &PgPool) -> anyhow::Result<()> {
    sqlx::raw_sql(FIXTURES).execute(db).await.context("inserting fixtures")?;
    Ok(())
}

pub async fn product(db: &PgPool, name: &str, pieces: i64) -> anyhow::Result<Product> {
    let sku = name.to_uppercase();
    let id: i64 = sqlx::query_scalar(
        "insert into products (kind, status, sku, slug, name, description, category_id, regular_minor, step, min_quantity)
         values ('simple', 'published', $1, $2, $2, '{}', (select id from categories where path = 'faults'), 1800, $3, $3)
         returning id",
    )
    .bind(&sku)
    .bind(name)
    .bind(PIECE)
    .fetch_one(db)
    .await
    .context("inserting a product")?;
    sqlx::query("select move_stock($1, 1::smallint, $2, 'delivery')")
        .bind(&sku)
        .bind(pieces * PIECE)
        .execute(db)
        .await
        .context("adding stock")?;
    Ok(Product { id, sku, name: name.to_owned() })
}

/// Available stock that is not reserved, in pieces.
pub async fn available(db: &PgPool, sku: &str) -> anyhow::Result<i64> {
    let left: i64 = sqlx::query_scalar("select on_hand - reserved from stock_levels where sku = $1")
        .bind(sku)
        .fetch_one(db)
        .await?;
    Ok(left / PIECE)
}
