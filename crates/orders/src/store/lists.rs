//! Order lists of a customer and of the whole shop, and the export.

use std::collections::{BTreeMap, HashMap};

use cart::service::SavedLine;
use chrono::{DateTime, Utc};
use kernel::{CustomerId, Money, OrderId, Quantity};
use payments::provider::PaymentMethodKind;
use sqlx::{PgExecutor, PgPool, types::Json};

use super::{Gift, OrderLine};
use crate::rules::State;

#[derive(Debug)]
pub struct OrderListItem {
    pub number: i64,
    pub key: String,
    pub state: State,
    pub created_at: DateTime<Utc>,
    pub total: Money,
    pub pieces: Quantity,
}

/// A customer's orders with an id below `before`, newest first.
pub async fn list_by_customer(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    before: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<OrderListItem>> {
    sqlx::query_as!(
        OrderListItem,
        r#"select number, key, state as "state: State", created_at, total_minor as "total: Money",
                  (select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)::bigint
                      as "pieces!: Quantity"
           from orders where customer_id = $1 and id < coalesce($2, 9223372036854775807)
           order by id desc limit $3"#,
        customer.0,
        before,
        limit
    )
    .fetch_all(db)
    .await
}

/// The lines of an order as a cart needs them to hold them again, with their positions. Lines of earlier releases name
/// their product only.
pub async fn saved_lines(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<(i16, SavedLine)>> {
    let rows = sqlx::query!(
        r#"select position, product_id, quantity, saved as "saved: Json<SavedLine>"
           from order_lines where order_id = $1 order by position"#,
        order.0
    )
    .fetch_all(db)
    .await?;
    let line = |product, quantity| SavedLine {
        product,
        variation: None,
        quantity,
        choices: BTreeMap::new(),
        selection: String::new(),
    };
    Ok(rows
        .into_iter()
        .map(|row| {
            (row.position, row.saved.map_or_else(|| line(row.product_id, row.quantity), |Json(saved)| saved))
        })
        .collect())
}

/// Finds an order by its number and the buyer's address. One statement with one plan, whichever of the two is wrong.
pub async fn find_tracked(
    db: impl PgExecutor<'_>,
    number: i64,
    email: &str,
) -> sqlx::Result<Option<OrderId>> {
    let id = sqlx::query_scalar!(
        "select id from orders where number = $1 and lower(email) = lower($2) and email <> ''",
        number,
        email
    )
    .fetch_optional(db)
    .await?;
    Ok(id.map(OrderId))
}

/// Orders whose transfer did not come in time, longest overdue first.
pub async fn list_overdue_transfers(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<OrderId>> {
    let ids = sqlx::query_scalar!(
        "select id from orders where state = 'on_hold' and pay_by <= $1 order by pay_by limit 500",
        now
    )
    .fetch_all(db)
    .await?;
    Ok(ids.into_iter().map(OrderId).collect())
}

/// Orders whose transfer is due between `now` and `until` and whose buyer was not reminded, next deadline first.
pub async fn list_transfers_to_remind(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<Vec<OrderId>> {
    let ids = sqlx::query_scalar!(
        "select id from orders where state = 'on_hold' and pay_by > $1 and pay_by <= $2 and reminded_at is null
         order by pay_by limit 500",
        now,
        until
    )
    .fetch_all(db)
    .await?;
    Ok(ids.into_iter().map(OrderId).collect())
}

/// Whether the buyer sent a proof of the transfer that staff have not refused.
pub async fn has_proof_in_review(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<bool> {
    let last = sqlx::query_scalar!(
        "select kind from order_events where order_id = $1 and kind in ('proof sent', 'transfer refused')
         order by id desc limit 1",
        order.0
    )
    .fetch_optional(db)
    .await?;
    Ok(last.as_deref() == Some("proof sent"))
}

/// An entry of an order's history.
#[derive(Debug)]
pub struct HistoryEntry {
    pub at: DateTime<Utc>,
    /// The name of an [`crate::rules::OrderEvent`]; a name of an older release may be unknown.
    pub kind: String,
    pub detail: String,
    pub actor: String,
}

/// When an order was marked as delivered, or as completed if staff left that step out.
pub async fn moved_to_delivered_at(
    db: impl PgExecutor<'_>,
    order: OrderId,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select at from order_events where order_id = $1 and kind in ('delivered', 'completed')
         order by kind = 'delivered' desc, id desc limit 1",
        order.0
    )
    .fetch_optional(db)
    .await
}

/// The history of an order, oldest first.
pub async fn events(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<HistoryEntry>> {
    sqlx::query_as!(
        HistoryEntry,
        "select at, kind, detail, actor from order_events where order_id = $1 order by id limit 200",
        order.0
    )
    .fetch_all(db)
    .await
}

/// One row of the export.
#[derive(Debug)]
pub struct OrderExportRow {
    pub id: i64,
    pub number: i64,
    pub state: State,
    pub created_at: DateTime<Utc>,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    pub country: String,
    pub city: String,
    pub address_1: String,
    pub subtotal: Money,
    pub discount: Money,
    pub shipping: Money,
    pub tax: Money,
    pub total: Money,
    pub refunded: Money,
    pub notes: String,
    pub gift: Option<Json<Gift>>,
    pub attribution: Json<BTreeMap<String, String>>,
    pub method: Option<PaymentMethodKind>,
}

/// The rows of these orders for the export, newest first. Reads `payment_attempts`, a table of `payments`.
pub async fn export(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<OrderExportRow>> {
    sqlx::query_as!(
        OrderExportRow,
        r#"select id, number, state as "state: State", created_at, email, first_name, last_name, phone, country, city,
                  address_1, subtotal_minor as "subtotal: Money", discount_minor as "discount: Money",
                  shipping_minor as "shipping: Money", tax_minor as "tax: Money", total_minor as "total: Money",
                  refunded_minor as "refunded: Money", notes, gift as "gift: Json<Gift>",
                  attribution as "attribution: Json<BTreeMap<String, String>>",
                  (select attempt.kind from payment_attempts attempt where attempt.order_id = orders.id
                   order by attempt.state in ('declined', 'voided', 'returned'), attempt.created_at desc
                   limit 1) as "method?: PaymentMethodKind"
           from orders where id = any($1) order by id desc"#,
        ids
    )
    .fetch_all(db)
    .await
}

/// The lines of many orders, grouped by order and sorted by position.
pub async fn lines_by_order(db: &PgPool, orders: &[i64]) -> sqlx::Result<HashMap<i64, Vec<OrderLine>>> {
    let mut lines: HashMap<i64, Vec<OrderLine>> = HashMap::new();
    for line in super::lines_of(db, orders).await? {
        lines.entry(line.order.0).or_default().push(line);
    }
    Ok(lines)
}
