//! The demo shop, from the hand-made files in `seeds/`.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use anyhow::Context;
use catalog::{store::Fact, view::PictureFiles};
use chrono::{DateTime, Utc};
use kernel::Quantity;
use serde::{Deserialize, de::DeserializeOwned};
use sqlx::{PgConnection, PgPool, types::Json};

use crate::{layout::ShopSettings, pages::home::HomeSettings};

#[derive(Deserialize)]
struct ShopFile {
    shop: ShopSettings,
    hero: Hero,
    story: Story,
    categories: Vec<CategorySeed>,
    products: Vec<ProductSeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Hero {
    over: String,
    title: String,
    text: String,
    cta_label: String,
    wide: String,
    narrow: String,
}

#[derive(Deserialize)]
struct Story {
    title: String,
    text: String,
    picture: String,
}

#[derive(Deserialize)]
struct CategorySeed {
    slug: String,
    name: String,
    picture: Option<String>,
    #[serde(default)]
    children: Vec<CategorySeed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProductSeed {
    sku: String,
    slug: String,
    name: String,
    note: String,
    category: String,
    subcategory: Option<String>,
    pictures: Vec<String>,
    regular: Option<String>,
    sale: Option<String>,
    sale_from: Option<DateTime<Utc>>,
    sale_to: Option<DateTime<Utc>>,
    #[serde(default)]
    stock: Option<u32>,
    #[serde(default)]
    is_new: bool,
    featured: Option<i32>,
    description: Vec<String>,
    facts: Vec<Fact>,
    kind: String,
    #[serde(default)]
    variations: Vec<VariationSeed>,
}

#[derive(Deserialize)]
struct VariationSeed {
    sku: String,
    label: String,
    regular: String,
    sale: Option<String>,
    stock: u32,
}

#[derive(Deserialize)]
struct PictureSeed {
    width: i32,
    height: i32,
    avif: BTreeMap<u32, String>,
    webp: BTreeMap<u32, String>,
}

/// Replaces the whole catalogue and settings. Carts go with the products they held.
pub async fn fill(db: &PgPool, folder: &Path) -> anyhow::Result<usize> {
    let file: ShopFile = read(&folder.join("shop.json"))?;
    let pictures: HashMap<String, PictureSeed> = read(&folder.join("media.json"))?;
    let mut tx = db.begin().await?;
    sqlx::query("truncate products, variations, categories, pictures, stock_levels, settings, cart_lines restart identity")
        .execute(&mut *tx)
        .await?;
    sqlx::query("alter sequence catalog_ids restart").execute(&mut *tx).await?;
    for (name, picture) in &pictures {
        sqlx::query("insert into pictures (name, width, height, files) values ($1, $2, $3, $4)")
            .bind(name)
            .bind(picture.width)
            .bind(picture.height)
            .bind(Json(PictureFiles { avif: picture.avif.clone(), webp: picture.webp.clone() }))
            .execute(&mut *tx)
            .await?;
    }
    let categories = put_categories(&mut tx, &file.categories).await?;
    for product in &file.products {
        put_product(&mut tx, product, &categories)
            .await
            .with_context(|| format!("product {}", product.sku))?;
    }
    count_categories(&mut tx).await?;
    put_settings(&mut tx, &file).await?;
    tx.commit().await?;
    sqlx::query("analyze products, variations, stock_levels, categories, pictures").execute(db).await?;
    Ok(file.products.len())
}

fn read<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("reading {}", file.display()))
}

async fn put_categories(
    db: &mut PgConnection,
    tops: &[CategorySeed],
) -> anyhow::Result<HashMap<String, i64>> {
    let mut ids = HashMap::new();
    let mut position = 0;
    for top in tops {
        position += 1;
        let parent = put_category(db, top, None, &top.slug, position).await?;
        ids.insert(top.slug.clone(), parent);
        for child in &top.children {
            position += 1;
            let path = format!("{}/{}", top.slug, child.slug);
            ids.insert(child.slug.clone(), put_category(db, child, Some(parent), &path, position).await?);
        }
    }
    Ok(ids)
}

async fn put_category(
    db: &mut PgConnection,
    category: &CategorySeed,
    parent: Option<i64>,
    path: &str,
    position: i32,
) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "insert into categories (parent_id, slug, path, name, picture, position) values ($1, $2, $3, $4, $5, $6) returning id",
    )
    .bind(parent)
    .bind(&category.slug)
    .bind(path)
    .bind(&category.name)
    .bind(&category.picture)
    .bind(position)
    .fetch_one(db)
    .await
}

async fn put_product(
    db: &mut PgConnection,
    product: &ProductSeed,
    categories: &HashMap<String, i64>,
) -> anyhow::Result<()> {
    let shelf = product.subcategory.as_ref().unwrap_or(&product.category);
    let category = categories.get(shelf).with_context(|| format!("no category {shelf}"))?;
    let kind = if product.variations.is_empty() { "simple" } else { "variable" };
    anyhow::ensure!(
        product.kind == kind || product.kind == "bundle-part",
        "kind {} with {} variations",
        product.kind,
        product.variations.len()
    );
    let own_price = product.variations.is_empty();
    let id: i64 = sqlx::query_scalar(
        "insert into products (kind, sku, slug, name, note, description, facts, pictures, category_id, regular_minor,
                               sale_minor, sale_from, sale_to, is_new, featured)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id",
    )
    .bind(kind)
    .bind(&product.sku)
    .bind(&product.slug)
    .bind(&product.name)
    .bind(&product.note)
    .bind(&product.description)
    .bind(Json(&product.facts))
    .bind(&product.pictures)
    .bind(category)
    .bind(product.regular.as_deref().filter(|_| own_price).map(minor).transpose()?)
    .bind(product.sale.as_deref().filter(|_| own_price).map(minor).transpose()?)
    .bind(product.sale_from)
    .bind(product.sale_to)
    .bind(product.is_new)
    .bind(product.featured)
    .fetch_one(&mut *db)
    .await?;
    if own_price {
        put_stock(db, &product.sku, product.stock.unwrap_or(0)).await?;
    }
    for (position, variation) in (0i32..).zip(&product.variations) {
        sqlx::query(
            "insert into variations (product_id, sku, label, position, regular_minor, sale_minor, sale_from, sale_to)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(id)
        .bind(&variation.sku)
        .bind(&variation.label)
        .bind(position)
        .bind(minor(&variation.regular)?)
        .bind(variation.sale.as_deref().map(minor).transpose()?)
        .bind(product.sale_from)
        .bind(product.sale_to)
        .execute(&mut *db)
        .await?;
        put_stock(db, &variation.sku, variation.stock).await?;
    }
    Ok(())
}

async fn put_stock(db: &mut PgConnection, sku: &str, pieces: u32) -> sqlx::Result<()> {
    sqlx::query("insert into stock_levels (sku, on_hand) values ($1, $2)")
        .bind(sku)
        .bind(Quantity::whole(pieces).as_units())
        .execute(db)
        .await?;
    Ok(())
}

/// "18.00" or "1,250.00" in cents.
fn minor(text: &str) -> anyhow::Result<i64> {
    let (whole, cents) = text.split_once('.').unwrap_or((text, "00"));
    anyhow::ensure!(cents.len() == 2, "price {text:?} needs two decimals");
    Ok(whole.replace(',', "").parse::<i64>()? * 100 + cents.parse::<i64>()?)
}

/// A parent counts its children's products too.
pub async fn count_categories(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query(
        "with own as (select category_id, count(*) as products from products where status = 'published' group by 1)
         update categories category set product_count = coalesce((
             select sum(own.products) from own join categories below on below.id = own.category_id
             where below.id = category.id or below.parent_id = category.id), 0)",
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn put_settings(db: &mut PgConnection, file: &ShopFile) -> sqlx::Result<()> {
    let home = HomeSettings {
        over: file.hero.over.clone(),
        title: file.hero.title.clone(),
        text: file.hero.text.clone(),
        cta_label: file.hero.cta_label.clone(),
        wide: file.hero.wide.clone(),
        narrow: file.hero.narrow.clone(),
        story_title: file.story.title.clone(),
        story_text: file.story.text.clone(),
        story_picture: file.story.picture.clone(),
    };
    let put = "insert into settings (name, value) values ($1, $2)";
    sqlx::query(put).bind("shop").bind(Json(&file.shop)).execute(&mut *db).await?;
    sqlx::query(put).bind("home").bind(Json(&home)).execute(db).await?;
    Ok(())
}
