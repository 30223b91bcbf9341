//! The demo shop's bundles, with terms of every kind.

use anyhow::Context;
use kernel::Quantity;
use serde::Deserialize;
use sqlx::PgConnection;

use super::demo::parse_minor;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BundleSeed {
    sku: String,
    percent: Option<String>,
    amount: Option<String>,
    #[serde(default)]
    fixed_price: bool,
    #[serde(default)]
    excludes_unpurchasable: bool,
    min: Option<String>,
    max: Option<String>,
    total_min: Option<String>,
    total_max: Option<String>,
    #[serde(default)]
    suffix: String,
    items: Vec<ItemSeed>,
}

#[derive(Deserialize)]
struct ItemSeed {
    sku: String,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    quantity: Option<String>,
    min: Option<String>,
    max: Option<String>,
}

pub async fn put(db: &mut PgConnection, bundles: &[BundleSeed]) -> anyhow::Result<()> {
    for bundle in bundles {
        put_one(db, bundle).await.with_context(|| format!("bundle {}", bundle.sku))?;
    }
    Ok(())
}

async fn put_one(db: &mut PgConnection, bundle: &BundleSeed) -> anyhow::Result<()> {
    let id: i64 = sqlx::query_scalar(
        "insert into bundles (product_id, percent, amount_minor, has_fixed_price, excludes_unpurchasable, min_quantity,
                              max_quantity, total_min_minor, total_max_minor, price_suffix)
         select id, $2, $3, $4, $5, $6, $7, $8, $9, $10 from products where sku = $1 and kind = 'bundle'
         returning product_id",
    )
    .bind(&bundle.sku)
    .bind(i32::try_from(bundle.percent.as_deref().map_or(Ok(0), parse_minor)?)?)
    .bind(bundle.amount.as_deref().map_or(Ok(0), parse_minor)?)
    .bind(bundle.fixed_price)
    .bind(bundle.excludes_unpurchasable)
    .bind(units(bundle.min.as_deref())?)
    .bind(units(bundle.max.as_deref())?)
    .bind(bundle.total_min.as_deref().map(parse_minor).transpose()?)
    .bind(bundle.total_max.as_deref().map(parse_minor).transpose()?)
    .bind(&bundle.suffix)
    .fetch_one(&mut *db)
    .await?;
    for (position, item) in (1i32..).zip(&bundle.items) {
        sqlx::query(
            "insert into bundle_items (bundle_id, key, product_id, position, is_optional, quantity, min_quantity,
                                       max_quantity)
             select $1, $2, id, $3, $4, $5, $6, $7 from products where sku = $8",
        )
        .bind(id)
        .bind(format!("p{position}"))
        .bind(position)
        .bind(item.optional)
        .bind(units(item.quantity.as_deref())?.unwrap_or(0))
        .bind(units(item.min.as_deref())?.unwrap_or(0))
        .bind(units(item.max.as_deref())?)
        .bind(&item.sku)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

fn units(text: Option<&str>) -> anyhow::Result<Option<i64>> {
    text.map(|text| Ok(Quantity::parse(text)?.as_units())).transpose()
}
