//! Statements that create and change orders.

use std::collections::BTreeMap;

use cart::service::Contents;
use chrono::{DateTime, TimeDelta, Utc};
use delivery::Schedule;
use edge::session::TokenHash;
use kernel::{CartId, CustomerId, Money, OrderId, Quantity};
use payments::rules::OfflineMethod;
use rand::RngExt;
use serde::Serialize;
use serde_json::json;
use sqlx::{PgConnection, PgExecutor, types::Json};

use super::{Buyer, Gift, Order, OrderLinePart, PaidTax, UsedCoupon};
use crate::rules::{OrderEvent, State};

pub struct NewOrder<'a> {
    pub placed_by: &'a TokenHash,
    pub form_key: &'a str,
    pub customer: Option<CustomerId>,
    pub cart: CartId,
    pub address: &'a str,
    pub buyer: &'a Buyer,
    pub notes: &'a str,
    pub gift: Option<&'a Gift>,
    pub attribution: &'a BTreeMap<String, String>,
    pub wants_account: bool,
    pub wants_saved: bool,
    pub contents: &'a Contents,
    pub stock: &'a [(String, Quantity)],
    pub offline: Option<&'a OfflineOrder>,
}

/// An order whose money staff record.
#[derive(Debug, Clone)]
pub struct OfflineOrder {
    pub method: OfflineMethod,
    /// The phone number in one form: its open orders are limited.
    pub phone_key: String,
    pub pay_by: Option<DateTime<Utc>>,
}

/// The totals of a cart, as an order stores them.
pub struct OrderTotals {
    pub subtotal: Money,
    pub discount: Money,
    pub shipping: Money,
    pub tax: Money,
    pub total: Money,
    pub shipping_title: String,
    /// Of the chosen shipping method.
    pub delivery: Option<Schedule>,
    pub coupons: Vec<UsedCoupon>,
    pub taxes: Vec<PaidTax>,
}

impl OrderTotals {
    pub fn from_contents(contents: &Contents) -> Self {
        let Contents { totals, coupons, destination, .. } = contents;
        let used = coupons.iter().zip(&totals.discounts).filter_map(|(coupon, discount)| {
            let amount = discount.as_ref().ok()?;
            Some(UsedCoupon { id: coupon.id, code: coupon.code.clone(), minor: amount.as_minor() })
        });
        let coupons: Vec<UsedCoupon> = used.collect();
        let taxes: Vec<PaidTax> = destination
            .taxes
            .iter()
            .zip(&totals.taxes)
            .map(|(tax, amount)| PaidTax { name: tax.name.clone(), minor: amount.as_minor() })
            .collect();
        let chosen = totals.chosen.and_then(|index| totals.shipping.get(index));
        let method =
            chosen.and_then(|chosen| destination.methods.iter().find(|method| method.id == chosen.method));
        Self {
            subtotal: totals.subtotal,
            discount: Money::from_minor(coupons.iter().map(|coupon| coupon.minor).sum()),
            shipping: chosen.map_or(Money::ZERO, |chosen| chosen.cost),
            tax: Money::from_minor(taxes.iter().map(|tax| tax.minor).sum()),
            total: totals.total,
            shipping_title: method.map(|method| method.title.clone()).unwrap_or_default(),
            delivery: method.and_then(|method| method.schedule),
            coupons,
            taxes,
        }
    }
}

/// The identifiers of a new order.
#[derive(Debug, Clone)]
pub struct CreatedOrder {
    pub id: OrderId,
    pub number: i64,
    pub key: String,
}

/// Returns a random ten-digit number. Random, so that order numbers do not reveal how many orders there are.
fn new_number() -> i64 {
    rand::rng().random_range(1_000_000_000..10_000_000_000)
}

/// Columns of a new order, by name; sent to the database as one JSON object.
#[derive(Serialize)]
struct OrderRecord<'a> {
    number: i64,
    key: &'a str,
    state: State,
    currency: &'static str,
    form_key: &'a str,
    customer_id: Option<i64>,
    cart_id: i64,
    address: &'a str,
    email: &'a str,
    first_name: &'a str,
    last_name: &'a str,
    phone: &'a str,
    country: &'a str,
    city: &'a str,
    address_1: &'a str,
    home_number: &'a str,
    postcode: &'a str,
    notes: &'a str,
    gift: Option<&'a Gift>,
    subtotal_minor: i64,
    discount_minor: i64,
    shipping_minor: i64,
    tax_minor: i64,
    total_minor: i64,
    shipping_title: &'a str,
    delivery: Option<Schedule>,
    coupons: &'a [UsedCoupon],
    taxes: &'a [PaidTax],
    attribution: &'a BTreeMap<String, String>,
    wants_account: bool,
    wants_saved: bool,
    offline_method: Option<OfflineMethod>,
    phone_key: &'a str,
    pay_by: Option<DateTime<Utc>>,
}

impl<'a> OrderRecord<'a> {
    fn new(new: &NewOrder<'a>, totals: &'a OrderTotals, key: &'a str) -> Self {
        Self {
            number: new_number(),
            key,
            state: State::Pending,
            currency: kernel::Currency::shop().code,
            form_key: new.form_key,
            customer_id: new.customer.map(|id| id.0),
            cart_id: new.cart.0,
            address: new.address,
            email: &new.buyer.email,
            first_name: &new.buyer.first_name,
            last_name: &new.buyer.last_name,
            phone: &new.buyer.phone,
            country: &new.buyer.country,
            city: &new.buyer.city,
            address_1: &new.buyer.address_1,
            home_number: &new.buyer.home_number,
            postcode: &new.buyer.postcode,
            notes: new.notes,
            gift: new.gift,
            subtotal_minor: totals.subtotal.as_minor(),
            discount_minor: totals.discount.as_minor(),
            shipping_minor: totals.shipping.as_minor(),
            tax_minor: totals.tax.as_minor(),
            total_minor: totals.total.as_minor(),
            shipping_title: &totals.shipping_title,
            delivery: totals.delivery,
            coupons: &totals.coupons,
            taxes: &totals.taxes,
            attribution: new.attribution,
            wants_account: new.wants_account,
            wants_saved: new.wants_saved,
            offline_method: new.offline.map(|offline| offline.method),
            phone_key: new.offline.map(|offline| offline.phone_key.as_str()).unwrap_or_default(),
            pay_by: new.offline.and_then(|offline| offline.pay_by),
        }
    }
}

/// Inserts an order with its lines and stock. Returns `None` if the form has already created an order.
pub async fn insert(
    db: &mut PgConnection,
    new: &NewOrder<'_>,
    totals: &OrderTotals,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<CreatedOrder>> {
    let key = format!("wc_order_{}", payments::service::random_text(26));
    // Retries if the number is taken: with a hundred million orders that is one in ninety.
    for _ in 0..5 {
        let record = OrderRecord::new(new, totals, &key);
        if let Some(id) = insert_record(db, new.placed_by, &record, now).await? {
            let created = CreatedOrder { id, number: record.number, key: key.clone() };
            insert_lines(db, created.id, new).await?;
            return Ok(Some(created));
        }
        if super::find_by_form_key(&mut *db, new.placed_by, new.form_key).await?.is_some() {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Returns `None` if the number or the form key is taken.
async fn insert_record(
    db: &mut PgConnection,
    placed_by: &TokenHash,
    record: &OrderRecord<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<OrderId>> {
    sqlx::query_scalar!(
        r#"insert into orders (placed_by, created_at, changed_at, number, key, state, currency, form_key, customer_id, cart_id, address, email,
               first_name, last_name, phone, country, city, address_1, home_number, postcode, notes, gift,
               subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, shipping_title, delivery, coupons,
               taxes, attribution, wants_account, wants_saved, offline_method, phone_key, pay_by)
           select $1, $3, $3, number, key, state, currency, form_key, customer_id, cart_id, address, email,
               first_name, last_name, phone, country, city, address_1, home_number, postcode, notes, gift,
               subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, shipping_title, delivery, coupons,
               taxes, attribution, wants_account, wants_saved, offline_method, phone_key, pay_by
           from jsonb_populate_record(null::orders, $2)
           on conflict do nothing returning id as "id: OrderId""#,
        &placed_by.0,
        Json(record) as _,
        now
    )
    .fetch_optional(db)
    .await
}

/// Inserts lines and stock in one statement.
async fn insert_lines(db: &mut PgConnection, order: OrderId, new: &NewOrder<'_>) -> sqlx::Result<()> {
    let lines = &new.contents.lines;
    let parts: Vec<serde_json::Value> = lines
        .iter()
        .map(|line| {
            let part = |part: &cart::service::LinePart| OrderLinePart {
                name: part.name.clone(),
                detail: part.detail.clone(),
                quantity: part.quantity.to_string(),
                share: part.share.as_minor(),
            };
            json!(line.parts.iter().map(part).collect::<Vec<_>>())
        })
        .collect();
    let mut saved: Vec<serde_json::Value> = Vec::new();
    for line in lines {
        saved.push(json!(cart::service::saved_line(&mut *db, new.cart, line).await?));
    }
    // A line without a price cannot be ordered.
    let refused = || sqlx::Error::Protocol("order line without a price".to_owned());
    let price = |line: &cart::service::Line| line.price.map(|price| price.amount.as_minor());
    let units: Vec<i64> = lines.iter().map(price).collect::<Option<_>>().ok_or_else(refused)?;
    let total = |line: &cart::service::Line| line.total().map(kernel::Money::as_minor);
    let totals: Vec<i64> = lines.iter().map(total).collect::<Option<_>>().ok_or_else(refused)?;
    let paid: Vec<i64> = new.contents.totals.lines.iter().map(|left| left.as_minor()).collect();
    if paid.len() != lines.len() {
        return Err(refused());
    }
    let details: Vec<Option<String>> = lines.iter().map(|line| line.detail.clone()).collect();
    sqlx::query!(
        r#"with lines as (
               insert into order_lines (order_id, position, key, product_id, name, detail, slug, quantity, unit_minor,
                                        total_minor, parts, saved, paid_minor)
               select $1, line.position, line.key, line.product_id, line.name, line.detail, line.slug, line.quantity,
                      line.unit, line.total, line.parts, line.saved, line.paid
               from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                           $9::bigint[], $10::jsonb[], $13::jsonb[], $14::bigint[]) with ordinality
                    as line (key, product_id, name, detail, slug, quantity, unit, total, parts, saved, paid, position)
           )
           insert into order_stock (order_id, sku, quantity)
           select $1, wanted.sku, wanted.quantity from unnest($11::text[], $12::bigint[]) as wanted (sku, quantity)"#,
        order.0,
        &lines.iter().map(|line| line.key.clone()).collect::<Vec<_>>(),
        &lines.iter().map(|line| line.product_id.0).collect::<Vec<_>>(),
        &lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>(),
        &details as &[Option<String>],
        &lines.iter().map(|line| line.slug.clone()).collect::<Vec<_>>(),
        &lines.iter().map(|line| line.quantity.as_units()).collect::<Vec<_>>(),
        &units,
        &totals,
        &parts,
        &new.stock.iter().map(|(sku, _)| sku.clone()).collect::<Vec<_>>(),
        &new.stock.iter().map(|(_, quantity)| quantity.as_units()).collect::<Vec<_>>(),
        &saved,
        &paid
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Changes an order's state and records the event. The caller holds the order's lock. If this closes the last open
/// order of a customer who requested erasure, the erasure is queued. Reads `customers`, a table of `accounts`.
pub async fn set_state(
    db: &mut PgConnection,
    order: &Order,
    to: State,
    detail: &str,
    actor: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    sqlx::query!(
        "with moved as (
             update orders set state = $2, changed_at = $3, paid_at = case when $6 then coalesce(paid_at, $3) else paid_at end
             where id = $1)
         insert into order_events (order_id, at, kind, detail, actor) values ($1, $3, $2, $4, $5)",
        order.id.0,
        to as State,
        now,
        detail,
        actor,
        // The courier's cash comes later: `mark_paid`.
        to.is_paid() && order.offline != Some(OfflineMethod::Cod)
    )
    .execute(&mut *db)
    .await?;
    if to.is_closed()
        && let Some(customer) = order.customer
    {
        let is_leaving = sqlx::query_scalar!(
            r#"select true as "leaves!" from customers
               where id = $1 and leaving_at is not null and not has_open_orders(id)"#,
            customer.0
        )
        .fetch_optional(&mut *db)
        .await?;
        if is_leaving.is_some() {
            accounts::jobs::erase_later(db, customer).await?;
        }
    }
    Ok(())
}

pub async fn record_event(
    db: impl PgExecutor<'_>,
    order: OrderId,
    event: OrderEvent,
    detail: &str,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into order_events (order_id, at, kind, detail, actor) values ($1, $2, $3, $4, $5)",
        order.0,
        now,
        event.name(),
        detail,
        actor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Cancels a cart's earlier orders whose payment failed; the new order replaces them.
pub async fn supersede(db: impl PgExecutor<'_>, cart: CartId, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "with superseded as (
             update orders set state = 'cancelled', changed_at = $2
             where cart_id = $1 and state = 'failed' and not exists (
                 select from payment_attempts attempt where attempt.order_id = orders.id
                 and attempt.state not in ('declined', 'voided', 'returned'))
             returning id)
         insert into order_events (order_id, at, kind) select id, $2, 'cancelled' from superseded",
        cart.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Cancels up to 500 orders placed before `before` that were never paid. Returns how many.
pub async fn cancel_stale(
    db: impl PgExecutor<'_>,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let done = sqlx::query!(
        "with stale as (
             update orders set state = 'cancelled', changed_at = $2
             where id in (select id from orders where state in ('pending', 'failed') and created_at < $1
                          order by id limit 500 for update skip locked)
               and not exists (select from payment_attempts attempt where attempt.order_id = orders.id
                               and attempt.state not in ('declined', 'voided', 'returned'))
             returning id)
         insert into order_events (order_id, at, kind) select id, $2, 'cancelled' from stale",
        before,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Records when the money of an order came that was prepared without it.
pub async fn mark_paid(db: impl PgExecutor<'_>, order: OrderId, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update orders set paid_at = coalesce(paid_at, $2), changed_at = $2 where id = $1",
        order.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Locks a phone number until the transaction ends, and counts its orders that wait for their money. Without the lock,
/// orders that are placed at the same time would not see each other.
pub async fn lock_open_orders(
    db: &mut PgConnection,
    method: OfflineMethod,
    phone_key: &str,
) -> sqlx::Result<i64> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 67))", phone_key)
        .execute(&mut *db)
        .await?;
    sqlx::query_scalar!(
        r#"select count(*) as "open!" from orders
           where phone_key = $1 and offline_method = $2 and phone_key <> '' and paid_at is null
             and state in ('pending', 'on_hold', 'processing', 'shipped')"#,
        phone_key,
        method as OfflineMethod
    )
    .fetch_one(db)
    .await
}

/// Changes how an order is paid; `None`: to the provider. An order that leaves a transfer has bought its cart already, so
/// the cart that the buyer fills meanwhile is left alone.
pub async fn set_offline(
    db: impl PgExecutor<'_>,
    order: OrderId,
    offline: Option<&OfflineOrder>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update orders set offline_method = $2, phone_key = $3, pay_by = $4, reminded_at = null, wants_saved = false,
                           cart_id = case when offline_method = 'bacs' then null else cart_id end
         where id = $1",
        order.0,
        offline.map(|offline| offline.method) as Option<OfflineMethod>,
        offline.map(|offline| offline.phone_key.as_str()).unwrap_or_default(),
        offline.and_then(|offline| offline.pay_by)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records the reminder of an order that waits for a transfer. Returns false if it was recorded before.
pub async fn set_reminded(db: impl PgExecutor<'_>, order: OrderId, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update orders set reminded_at = $2 where id = $1 and reminded_at is null",
        order.0,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets whether the payment method is saved after this attempt. Each attempt sets it again, because another person may
/// pay.
pub async fn set_wants_saved(db: impl PgExecutor<'_>, order: OrderId, wants_saved: bool) -> sqlx::Result<()> {
    sqlx::query!("update orders set wants_saved = $2 where id = $1", order.0, wants_saved)
        .execute(db)
        .await?;
    Ok(())
}

/// Counts of recent orders without any payment attempt.
pub struct RecentUnpaidOrders {
    pub by_session_in_a_minute: i64,
    pub by_session_in_an_hour: i64,
    pub by_address_in_ten_minutes: i64,
}

pub async fn recent_unpaid_orders(
    db: impl PgExecutor<'_>,
    placed_by: &TokenHash,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<RecentUnpaidOrders> {
    sqlx::query_as!(
        RecentUnpaidOrders,
        r#"with own as (
               select created_at from orders where placed_by = $1 and state = 'pending' and created_at > $3 and not exists (
                   select from payment_attempts attempt where attempt.order_id = orders.id)),
           near as (
               select from orders where address = $2 and state = 'pending' and created_at > $4 and not exists (
                   select from payment_attempts attempt where attempt.order_id = orders.id))
           select (select count(*) from own where created_at > $5) as "by_session_in_a_minute!",
                  (select count(*) from own) as "by_session_in_an_hour!",
                  (select count(*) from near) as "by_address_in_ten_minutes!""#,
        &placed_by.0,
        address,
        now - TimeDelta::hours(1),
        now - TimeDelta::minutes(10),
        now - TimeDelta::minutes(1)
    )
    .fetch_one(db)
    .await
}
