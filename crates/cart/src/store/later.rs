//! Lines that are saved for later, with the cart that they were taken from.

use chrono::{DateTime, Utc};
use kernel::CartId;
use sqlx::{PgConnection, PgExecutor, types::Json};

use super::SavedLine;

/// Lines that a cart can have saved.
pub const MAX_SAVED: i64 = 50;

/// A saved line with its product. Reads the catalogue's tables.
#[derive(Debug)]
pub struct LaterLine {
    pub key: String,
    pub name: String,
    pub slug: String,
    /// The variation; empty without one.
    pub detail: String,
    pub line: Json<SavedLine>,
    pub product: i64,
}

/// Newest first. Products that are not published are left out.
pub async fn list(db: impl PgExecutor<'_>, cart: CartId) -> sqlx::Result<Vec<LaterLine>> {
    sqlx::query_as!(
        LaterLine,
        r#"select saved.key, product.name, product.slug, coalesce(variation.label, '') as "detail!",
               saved.line as "line: Json<SavedLine>", saved.product_id as product
           from cart_saved_lines saved
           join products product on product.id = saved.product_id and product.status = 'published'
           left join variations variation on variation.id = (saved.line ->> 'variation')::bigint
           where saved.cart_id = $1 order by saved.saved_at desc, saved.key"#,
        cart.0
    )
    .fetch_all(db)
    .await
}

pub async fn find(db: impl PgExecutor<'_>, cart: CartId, key: &str) -> sqlx::Result<Option<SavedLine>> {
    let found = sqlx::query_scalar!(
        r#"select line as "line: Json<SavedLine>" from cart_saved_lines where cart_id = $1 and key = $2"#,
        cart.0,
        key
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(|Json(line)| line))
}

/// Returns false if the cart has too many saved lines. The caller holds the lock of the cart.
pub async fn insert(
    db: &mut PgConnection,
    cart: CartId,
    key: &str,
    line: &SavedLine,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let added = sqlx::query_scalar!(
        r#"insert into cart_saved_lines (cart_id, key, product_id, line, saved_at)
           select $1, $2, $3, $4, $5
           where (select count(*) from cart_saved_lines where cart_id = $1 and key <> $2) < $6
           on conflict (cart_id, key) do update set line = excluded.line, saved_at = excluded.saved_at
           returning true as "added!""#,
        cart.0,
        key,
        line.product,
        serde_json::json!(line),
        now,
        MAX_SAVED
    )
    .fetch_optional(db)
    .await?;
    Ok(added.is_some())
}

pub async fn delete(db: impl PgExecutor<'_>, cart: CartId, key: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from cart_saved_lines where cart_id = $1 and key = $2", cart.0, key)
        .execute(db)
        .await?;
    Ok(())
}

/// Moves the saved lines of a guest's cart into a customer's.
pub async fn merge(db: &mut PgConnection, from: CartId, into: CartId) -> sqlx::Result<()> {
    sqlx::query!(
        "with moved as (delete from cart_saved_lines where cart_id = $1 returning *)
         insert into cart_saved_lines (cart_id, key, product_id, line, saved_at)
         select $2, key, product_id, line, saved_at from moved order by saved_at desc
         limit greatest($3 - (select count(*) from cart_saved_lines where cart_id = $2), 0)
         on conflict do nothing",
        from.0,
        into.0,
        MAX_SAVED
    )
    .execute(db)
    .await?;
    Ok(())
}
