//! All SQL on bundles and their items.

pub mod edit;

use std::collections::HashMap;

use catalog::{PictureView, view::PictureFiles};
use edge::settings_cache::Cached;
use kernel::{Money, ProductId, Quantity, VariationId};
use sqlx::{PgConnection, PgPool, types::Json};

use crate::{rules::Terms, view::BundleSettings};

#[derive(Debug, Clone)]
pub struct Bundle {
    /// Without the fixed price, which is the current price of the bundle's product.
    pub terms: Terms,
    pub has_fixed_price: bool,
    pub price_suffix: String,
    pub items: Vec<Item>,
}

/// One item of a bundle.
#[derive(Debug, Clone)]
pub struct Item {
    pub key: String,
    pub product: ProductId,
    pub is_optional: bool,
    /// Preselected quantity.
    pub quantity: Quantity,
    pub min: Quantity,
    pub max: Option<Quantity>,
}

impl Item {
    /// Whether this stock suffices for the item's minimum quantity.
    pub fn suffices(&self, left: Quantity) -> bool {
        !left.is_zero() && left >= self.min
    }
}

/// Those of these products that are bundles, by id.
pub async fn find(db: &mut PgConnection, products: &[i64]) -> sqlx::Result<HashMap<i64, Bundle>> {
    let rows = sqlx::query!(
        r#"
        select bundle.product_id as bundle, bundle.percent, bundle.amount_minor, bundle.has_fixed_price,
               bundle.excludes_unpurchasable, bundle.min_quantity as least, bundle.max_quantity as most,
               bundle.total_min_minor, bundle.total_max_minor, bundle.price_suffix,
               item.key, item.product_id, item.is_optional, item.quantity, item.min_quantity, item.max_quantity
        from bundles bundle join bundle_items item on item.bundle_id = bundle.product_id
        where bundle.product_id = any($1)
        order by bundle.product_id, item.position, item.key
        "#,
        products
    )
    .fetch_all(db)
    .await?;
    let mut found: HashMap<i64, Bundle> = HashMap::new();
    for row in rows {
        let bundle = found.entry(row.bundle).or_insert_with(|| Bundle {
            terms: Terms {
                percent: row.percent.into(),
                amount: Money::from_minor(row.amount_minor),
                exclude_unpurchasable: row.excludes_unpurchasable,
                min: row.least.map(Quantity::from_units),
                max: row.most.map(Quantity::from_units),
                total_min: row.total_min_minor.map(Money::from_minor),
                total_max: row.total_max_minor.map(Money::from_minor),
                ..Terms::default()
            },
            has_fixed_price: row.has_fixed_price,
            price_suffix: row.price_suffix,
            items: Vec::new(),
        });
        bundle.terms.has_optional |= row.is_optional;
        bundle.items.push(Item {
            key: row.key,
            product: ProductId(row.product_id),
            is_optional: row.is_optional,
            quantity: Quantity::from_units(row.quantity),
            min: Quantity::from_units(row.min_quantity),
            max: row.max_quantity.map(Quantity::from_units),
        });
    }
    Ok(found)
}

/// All bundles; a shop has dozens.
pub async fn list_ids(db: &PgPool) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select product_id from bundles order by product_id").fetch_all(db).await
}

/// Bundles without a listing price. Reads `listing_prices`, owned by pricing.
pub async fn list_without_listing_price(db: &PgPool) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_id from bundles where not exists (
             select from listing_prices priced where priced.product_id = bundles.product_id) order by product_id"
    )
    .fetch_all(db)
    .await
}

/// An attribute that variations of a product may leave open, with its possible values.
pub struct Attribute {
    pub product: i64,
    pub name: String,
    pub values: Vec<String>,
}

/// The attributes of these products, in the order in which they are chosen. Reads the catalogue's tables.
pub async fn attributes(db: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<Attribute>> {
    sqlx::query_as!(
        Attribute,
        r#"
        select own.product_id as product, attribute.name,
               array(select one.value from attribute_values one where one.id = any(own.value_ids)
                     order by one.position, one.id) as "values!"
        from product_attributes own join attributes attribute on attribute.id = own.attribute_id
        where own.product_id = any($1) and own.for_variations
        order by own.position, attribute.position, attribute.id
        "#,
        products
    )
    .fetch_all(db)
    .await
}

/// The first picture of each variation of these products that has its own. Reads the catalogue's tables.
pub async fn variation_pictures(
    db: &mut PgConnection,
    products: &[i64],
) -> sqlx::Result<HashMap<VariationId, PictureView>> {
    let rows = sqlx::query!(
        r#"
        select variation.id, picture.width, picture.height, picture.files as "files: Json<PictureFiles>"
        from variations variation join pictures picture on picture.name = variation.pictures[1]
        where variation.product_id = any($1)
        "#,
        products
    )
    .fetch_all(db)
    .await?;
    let each = rows
        .into_iter()
        .map(|row| (VariationId(row.id), PictureView::new("", row.width, row.height, &row.files)));
    Ok(each.collect())
}

impl Cached for BundleSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'bundles'")
                .fetch_optional(db)
                .await?;
        Ok(value.map(|Json(settings)| settings).unwrap_or_default())
    }
}
