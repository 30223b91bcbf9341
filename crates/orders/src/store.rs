//! SQL statements on orders.

mod identity;
mod ledger;
mod lists;
pub mod office;
mod shipments;
mod write;

use std::collections::BTreeMap;

use cart::service::Rates;
use chrono::{DateTime, Utc};
use delivery::{Calendar, Promise, Schedule};
use edge::session::TokenHash;
use kernel::{CartId, CustomerId, Money, OrderId, Quantity};
use payments::rules::OfflineMethod;
use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, types::Json};

pub use identity::{OrderLinks, ShopIdentity};
pub use ledger::*;
pub use lists::*;
pub use shipments::*;
pub use write::*;

use crate::rules::{OpenLine, State, item_text};

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
    pub gift: Option<Gift>,
    pub subtotal: Money,
    pub discount: Money,
    pub shipping: Money,
    pub tax: Money,
    pub total: Money,
    pub refunded: Money,
    pub shipping_title: String,
    /// What was promised with the shipping method.
    pub delivery: Option<Schedule>,
    pub coupons: Vec<UsedCoupon>,
    pub taxes: Vec<PaidTax>,
    pub attribution: BTreeMap<String, String>,
    pub wants_account: bool,
    pub wants_saved: bool,
    pub created_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    /// The method, if staff record its money.
    pub offline: Option<OfflineMethod>,
    /// When an order that waits for a transfer is cancelled.
    pub pay_by: Option<DateTime<Utc>>,
}

/// The buyer's name, contact and address.
pub type Buyer = accounts::rules::Address;

/// An order that is a gift.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gift {
    /// The text of the card; may be empty.
    pub text: String,
    /// The box must show no prices.
    pub hides_prices: bool,
    /// Whom the parcel goes to, if not to the buyer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<Buyer>,
}

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
pub struct OrderLinePart {
    pub name: String,
    pub detail: Option<String>,
    pub quantity: String,
    /// Share of the line's total, in cents.
    pub share: i64,
}

impl OrderLinePart {
    pub fn text(&self) -> String {
        item_text(&self.quantity, &self.name, self.detail.as_deref())
    }
}

#[derive(Debug, Clone)]
pub struct OrderLine {
    pub order: OrderId,
    pub position: i16,
    pub key: String,
    pub product_id: i64,
    pub name: String,
    pub detail: Option<String>,
    pub slug: String,
    pub quantity: Quantity,
    /// How much of it has left in parcels.
    pub shipped: Quantity,
    pub unit: Money,
    pub total: Money,
    /// What is left of the total without the coupons that took something off this line. `None` in orders of earlier releases.
    pub paid: Option<Money>,
    pub parts: Json<Vec<OrderLinePart>>,
}

impl OrderLine {
    /// The line with its parts as one text, for tables with one cell per order.
    pub fn text(&self) -> String {
        let whole = item_text(&self.quantity.to_string(), &self.name, self.detail.as_deref());
        if self.parts.is_empty() {
            return whole;
        }
        let parts: Vec<_> = self.parts.iter().map(OrderLinePart::text).collect();
        format!("{whole} [{}]", parts.join("، "))
    }

    /// How much of it has not left yet.
    pub fn open(&self) -> OpenLine {
        let open = self.quantity.checked_sub(self.shipped).unwrap_or(Quantity::ZERO);
        OpenLine { position: self.position, open }
    }
}

impl Order {
    /// The key of the order's stock hold and coupon uses.
    pub fn stock_key(&self) -> String {
        stock_key(self.id)
    }

    /// Whether money was ever received, even if it was refunded since.
    pub fn was_paid(&self) -> bool {
        let is_refunded = matches!(self.state, State::Refunded | State::Unfulfillable);
        !self.total.is_zero() && (self.paid_at.is_some() || is_refunded)
    }

    /// When an order arrives that has not arrived yet. It is prepared from the payment on; one that the courier is paid
    /// for, at once.
    pub fn promise(&self, calendar: &Calendar) -> Option<Promise> {
        let is_awaited = matches!(self.state, State::Processing | State::Shipped);
        let prepared_from = match self.offline {
            Some(OfflineMethod::Cod) => Some(self.created_at),
            Some(OfflineMethod::Bacs) | None => self.paid_at,
        };
        self.delivery?.promise(calendar, prepared_from.filter(|_| is_awaited)?)
    }

    /// The method without a provider whose money has not come.
    pub fn unpaid_offline(&self) -> Option<OfflineMethod> {
        self.offline.filter(|_| self.paid_at.is_none())
    }

    pub fn waits_for_transfer(&self) -> bool {
        self.state == State::OnHold && self.unpaid_offline() == Some(OfflineMethod::Bacs)
    }

    /// What the courier has to collect.
    pub fn cash_due(&self) -> Option<Money> {
        let is_open = matches!(self.state, State::Processing | State::Shipped | State::Delivered);
        (self.unpaid_offline() == Some(OfflineMethod::Cod) && is_open).then_some(self.total)
    }

    /// Whom the parcel goes to, if not to the buyer.
    pub fn recipient(&self) -> Option<&Buyer> {
        self.gift.as_ref()?.recipient.as_ref()
    }

    /// Where the parcel goes.
    pub fn destination(&self) -> &Buyer {
        self.recipient().unwrap_or(&self.buyer)
    }

    /// «ديربورن، الولايات المتحدة»: all that a page without a password says about the destination.
    pub fn place(&self, rates: &Rates) -> String {
        let to = self.destination();
        let parts = [to.city.as_str(), country_name(rates, &to.country)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("، ")
    }

    pub fn received_url(&self) -> String {
        format!("/ar/checkout/order-received/{}/?key={}", self.number, self.key)
    }

    pub fn pay_url(&self) -> String {
        format!("/ar/checkout/order-pay/{}/?pay_for_order=true&key={}", self.number, self.key)
    }
}

fn country_name<'a>(rates: &'a Rates, code: &str) -> &'a str {
    let country = rates.all_countries().find(|(known, _)| *known == code);
    country.map(|(_, name)| name.as_str()).unwrap_or_default()
}

/// Name, street, city and country.
pub fn address_lines(buyer: &Buyer, rates: &Rates) -> Vec<String> {
    let join =
        |parts: &[&str]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("، ");
    let lines = [
        format!("{} {}", buyer.first_name, buyer.last_name).trim().to_owned(),
        join(&[&buyer.address_1, &buyer.home_number]),
        join(&[&buyer.city, &buyer.postcode]),
        country_name(rates, &buyer.country).to_owned(),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

pub fn stock_key(order: OrderId) -> String {
    format!("order {order}")
}

/// A row of `orders`.
struct OrderRow {
    id: OrderId,
    number: i64,
    key: String,
    state: State,
    placed_by: Vec<u8>,
    customer: Option<CustomerId>,
    cart: Option<CartId>,
    address: String,
    email: String,
    first_name: String,
    last_name: String,
    phone: String,
    country: String,
    city: String,
    address_1: String,
    home_number: String,
    postcode: String,
    notes: String,
    gift: Option<Json<Gift>>,
    subtotal: Money,
    discount: Money,
    shipping: Money,
    tax: Money,
    total: Money,
    refunded: Money,
    shipping_title: String,
    delivery: Option<Json<Schedule>>,
    coupons: Json<Vec<UsedCoupon>>,
    taxes: Json<Vec<PaidTax>>,
    attribution: Json<BTreeMap<String, String>>,
    wants_account: bool,
    wants_saved: bool,
    created_at: DateTime<Utc>,
    paid_at: Option<DateTime<Utc>>,
    offline: Option<OfflineMethod>,
    pay_by: Option<DateTime<Utc>>,
}

impl TryFrom<OrderRow> for Order {
    type Error = sqlx::Error;

    fn try_from(row: OrderRow) -> sqlx::Result<Self> {
        let placed_by = row.placed_by.try_into();
        let placed_by = placed_by.map_err(|_| sqlx::Error::Decode("placed_by is not a token hash".into()))?;
        Ok(Self {
            id: row.id,
            number: row.number,
            key: row.key,
            state: row.state,
            placed_by: TokenHash(placed_by),
            customer: row.customer,
            cart: row.cart,
            address: row.address,
            buyer: Buyer {
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
            gift: row.gift.map(|Json(gift)| gift),
            subtotal: row.subtotal,
            discount: row.discount,
            shipping: row.shipping,
            tax: row.tax,
            total: row.total,
            refunded: row.refunded,
            shipping_title: row.shipping_title,
            delivery: row.delivery.map(|Json(schedule)| schedule),
            coupons: row.coupons.0,
            taxes: row.taxes.0,
            attribution: row.attribution.0,
            wants_account: row.wants_account,
            wants_saved: row.wants_saved,
            created_at: row.created_at,
            paid_at: row.paid_at,
            offline: row.offline,
            pay_by: row.pay_by,
        })
    }
}

/// Selects an order; the condition follows the column list.
macro_rules! select_order {
    ($condition:literal, $id:expr) => {
        sqlx::query_as!(
            OrderRow,
            r#"select id as "id: OrderId", number, key, state as "state: State", placed_by,
                      customer_id as "customer: CustomerId", cart_id as "cart: CartId", address, email, first_name,
                      last_name, phone, country, city, address_1, home_number, postcode, notes,
                      gift as "gift: Json<Gift>", subtotal_minor as "subtotal: Money", discount_minor as "discount: Money",
                      shipping_minor as "shipping: Money", tax_minor as "tax: Money", total_minor as "total: Money",
                      refunded_minor as "refunded: Money", shipping_title,
                      delivery as "delivery: Json<Schedule>",
                      coupons as "coupons: Json<Vec<UsedCoupon>>", taxes as "taxes: Json<Vec<PaidTax>>",
                      attribution as "attribution: Json<BTreeMap<String, String>>", wants_account, wants_saved,
                      created_at, paid_at, offline_method as "offline: OfflineMethod", pay_by
               from orders "# + $condition,
            $id
        )
    };
}

/// Finds an order and locks it until the transaction ends.
pub async fn lock(db: impl PgExecutor<'_>, id: OrderId) -> sqlx::Result<Option<Order>> {
    let row = select_order!("where id = $1 for update", id.0).fetch_optional(db).await?;
    row.map(Order::try_from).transpose()
}

pub async fn find(db: impl PgExecutor<'_>, id: OrderId) -> sqlx::Result<Option<Order>> {
    let row = select_order!("where id = $1", id.0).fetch_optional(db).await?;
    row.map(Order::try_from).transpose()
}

/// Finds an order's id by its number. Does not check whether the caller may see the order.
pub async fn find_by_number(db: impl PgExecutor<'_>, number: i64) -> sqlx::Result<Option<OrderId>> {
    let id =
        sqlx::query_scalar!("select id from orders where number = $1", number).fetch_optional(db).await?;
    Ok(id.map(OrderId))
}

/// Finds an order of this cart whose payment is being submitted.
pub async fn find_being_paid(db: impl PgExecutor<'_>, cart: CartId) -> sqlx::Result<Option<OrderId>> {
    let id = sqlx::query_scalar!(
        "select own.id from orders own join payment_attempts attempt on attempt.order_id = own.id
         where own.cart_id = $1 and own.state = 'pending' and attempt.state = 'submitting' limit 1",
        cart.0
    )
    .fetch_optional(db)
    .await?;
    Ok(id.map(OrderId))
}

/// Finds the order that a form has already created.
pub async fn find_by_form_key(
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
    lines_of(db, &[order.0]).await
}

/// The lines of several orders, by order and position.
async fn lines_of(db: impl PgExecutor<'_>, orders: &[i64]) -> sqlx::Result<Vec<OrderLine>> {
    sqlx::query_as!(
        OrderLine,
        r#"select order_id as "order: OrderId", position, key, product_id, name, detail, slug,
                  quantity as "quantity: Quantity", shipped as "shipped: Quantity", unit_minor as "unit: Money", total_minor as "total: Money",
                  paid_minor as "paid: Money", parts as "parts: Json<Vec<OrderLinePart>>"
           from order_lines where order_id = any($1) order by order_id, position"#,
        orders
    )
    .fetch_all(db)
    .await
}

/// The stock that an order needs, by the SKU that its goods have now: they may have been renamed since they were ordered.
/// Reads `sku_renames`, a table of `catalog`.
pub async fn stock(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<(String, Quantity)>> {
    let rows = sqlx::query!(
        r#"select coalesce(renamed.new_sku, wanted.sku) as "sku!", sum(wanted.quantity)::bigint as "quantity!"
           from order_stock wanted left join sku_renames renamed on renamed.old_sku = wanted.sku
           where wanted.order_id = $1 group by 1 order by 1"#,
        order.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.sku, Quantity::from_units(row.quantity))).collect())
}
