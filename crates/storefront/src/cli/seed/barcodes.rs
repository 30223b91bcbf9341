//! The demo shop's second store, and where the stores have their products.

use anyhow::Context;
use kernel::Quantity;
use serde::Deserialize;
use sqlx::PgConnection;

#[derive(Deserialize)]
pub struct BarcodeSeed {
    stores: Vec<StoreSeed>,
    items: Vec<ItemSeed>,
}

#[derive(Deserialize)]
struct StoreSeed {
    id: i16,
    name: String,
}

#[derive(Deserialize)]
struct ItemSeed {
    sku: String,
    store: i16,
    bin: String,
    /// In addition to what the catalogue's file says of store 1.
    #[serde(default)]
    stock: u32,
}

pub async fn put(db: &mut PgConnection, seed: &BarcodeSeed) -> anyhow::Result<()> {
    for store in &seed.stores {
        sqlx::query(
            "insert into stores (id, name) values ($1, $2) on conflict (id) do update set name = excluded.name",
        )
        .bind(store.id)
        .bind(&store.name)
        .execute(&mut *db)
        .await?;
    }
    for item in &seed.items {
        put_item(db, item).await.with_context(|| format!("{} in store {}", item.sku, item.store))?;
    }
    Ok(())
}

async fn put_item(db: &mut PgConnection, item: &ItemSeed) -> anyhow::Result<()> {
    if item.stock > 0 {
        sqlx::query("select move_stock($1, $2, $3, 'opening balance')")
            .bind(&item.sku)
            .bind(item.store)
            .bind(Quantity::from_whole(item.stock).as_units())
            .execute(&mut *db)
            .await?;
    }
    sqlx::query("insert into stock_bins (sku, store, bin) values ($1, $2, $3)")
        .bind(&item.sku)
        .bind(item.store)
        .bind(&item.bin)
        .execute(db)
        .await?;
    Ok(())
}
