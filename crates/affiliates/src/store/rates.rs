//! Rates of products.

use sqlx::PgExecutor;

#[derive(Debug)]
pub struct ProductRate {
    pub product_id: i64,
    pub name: String,
    pub rate_bp: i32,
}

/// Joins `products`, which is that of `catalog`, for the names.
pub async fn list_product_rates(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<ProductRate>> {
    sqlx::query_as!(
        ProductRate,
        "select rate.product_id, product.name, rate.rate_bp from affiliate_product_rates rate
         join products product on product.id = rate.product_id order by product.name limit 500"
    )
    .fetch_all(db)
    .await
}

/// The rates of these products that have their own.
pub async fn product_rates(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<Vec<(i64, i32)>> {
    let rows = sqlx::query!(
        "select product_id, rate_bp from affiliate_product_rates where product_id = any($1)",
        products
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.product_id, row.rate_bp)).collect())
}

/// Finds a product by number or SKU. Reads a table of `catalog`.
pub async fn find_product(db: impl PgExecutor<'_>, text: &str) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "select id from products where sku = $1 or id = $2 order by (sku = $1) desc limit 1",
        text,
        text.parse::<i64>().ok()
    )
    .fetch_optional(db)
    .await
}

pub async fn set_product_rate(db: impl PgExecutor<'_>, product: i64, rate_bp: i32) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into affiliate_product_rates (product_id, rate_bp) values ($1, $2)
         on conflict (product_id) do update set rate_bp = excluded.rate_bp",
        product,
        rate_bp
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn remove_product_rate(db: impl PgExecutor<'_>, product: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from affiliate_product_rates where product_id = $1", product).execute(db).await?;
    Ok(())
}
