//! Pieces of an order that were scanned into its box.

use chrono::{DateTime, Utc};
use kernel::{OrderId, Quantity};
use sqlx::{PgConnection, PgExecutor};

/// Goods of an order, under the SKU that they have now.
#[derive(Debug, Clone)]
pub struct PickLine {
    pub sku: String,
    pub name: String,
    pub label: String,
    pub bin: String,
    pub wanted: Quantity,
    pub picked: Quantity,
    /// The packing of the order is finished.
    pub is_over: bool,
}

/// The goods of an order in the order of the bins; what has no bin comes last. Reads `order_stock`, a table of `orders`, and
/// `products`, `variations` and `sku_renames`, tables of `catalog`.
pub async fn pick_lines(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<PickLine>> {
    sqlx::query_as!(
        PickLine,
        r#"select wanted.sku as "sku!", coalesce(product.name, parent.name, wanted.sku) as "name!",
               coalesce(variation.label, '') as "label!", coalesce(place.bin, '') as "bin!",
               wanted.units as "wanted!: Quantity", coalesce(counted.units, 0) as "picked!: Quantity",
               counted.picked_at is not null as "is_over!"
           from (select coalesce(renamed.new_sku, taken.sku) as sku, sum(taken.quantity)::bigint as units
                 from order_stock taken left join sku_renames renamed on renamed.old_sku = taken.sku
                 where taken.order_id = $1 group by 1) wanted
           left join (select coalesce(renamed.new_sku, own.sku) as sku, sum(own.units)::bigint as units,
                          max(own.picked_at) as picked_at
                      from order_picks own left join sku_renames renamed on renamed.old_sku = own.sku
                      where own.order_id = $1 group by 1) counted on counted.sku = wanted.sku
           left join variations variation on variation.sku = wanted.sku
           left join products parent on parent.id = variation.product_id
           left join products product on product.sku = wanted.sku
           left join lateral (select min(bin) as bin from stock_bins where stock_bins.sku = wanted.sku) place on true
           order by place.bin nulls last, wanted.sku"#,
        order.0
    )
    .fetch_all(db)
    .await
}

/// What is in the box of goods with a SKU of now. The caller holds the lock of the order.
pub async fn set_picked(
    db: &mut PgConnection,
    order: OrderId,
    sku: &str,
    picked: Quantity,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from order_picks where order_id = $1
             and (sku = $2 or sku in (select old_sku from sku_renames where new_sku = $2))",
        order.0,
        sku
    )
    .execute(&mut *db)
    .await?;
    if !picked.is_zero() {
        sqlx::query!(
            "insert into order_picks (order_id, sku, units) values ($1, $2, $3)",
            order.0,
            sku,
            picked.as_units()
        )
        .execute(db)
        .await?;
    }
    Ok(())
}

/// Marks all that was counted as picked; without a time it is counted on.
pub async fn set_over(
    db: impl PgExecutor<'_>,
    order: OrderId,
    at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!("update order_picks set picked_at = $2 where order_id = $1", order.0, at)
        .execute(db)
        .await?;
    Ok(())
}
