//! Lines of a cart, and the items of bundle lines.

use std::collections::BTreeMap;

use bundles::{ChosenItem, Pick};
use chrono::{DateTime, Utc};
use kernel::{CartId, ProductId, Quantity, VariationId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, types::Json};

use crate::{contents::Line, rules::MAX_LINES};

/// Key of a line: equal for the same product with the same choices.
pub fn line_key(
    product: ProductId,
    variation: Option<VariationId>,
    choices: &BTreeMap<String, String>,
) -> String {
    let mut text = format!("{}/{}", product.0, variation.map_or(0, |id| id.0));
    for (name, value) in choices {
        text.push_str(&format!("/{name}={value}"));
    }
    digest(&text)
}

/// Key of a bundle line: equal for the same bundle with the same items.
pub fn bundle_key(product: ProductId, parts: &[ChosenItem]) -> String {
    let mut text = format!("{}/bundle", product.0);
    for part in parts {
        let what = line_key(part.product, part.variation, &part.choices);
        text.push_str(&format!("/{}:{what}:{}", part.key, part.quantity));
    }
    digest(&text)
}

fn digest(text: &str) -> String {
    let mut key = hex::encode(Sha256::digest(text.as_bytes()));
    key.truncate(32);
    key
}

/// State of a cart before a product is added.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExistingLine {
    /// Quantity of the line with the given key.
    pub quantity: Quantity,
    pub lines: usize,
    /// Another line may use the same stock: a bundle, or the same product with other choices.
    pub is_shared: bool,
}

pub async fn find_existing_line(
    db: &mut PgConnection,
    cart: CartId,
    key: &str,
    product: ProductId,
) -> sqlx::Result<ExistingLine> {
    let row = sqlx::query!(
        r#"select coalesce(max(quantity) filter (where key = $2), 0) as "held!", count(*) as "lines!",
                  exists (select from cart_bundle_items where cart_id = $1)
                      or coalesce(bool_or(product_id = $3 and key <> $2), false) as "is_shared!"
           from cart_lines where cart_id = $1"#,
        cart.0,
        key,
        product.0
    )
    .fetch_one(db)
    .await?;
    Ok(ExistingLine {
        quantity: Quantity::from_units(row.held),
        lines: usize::try_from(row.lines).unwrap_or(usize::MAX),
        is_shared: row.is_shared,
    })
}

/// Stock needed of one product or variation.
#[derive(Debug, Clone, Copy)]
pub struct StockDemand {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub quantity: Quantity,
}

impl From<&ChosenItem> for StockDemand {
    fn from(item: &ChosenItem) -> Self {
        Self { product: item.product, variation: item.variation, quantity: item.quantity }
    }
}

/// How many more of this set can be bought, given the rest of the cart. Joins the catalogue's tables: stock
/// must be read in the transaction that uses it.
pub async fn available_sets(
    db: &mut PgConnection,
    cart: Option<CartId>,
    key: &str,
    parts: &[StockDemand],
) -> sqlx::Result<i64> {
    let products: Vec<i64> = parts.iter().map(|part| part.product.0).collect();
    let variations: Vec<Option<i64>> = parts.iter().map(|part| part.variation.map(|id| id.0)).collect();
    let quantities: Vec<i64> = parts.iter().map(|part| part.quantity.as_units()).collect();
    sqlx::query_scalar!(
        r#"
        with wanted as (
            select product_id, variation_id, sum(quantity) as quantity
            from unnest($3::bigint[], $4::bigint[], $5::bigint[]) as part (product_id, variation_id, quantity)
            group by 1, 2
        ), taken as (
            select product_id, variation_id, sum(quantity) as quantity
            from (select product_id, variation_id, quantity from cart_lines where cart_id = $1 and key <> $2
                  union all
                  -- A withdrawn bundle takes nothing.
                  select part.product_id, part.variation_id, part.quantity * (line.quantity / 100000)
                  from cart_bundle_items part join cart_lines line on line.cart_id = part.cart_id and line.key = part.line_key
                  join products bundle on bundle.id = line.product_id and bundle.status = 'published'
                  where part.cart_id = $1 and part.line_key <> $2) other
            group by 1, 2
        )
        select coalesce(min(greatest(0, floor(
                   (coalesce(stock.on_hand - stock.reserved, 0) - coalesce(taken.quantity, 0)) / wanted.quantity
               ))), 0)::bigint as "room!"
        from wanted
        join products product on product.id = wanted.product_id
        left join variations variation on variation.id = wanted.variation_id
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        left join taken on taken.product_id = wanted.product_id
                       and taken.variation_id is not distinct from wanted.variation_id
        "#,
        cart.map(|cart| cart.0),
        key,
        &products,
        &variations as &[Option<i64>],
        &quantities
    )
    .fetch_one(db)
    .await
}

/// A line to be inserted or updated.
#[derive(Debug, Clone, Copy)]
pub struct NewLine<'a> {
    pub key: &'a str,
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub choices: &'a BTreeMap<String, String>,
    pub quantity: Quantity,
    /// Items of a bundle; empty otherwise.
    pub parts: &'a [ChosenItem],
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
    .execute(&mut *db)
    .await?;
    // The key is derived from the items, so existing items are the same.
    for part in line.parts {
        sqlx::query!(
            "insert into cart_bundle_items (cart_id, line_key, item_key, product_id, variation_id, quantity, choices)
             values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
            cart.0,
            line.key,
            part.key,
            part.product.0,
            part.variation.map(|id| id.0),
            part.quantity.as_units(),
            serde_json::json!(part.choices)
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Sets the quantity of an existing line.
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

/// The product of a line.
#[derive(Debug)]
pub struct LineStock {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    /// Stock that one piece of a bundle needs; empty otherwise.
    pub parts: Vec<StockDemand>,
}

pub async fn find_line(db: &mut PgConnection, cart: CartId, key: &str) -> sqlx::Result<Option<LineStock>> {
    let row = sqlx::query!(
        "select product_id, variation_id from cart_lines where cart_id = $1 and key = $2",
        cart.0,
        key
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let items = bundle_items(db, cart, key).await?;
    Ok(Some(LineStock {
        product: ProductId(row.product_id),
        variation: row.variation_id.map(VariationId),
        parts: items.into_iter().map(|item| item.demand).collect(),
    }))
}

/// An item of a bundle line.
struct BundleItem {
    demand: StockDemand,
    pick: Pick,
}

async fn bundle_items(db: &mut PgConnection, cart: CartId, key: &str) -> sqlx::Result<Vec<BundleItem>> {
    let rows = sqlx::query!(
        r#"select item_key, product_id, variation_id, quantity, choices as "choices: Json<BTreeMap<String, String>>"
           from cart_bundle_items where cart_id = $1 and line_key = $2 order by item_key"#,
        cart.0,
        key
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| {
        let quantity = Quantity::from_units(row.quantity);
        let demand = StockDemand {
            product: ProductId(row.product_id),
            variation: row.variation_id.map(VariationId),
            quantity,
        };
        let id = row.variation_id.unwrap_or(row.product_id);
        BundleItem { demand, pick: Pick { id, key: row.item_key, quantity, choices: row.choices.0 } }
    });
    Ok(items.collect())
}

/// A line as it is stored outside a cart. It names products and nothing about the shopper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedLine {
    pub product: i64,
    pub variation: Option<i64>,
    /// In hundred-thousandths.
    pub quantity: i64,
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// The chosen items of a bundle, as its form writes them; empty otherwise.
    #[serde(default)]
    pub selection: String,
}

/// The lines of a cart, oldest first, for a copy outside of it.
pub async fn saved_lines(db: &mut PgConnection, cart: CartId) -> sqlx::Result<Vec<SavedLine>> {
    let rows = sqlx::query!(
        r#"select key, product_id, variation_id, quantity, choices as "choices: Json<BTreeMap<String, String>>"
           from cart_lines where cart_id = $1 order by added_at, key"#,
        cart.0
    )
    .fetch_all(&mut *db)
    .await?;
    let mut lines = Vec::new();
    for row in rows {
        let items = bundle_items(&mut *db, cart, &row.key).await?;
        let picks: Vec<Pick> = items.into_iter().map(|item| item.pick).collect();
        lines.push(SavedLine {
            product: row.product_id,
            variation: row.variation_id,
            quantity: row.quantity,
            choices: row.choices.0,
            selection: bundles::rules::write(&picks),
        });
    }
    Ok(lines)
}

/// One line of a cart, for a copy outside of it. Only a bundle costs a query: everything else is in the line.
pub async fn saved_line(db: &mut PgConnection, cart: CartId, line: &Line) -> sqlx::Result<SavedLine> {
    let items = match line.parts.is_empty() {
        true => Vec::new(),
        false => bundle_items(db, cart, &line.key).await?,
    };
    let picks: Vec<Pick> = items.into_iter().map(|item| item.pick).collect();
    Ok(SavedLine {
        product: line.product_id.0,
        variation: line.variation.map(|variation| variation.0),
        quantity: line.quantity.as_units(),
        choices: line.choices.clone(),
        selection: if picks.is_empty() { String::new() } else { bundles::rules::write(&picks) },
    })
}

/// A removed line, with everything needed to add it again.
#[derive(Debug, Clone)]
pub struct Removed {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub quantity: Quantity,
    pub choices: BTreeMap<String, String>,
    /// The selection, if it was a bundle.
    pub picks: Vec<Pick>,
}

/// Removing a line that does not exist succeeds, so a repeated call changes nothing.
pub async fn remove_line(
    db: &mut PgConnection,
    cart: CartId,
    key: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Removed>> {
    let items = bundle_items(db, cart, key).await?;
    let removed = sqlx::query!(
        r#"delete from cart_lines where cart_id = $1 and key = $2
           returning product_id, variation_id, quantity, choices as "choices: Json<BTreeMap<String, String>>""#,
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
        quantity: Quantity::from_units(row.quantity),
        choices: row.choices.0,
        picks: items.into_iter().map(|item| item.pick).collect(),
    }))
}

/// Moves one cart's lines, saved lines and coupons into another; equal lines are added up. Locks both carts, lower id first,
/// to avoid deadlocks.
pub async fn merge(
    db: &mut PgConnection,
    from: CartId,
    into: CartId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!("select from carts where id in ($1, $2) order by id for update", from.0, into.0)
        .execute(&mut *db)
        .await?;
    // Drop the newest lines that would exceed `MAX_LINES`.
    sqlx::query!(
        "delete from cart_lines where cart_id = $1 and key in (
             select key from (
                 select line.key, row_number() over (order by line.added_at, line.key) as place
                 from cart_lines line where line.cart_id = $1 and not exists (
                     select from cart_lines own where own.cart_id = $2 and own.key = line.key)
             ) new
             where place > $3 - (select count(*) from cart_lines where cart_id = $2))",
        from.0,
        into.0,
        i64::try_from(MAX_LINES).unwrap_or(i64::MAX)
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "with moved as (delete from cart_lines where cart_id = $1 returning *), parts as (
             insert into cart_bundle_items (cart_id, line_key, item_key, product_id, variation_id, quantity, choices)
             select $2, line_key, item_key, product_id, variation_id, quantity, choices from cart_bundle_items
             where cart_id = $1 on conflict do nothing)
         insert into cart_lines (cart_id, key, product_id, variation_id, quantity, added_at, choices)
         select $2, key, product_id, variation_id, quantity, added_at, choices from moved
         on conflict (cart_id, key) do update set quantity = least(cart_lines.quantity + excluded.quantity, $3)",
        from.0,
        into.0,
        Quantity::MAX.as_units()
    )
    .execute(&mut *db)
    .await?;
    super::later::merge(&mut *db, from, into).await?;
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
