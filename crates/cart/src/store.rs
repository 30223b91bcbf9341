//! Every statement on carts: whose they are, and what may go into them.

mod contents;
pub mod holds;
mod lines;
pub mod totals;

use std::collections::BTreeMap;

use catalog::{Kind, sale};
use chrono::{DateTime, Utc};
use edge::session::{self, NewToken, SetCookie, TokenHash, Visitor};
use kernel::{CartId, ProductId, Quantity, UnknownValue, VariationId};
use sqlx::{PgConnection, PgExecutor, types::Json};

pub use contents::{Contents, Line, LinePart, Place, Settings, contents};
pub use lines::{
    Held, NewLine, Removed, Room, bundle_key, find_line, held, line_key, merge, put_line, remove_line, room,
    set_line,
};

use crate::rules::Sellable;

/// A cart whose row is locked until the transaction ends: whoever else changes it waits here.
pub struct Locked {
    pub id: CartId,
    pub token: TokenHash,
    /// For a new visitor, or one whose session was just renewed.
    pub set_cookie: Option<SetCookie>,
}

pub async fn lock(
    db: &mut PgConnection,
    visitor: &Visitor,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Locked>> {
    let Some(token) = visitor.token else { return Ok(None) };
    // Joins `sessions`, which is the edge's, because the session is the only way to a cart.
    let found = sqlx::query!(
        "select cart.id, session.expires_at, session.is_brief from sessions session join carts cart on cart.id = session.cart_id
         where session.token_hash = $1 and session.expires_at > $2 for update of cart",
        &token.0,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let mut set_cookie = None;
    if !found.is_brief && found.expires_at < now + session::RENEW_BELOW {
        session::renew(db, &token, now).await?;
        set_cookie = visitor.renewed_cookie();
    }
    Ok(Some(Locked { id: CartId(found.id), token, set_cookie }))
}

/// A cart for somebody who has none yet. A known visitor keeps their cookie, a new one gets one.
pub async fn create(
    db: &mut PgConnection,
    known: Option<TokenHash>,
    now: DateTime<Utc>,
) -> sqlx::Result<Locked> {
    let id = new_cart(&mut *db, now).await?;
    // An unknown cookie is never adopted: its owner could have planted it.
    let live = match known {
        Some(token) => session::is_live(&mut *db, &token, now).await?.then_some(token),
        None => None,
    };
    let (token, set_cookie) = match live {
        Some(token) => (token, None),
        None => {
            let new = NewToken::random();
            (new.hash, Some(new.set_cookie()))
        }
    };
    session::create(db, &token, id.0, now).await?;
    Ok(Locked { id, token, set_cookie })
}

/// An empty cart that no session leads to yet.
pub async fn new_cart(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<CartId> {
    let id =
        sqlx::query_scalar!("insert into carts (created_at, updated_at) values ($1, $1) returning id", now)
            .fetch_one(db)
            .await?;
    Ok(CartId(id))
}

/// Forgets a cart with all that lies in it.
pub async fn delete(db: impl PgExecutor<'_>, cart: CartId) -> sqlx::Result<()> {
    sqlx::query!("delete from carts where id = $1", cart.0).execute(db).await?;
    Ok(())
}

/// What the catalogue says now about a product or one of its variations.
/// Joins `products`, `variations` and `stock_levels`, which are the catalogue's, and `bundles`: price and stock must come from
/// inside the transaction that uses them.
pub async fn sellable(
    db: &mut PgConnection,
    product: ProductId,
    variation: Option<VariationId>,
) -> sqlx::Result<Option<(Sellable, String)>> {
    let row = sqlx::query!(
        r#"
        select product.name, product.slug, product.kind, product.status, product.min_quantity, product.step,
               coalesce(variation.regular_minor, product.regular_minor) as price,
               (select not has_fixed_price from bundles where product_id = product.id) as by_parts,
               variation.id as "variation?", coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               case when variation.id is not null then (
                   select jsonb_object_agg(attribute.name, (select jsonb_agg(one.value) from attribute_values one
                                                            where one.id = any(own.value_ids)))
                   from product_attributes own join attributes attribute on attribute.id = own.attribute_id
                   where own.product_id = product.id and own.for_variations
                     and not variation.choices ? attribute.name
               ) end as "open: Json<BTreeMap<String, Vec<String>>>"
        from products product
        left join variations variation on variation.id = $2 and variation.product_id = product.id
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        where product.id = $1
        "#,
        product.0,
        variation.map(|id| id.0)
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        let terms = sale::Terms {
            kind: Kind::parse(&row.kind)?,
            is_published: row.status == "published",
            has_price: row.price.is_some(),
            // A variation of another product is no variation of this one.
            has_variation: row.variation.is_some(),
            is_priced_by_parts: row.by_parts.unwrap_or(false),
        };
        let sellable = Sellable {
            name: row.name,
            is_bundle: terms.kind == Kind::Bundle,
            purchasable: terms.may_be_sold(),
            needs_choice: terms.kind == Kind::Variable && variation.is_none(),
            open: row.open.map(|Json(open)| open).unwrap_or_default(),
            min: Quantity::units(row.min_quantity),
            step: Quantity::units(row.step),
            available: Quantity::units(row.available),
        };
        Ok((sellable, row.slug))
    })
    .transpose()
}

/// The variation that these choices name. One that leaves an attribute open fits any value of it.
pub async fn find_variation(
    db: &mut PgConnection,
    product: ProductId,
    choices: &BTreeMap<String, String>,
) -> sqlx::Result<Option<VariationId>> {
    let found = sqlx::query_scalar!(
        "select id from variations where product_id = $1 and choices <@ $2 order by position, id limit 1",
        product.0,
        serde_json::json!(choices)
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(VariationId))
}

/// The cart behind a cookie, without a lock.
pub async fn find(
    db: impl PgExecutor<'_>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<CartId>> {
    let id = sqlx::query_scalar!(
        r#"select cart_id as "id!" from sessions where token_hash = $1 and expires_at > $2 and cart_id is not null"#,
        &token.0,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(id.map(CartId))
}

/// A product's name and slug, for a notice.
pub async fn product_name(
    db: impl PgExecutor<'_>,
    product: ProductId,
) -> sqlx::Result<Option<(String, String)>> {
    let row = sqlx::query!("select name, slug from products where id = $1 and status <> 'draft'", product.0)
        .fetch_optional(db)
        .await?;
    Ok(row.map(|row| (row.name, row.slug)))
}

/// How long a customer's cart waits for them while they are signed in nowhere.
const KEPT: chrono::TimeDelta = chrono::TimeDelta::days(90);

/// Forgets carts that no session leads to any more. In small steps: a long delete holds locks.
/// Reads `sessions`, which is the edge's, and `customers`: a cart is alive as long as somebody can reach it.
pub async fn sweep(db: &sqlx::PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let mut swept = 0;
    loop {
        let step = sqlx::query!(
            "delete from carts where id in (
                 select cart.id from carts cart left join sessions session on session.cart_id = cart.id
                 where session.cart_id is null and cart.updated_at < $1 and (cart.updated_at < $2 or not exists (
                     select from customers customer where customer.cart_id = cart.id)) limit 1000)",
            now - chrono::TimeDelta::hours(1),
            now - KEPT
        )
        .execute(db)
        .await?
        .rows_affected();
        swept += step;
        if step < 1000 {
            return Ok(swept);
        }
    }
}

/// Takes out what was ordered, and the coupons it was ordered with; what was put in meanwhile stays.
pub async fn take_out(db: impl PgExecutor<'_>, cart: CartId, keys: &[String]) -> sqlx::Result<()> {
    sqlx::query!(
        "with coupons as (delete from cart_coupons where cart_id = $1)
         delete from cart_lines where cart_id = $1 and key = any($2)",
        cart.0,
        keys
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whose uses of a coupon are counted together.
#[derive(Debug)]
pub struct CouponUser {
    /// Of the address of e-mail.
    pub email: String,
    pub account: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// It is this order's, now or already.
    Used,
    /// This customer has had all theirs.
    Already,
    /// Over, or used up for everybody.
    Invalid,
}

pub async fn spend_coupon(
    db: impl PgExecutor<'_>,
    coupon: i64,
    order: &str,
    user: &CouponUser,
    now: DateTime<Utc>,
) -> sqlx::Result<Spent> {
    let answer = sqlx::query_scalar!(
        r#"select spend_coupon($1, $2, $3, $4, $5) as "answer!""#,
        coupon,
        order,
        user.email,
        user.account,
        now
    )
    .fetch_one(db)
    .await?;
    match answer.as_str() {
        "used" => Ok(Spent::Used),
        "already" => Ok(Spent::Already),
        "invalid" => Ok(Spent::Invalid),
        other => Err(UnknownValue::new("answer of spend_coupon", other).into()),
    }
}

pub async fn give_coupons_back(db: impl PgExecutor<'_>, order: &str) -> sqlx::Result<()> {
    sqlx::query!("select give_coupons_back($1)", order).execute(db).await?;
    Ok(())
}
