//! Every statement on orders.

pub mod drafts;
mod ledger;
mod lists;
mod write;

use chrono::{DateTime, Utc};
use edge::session::TokenHash;
use kernel::{CartId, CustomerId, Money, OrderId, Quantity};
use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, types::Json};

pub use ledger::*;
pub use lists::*;
pub use write::*;

use crate::rules::{State, item_text};

/// An order without its lines.
#[derive(Debug, Clone)]
pub struct Order {
    pub id: OrderId,
    pub number: i64,
    pub key: String,
    pub state: State,
    pub placed_by: TokenHash,
    pub customer: Option<CustomerId>,
    pub cart: Option<CartId>,
    pub address: String,
    pub buyer: Buyer,
    pub notes: String,
    pub subtotal: Money,
    pub discount: Money,
    pub shipping: Money,
    pub tax: Money,
    pub total: Money,
    pub refunded: Money,
    pub shipping_title: String,
    pub coupons: Vec<UsedCoupon>,
    pub taxes: Vec<PaidTax>,
    pub attribution: std::collections::BTreeMap<String, String>,
    pub wants_account: bool,
    pub wants_saved: bool,
    pub created_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
}

/// Who pays, and where the parcel goes.
pub type Buyer = accounts::rules::Address;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct UsedCoupon {
    pub id: i64,
    pub code: String,
    pub minor: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PaidTax {
    pub name: String,
    pub minor: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Part {
    pub name: String,
    pub detail: Option<String>,
    pub quantity: String,
    /// Of the line's total, in cents.
    pub share: i64,
}

impl Part {
    pub fn text(&self) -> String {
        item_text(&self.quantity, &self.name, self.detail.as_deref())
    }
}

#[derive(Debug, Clone)]
pub struct OrderLine {
    pub key: String,
    pub product_id: i64,
    pub name: String,
    pub detail: Option<String>,
    pub slug: String,
    pub quantity: Quantity,
    pub unit: Money,
    pub total: Money,
    pub parts: Vec<Part>,
}

impl OrderLine {
    /// In one line, with everything in it: for tables that have one cell for all of an order.
    pub fn text(&self) -> String {
        let whole = item_text(&self.quantity.to_string(), &self.name, self.detail.as_deref());
        if self.parts.is_empty() {
            return whole;
        }
        let parts: Vec<_> = self.parts.iter().map(Part::text).collect();
        format!("{whole} [{}]", parts.join("، "))
    }
}

impl Order {
    /// What stock and coupons know it by.
    pub fn stock_key(&self) -> String {
        stock_key(self.id)
    }

    /// Somebody gave money for it, whatever became of that.
    pub fn was_paid(&self) -> bool {
        let is_given_back = matches!(self.state, State::Refunded | State::Unfulfillable);
        !self.total.is_zero() && (self.paid_at.is_some() || is_given_back)
    }

    pub fn received_url(&self) -> String {
        format!("/ar/checkout/order-received/{}/?key={}", self.number, self.key)
    }

    pub fn pay_url(&self) -> String {
        format!("/ar/checkout/order-pay/{}/?pay_for_order=true&key={}", self.number, self.key)
    }
}

pub fn stock_key(order: OrderId) -> String {
    format!("order {order}")
}

macro_rules! order {
    ($row:expr) => {{
        let row = $row;
        $crate::store::Order {
            id: kernel::OrderId(row.id),
            number: row.number,
            key: row.key,
            state: $crate::rules::State::load(&row.state)?,
            placed_by: edge::session::TokenHash(row.placed_by.try_into().unwrap_or([0; 32])),
            customer: row.customer_id.map(kernel::CustomerId),
            cart: row.cart_id.map(kernel::CartId),
            address: row.address,
            buyer: $crate::store::Buyer {
                first_name: row.first_name,
                last_name: row.last_name,
                country: row.country,
                city: row.city,
                address_1: row.address_1,
                home_number: row.home_number,
                postcode: row.postcode,
                phone: row.phone,
                email: row.email,
            },
            notes: row.notes,
            subtotal: kernel::Money::minor(row.subtotal_minor),
            discount: kernel::Money::minor(row.discount_minor),
            shipping: kernel::Money::minor(row.shipping_minor),
            tax: kernel::Money::minor(row.tax_minor),
            total: kernel::Money::minor(row.total_minor),
            refunded: kernel::Money::minor(row.refunded_minor),
            shipping_title: row.shipping_title,
            coupons: row.coupons.0,
            taxes: row.taxes.0,
            attribution: row.attribution.0,
            wants_account: row.wants_account,
            wants_saved: row.wants_saved,
            created_at: row.created_at,
            paid_at: row.paid_at,
        }
    }};
}

/// An order, locked until the transaction ends: whoever else changes it waits here.
pub async fn lock(db: impl PgExecutor<'_>, id: OrderId) -> sqlx::Result<Option<Order>> {
    let row = sqlx::query!(
        r#"select id, number, key, state, placed_by, customer_id, cart_id, address, email, first_name, last_name,
                  phone, country, city, address_1, home_number, postcode, notes, subtotal_minor, discount_minor,
                  shipping_minor, tax_minor, total_minor, refunded_minor, shipping_title,
                  coupons as "coupons: Json<Vec<UsedCoupon>>", taxes as "taxes: Json<Vec<PaidTax>>",
                  attribution as "attribution: Json<std::collections::BTreeMap<String, String>>",
                  wants_account, wants_saved, created_at, paid_at
           from orders where id = $1 for update"#,
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(match row {
        Some(row) => Some(order!(row)),
        None => None,
    })
}

pub async fn find(db: impl PgExecutor<'_>, id: OrderId) -> sqlx::Result<Option<Order>> {
    let row = sqlx::query!(
        r#"select id, number, key, state, placed_by, customer_id, cart_id, address, email, first_name, last_name,
                  phone, country, city, address_1, home_number, postcode, notes, subtotal_minor, discount_minor,
                  shipping_minor, tax_minor, total_minor, refunded_minor, shipping_title,
                  coupons as "coupons: Json<Vec<UsedCoupon>>", taxes as "taxes: Json<Vec<PaidTax>>",
                  attribution as "attribution: Json<std::collections::BTreeMap<String, String>>",
                  wants_account, wants_saved, created_at, paid_at
           from orders where id = $1"#,
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(match row {
        Some(row) => Some(order!(row)),
        None => None,
    })
}

/// The id behind a number. Whether the caller may see the order is another question.
pub async fn by_number(db: impl PgExecutor<'_>, number: i64) -> sqlx::Result<Option<OrderId>> {
    let id =
        sqlx::query_scalar!("select id from orders where number = $1", number).fetch_optional(db).await?;
    Ok(id.map(OrderId))
}

/// An order of this cart that is being paid right now.
pub async fn being_paid(db: impl PgExecutor<'_>, cart: CartId) -> sqlx::Result<Option<OrderId>> {
    let id = sqlx::query_scalar!(
        "select own.id from orders own join payment_attempts attempt on attempt.order_id = own.id
         where own.cart_id = $1 and own.state = 'pending' and attempt.state = 'submitting' limit 1",
        cart.0
    )
    .fetch_optional(db)
    .await?;
    Ok(id.map(OrderId))
}

/// The order that a form made already.
pub async fn by_form(
    db: impl PgExecutor<'_>,
    placed_by: &TokenHash,
    form_key: &str,
) -> sqlx::Result<Option<OrderId>> {
    let id = sqlx::query_scalar!(
        "select id from orders where placed_by = $1 and form_key = $2",
        &placed_by.0,
        form_key
    )
    .fetch_optional(db)
    .await?;
    Ok(id.map(OrderId))
}

pub async fn lines(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<OrderLine>> {
    let rows = sqlx::query!(
        r#"select key, product_id, name, detail, slug, quantity, unit_minor, total_minor,
                  parts as "parts: Json<Vec<Part>>"
           from order_lines where order_id = $1 order by position"#,
        order.0
    )
    .fetch_all(db)
    .await?;
    let line = rows.into_iter().map(|row| OrderLine {
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
    Ok(line.collect())
}

/// What the order takes from the shelves.
pub async fn stock(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<(String, Quantity)>> {
    let rows =
        sqlx::query!("select sku, quantity from order_stock where order_id = $1 order by sku", order.0)
            .fetch_all(db)
            .await?;
    Ok(rows.into_iter().map(|row| (row.sku, Quantity::units(row.quantity))).collect())
}

/// What a product is called that has this SKU. Reads the catalogue's tables.
pub async fn name_of_sku(db: impl PgExecutor<'_>, sku: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"select product.name as "name!" from products product
           left join variations variation on variation.product_id = product.id
           where product.sku = $1 or variation.sku = $1 limit 1"#,
        sku
    )
    .fetch_optional(db)
    .await
}
