//! Updates the search index from the catalogue.

use catalog::service;
use kernel::ProductId;
use sqlx::PgConnection;

/// Products that are held in memory at once.
const CHUNK: usize = 2_000;

/// Indexes the published products, and removes the others from the index.
pub async fn update(db: &mut PgConnection, products: &[ProductId]) -> sqlx::Result<()> {
    for chunk in products.chunks(CHUNK) {
        let ids: Vec<i64> = chunk.iter().map(|id| id.0).collect();
        let found = service::list_searchable(&mut *db, &ids).await?;
        let removed: Vec<ProductId> =
            chunk.iter().filter(|id| found.iter().all(|one| one.id != **id)).copied().collect();
        search::remove(&mut *db, &removed).await?;
        let documents: Vec<_> = found.into_iter().map(document).collect();
        search::index(&mut *db, &documents).await?;
    }
    Ok(())
}

/// Copies the prices of these products from the listings.
pub async fn update_prices(db: &mut PgConnection, products: &[i64]) -> sqlx::Result<()> {
    let prices = service::list_prices(&mut *db, products).await?;
    search::set_prices(db, &prices).await
}

fn document(one: service::SearchableProduct) -> search::Document {
    search::Document {
        product_id: one.id,
        name: one.name,
        brand: one.brand,
        categories: one.categories,
        attributes: one.attributes,
        tags: one.tags,
        codes: one.codes,
        summary: one.summary,
        price: one.price,
        is_on_sale: one.is_on_sale,
    }
}
