//! Orders in lists: of a customer, and of the whole shop.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{CustomerId, Money, OrderId, Quantity};
use sqlx::{PgExecutor, PgPool, types::Json};

use super::{OrderLine, Part};
use crate::rules::State;

#[derive(Debug)]
pub struct Listed {
    pub id: OrderId,
    pub number: i64,
    pub key: String,
    pub state: State,
    pub created_at: DateTime<Utc>,
    pub total: Money,
    pub pieces: Quantity,
    pub name: String,
    pub email: String,
}

macro_rules! listed {
    ($row:expr) => {{
        let row = $row;
        Ok(Listed {
            id: OrderId(row.id),
            number: row.number,
            key: row.key,
            state: State::load(&row.state)?,
            created_at: row.created_at,
            total: Money::minor(row.total_minor),
            pieces: Quantity::units(row.pieces),
            name: row.name,
            email: row.email,
        })
    }};
}

/// A customer's own, newest first, older than `before`.
pub async fn of_customer(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    before: Option<i64>,
    most: i64,
) -> sqlx::Result<Vec<Listed>> {
    let rows = sqlx::query!(
        r#"select id, number, key, state, created_at, total_minor, email, first_name || ' ' || last_name as "name!",
                  (select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)::bigint as "pieces!"
           from orders where customer_id = $1 and id < coalesce($2, 9223372036854775807)
           order by id desc limit $3"#,
        customer.0,
        before,
        most
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| listed!(row)).collect()
}

/// Of the whole shop, newest first; of one state where that is asked.
pub async fn newest(
    db: impl PgExecutor<'_>,
    state: Option<State>,
    before: Option<i64>,
    most: i64,
) -> sqlx::Result<Vec<Listed>> {
    let all: Vec<String> = match state {
        Some(state) => vec![state.name().to_owned()],
        None => State::ALL.iter().map(|state| state.name().to_owned()).collect(),
    };
    // The newest few of each state by its index, and of those the newest: however many orders there are.
    let rows = sqlx::query!(
        r#"select id as "id!", number as "number!", key as "key!", state as "state!", created_at as "created_at!",
                  total_minor as "total_minor!", email as "email!", first_name || ' ' || last_name as "name!",
                  (select coalesce(sum(quantity), 0) from order_lines where order_id = few.id)::bigint as "pieces!"
           from unnest($1::text[]) as wanted (name)
           cross join lateral (
               select * from orders where state = wanted.name and id < coalesce($2, 9223372036854775807)
               order by id desc limit $3) few
           order by id desc limit $3"#,
        &all,
        before,
        most
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| listed!(row)).collect()
}

/// Those of one address, newest first.
pub async fn of_email(db: impl PgExecutor<'_>, email: &str, most: i64) -> sqlx::Result<Vec<Listed>> {
    let rows = sqlx::query!(
        r#"select id, number, key, state, created_at, total_minor, email, first_name || ' ' || last_name as "name!",
                  (select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)::bigint as "pieces!"
           from orders where lower(email) = lower($1) order by id desc limit $2"#,
        email,
        most
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| listed!(row)).collect()
}

/// The one of that number.
pub async fn of_number(db: impl PgExecutor<'_>, number: i64) -> sqlx::Result<Vec<Listed>> {
    let rows = sqlx::query!(
        r#"select id, number, key, state, created_at, total_minor, email, first_name || ' ' || last_name as "name!",
                  (select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)::bigint as "pieces!"
           from orders where number = $1"#,
        number
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| listed!(row)).collect()
}

/// What happened to an order, oldest first.
pub async fn events(
    db: impl PgExecutor<'_>,
    order: OrderId,
) -> sqlx::Result<Vec<(DateTime<Utc>, String, String, String)>> {
    let rows = sqlx::query!(
        "select at, kind, detail, actor from order_events where order_id = $1 order by id limit 200",
        order.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.at, row.kind, row.detail, row.actor)).collect())
}

/// One line of the export.
#[derive(Debug)]
pub struct Exported {
    pub id: i64,
    pub number: i64,
    pub state: String,
    pub created_at: DateTime<Utc>,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    pub country: String,
    pub city: String,
    pub address_1: String,
    pub subtotal_minor: i64,
    pub discount_minor: i64,
    pub shipping_minor: i64,
    pub tax_minor: i64,
    pub total_minor: i64,
    pub refunded_minor: i64,
    pub notes: String,
}

/// The next page of the export, oldest first.
pub async fn export(db: &PgPool, state: Option<State>, after: i64, most: i64) -> sqlx::Result<Vec<Exported>> {
    sqlx::query_as!(
        Exported,
        r#"select id, number, state, created_at, email, first_name, last_name, phone, country, city, address_1,
                  subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, refunded_minor, notes
           from orders where id > $2 and ($1::text is null or state = $1) order by id limit $3"#,
        state.map(State::name),
        after,
        most
    )
    .fetch_all(db)
    .await
}

/// The lines of many orders, by order and in their places.
pub async fn lines_of(db: &PgPool, orders: &[i64]) -> sqlx::Result<HashMap<i64, Vec<OrderLine>>> {
    let rows = sqlx::query!(
        r#"select order_id, key, product_id, name, detail, slug, quantity, unit_minor, total_minor,
                  parts as "parts: Json<Vec<Part>>"
           from order_lines where order_id = any($1) order by order_id, position"#,
        orders
    )
    .fetch_all(db)
    .await?;
    let mut lines: HashMap<i64, Vec<OrderLine>> = HashMap::new();
    for row in rows {
        lines.entry(row.order_id).or_default().push(OrderLine {
            key: row.key,
            product_id: row.product_id,
            name: row.name,
            detail: row.detail,
            slug: row.slug,
            quantity: Quantity::units(row.quantity),
            unit: Money::minor(row.unit_minor),
            total: Money::minor(row.total_minor),
            parts: row.parts.0,
        });
    }
    Ok(lines)
}
