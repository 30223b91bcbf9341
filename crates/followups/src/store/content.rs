//! What an email is about. Reads orders, products, customers and settings, which belong to other crates.

use kernel::CustomerId;
use sqlx::PgExecutor;

/// The customer of an address.
#[derive(Debug, Clone)]
pub struct Owner {
    pub customer: CustomerId,
    pub first_name: String,
}

pub async fn find_owner(db: impl PgExecutor<'_>, person: &str) -> sqlx::Result<Option<Owner>> {
    let row = sqlx::query!("select id, first_name from customers where email_key = $1", person)
        .fetch_optional(db)
        .await?;
    Ok(row.map(|row| Owner { customer: CustomerId(row.id), first_name: row.first_name }))
}

#[derive(Debug, Clone)]
pub struct OrderContent {
    pub number: i64,
    pub first_name: String,
    /// Names of the products, in the order of the lines.
    pub products: Vec<String>,
}

pub async fn order_content(db: impl PgExecutor<'_>, order: i64) -> sqlx::Result<Option<OrderContent>> {
    sqlx::query_as!(
        OrderContent,
        r#"select bought.number, bought.first_name,
               array(select line.name from order_lines line where line.order_id = bought.id order by line.position)
                   as "products!"
           from orders bought where bought.id = $1 and bought.email <> ''"#,
        order
    )
    .fetch_optional(db)
    .await
}

/// Names of products that have a page, in the given order.
pub async fn product_names(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select product.name from unnest($1::bigint[]) with ordinality as wanted (id, place)
         join products product on product.id = wanted.id and product.status in ('published', 'hidden')
         order by wanted.place",
        products
    )
    .fetch_all(db)
    .await
}

pub async fn list_name(db: impl PgExecutor<'_>, list: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select name from subscription_lists where id = $1", list).fetch_optional(db).await
}

pub async fn shop_name(db: impl PgExecutor<'_>) -> sqlx::Result<Option<String>> {
    let name = sqlx::query_scalar!("select value ->> 'name' as name from settings where name = 'shop'")
        .fetch_optional(db)
        .await?;
    Ok(name.flatten())
}
