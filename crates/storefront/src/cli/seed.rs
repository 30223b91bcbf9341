//! Seeds the database with the demo shop and, for tests of a large shop, with generated products.

mod accounts;
mod affiliates;
mod attribution;
mod barcodes;
mod bundles;
mod content;
mod demo;
mod enquiries;
mod prices;
mod questions;
mod reviews;
mod site;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use sqlx::{PgPool, postgres::PgPoolOptions};

#[derive(Debug, Args)]
pub struct SeedArgs {
    /// The folder with `shop.json` and `media.json`.
    #[arg(long, env = "MATJAR_SEEDS", default_value = "seeds")]
    pub seeds: PathBuf,
    /// Number of generated products, in addition to the demo shop.
    #[arg(long, default_value_t = 0)]
    pub products: i64,
    /// The folder of uploads, which gets the photos of the demo reviews; `s3://…` gets none.
    #[arg(long, env = "MATJAR_UPLOADS", default_value = ".state/uploads")]
    pub uploads: String,
    /// Do nothing if the shop already has products.
    #[arg(long)]
    pub if_empty: bool,
    #[arg(long, env = "DATABASE_MIGRATE_URL", hide_env_values = true)]
    pub database_migrate_url: String,
}

pub async fn run(args: &SeedArgs) -> anyhow::Result<()> {
    let db = PgPoolOptions::new()
        .max_connections(2)
        .connect(&args.database_migrate_url)
        .await
        .context("connecting")?;
    let has_products: bool =
        sqlx::query_scalar("select exists (select from products)").fetch_one(&db).await?;
    if has_products && args.if_empty {
        return Ok(());
    }
    let uploads = Some(args.uploads.as_str()).filter(|uploads| !uploads.starts_with("s3://"));
    let count = demo::fill(&db, &args.seeds, uploads.map(Path::new)).await?;
    println!("demo shop: {count} products");
    // Runs before products are generated, because shop-wide rules would apply to all of them.
    crate::server::jobs::maintain_listings(&db, &kernel::Clock::real()).await.context("prices")?;
    if args.products > 0 {
        let started = std::time::Instant::now();
        generate_products(&db, args.products).await?;
        println!("{} further products in {:.1} s", args.products, started.elapsed().as_secs_f64());
    }
    let products: Vec<i64> = sqlx::query_scalar("select id from products order by id").fetch_all(&db).await?;
    let products: Vec<_> = products.into_iter().map(kernel::ProductId).collect();
    let mut connection = db.acquire().await?;
    crate::server::search_index::update(&mut connection, &products).await.context("the search index")?;
    search::refresh_words(&mut connection).await.context("the search index")?;
    drop(connection);
    // Every page depends on some setting, so this purges all pages.
    sqlx::query("insert into cache_purges (tag) values ('settings')").execute(&db).await?;
    Ok(())
}

/// Generates a large catalogue in a few statements: names from the demo products, prices and stock by arithmetic.
async fn generate_products(db: &PgPool, count: i64) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    sqlx::query("set local statement_timeout = 0").execute(&mut *tx).await?;
    sqlx::query(
        "with words as (
             select array_agg(name order by id) as names
             from products where kind = 'simple'),
         all_categories as (select array_agg(id order by id) as ids from categories),
         art as (select array_agg(name order by name) as names from pictures where height > width)
         insert into products (kind, sku, slug, name, note, description, pictures, category_id, regular_minor, sale_minor, is_new)
         select 'simple', 'BULK-' || n, 'bulk-' || n,
                words.names[1 + n % cardinality(words.names)] || ' ' || n,
                'رقم ' || n,
                array['منتج تجريبي رقم ' || n || ' لقياس المتجر الكبير.'],
                array[art.names[1 + n % cardinality(art.names)]],
                all_categories.ids[1 + n % cardinality(all_categories.ids)],
                350 + (n * 7919) % 50000,
                case when n % 9 = 0 then 300 + (n * 7919) % 50 end,
                n % 50 = 0
         from words, all_categories, art, generate_series(1, $1) as n",
    )
    .bind(count)
    .execute(&mut *tx)
    .await
    .context("products")?;
    sqlx::query(
        "with filled as (
             insert into stock_levels (sku, on_hand)
             select sku, case when id % 17 = 0 then 0 else (1 + id % 90) * 100000 end
             from products where sku like 'BULK-%'
             returning sku, store, on_hand)
         insert into stock_movements (sku, store, seq, delta, balance_after, reason)
         select sku, store, 1, on_hand, on_hand, 'opening balance' from filled",
    )
    .execute(&mut *tx)
    .await
    .context("stock")?;
    sqlx::query(
        "with known as (select array_agg(id order by id) as ids from attribute_values)
         insert into product_attributes (product_id, attribute_id, value_ids)
         select product.id, one.attribute_id, array[one.id]
         from products product
         cross join known
         join attribute_values one on one.id = known.ids[1 + product.id % cardinality(known.ids)]
         where product.sku like 'BULK-%'",
    )
    .execute(&mut *tx)
    .await
    .context("attributes")?;
    demo::reindex_listings(&mut tx, chrono::Utc::now()).await?;
    tx.commit().await?;
    sqlx::query(demo::ANALYZE).execute(db).await?;
    Ok(())
}
