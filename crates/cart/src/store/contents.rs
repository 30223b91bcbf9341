//! Reads a cart with everything that its prices depend on.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use bundles::{BundleSettings, LoadedBundle, Prices};
use catalog::{ProductKind, ProductStatus, view::PictureFiles};
use chrono::{DateTime, Utc};
use edge::settings_cache::SettingsCache;
use kernel::CartId;
use pricing::Rules;
use sqlx::{PgConnection, types::Json};

use super::totals::{self, Rates};
use crate::contents::{CartBundles, Contents, LineRow, PartRow, overflow_error, price_lines};

/// Settings that cart prices depend on. Loaded before a transaction begins: a task that holds a connection must
/// not wait for a second one.
#[derive(Clone)]
pub struct Settings {
    pub rules: Arc<Rules>,
    pub bundles: Arc<BundleSettings>,
    pub rates: Arc<Rates>,
}

impl Settings {
    pub async fn load(cache: &SettingsCache) -> sqlx::Result<Self> {
        Ok(Self { rules: cache.get().await?, bundles: cache.get().await?, rates: cache.get().await? })
    }
}

/// Returns a cart with its lines, oldest first, at current prices. If the pricing rules have changed since
/// `settings` was loaded, they are read again on the same connection, so a cart is never priced by outdated
/// rules. Joins tables of the catalogue and of pricing because every cart response shows them.
pub async fn contents(
    db: &mut PgConnection,
    settings: &Settings,
    cart: CartId,
    now: DateTime<Utc>,
) -> sqlx::Result<Contents> {
    let rows = line_rows(db, cart).await?;
    let Some(first) = rows.first() else { return Ok(Contents::default()) };
    let mut rules = settings.rules.clone();
    if rules.version != first.version {
        rules = Arc::new(pricing::service::load_rules(&mut *db).await?);
    }
    let shipping_address = first.shipping_address();
    let coupons = if first.has_coupons { totals::coupons(db, cart).await? } else { Vec::new() };
    let bundle_ids: Vec<i64> = rows.iter().filter(|row| row.is_bundle()).map(|row| row.product_id).collect();
    let bundles = cart_bundles(db, cart, &bundle_ids).await?;
    let prices = Prices { rules: &rules, settings: &settings.bundles, now };
    let lines = price_lines(rows, bundles, &prices);
    Contents::new(lines, shipping_address, coupons, &settings.rates, now).map_err(overflow_error)
}

async fn line_rows(db: &mut PgConnection, cart: CartId) -> sqlx::Result<Vec<LineRow>> {
    sqlx::query_as!(
        LineRow,
        r#"
        select line.key, line.quantity, product.kind as "kind: ProductKind", product.status as "status: ProductStatus",
               coalesce(variation.sku, product.sku) as "sku!",
               (select not has_fixed_price from bundles where product_id = product.id) as by_parts,
               exists (select from cart_bundle_items where cart_id = $1 and line_key = line.key) as "has_parts!",
               line.choices as "chosen: Json<BTreeMap<String, String>>",
               cart.country, cart.city, cart.postcode, cart.shipping_method,
               exists (select from cart_coupons where cart_id = $1) as "has_coupons!",
               product.weight_grams, product.id as product_id, product.name, product.slug,
               variation.label as "detail?", product.min_quantity, product.step,
               coalesce(variation.regular_minor, product.regular_minor) as regular,
               case when variation.id is null then product.sale_minor else variation.sale_minor end as sale,
               case when variation.id is null then product.sale_from else variation.sale_from end as sale_from,
               case when variation.id is null then product.sale_to else variation.sale_to end as sale_to,
               case when variation.id is null then product.sale_pause else variation.sale_pause end as sale_pause,
               variation.id as "variation_id?", variation.choices as "choices?: Json<BTreeMap<String, String>>",
               product.category_id || array(select category_id from product_categories
                                            where product_id = product.id) as "categories!",
               array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
               (select version from discount_version) as "version!",
               coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>"
        from cart_lines line
        join carts cart on cart.id = line.cart_id
        join products product on product.id = line.product_id
        left join variations variation on variation.id = line.variation_id and variation.product_id = product.id
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        left join pictures picture on picture.name = product.pictures[1]
        where line.cart_id = $1
        order by line.added_at, line.key
        "#,
        cart.0
    )
    .fetch_all(db)
    .await
}

/// The bundles of a cart and their chosen items. Joins the catalogue's tables.
async fn cart_bundles(db: &mut PgConnection, cart: CartId, bundle_ids: &[i64]) -> sqlx::Result<CartBundles> {
    if bundle_ids.is_empty() {
        return Ok(CartBundles::default());
    }
    let rows = sqlx::query_as!(
        PartRow,
        r#"
        select part.line_key, part.item_key, part.product_id, part.variation_id, part.quantity,
               part.choices as "choices: Json<BTreeMap<String, String>>", product.name, product.weight_grams,
               coalesce(variation.sku, product.sku) as "sku!",
               variation.label as "label?", coalesce(stock.on_hand - stock.reserved, 0) as "available!"
        from cart_bundle_items part
        join products product on product.id = part.product_id
        left join variations variation on variation.id = part.variation_id
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        left join cart_lines line on line.cart_id = part.cart_id and line.key = part.line_key
        left join bundle_items item on item.bundle_id = line.product_id and item.key = part.item_key
        where part.cart_id = $1
        order by part.line_key, item.position, part.item_key
        "#,
        cart.0
    )
    .fetch_all(&mut *db)
    .await?;
    let sets = LoadedBundle::load(db, bundle_ids).await?;
    let mut parts: HashMap<String, Vec<PartRow>> = HashMap::new();
    for row in rows {
        parts.entry(row.line_key.clone()).or_default().push(row);
    }
    Ok(CartBundles { sets, parts })
}
