//! SQL statements on the lists of customers.

use chrono::{DateTime, Utc};
use kernel::CustomerId;
use sqlx::{PgConnection, PgExecutor};

#[derive(Debug, Clone)]
pub struct Item {
    pub product: i64,
    /// The lowest price when it was saved, in minor units.
    pub price_minor: Option<i64>,
}

/// Newest first.
pub async fn items(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<Vec<Item>> {
    sqlx::query_as!(
        Item,
        "select product_id as product, price_minor from wishlist_items where customer_id = $1
         order by saved_at desc, product_id desc",
        customer.0
    )
    .fetch_all(db)
    .await
}

/// Adds products, the first as the newest, as long as the list has room. Ids of no product are skipped.
pub async fn add(
    db: &mut PgConnection,
    customer: CustomerId,
    products: &[i64],
    price_minor: Option<i64>,
    max: usize,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    // Two requests at once do not exceed the limit.
    sqlx::query!("select from customers where id = $1 for update", customer.0).execute(&mut *db).await?;
    sqlx::query!(
        r#"
        insert into wishlist_items (customer_id, product_id, saved_at, price_minor)
        select $1, product.id, $4::timestamptz - make_interval(secs => wanted.position * 0.000001), $3
        from unnest($2::bigint[]) with ordinality as wanted (id, position)
        join products product on product.id = wanted.id and product.status = 'published'
        where not exists (select from wishlist_items own where own.customer_id = $1 and own.product_id = product.id)
        order by wanted.position
        limit greatest($5 - (select count(*) from wishlist_items own where own.customer_id = $1), 0)
        on conflict do nothing
        "#,
        customer.0,
        products,
        price_minor,
        now,
        i64::try_from(max).unwrap_or(i64::MAX)
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn remove(db: impl PgExecutor<'_>, customer: CustomerId, product: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from wishlist_items where customer_id = $1 and product_id = $2",
        customer.0,
        product
    )
    .execute(db)
    .await?;
    Ok(())
}
