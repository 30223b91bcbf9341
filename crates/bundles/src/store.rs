//! Every statement on bundles and their rows.

use std::collections::HashMap;

use catalog::{PictureView, view::PictureFiles};
use edge::kept::Keep;
use kernel::{Money, ProductId, Quantity, VariationId};
use sqlx::{PgConnection, PgPool, types::Json};

use crate::{rules::Terms, view::BundleSettings};

#[derive(Debug, Clone)]
pub struct Bundle {
    /// Without the price, if it is fixed: that is the product's, and the instant's.
    pub terms: Terms,
    pub has_fixed_price: bool,
    pub price_suffix: String,
    pub items: Vec<Item>,
}

/// One row of a bundle.
#[derive(Debug, Clone)]
pub struct Item {
    pub key: String,
    pub product: ProductId,
    pub is_optional: bool,
    /// How many the page begins with.
    pub quantity: Quantity,
    pub min: Quantity,
    pub max: Option<Quantity>,
}

impl Item {
    /// Whether so much is enough for the least that the row asks for.
    pub fn suffices(&self, left: Quantity) -> bool {
        !left.is_zero() && left >= self.min
    }
}

/// Those of these products that are bundles.
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
                amount: Money::minor(row.amount_minor),
                exclude_unpurchasable: row.excludes_unpurchasable,
                min: row.least.map(Quantity::units),
                max: row.most.map(Quantity::units),
                total_min: row.total_min_minor.map(Money::minor),
                total_max: row.total_max_minor.map(Money::minor),
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
            quantity: Quantity::units(row.quantity),
            min: Quantity::units(row.min_quantity),
            max: row.max_quantity.map(Quantity::units),
        });
    }
    Ok(found)
}

/// Every bundle: a shop has dozens.
pub async fn all(db: &PgPool) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select product_id from bundles order by product_id").fetch_all(db).await
}

/// Those whose price listings have not heard of. Reads `shown_prices`, which is pricing's.
pub async fn untold(db: &PgPool) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_id from bundles where not exists (
             select from shown_prices told where told.product_id = bundles.product_id) order by product_id"
    )
    .fetch_all(db)
    .await
}

/// An attribute that a product's variations may leave open, with the values it comes in.
pub struct Attribute {
    pub product: i64,
    pub name: String,
    pub values: Vec<String>,
}

/// Of these products, in the order they are chosen in. Reads the catalogue's tables.
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
pub async fn pictures(
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

impl Keep for BundleSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'bundles'")
                .fetch_optional(db)
                .await?;
        Ok(value.map(|Json(settings)| settings).unwrap_or_default())
    }
}
