//! How an order comes to be, and how it changes.

use std::collections::BTreeMap;

use cart::store::Contents;
use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use kernel::{CartId, CustomerId, Money, OrderId, Quantity};
use rand::RngExt;
use serde_json::json;
use sqlx::{PgConnection, PgExecutor};

use super::{Buyer, Order, PaidTax, Part, UsedCoupon};
use crate::rules::{Happening, State};

pub struct NewOrder<'a> {
    pub placed_by: &'a TokenHash,
    pub form_key: &'a str,
    pub customer: Option<CustomerId>,
    pub cart: CartId,
    pub address: &'a str,
    pub buyer: &'a Buyer,
    pub notes: &'a str,
    pub attribution: &'a BTreeMap<String, String>,
    pub wants_account: bool,
    pub wants_saved: bool,
    pub contents: &'a Contents,
    pub stock: &'a [(String, Quantity)],
}

/// What a cart comes to, as an order keeps it. Every figure is derived from the lines.
pub struct Sums {
    pub subtotal: Money,
    pub discount: Money,
    pub shipping: Money,
    pub tax: Money,
    pub total: Money,
    pub shipping_title: String,
    pub coupons: Vec<UsedCoupon>,
    pub taxes: Vec<PaidTax>,
}

impl Sums {
    pub fn of(contents: &Contents) -> Self {
        let Contents { totals, coupons, destination, .. } = contents;
        let worth = coupons.iter().zip(&totals.discounts).filter_map(|(coupon, worth)| {
            let money = worth.as_ref().ok()?;
            Some(UsedCoupon { id: coupon.id, code: coupon.code.clone(), minor: money.as_minor() })
        });
        let coupons: Vec<UsedCoupon> = worth.collect();
        let taxes: Vec<PaidTax> = destination
            .taxes
            .iter()
            .zip(&totals.taxes)
            .map(|(tax, amount)| PaidTax { name: tax.name.clone(), minor: amount.as_minor() })
            .collect();
        let chosen = totals.chosen.and_then(|at| totals.shipping.get(at));
        let method = chosen.and_then(|chosen| destination.methods.iter().find(|one| one.id == chosen.method));
        Self {
            subtotal: totals.subtotal,
            discount: Money::minor(coupons.iter().map(|coupon| coupon.minor).sum()),
            shipping: chosen.map_or(Money::ZERO, |chosen| chosen.cost),
            tax: Money::minor(taxes.iter().map(|tax| tax.minor).sum()),
            total: totals.total,
            shipping_title: method.map(|method| method.title.clone()).unwrap_or_default(),
            coupons,
            taxes,
        }
    }
}

/// An order that was just written down.
#[derive(Debug, Clone)]
pub struct Written {
    pub id: OrderId,
    pub number: i64,
    pub key: String,
}

/// Ten digits, the first not zero: enough for a hundred million orders, and tells nobody how many there were.
fn new_number() -> i64 {
    rand::rng().random_range(1_000_000_000..10_000_000_000)
}

/// `None`: this form made an order already.
pub async fn insert(
    db: &mut PgConnection,
    new: &NewOrder<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Written>> {
    let sums = Sums::of(new.contents);
    let key = format!("wc_order_{}", payments::store::random_text(26));
    let mut written = None;
    // One number in a hundred may be taken in a shop of a hundred million orders.
    for _ in 0..5 {
        let number = new_number();
        let row = sqlx::query_scalar!(
            "insert into orders (number, key, state, placed_by, form_key, customer_id, cart_id, address, email,
                 first_name, last_name, phone, country, city, address_1, home_number, postcode, notes,
                 subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, shipping_title, coupons, taxes,
                 attribution, wants_account, wants_saved, created_at, changed_at)
             values ($1, $2, 'pending', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                     $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $29)
             on conflict do nothing returning id",
            number,
            key,
            &new.placed_by.0,
            new.form_key,
            new.customer.map(|id| id.0),
            new.cart.0,
            new.address,
            new.buyer.email,
            new.buyer.first_name,
            new.buyer.last_name,
            new.buyer.phone,
            new.buyer.country,
            new.buyer.city,
            new.buyer.address_1,
            new.buyer.home_number,
            new.buyer.postcode,
            new.notes,
            sums.subtotal.as_minor(),
            sums.discount.as_minor(),
            sums.shipping.as_minor(),
            sums.tax.as_minor(),
            sums.total.as_minor(),
            sums.shipping_title,
            json!(sums.coupons),
            json!(sums.taxes),
            json!(new.attribution),
            new.wants_account,
            new.wants_saved,
            now
        )
        .fetch_optional(&mut *db)
        .await?;
        if let Some(id) = row {
            written = Some(Written { id: OrderId(id), number, key });
            break;
        }
        if super::by_form(&mut *db, new.placed_by, new.form_key).await?.is_some() {
            return Ok(None);
        }
    }
    let Some(written) = written else { return Ok(None) };
    insert_lines(db, written.id, new).await?;
    Ok(Some(written))
}

/// Lines, stock and the first event, in one statement.
async fn insert_lines(db: &mut PgConnection, order: OrderId, new: &NewOrder<'_>) -> sqlx::Result<()> {
    let lines = &new.contents.lines;
    let parts: Vec<serde_json::Value> = lines
        .iter()
        .map(|line| {
            let part = |part: &cart::store::LinePart| Part {
                name: part.name.clone(),
                detail: part.detail.clone(),
                quantity: part.quantity.to_string(),
                share: part.share.as_minor(),
            };
            json!(line.parts.iter().map(part).collect::<Vec<_>>())
        })
        .collect();
    // Nothing is written down that has no price.
    let refused = || sqlx::Error::Protocol("a line that may not be sold was ordered".to_owned());
    let price = |line: &cart::store::Line| line.price.map(|price| price.amount.as_minor());
    let units: Vec<i64> = lines.iter().map(price).collect::<Option<_>>().ok_or_else(refused)?;
    let total = |line: &cart::store::Line| line.total().map(kernel::Money::as_minor);
    let totals: Vec<i64> = lines.iter().map(total).collect::<Option<_>>().ok_or_else(refused)?;
    let details: Vec<Option<String>> = lines.iter().map(|line| line.detail.clone()).collect();
    sqlx::query!(
        r#"with lines as (
               insert into order_lines (order_id, position, key, product_id, name, detail, slug, quantity, unit_minor,
                                        total_minor, parts)
               select $1, line.position, line.key, line.product_id, line.name, line.detail, line.slug, line.quantity,
                      line.unit, line.total, line.parts
               from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                           $9::bigint[], $10::jsonb[]) with ordinality
                    as line (key, product_id, name, detail, slug, quantity, unit, total, parts, position)
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
        &new.stock.iter().map(|(_, quantity)| quantity.as_units()).collect::<Vec<_>>()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// One step of an order, under its lock, with the line that tells of it. Where it was the last open one of somebody who
/// asked to be forgotten, they are forgotten now. Reads `customers`, which is the accounts'.
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
        to.name(),
        now,
        detail,
        actor,
        to.is_paid()
    )
    .execute(&mut *db)
    .await?;
    if to.is_closed()
        && let Some(customer) = order.customer
    {
        let leaves = sqlx::query_scalar!(
            r#"select true as "leaves!" from customers
               where id = $1 and leaving_at is not null and not has_open_orders(id)"#,
            customer.0
        )
        .fetch_optional(&mut *db)
        .await?;
        if leaves.is_some() {
            accounts::jobs::erase_later(db, customer).await?;
        }
    }
    Ok(())
}

pub async fn note(
    db: impl PgExecutor<'_>,
    order: OrderId,
    what: Happening,
    detail: &str,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into order_events (order_id, at, kind, detail, actor) values ($1, $2, $3, $4, $5)",
        order.0,
        now,
        what.name(),
        detail,
        actor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A cart's earlier orders whose payment failed: this one takes their place.
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

/// Orders that nobody paid in a week.
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

/// Whether the method is to be kept that it is paid with this time. Each try says so anew: another one may pay it.
pub async fn set_wants_saved(db: impl PgExecutor<'_>, order: OrderId, wants_saved: bool) -> sqlx::Result<()> {
    sqlx::query!("update orders set wants_saved = $2 where id = $1", order.0, wants_saved)
        .execute(db)
        .await?;
    Ok(())
}

/// Orders that were placed lately without even trying to pay them.
pub struct Unpaid {
    pub by_session_in_a_minute: i64,
    pub by_session_in_an_hour: i64,
    pub by_address_in_ten_minutes: i64,
}

pub async fn unpaid_lately(
    db: impl PgExecutor<'_>,
    placed_by: &TokenHash,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Unpaid> {
    sqlx::query_as!(
        Unpaid,
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
