//! All SQL on carts: ownership by session, and what may be added.

mod contents;
pub mod holds;
pub mod later;
mod lines;
mod settings;
pub mod shipping;
pub mod totals;

use std::collections::BTreeMap;

use catalog::{ProductKind, ProductStatus, rules};
use chrono::{DateTime, Utc};
use edge::session::{self, NewToken, SetCookie, TokenHash, Visitor};
use kernel::{CartId, ProductId, Quantity, VariationId};
use sqlx::{PgConnection, PgExecutor, types::Json};

pub use contents::{Settings, contents};
pub use lines::{
    ExistingLine, LineStock, NewLine, Removed, SavedLine, StockDemand, available_sets, bundle_key,
    find_existing_line, find_line, line_key, merge, put_line, remove_line, saved_line, saved_lines, set_line,
};

use crate::rules::Sellable;

/// A cart whose row is locked until the transaction ends; concurrent changes wait for it.
pub struct Locked {
    pub id: CartId,
    pub token: TokenHash,
    /// Cookie to set: for a new visitor, or when the session was renewed.
    pub set_cookie: Option<SetCookie>,
}

pub async fn lock(
    db: &mut PgConnection,
    visitor: &Visitor,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Locked>> {
    let Some(token) = visitor.token else { return Ok(None) };
    // Joins `sessions`, owned by `edge`: a cart is reachable only through its session.
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
    if !found.is_brief
        && found.expires_at < now + session::RENEW_BELOW
        && session::renew(db, &token, now).await?
    {
        set_cookie = visitor.renewed_cookie();
    }
    Ok(Some(Locked { id: CartId(found.id), token, set_cookie }))
}

/// Creates a cart for a visitor who has none. A visitor with a live session keeps the cookie; otherwise a new
/// one is issued.
pub async fn create(
    db: &mut PgConnection,
    known: Option<TokenHash>,
    now: DateTime<Utc>,
) -> sqlx::Result<Locked> {
    let id = new_cart(&mut *db, now).await?;
    // An unknown cookie is never adopted: it may have been planted (session fixation).
    let live = match known {
        Some(token) => session::find_live(&mut *db, &token, now).await?.map(|_| token),
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

/// Creates an empty cart that no session refers to yet.
pub async fn new_cart(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<CartId> {
    let id =
        sqlx::query_scalar!("insert into carts (created_at, updated_at) values ($1, $1) returning id", now)
            .fetch_one(db)
            .await?;
    Ok(CartId(id))
}

/// Deletes a cart with its lines.
pub async fn delete(db: impl PgExecutor<'_>, cart: CartId) -> sqlx::Result<()> {
    sqlx::query!("delete from carts where id = $1", cart.0).execute(db).await?;
    Ok(())
}

/// A product or variation with its sale conditions.
pub struct SellableProduct {
    pub sellable: Sellable,
    pub slug: String,
    /// The requested variation, if the product has it.
    pub variation: Option<VariationId>,
}

/// The sale conditions of a product or variation, and the product's slug. Joins `products`, `variations` and
/// `stock_levels`, owned by the catalogue, and `bundles`: price and stock must be read in the transaction that
/// uses them.
pub async fn sellable(
    db: &mut PgConnection,
    product: ProductId,
    variation: Option<VariationId>,
) -> sqlx::Result<Option<SellableProduct>> {
    let row = sqlx::query!(
        r#"
        select product.name, product.slug, product.kind as "kind: ProductKind", product.status as "status: ProductStatus",
               product.min_quantity, product.step,
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
    Ok(row.map(|row| {
        let terms = rules::SaleConditions {
            kind: row.kind,
            is_published: row.status == ProductStatus::Published,
            has_price: row.price.is_some(),
            // `None` also for a variation of another product.
            has_variation: row.variation.is_some(),
            is_priced_by_parts: row.by_parts.unwrap_or(false),
        };
        let sellable = Sellable {
            name: row.name,
            is_bundle: terms.kind == ProductKind::Bundle,
            purchasable: terms.may_be_sold(),
            needs_choice: terms.kind == ProductKind::Variable && variation.is_none(),
            open: row.open.map(|Json(open)| open).unwrap_or_default(),
            min: Quantity::from_units(row.min_quantity),
            step: Quantity::from_units(row.step),
            available: Quantity::from_units(row.available),
        };
        SellableProduct { sellable, slug: row.slug, variation: row.variation.map(VariationId) }
    }))
}

/// The variation that matches these choices. A variation with an open attribute matches any value of it.
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

/// The cart of a session, without locking it.
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
pub struct NamedProduct {
    pub name: String,
    pub slug: String,
}

pub async fn find_product_name(
    db: impl PgExecutor<'_>,
    product: ProductId,
) -> sqlx::Result<Option<NamedProduct>> {
    sqlx::query_as!(
        NamedProduct,
        "select name, slug from products where id = $1 and status <> 'draft'",
        product.0
    )
    .fetch_optional(db)
    .await
}

/// How long the cart of a customer without any session is retained.
const MAX_CUSTOMER_CART_AGE: chrono::TimeDelta = chrono::TimeDelta::days(90);

/// Deletes carts that no session refers to, in batches because a long delete holds locks. Reads `sessions`,
/// owned by `edge`, and `customers`: a cart is kept while a visitor or customer can still reach it.
pub async fn sweep(db: &sqlx::PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let mut swept = 0;
    loop {
        let step = sqlx::query!(
            "delete from carts where id in (
                 select cart.id from carts cart left join sessions session on session.cart_id = cart.id
                 where session.cart_id is null and cart.updated_at < $1 and (cart.updated_at < $2 or not exists (
                     select from customers customer where customer.cart_id = cart.id)) limit 1000)",
            now - chrono::TimeDelta::hours(1),
            now - MAX_CUSTOMER_CART_AGE
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

/// Removes the ordered lines and the cart's coupons. Lines added in the meantime stay.
pub async fn remove_ordered(db: impl PgExecutor<'_>, cart: CartId, keys: &[String]) -> sqlx::Result<()> {
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

/// The identity under which uses of a coupon are counted.
#[derive(Debug)]
pub struct CouponUser {
    /// Key derived from the email address.
    pub email: String,
    pub account: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum SpendOutcome {
    /// The use is recorded for this order, now or by an earlier call.
    Used,
    /// The customer has reached the limit per customer.
    Already,
    /// Expired, or the total limit is reached.
    Invalid,
}

pub async fn spend_coupon(
    db: impl PgExecutor<'_>,
    coupon: i64,
    order: &str,
    user: &CouponUser,
    now: DateTime<Utc>,
) -> sqlx::Result<SpendOutcome> {
    sqlx::query_scalar!(
        r#"select spend_coupon($1, $2, $3, $4, $5) as "outcome!: SpendOutcome""#,
        coupon,
        order,
        user.email,
        user.account,
        now
    )
    .fetch_one(db)
    .await
}

pub async fn release_coupons(db: impl PgExecutor<'_>, order: &str) -> sqlx::Result<()> {
    sqlx::query!("select release_coupons($1)", order).execute(db).await?;
    Ok(())
}
