//! Statements of the edits of staff. Callers have locked the bundle's product, so that what they compared is what they change.

use kernel::{Money, ProductId, Quantity};
use sqlx::PgConnection;

use super::{Bundle, Item};
use crate::rules::{
    Terms,
    edit::{BundleFields, PartFields},
};

/// A bundle as staff edit it.
#[derive(Debug, Clone, Default)]
pub struct EditedBundle {
    /// 0: the product is no bundle yet.
    pub version: i64,
    pub fields: BundleFields,
}

pub async fn find(db: &mut PgConnection, product: i64) -> sqlx::Result<EditedBundle> {
    let row = sqlx::query!(
        "select version, percent, amount_minor, has_fixed_price, excludes_unpurchasable, min_quantity, max_quantity,
                total_min_minor, total_max_minor, price_suffix
         from bundles where product_id = $1",
        product
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(EditedBundle::default()) };
    let items = sqlx::query!(
        "select key, product_id, is_optional, quantity, min_quantity, max_quantity
         from bundle_items where bundle_id = $1 order by position, key",
        product
    )
    .fetch_all(db)
    .await?;
    let parts = items.into_iter().map(|item| PartFields {
        key: item.key,
        product: item.product_id,
        is_optional: item.is_optional,
        quantity: item.quantity,
        min: item.min_quantity,
        max: item.max_quantity,
    });
    Ok(EditedBundle {
        version: row.version,
        fields: BundleFields {
            percent: row.percent.into(),
            amount_minor: row.amount_minor,
            has_fixed_price: row.has_fixed_price,
            excludes_unpurchasable: row.excludes_unpurchasable,
            min_quantity: row.min_quantity,
            max_quantity: row.max_quantity,
            total_min_minor: row.total_min_minor,
            total_max_minor: row.total_max_minor,
            price_suffix: row.price_suffix,
            parts: parts.collect(),
        },
    })
}

/// Writes the bundle of a locked product as its next version, and returns that.
pub async fn write(db: &mut PgConnection, product: i64, fields: &BundleFields) -> sqlx::Result<i64> {
    let version = sqlx::query_scalar!(
        "insert into bundles (product_id, percent, amount_minor, has_fixed_price, excludes_unpurchasable, min_quantity,
                              max_quantity, total_min_minor, total_max_minor, price_suffix)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (product_id) do update set percent = excluded.percent, amount_minor = excluded.amount_minor,
             has_fixed_price = excluded.has_fixed_price, excludes_unpurchasable = excluded.excludes_unpurchasable,
             min_quantity = excluded.min_quantity, max_quantity = excluded.max_quantity,
             total_min_minor = excluded.total_min_minor, total_max_minor = excluded.total_max_minor,
             price_suffix = excluded.price_suffix, version = bundles.version + 1
         returning version",
        product,
        i32::try_from(fields.percent).unwrap_or_default(),
        fields.amount_minor,
        fields.has_fixed_price,
        fields.excludes_unpurchasable,
        fields.min_quantity,
        fields.max_quantity,
        fields.total_min_minor,
        fields.total_max_minor,
        fields.price_suffix
    )
    .fetch_one(&mut *db)
    .await?;
    let keys: Vec<String> = fields.parts.iter().map(|part| part.key.clone()).collect();
    sqlx::query!("delete from bundle_items where bundle_id = $1 and key <> all ($2)", product, &keys)
        .execute(&mut *db)
        .await?;
    for (position, part) in (1i32..).zip(&fields.parts) {
        sqlx::query!(
            "insert into bundle_items (bundle_id, key, product_id, position, is_optional, quantity, min_quantity,
                                       max_quantity)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict (bundle_id, key) do update set product_id = excluded.product_id, position = excluded.position,
                 is_optional = excluded.is_optional, quantity = excluded.quantity,
                 min_quantity = excluded.min_quantity, max_quantity = excluded.max_quantity",
            product,
            part.key,
            part.product,
            position,
            part.is_optional,
            part.quantity,
            part.min,
            part.max
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(version)
}

impl From<&BundleFields> for Bundle {
    fn from(fields: &BundleFields) -> Self {
        let items = fields.parts.iter().map(|part| Item {
            key: part.key.clone(),
            product: ProductId(part.product),
            is_optional: part.is_optional,
            quantity: Quantity::from_units(part.quantity),
            min: Quantity::from_units(part.min),
            max: part.max.map(Quantity::from_units),
        });
        Self {
            terms: Terms {
                percent: fields.percent,
                amount: Money::from_minor(fields.amount_minor),
                exclude_unpurchasable: fields.excludes_unpurchasable,
                has_optional: fields.parts.iter().any(|part| part.is_optional),
                min: fields.min_quantity.map(Quantity::from_units),
                max: fields.max_quantity.map(Quantity::from_units),
                total_min: fields.total_min_minor.map(Money::from_minor),
                total_max: fields.total_max_minor.map(Money::from_minor),
                ..Terms::default()
            },
            has_fixed_price: fields.has_fixed_price,
            price_suffix: fields.price_suffix.clone(),
            items: items.collect(),
        }
    }
}
