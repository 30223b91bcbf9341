//! All SQL on the catalogue's tables. Reads select only what a page shows.

mod cards;
pub mod drafts;
pub mod edit;
pub mod export;
pub mod full;
pub mod import;
pub mod library;
pub mod listing;
mod pictures;
pub mod product;
mod search;
pub mod selection;
pub mod staff_list;

use kernel::CategoryId;
use sqlx::PgExecutor;

pub(crate) use cards::offer;
pub use cards::{Card, CountdownMessages, ItemIds, Variation, cards, cards_in, find_item, list_cards};
pub use pictures::{email_pictures, first_pictures, pictures, save_picture};
pub use search::{SearchableProduct, list_prices, list_searchable, skus};

#[derive(Debug, Clone)]
pub struct Category {
    pub id: CategoryId,
    pub parent_id: Option<CategoryId>,
    pub path: String,
    pub name: String,
    pub picture: Option<String>,
    pub product_count: i64,
}

/// All categories, parents before children. A shop has dozens, not thousands.
pub async fn categories(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Category>> {
    let rows = sqlx::query!(
        "select id, parent_id, path, name, picture, product_count from categories order by parent_id nulls first, position, id"
    )
    .fetch_all(db)
    .await?;
    let categories = rows.into_iter().map(|row| Category {
        id: CategoryId(row.id),
        parent_id: row.parent_id.map(CategoryId),
        path: row.path,
        name: row.name,
        picture: row.picture,
        product_count: row.product_count,
    });
    Ok(categories.collect())
}
