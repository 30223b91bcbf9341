//! The imported catalogue as documents, and a database to put them in.
#![allow(dead_code, reason = "each test program uses its own part")]

use std::collections::HashMap;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Context;
use kernel::ProductId;
use search::Document;
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
    pub right: Vec<String>,
}

pub fn cases() -> anyhow::Result<Vec<Case>> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/search/judged.json");
    let file = std::env::var_os("MATJAR_JUDGED").map_or(own, PathBuf::from);
    let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// `None` where the catalogue is not at hand: it is data of the shop and no part of the repository.
pub fn catalogue() -> anyhow::Result<Option<Catalogue>> {
    let beside =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/catalogue/products.csv");
    let file = std::env::var_os("MATJAR_CATALOGUE").map_or(beside, PathBuf::from);
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("no catalogue at {}; set MATJAR_CATALOGUE to a product CSV", file.display());
        return Ok(None);
    };
    let mut rows = csv(&text).into_iter();
    let header = rows.next().context("the catalogue is empty")?;
    let rows: Vec<HashMap<&str, String>> =
        rows.map(|row| header.iter().map(String::as_str).zip(row).collect()).collect();
    let mut documents = Vec::new();
    let mut skus = HashMap::new();
    for row in &rows {
        let parents = row["Type"] != "variation";
        if !parents || row["Published"] != "1" {
            continue;
        }
        let list = |text: &str, mark: &str| -> Vec<String> {
            text.split(mark).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        let kids = rows.iter().filter(|kid| kid["Parent"] == row["SKU"] && !row["SKU"].is_empty());
        let codes = std::iter::once(row).chain(kids).flat_map(|row| [&row["SKU"], &row["GTIN"], &row["MPN"]]);
        let product_id = ProductId(row["ID"].parse()?);
        skus.insert(product_id, row["SKU"].clone());
        documents.push(Document {
            product_id,
            name: row["Name"].clone(),
            brand: row["Brand"].clone(),
            categories: list(&row["Categories"], ">"),
            attributes: [&row["Attribute 1 value(s)"], &row["Attribute 2 value(s)"]]
                .iter()
                .flat_map(|values| list(values, ","))
                .collect(),
            tags: list(&row["Tags"], ","),
            codes: codes.filter(|code| !code.is_empty()).cloned().collect(),
            summary: row["Short description"].clone(),
        });
    }
    Ok(Some(Catalogue { documents, skus }))
}

/// Comma-separated values, where a quoted one may hold commas, line breaks and doubled quotes.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut signs = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => field.extend(signs.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    rows
}

/// Several tests of one program run side by side.
static MADE: AtomicU32 = AtomicU32::new(0);

/// A new database with nothing but the search tables, gone when dropped.
pub struct Database {
    name: String,
    pub pool: PgPool,
}

impl Database {
    /// `None` where no server is configured.
    pub async fn fresh() -> anyhow::Result<Option<Self>> {
        let Ok(admin) = std::env::var("DATABASE_ADMIN_URL") else {
            eprintln!("no DATABASE_ADMIN_URL: run tests through `make test`");
            return Ok(None);
        };
        let admin = PgConnectOptions::from_str(&admin)?;
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_search_{}_{number}", std::process::id());
        let mut db = PgConnection::connect_with(&admin).await?;
        sqlx::query(AssertSqlSafe(format!("create database {name}"))).execute(&mut db).await?;
        let pool = PgPoolOptions::new().max_connections(4).connect_with(admin.database(&name)).await?;
        sqlx::raw_sql(include_str!("../../../../migrations/0006_search.sql")).execute(&pool).await?;
        Ok(Some(Self { name, pool }))
    }

    /// One that an earlier run of the measurement has kept.
    pub async fn kept(name: String) -> anyhow::Result<Self> {
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
