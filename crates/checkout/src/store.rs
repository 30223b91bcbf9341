//! SQL statements of the checkout.

pub mod drafts;
mod page_links;
mod scripts;

use sqlx::PgExecutor;

pub use page_links::PageLinks;
pub use scripts::{accepted_scripts, replace_scripts};

/// Finds the name of the product with this SKU. Reads tables of the catalog.
pub async fn product_name_by_sku(db: impl PgExecutor<'_>, sku: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"select product.name as "name!" from products product
           left join variations variation on variation.product_id = product.id
           where product.sku = $1 or variation.sku = $1 limit 1"#,
        sku
    )
    .fetch_optional(db)
    .await
}
