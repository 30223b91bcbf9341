//! Keeps the search index in step with the catalogue.

use catalog::store;
use kernel::ProductId;
use sqlx::PgConnection;

/// Products whose words are held in memory at once.
const CHUNK: usize = 2_000;

/// Those that are published are found from now on, and the others no longer.
pub async fn put(db: &mut PgConnection, products: &[ProductId]) -> sqlx::Result<()> {
    for chunk in products.chunks(CHUNK) {
        let ids: Vec<i64> = chunk.iter().map(|id| id.0).collect();
        let found = store::findables(&mut *db, &ids).await?;
        let gone: Vec<ProductId> =
            chunk.iter().filter(|id| found.iter().all(|one| one.id != **id)).copied().collect();
        search::remove(&mut *db, &gone).await?;
        let documents: Vec<_> = found.into_iter().map(document).collect();
        search::index(&mut *db, &documents).await?;
    }
    Ok(())
}

fn document(one: store::Findable) -> search::Document {
    search::Document {
        product_id: one.id,
        name: one.name,
        brand: one.brand,
        categories: one.categories,
        attributes: one.attributes,
        tags: one.tags,
        codes: one.codes,
        summary: one.summary,
    }
}
