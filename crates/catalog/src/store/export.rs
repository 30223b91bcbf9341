//! Reads the catalogue for the sitemap and the product feed, in ranges of ids.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{ProductId, VariationId};
use pricing::{Offer, Subject};
use sqlx::{PgPool, types::Json};

use super::offer;
use crate::view::PictureFiles;

/// The highest product id.
pub async fn last_id(db: &PgPool) -> sqlx::Result<i64> {
    let last = sqlx::query_scalar!("select max(id) from products").fetch_one(db).await?;
    Ok(last.unwrap_or(0))
}

/// A published product in the sitemap.
#[derive(Debug, Clone)]
pub struct SitemapEntry {
    pub slug: String,
    pub updated_at: DateTime<Utc>,
}

/// The published products with ids in `from..to`.
pub async fn list_sitemap_entries(db: &PgPool, from: i64, to: i64) -> sqlx::Result<Vec<SitemapEntry>> {
    sqlx::query_as!(
        SitemapEntry,
        "select slug, updated_at from products where id >= $1 and id < $2 and status = 'published' order by id",
        from,
        to
    )
    .fetch_all(db)
    .await
}

/// A product that can be bought, or one of its variations.
#[derive(Debug, Clone)]
pub struct FeedItem {
    pub product_id: ProductId,
    pub sku: String,
    pub slug: String,
    pub title: String,
    pub description: String,
    pub brand: String,
    pub gtin: String,
    pub mpn: String,
    pub category: String,
    /// SKU of the parent product of a variation.
    pub group: Option<String>,
    pub offer: Offer,
    pub variation: Option<VariationId>,
    categories: Vec<i64>,
    values: Vec<i32>,
    choices: Option<BTreeMap<String, String>>,
    pub is_available: bool,
    pub picture: Option<String>,
}

impl FeedItem {
    /// The properties that discount rules match on.
    pub fn subject(&self) -> Subject<'_> {
        Subject {
            product: self.product_id,
            variation: self.variation,
            categories: &self.categories,
            values: &self.values,
            choices: self.choices.as_ref(),
        }
    }
}

/// The feed items of the next `limit` products after id `after`.
pub async fn list_feed_items(db: &PgPool, after: i64, limit: i64) -> sqlx::Result<Vec<FeedItem>> {
    let rows = sqlx::query!(
        r#"
        select product.id, coalesce(variation.sku, product.sku) as "sku!", product.slug, product.name,
               variation.label as "label?", product.description,
               coalesce(brand.name, '') as "brand!",
               coalesce(nullif(variation.gtin, ''), product.gtin) as "gtin!",
               coalesce(nullif(variation.mpn, ''), product.mpn) as "mpn!",
               category.name as category, case when variation.id is not null then product.sku end as parent,
               coalesce(variation.regular_minor, product.regular_minor) as "regular!",
               case when variation.id is null then product.sale_minor else variation.sale_minor end as sale,
               case when variation.id is null then product.sale_from else variation.sale_from end as sale_from,
               case when variation.id is null then product.sale_to else variation.sale_to end as sale_to,
               case when variation.id is null then product.sale_pause else variation.sale_pause end as sale_pause,
               variation.id as "variation?", variation.choices as "choices?: Json<BTreeMap<String, String>>",
               product.category_id || array(select category_id from product_categories
                                            where product_id = product.id) as "categories!",
               array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
               coalesce(stock.on_hand > stock.reserved, false) as "is_available!",
               picture.files as "files?: Json<PictureFiles>"
        from (select * from products where id > $1 and status = 'published' and kind in ('simple', 'variable')
              order by id limit $2) product
        join categories category on category.id = product.category_id
        left join variations variation on variation.product_id = product.id and product.kind = 'variable'
        left join brands brand on brand.id = coalesce(variation.brand_id, product.brand_id)
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        left join pictures picture on picture.name = coalesce(variation.pictures[1], product.pictures[1])
        where coalesce(variation.regular_minor, product.regular_minor) is not null
        order by product.id, variation.position, variation.id
        "#,
        after,
        limit
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| FeedItem {
        product_id: ProductId(row.id),
        sku: row.sku,
        slug: row.slug,
        title: match row.label {
            Some(label) if !label.is_empty() => format!("{}، {label}", row.name),
            _ => row.name,
        },
        description: row.description.join(" "),
        brand: row.brand,
        gtin: row.gtin,
        mpn: row.mpn,
        category: row.category,
        group: row.parent,
        offer: offer(row.regular, row.sale, row.sale_from, row.sale_to, row.sale_pause),
        variation: row.variation.map(VariationId),
        categories: row.categories,
        values: row.values,
        choices: row.choices.map(|Json(choices)| choices),
        is_available: row.is_available,
        picture: row.files.map(|Json(files)| files.largest()),
    });
    Ok(items.collect())
}
