//! Queries of the pages and of the server itself: the table `settings`.

use std::collections::HashMap;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor, types::Json};

/// Ids of published products, in the order of their SKUs. Reads `products`, which is `catalog`'s, because a block of a page
/// names products by SKU.
pub async fn products_by_sku(db: impl PgExecutor<'_>, skus: &[String]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar(
        "select product.id from products product where product.sku = any($1) and product.status = 'published'
         order by array_position($1, product.sku)",
    )
    .bind(skus)
    .fetch_all(db)
    .await
}

/// Reads one group of settings.
pub async fn find_setting<T: DeserializeOwned + Send + Unpin + 'static>(
    db: impl PgExecutor<'_>,
    name: &str,
) -> sqlx::Result<Option<T>> {
    let value: Option<Json<T>> = sqlx::query_scalar("select value from settings where name = $1")
        .bind(name)
        .fetch_optional(db)
        .await?;
    Ok(value.map(|Json(value)| value))
}

/// One group of settings with its version; null and 0 if it was never written. Locks it until the transaction ends.
pub async fn lock_group(db: &mut PgConnection, name: &str) -> sqlx::Result<(Value, i64)> {
    sqlx::query(
        "insert into settings (name, value, version) values ($1, '{}', 0) on conflict (name) do nothing",
    )
    .bind(name)
    .execute(&mut *db)
    .await?;
    sqlx::query_as("select value, version from settings where name = $1 for update")
        .bind(name)
        .fetch_one(db)
        .await
}

/// The same without a lock.
pub async fn find_group(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<(Value, i64)> {
    let found = sqlx::query_as("select value, version from settings where name = $1")
        .bind(name)
        .fetch_optional(db)
        .await?;
    Ok(found.unwrap_or((Value::Null, 0)))
}

/// Writes a locked group as staff have edited it. Returns its new version.
pub async fn update_group(db: impl PgExecutor<'_>, name: &str, value: &Value) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "update settings set value = $2, version = version + 1 where name = $1 returning version",
    )
    .bind(name)
    .bind(value)
    .fetch_one(db)
    .await
}

/// Writes one group of settings.
pub async fn save_setting(
    db: impl PgExecutor<'_>,
    name: &str,
    value: &(impl Serialize + Sync),
) -> sqlx::Result<()> {
    sqlx::query(
        "insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
    )
    .bind(name)
    .bind(Json(value))
    .execute(db)
    .await?;
    Ok(())
}

/// The names of members of staff by their name in the audit log. Reads `staff`, which is `accounts`'.
pub async fn staff_names<'a>(
    db: impl PgExecutor<'_>,
    actors: impl Iterator<Item = &'a str>,
) -> sqlx::Result<HashMap<String, String>> {
    let ids: Vec<i64> = actors.filter_map(|actor| actor.strip_prefix("staff ")?.parse().ok()).collect();
    let rows: Vec<(i64, String)> =
        sqlx::query_as("select id, name from staff where id = any($1)").bind(&ids).fetch_all(db).await?;
    Ok(rows.into_iter().map(|(id, name)| (format!("staff {id}"), name)).collect())
}
