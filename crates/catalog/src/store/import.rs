//! Statements of the product import. They are set-based: their number does not depend on the number of rows.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use kernel::Quantity;
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use crate::rules::ProductStatus;

/// Columns that products and variations share.
#[derive(Debug, Serialize)]
pub struct ItemColumns<'a> {
    pub sku: &'a str,
    pub gtin: &'a str,
    pub mpn: &'a str,
    pub brand_id: Option<i64>,
    pub regular_minor: Option<i64>,
    pub sale_minor: Option<i64>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    pub pictures: &'a [String],
}

#[derive(Debug, Serialize)]
pub struct ProductColumns<'a> {
    #[serde(flatten)]
    pub item: ItemColumns<'a>,
    pub kind: &'static str,
    pub status: ProductStatus,
    pub slug: String,
    pub name: &'a str,
    pub note: &'a str,
    pub description: &'a [String],
    pub tags: &'a [String],
    pub category_id: Option<i64>,
    pub featured: Option<i32>,
    pub weight_grams: Option<i32>,
    pub external_url: Option<&'a str>,
    pub external_label: Option<&'a str>,
}

#[derive(Debug, Serialize)]
pub struct VariationColumns<'a> {
    #[serde(flatten)]
    pub item: ItemColumns<'a>,
    pub product_id: i64,
    pub label: String,
    pub position: u64,
    /// Value by name of the attribute.
    pub choices: BTreeMap<String, &'a str>,
}

#[derive(Debug, Serialize)]
pub struct AttributeColumns {
    pub product_id: Option<i64>,
    pub attribute_id: i32,
    pub position: usize,
    pub for_variations: bool,
    pub is_visible: bool,
    pub value_ids: Vec<i32>,
}

pub async fn upsert_brand(db: &mut PgConnection, name: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into brands (name) values ($1) on conflict (name) do update set name = excluded.name returning id",
        name
    )
    .fetch_one(db)
    .await
}

/// A category to insert.
#[derive(Debug)]
pub struct NewCategory<'a> {
    pub parent: Option<i64>,
    pub slug: &'a str,
    /// Slugs of its ancestors and its own.
    pub path: &'a str,
    pub name: &'a str,
}

pub async fn upsert_category(db: &mut PgConnection, new: &NewCategory<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into categories (parent_id, slug, path, name) values ($1, $2, $3, $4)
                     on conflict (path) do update set slug = excluded.slug returning id",
        new.parent as Option<i64>,
        new.slug,
        new.path,
        new.name
    )
    .fetch_one(db)
    .await
}

pub async fn upsert_attribute(db: &mut PgConnection, name: &str, label: &str) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into attributes (name, label) values ($1, $2)
                         on conflict (name) do update set label = excluded.label returning id",
        name,
        label
    )
    .fetch_one(db)
    .await
}

pub async fn upsert_attribute_value(db: &mut PgConnection, attribute: i32, value: &str) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into attribute_values (attribute_id, value) values ($1, $2)
                         on conflict (attribute_id, value) do update set value = excluded.value returning id",
        attribute,
        value
    )
    .fetch_one(db)
    .await
}

/// Inserts or updates products and returns their ids by SKU. They are sent as one JSON document: rows that contain lists
/// do not fit into parallel arrays.
pub async fn upsert_products(
    db: &mut PgConnection,
    products: &[ProductColumns<'_>],
) -> sqlx::Result<HashMap<String, i64>> {
    let written = sqlx::query!(
        r#"
        insert into products (kind, status, sku, slug, name, note, description, tags, pictures, gtin, mpn, brand_id,
                              category_id, regular_minor, sale_minor, sale_from, sale_to, featured, weight_grams,
                              external_url, external_label)
        select kind, status, sku, slug, name, note, description, tags, pictures, gtin, mpn, brand_id,
               category_id, regular_minor, sale_minor, sale_from, sale_to, featured, weight_grams,
               external_url, external_label
        from jsonb_to_recordset($1) as given (
            kind text, status text, sku text, slug text, name text, note text, description text[], tags text[],
            pictures text[], gtin text, mpn text, brand_id bigint, category_id bigint, regular_minor bigint,
            sale_minor bigint, sale_from timestamptz, sale_to timestamptz, featured integer, weight_grams integer,
            external_url text, external_label text)
        on conflict (sku) do update set
            kind = excluded.kind, status = excluded.status, name = excluded.name, note = excluded.note,
            description = excluded.description, tags = excluded.tags, pictures = excluded.pictures,
            gtin = excluded.gtin, mpn = excluded.mpn, brand_id = excluded.brand_id,
            category_id = excluded.category_id, regular_minor = excluded.regular_minor,
            sale_minor = excluded.sale_minor, sale_from = excluded.sale_from, sale_to = excluded.sale_to,
            featured = excluded.featured, weight_grams = excluded.weight_grams,
            external_url = excluded.external_url, external_label = excluded.external_label, updated_at = now()
        returning id, sku
        "#,
        json!(products)
    )
    .fetch_all(db)
    .await?;
    Ok(written.into_iter().map(|row| (row.sku, row.id)).collect())
}

/// Those of these SKUs that are only former ones, with the SKU of now.
pub async fn list_renamed(db: &mut PgConnection, skus: &[String]) -> sqlx::Result<HashMap<String, String>> {
    let rows = sqlx::query!(
        "select old_sku, new_sku from sku_renames
         where old_sku = any($1) and not exists (select from products where sku = old_sku)
           and not exists (select from variations where sku = old_sku)",
        skus
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.old_sku, row.new_sku)).collect())
}

/// A category that a product has in addition to its main one.
#[derive(Debug, Clone, Copy)]
pub struct FurtherCategory {
    pub product: i64,
    pub category: i64,
}

/// Replaces the further categories of these products.
pub async fn replace_categories(
    db: &mut PgConnection,
    products: &[i64],
    further: &[FurtherCategory],
) -> sqlx::Result<()> {
    sqlx::query!("delete from product_categories where product_id = any($1)", products)
        .execute(&mut *db)
        .await?;
    let (products, categories): (Vec<i64>, Vec<i64>) =
        further.iter().map(|one| (one.product, one.category)).unzip();
    sqlx::query!(
        "insert into product_categories (product_id, category_id)
         select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing",
        &products,
        &categories
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Replaces the attributes of these products.
pub async fn replace_attributes(
    db: &mut PgConnection,
    products: &[i64],
    attributes: &[AttributeColumns],
) -> sqlx::Result<()> {
    sqlx::query!("delete from product_attributes where product_id = any($1)", products)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into product_attributes (product_id, attribute_id, position, for_variations, is_visible, value_ids)
         select * from jsonb_to_recordset($1) as given (
             product_id bigint, attribute_id integer, position integer, for_variations boolean, is_visible boolean,
             value_ids integer[])",
        json!(attributes)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A product that may have variations.
#[derive(Debug)]
pub struct VariableProduct {
    pub id: i64,
    pub sku: String,
    /// Number of its variations.
    pub held: i64,
}

/// The variable ones among the products with these SKUs.
pub async fn list_variable(db: &mut PgConnection, skus: &[String]) -> sqlx::Result<Vec<VariableProduct>> {
    sqlx::query_as!(
        VariableProduct,
        r#"select product.id, product.sku, (select count(*) from variations where product_id = product.id) as "held!"
           from products product where product.sku = any($1) and product.kind = 'variable'"#,
        skus
    )
    .fetch_all(db)
    .await
}

/// Those of these SKUs that are variations.
pub async fn list_variation_skus(db: &mut PgConnection, skus: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select sku from variations where sku = any($1)", skus).fetch_all(db).await
}

pub async fn upsert_variations(
    db: &mut PgConnection,
    variations: &[VariationColumns<'_>],
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into variations (product_id, sku, label, position, regular_minor, sale_minor, sale_from, sale_to, gtin,
                                mpn, brand_id, choices, pictures)
        select product_id, sku, label, position, regular_minor, sale_minor, sale_from, sale_to, gtin, mpn, brand_id,
               choices, pictures
        from jsonb_to_recordset($1) as given (
            product_id bigint, sku text, label text, position integer, regular_minor bigint, sale_minor bigint,
            sale_from timestamptz, sale_to timestamptz, gtin text, mpn text, brand_id bigint, choices jsonb,
            pictures text[])
        on conflict (sku) do update set
            product_id = excluded.product_id, label = excluded.label, position = excluded.position,
            regular_minor = excluded.regular_minor, sale_minor = excluded.sale_minor,
            sale_from = excluded.sale_from, sale_to = excluded.sale_to, gtin = excluded.gtin, mpn = excluded.mpn,
            brand_id = excluded.brand_id, choices = excluded.choices, pictures = excluded.pictures
        "#,
        json!(variations)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The stock of a SKU.
#[derive(Debug)]
pub struct StockLevel {
    pub sku: String,
    pub quantity: Quantity,
}

/// Sets the stock to these levels, but not below what is reserved; each difference becomes a stock movement.
pub async fn set_stock(db: &mut PgConnection, levels: &[StockLevel]) -> sqlx::Result<()> {
    sqlx::query!("select set_config('matjar.reindexing', 'later', true)").fetch_one(&mut *db).await?;
    let (skus, units): (Vec<String>, Vec<i64>) =
        levels.iter().map(|level| (level.sku.clone(), level.quantity.as_units())).unzip();
    sqlx::query!(
        r#"
        select move_stock(wanted.sku, 1::smallint, greatest(wanted.units, coalesce(level.reserved, 0))
                                                   - coalesce(level.on_hand, 0), 'import')
        from unnest($1::text[], $2::bigint[]) as wanted (sku, units)
        left join stock_levels level on level.sku = wanted.sku and level.store = 1
        where greatest(wanted.units, coalesce(level.reserved, 0)) <> coalesce(level.on_hand, -1)
        "#,
        &skus,
        &units
    )
    .fetch_all(db)
    .await?;
    Ok(())
}
