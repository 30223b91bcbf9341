//! Loads a catalogue as documents, and creates a database for them.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod score;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Context;
use kernel::{Money, ProductId};
use search::{Document, Search, SearchResults};
use serde::Deserialize;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool};

pub struct Catalogue {
    pub documents: Vec<Document>,
    pub skus: HashMap<ProductId, String>,
}

#[derive(Deserialize)]
pub struct Case {
    pub query: String,
    pub kind: String,
    /// Empty: nothing may be found.
    pub right: Vec<String>,
    #[serde(default)]
    pub filters: WantedFilters,
    pub order: Option<String>,
}

/// The limits that a query sets, in dollars.
#[derive(Deserialize, Default, Debug, PartialEq)]
#[serde(default)]
pub struct WantedFilters {
    pub min_price: Option<f64>,
    pub max_price: Option<f64>,
    pub on_sale: bool,
}

/// The judged queries of a catalogue.
pub fn cases(name: &str) -> anyhow::Result<Vec<Case>> {
    let own = vectors().join(name);
    let file = std::env::var_os("MATJAR_JUDGED").map_or(own, PathBuf::from);
    let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// The catalogue in the directory of the judged queries.
pub fn own_catalogue() -> anyhow::Result<Catalogue> {
    read_catalogue(&vectors().join("catalogue.csv"))
}

/// A shop's own catalogue as a WooCommerce export; not part of the repository.
pub fn imported_catalogue() -> anyhow::Result<Catalogue> {
    let file = std::env::var_os("MATJAR_CATALOGUE").context("MATJAR_CATALOGUE is not set")?;
    read_catalogue(Path::new(&file))
}

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/search")
}

#[derive(Deserialize)]
struct Row {
    #[serde(rename = "ID")]
    id: i64,
    #[serde(rename = "Type")]
    kind: String,
    #[serde(rename = "SKU")]
    sku: String,
    #[serde(rename = "GTIN")]
    gtin: String,
    #[serde(rename = "MPN")]
    mpn: String,
    #[serde(rename = "Name")]
    name: String,
    #[serde(rename = "Published")]
    published: String,
    #[serde(rename = "Short description")]
    summary: String,
    #[serde(rename = "Categories")]
    categories: String,
    #[serde(rename = "Tags")]
    tags: String,
    #[serde(rename = "Parent")]
    parent: String,
    #[serde(rename = "Attribute 1 value(s)")]
    first_values: String,
    #[serde(rename = "Attribute 2 value(s)")]
    second_values: String,
    #[serde(rename = "Brand")]
    brand: String,
    /// An imported catalogue need not have prices.
    #[serde(rename = "Regular price", default)]
    regular_price: String,
    #[serde(rename = "Sale price", default)]
    sale_price: String,
}

/// A price in dollars with two decimals.
fn price(text: &str) -> Option<Money> {
    let amount: f64 = text.trim().parse().ok()?;
    Some(Money::from_minor((amount * 100.0).round() as i64))
}

fn read_catalogue(file: &Path) -> anyhow::Result<Catalogue> {
    let mut reader = csv::Reader::from_path(file).with_context(|| format!("reading {}", file.display()))?;
    let rows: Vec<Row> = reader.deserialize().collect::<Result<_, _>>()?;
    let list = |text: &str, separator: &str| -> Vec<String> {
        text.split(separator).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let mut documents = Vec::new();
    let mut skus = HashMap::new();
    for row in rows.iter().filter(|row| row.kind != "variation" && row.published == "1") {
        let variations = rows.iter().filter(|variation| !row.sku.is_empty() && variation.parent == row.sku);
        let codes = std::iter::once(row).chain(variations).flat_map(|row| [&row.sku, &row.gtin, &row.mpn]);
        let product_id = ProductId(row.id);
        skus.insert(product_id, row.sku.clone());
        documents.push(Document {
            product_id,
            name: row.name.clone(),
            brand: row.brand.clone(),
            categories: list(&row.categories, ">"),
            attributes: [&row.first_values, &row.second_values]
                .iter()
                .flat_map(|values| list(values, ","))
                .collect(),
            tags: list(&row.tags, ","),
            codes: codes.filter(|code| !code.is_empty()).cloned().collect(),
            summary: row.summary.clone(),
            price: price(&row.sale_price).or_else(|| price(&row.regular_price)),
            is_on_sale: price(&row.sale_price).is_some(),
        });
    }
    anyhow::ensure!(!documents.is_empty(), "{} contains no products", file.display());
    Ok(Catalogue { documents, skus })
}

/// A search with the meanings that are saved now.
pub async fn find(db: &PgPool, query: &str, offset: i64, limit: i64) -> sqlx::Result<SearchResults> {
    Search::new(db, &search::load_meanings(db).await?).find(query, offset, limit).await
}

pub async fn suggest(db: &PgPool, typed: &str, limit: i64) -> sqlx::Result<SearchResults> {
    Search::new(db, &search::load_meanings(db).await?).suggest(typed, limit).await
}

/// Numbers the databases, because tests of one binary run concurrently.
static CREATED: AtomicU32 = AtomicU32::new(0);

/// A new database with the search tables only. [`Self::drop`] deletes it.
pub struct Database {
    name: String,
    pub pool: PgPool,
}

impl Database {
    pub async fn fresh() -> anyhow::Result<Self> {
        let admin = std::env::var("DATABASE_ADMIN_URL")
            .context("DATABASE_ADMIN_URL: run tests through `make test`")?;
        let admin = PgConnectOptions::from_str(&admin)?;
        let number = CREATED.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_search_{}_{number}", std::process::id());
        let mut db = PgConnection::connect_with(&admin).await?;
        sqlx::query(AssertSqlSafe(format!("create database {name}"))).execute(&mut db).await?;
        let pool = PgPoolOptions::new().max_connections(4).connect_with(admin.database(&name)).await?;
        sqlx::raw_sql(include_str!("../../../../migrations/0006_search.sql")).execute(&pool).await?;
        sqlx::raw_sql(include_str!("../../../../migrations/0064_search_meanings.sql")).execute(&pool).await?;
        sqlx::raw_sql(include_str!("../../../../migrations/0065_search_uses.sql")).execute(&pool).await?;
        Ok(Self { name, pool })
    }

    /// A database that an earlier run of the measurement left.
    pub async fn existing(name: String) -> anyhow::Result<Self> {
        let admin = PgConnectOptions::from_str(&std::env::var("DATABASE_ADMIN_URL")?)?;
        let pool = PgPoolOptions::new().max_connections(4).connect_with(admin.database(&name)).await?;
        Ok(Self { name, pool })
    }

    pub async fn drop(self) -> anyhow::Result<()> {
        self.pool.close().await;
        let admin = PgConnectOptions::from_str(&std::env::var("DATABASE_ADMIN_URL")?)?;
        let mut db = PgConnection::connect_with(&admin).await?;
        sqlx::query(AssertSqlSafe(format!("drop database {} with (force)", self.name)))
            .execute(&mut db)
            .await?;
        Ok(())
    }
}
