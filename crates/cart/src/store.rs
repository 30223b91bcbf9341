//! Every statement on carts and their lines.

pub mod holds;
pub mod totals;

use std::{collections::BTreeMap, sync::Arc};

use catalog::{PictureView, view::PictureFiles};
use chrono::{DateTime, TimeDelta, Utc};
use edge::{
    kept::Kept,
    session::{self, NewToken, SetCookie, TokenHash, Visitor},
};
use kernel::{CartId, Money, ProductId, Quantity, VariationId};
use pricing::{Ask, Offer, Price, Rules, Subject, Who};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::rules::{self, Coupon, Destination, Sellable, Sum, Totals};
use totals::Rates;

/// A cart whose row is locked until the transaction ends: whoever else changes it waits here.
pub struct Locked {
    pub id: CartId,
    pub token: TokenHash,
    /// For a new visitor, or one whose session was just renewed.
    pub set_cookie: Option<SetCookie>,
}

/// One line, priced at the instant it was read.
#[derive(Debug, Clone)]
pub struct Line {
    pub key: String,
    pub product_id: ProductId,
    pub name: String,
    pub detail: Option<String>,
    pub slug: String,
    pub quantity: Quantity,
    pub min: Quantity,
    pub step: Quantity,
    pub available: Quantity,
    pub price: Price,
    pub picture: Option<PictureView>,
    pub categories: Vec<i64>,
    pub grams: i64,
}

/// Where a cart goes, as far as its owner said.
#[derive(Debug, Clone, Default)]
pub struct Place {
    pub country: String,
    pub city: String,
    pub postcode: String,
    pub method: Option<i64>,
}

/// A cart as it stands at one instant.
#[derive(Debug, Default)]
pub struct Contents {
    pub lines: Vec<Line>,
    pub place: Place,
    pub coupons: Vec<Coupon>,
    pub destination: Destination,
    pub totals: Totals,
}

impl Contents {
    fn new(lines: Vec<Line>, place: Place, coupons: Vec<Coupon>, rates: &Rates, now: DateTime<Utc>) -> Self {
        let sums: Vec<Sum> = lines.iter().map(Line::sum).collect();
        let destination = rates.to(&place.country);
        let totals = rules::totals(&sums, &coupons, &destination, place.method, now);
        Self { lines, place, coupons, destination, totals }
    }
}

impl Line {
    fn sum(&self) -> Sum {
        Sum {
            product: self.product_id.0,
            categories: self.categories.clone(),
            quantity: self.quantity,
            total: self.total(),
            grams: self.grams,
        }
    }

    /// Half up per line; a line with a price never totals nothing.
    pub fn total(&self) -> Money {
        self.price.amount.times(self.quantity).unwrap_or(Money::ZERO)
    }
}

pub async fn lock(
    db: &mut PgConnection,
    visitor: &Visitor,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Locked>> {
    let Some(token) = visitor.token else { return Ok(None) };
    // Joins `sessions`, which is the edge's, because the session is the only way to a cart.
    let found = sqlx::query!(
        "select cart.id, session.expires_at from sessions session join carts cart on cart.id = session.cart_id
         where session.token_hash = $1 and session.expires_at > $2 for update of cart",
        &token.0,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let mut set_cookie = None;
    if found.expires_at < now + session::RENEW_BELOW {
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
    let id =
        sqlx::query_scalar!("insert into carts (created_at, updated_at) values ($1, $1) returning id", now)
            .fetch_one(&mut *db)
            .await?;
    // An unknown cookie is never adopted: its owner could have planted it.
    let live = match known {
        Some(token) => sqlx::query_scalar!(
            r#"select true as "live!" from sessions where token_hash = $1 and expires_at > $2"#,
            &token.0,
            now
        )
        .fetch_optional(&mut *db)
        .await?
        .map(|_| token),
        None => None,
    };
    let (token, set_cookie) = match live {
        Some(token) => (token, None),
        None => {
            let new = NewToken::random();
            (new.hash, Some(new.set_cookie()))
        }
    };
    session::create(db, &token, id, now).await?;
    Ok(Locked { id: CartId(id), token, set_cookie })
}

/// What the catalogue says now about a product or one of its variations.
/// Joins `products`, `variations` and `stock_levels`, which are the catalogue's: price and stock must come from
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
        let is_variable = row.kind == "variable";
        let sold_here = row.kind == "simple" || is_variable;
        let sellable = Sellable {
            name: row.name,
            purchasable: sold_here
                && row.status == "published"
                && row.price.is_some()
                // A variation of another product is no variation of this one.
                && (is_variable == row.variation.is_some()),
            needs_choice: is_variable && variation.is_none(),
            open: row.open.map(|Json(open)| open).unwrap_or_default(),
            min: Quantity::units(row.min_quantity),
            step: Quantity::units(row.step),
            available: Quantity::units(row.available),
        };
        (sellable, row.slug)
    }))
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

/// Same product and same choices, same line.
pub fn line_key(
    product: ProductId,
    variation: Option<VariationId>,
    choices: &BTreeMap<String, String>,
) -> String {
    let mut text = format!("{}/{}", product.0, variation.map_or(0, |id| id.0));
    for (name, value) in choices {
        text.push_str(&format!("/{name}={value}"));
    }
    let mut key = hex::encode(Sha256::digest(text.as_bytes()));
    key.truncate(32);
    key
}

/// How much of a line is held, and how many lines there are.
pub async fn held(db: &mut PgConnection, cart: CartId, key: &str) -> sqlx::Result<(Quantity, usize)> {
    let row = sqlx::query!(
        r#"select coalesce(max(quantity) filter (where key = $2), 0) as "held!", count(*) as "lines!"
           from cart_lines where cart_id = $1"#,
        cart.0,
        key
    )
    .fetch_one(db)
    .await?;
    Ok((Quantity::units(row.held), usize::try_from(row.lines).unwrap_or(usize::MAX)))
}

/// A line as it is to be.
#[derive(Debug, Clone, Copy)]
pub struct NewLine<'a> {
    pub key: &'a str,
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub choices: &'a BTreeMap<String, String>,
    pub quantity: Quantity,
}

pub async fn put_line(
    db: &mut PgConnection,
    cart: CartId,
    line: &NewLine<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with put as (
             insert into cart_lines (cart_id, key, product_id, variation_id, quantity, added_at, choices)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (cart_id, key) do update set quantity = excluded.quantity)
         update carts set version = version + 1, updated_at = $6 where id = $1",
        cart.0,
        line.key,
        line.product.0,
        line.variation.map(|id| id.0),
        line.quantity.as_units(),
        now,
        serde_json::json!(line.choices)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Another quantity in a line that is there.
pub async fn set_line(
    db: &mut PgConnection,
    cart: CartId,
    key: &str,
    quantity: Quantity,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with put as (update cart_lines set quantity = $3 where cart_id = $1 and key = $2)
         update carts set version = version + 1, updated_at = $4 where id = $1",
        cart.0,
        key,
        quantity.as_units(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What a line is made of, for a change of its quantity.
pub async fn find_line(
    db: &mut PgConnection,
    cart: CartId,
    key: &str,
) -> sqlx::Result<Option<(ProductId, Option<VariationId>)>> {
    let row = sqlx::query!(
        "select product_id, variation_id from cart_lines where cart_id = $1 and key = $2",
        cart.0,
        key
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (ProductId(row.product_id), row.variation_id.map(VariationId))))
}

/// A line that was just taken out, for whoever wants it back.
#[derive(Debug, Clone, Copy)]
pub struct Removed {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub quantity: Quantity,
}

/// Removing what is not there is success: a repeat changes nothing.
pub async fn remove_line(
    db: &mut PgConnection,
    cart: CartId,
    key: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Removed>> {
    let removed = sqlx::query!(
        "delete from cart_lines where cart_id = $1 and key = $2 returning product_id, variation_id, quantity",
        cart.0,
        key
    )
    .fetch_optional(&mut *db)
    .await?;
    if removed.is_some() {
        sqlx::query!("update carts set version = version + 1, updated_at = $2 where id = $1", cart.0, now)
            .execute(db)
            .await?;
    }
    Ok(removed.map(|row| Removed {
        product: ProductId(row.product_id),
        variation: row.variation_id.map(VariationId),
        quantity: Quantity::units(row.quantity),
    }))
}

/// A cart with its lines, oldest first, at this instant's price. `kept` are the rules in memory: if they have changed
/// since, they are read again on the same connection, so that a cart is never priced by old ones.
/// Joins the catalogue's and pricing's tables because every answer of the cart draws them.
pub async fn contents(
    db: &mut PgConnection,
    kept: &Kept,
    cart: CartId,
    now: DateTime<Utc>,
) -> sqlx::Result<Contents> {
    let rows = sqlx::query!(
        r#"
        select line.key, line.quantity, line.choices as "chosen: Json<BTreeMap<String, String>>",
               cart.country, cart.city, cart.postcode, cart.shipping_method,
               exists (select from cart_coupons where cart_id = $1) as "has_coupons!", product.weight_grams, product.id as product_id, product.name, product.slug,
               variation.label as "detail?", product.min_quantity, product.step,
               coalesce(variation.regular_minor, product.regular_minor, 0) as "regular!",
               case when variation.id is null then product.sale_minor else variation.sale_minor end as sale,
               case when variation.id is null then product.sale_from else variation.sale_from end as sale_from,
               case when variation.id is null then product.sale_to else variation.sale_to end as sale_to,
               case when variation.id is null then product.sale_pause else variation.sale_pause end as sale_pause,
               variation.id as "variation_id?", variation.choices as "choices?: Json<BTreeMap<String, String>>",
               product.category_id || array(select category_id from product_categories
                                            where product_id = product.id) as "categories!",
               array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
               (select version from discount_state) as "version!",
               coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>"
        from cart_lines line
        join carts cart on cart.id = line.cart_id
        join products product on product.id = line.product_id and product.status <> 'draft'
        left join variations variation on variation.id = line.variation_id
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        left join pictures picture on picture.name = product.pictures[1]
        where line.cart_id = $1
        order by line.added_at, line.key
        "#,
        cart.0
    )
    .fetch_all(&mut *db)
    .await?;
    let Some(first) = rows.first() else { return Ok(Contents::default()) };
    let mut rules = kept.get::<Rules>().await?;
    if rules.version != first.version {
        rules = Arc::new(pricing::store::rules(&mut *db).await?);
    }
    let place = Place {
        country: first.country.clone(),
        city: first.city.clone(),
        postcode: first.postcode.clone(),
        method: first.shipping_method,
    };
    let coupons = if first.has_coupons { totals::coupons(db, cart).await? } else { Vec::new() };
    let lines = rows.into_iter().map(|row| {
        let offer = Offer {
            regular: Money::minor(row.regular),
            sale: row.sale.map(Money::minor),
            sale_from: row.sale_from,
            sale_to: row.sale_to,
            sale_pause: row.sale_pause.map(|seconds| TimeDelta::seconds(seconds.into())),
        };
        let subject = Subject {
            product: ProductId(row.product_id),
            variation: row.variation_id.map(VariationId),
            categories: &row.categories,
            values: &row.values,
            choices: row.choices.as_deref(),
        };
        let quantity = Quantity::units(row.quantity);
        let price = rules.price(&offer, &subject, Ask { quantity, who: Who::Anyone, now });
        Line {
            picture: row.files.map(|files| {
                PictureView::new("", row.width.unwrap_or(800), row.height.unwrap_or(1000), &files)
            }),
            key: row.key,
            product_id: ProductId(row.product_id),
            name: row.name,
            detail: detail(row.detail, &row.chosen),
            slug: row.slug,
            quantity,
            min: Quantity::units(row.min_quantity),
            step: Quantity::units(row.step),
            available: Quantity::units(row.available),
            price,
            categories: row.categories,
            grams: row.weight_grams.unwrap_or(0).into(),
        }
    });
    let lines: Vec<Line> = lines.collect();
    Ok(Contents::new(lines, place, coupons, &*kept.get::<Rates>().await?, now))
}

/// What a variation is called, and what was chosen beside it.
fn detail(label: Option<String>, chosen: &BTreeMap<String, String>) -> Option<String> {
    let parts: Vec<_> = label.iter().chain(chosen.values()).map(String::as_str).collect();
    (!parts.is_empty()).then(|| parts.join("، "))
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

/// Empties one cart into another: same things add up. Both rows are locked by the caller's order, the lower id first.
pub async fn merge(
    db: &mut PgConnection,
    from: CartId,
    into: CartId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!("select from carts where id in ($1, $2) order by id for update", from.0, into.0)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "with moved as (delete from cart_lines where cart_id = $1 returning *)
         insert into cart_lines (cart_id, key, product_id, variation_id, quantity, added_at, choices)
         select $2, key, product_id, variation_id, quantity, added_at, choices from moved
         on conflict (cart_id, key) do update set quantity = least(cart_lines.quantity + excluded.quantity, $3)",
        from.0,
        into.0,
        Quantity::MAX.as_units()
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "with moved as (delete from cart_coupons where cart_id = $1 returning *), touched as (
             update carts set version = version + 1, updated_at = $3 where id in ($1, $2))
         insert into cart_coupons (cart_id, coupon_id, added_at) select $2, coupon_id, added_at from moved
         on conflict do nothing",
        from.0,
        into.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets carts that no session leads to any more. In small steps: a long delete holds locks.
/// Reads `sessions`, which is the edge's: a cart is alive as long as somebody can reach it.
pub async fn sweep(db: &sqlx::PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let mut swept = 0;
    loop {
        let step = sqlx::query!(
            "delete from carts where id in (
                 select cart.id from carts cart left join sessions session on session.cart_id = cart.id
                 where session.cart_id is null and cart.updated_at < $1 limit 1000)",
            now - chrono::TimeDelta::hours(1)
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
