//! Products by their codes, with what a store has of them. Reads tables of the catalogue and of orders: a scan is one
//! question, and both crates would answer it with more than is shown.

use kernel::Quantity;
use sqlx::PgExecutor;

use crate::rules::ProductCodes;

#[derive(Debug, Clone)]
pub struct Store {
    pub id: i16,
    pub name: String,
}

/// Returns the stores of a member of staff, or all of them.
pub async fn list_stores(db: impl PgExecutor<'_>, only: Option<&[i16]>) -> sqlx::Result<Vec<Store>> {
    sqlx::query_as!(
        Store,
        "select id, name from stores where $1::smallint[] is null or id = any($1) order by id",
        only as _
    )
    .fetch_all(db)
    .await
}

pub async fn find_store(db: impl PgExecutor<'_>, id: i16) -> sqlx::Result<Option<Store>> {
    sqlx::query_as!(Store, "select id, name from stores where id = $1", id).fetch_optional(db).await
}

/// A product or a variation with its stock in one store.
#[derive(Debug, Clone)]
pub struct Item {
    pub id: i64,
    pub product_id: i64,
    pub sku: String,
    pub name: String,
    pub label: String,
    pub slug: String,
    pub gtin: String,
    pub is_published: bool,
    pub step: Quantity,
    pub on_hand: Quantity,
    pub reserved: Quantity,
    pub bin: String,
    /// In the count that was given.
    pub counted: Option<Quantity>,
}

/// More products than this never have one code.
const MAX_MATCHES: i64 = 50;

/// Returns the ids of products and variations with a code. The code of a product with variations is that of all of
/// them, unless it is the code of some of them.
pub async fn match_codes(db: impl PgExecutor<'_>, codes: &ProductCodes) -> sqlx::Result<Vec<i64>> {
    let rows = sqlx::query!(
        r#"select distinct product.id as product_id, coalesce(variation.id, product.id) as "id!",
               matched.variation_id is not null as "is_exact!"
           from (select id as product_id, null::bigint as variation_id from products
                 where (gtin = any($1) and gtin <> '') or sku = any($2)
                 union all
                 select product_id, id from variations where (gtin = any($1) and gtin <> '') or sku = any($2)) matched
           join products product on product.id = matched.product_id
           left join variations variation on product.kind = 'variable' and variation.product_id = product.id
               and (matched.variation_id is null or variation.id = matched.variation_id)
           where product.kind <> 'external' and (product.kind <> 'variable' or variation.id is not null)
           order by 2 limit $3"#,
        &codes.gtins,
        &codes.skus,
        MAX_MATCHES
    )
    .fetch_all(db)
    .await?;
    let has_exact = |product| rows.iter().any(|row| row.is_exact && row.product_id == product);
    let wanted = rows.iter().filter(|row| row.is_exact || !has_exact(row.product_id));
    Ok(wanted.map(|row| row.id).collect())
}

/// Loads products and variations in the order of their ids, with the stock of a store and the quantities of a count.
pub async fn load_items(
    db: impl PgExecutor<'_>,
    ids: &[i64],
    store: i16,
    count: Option<i64>,
) -> sqlx::Result<Vec<Item>> {
    sqlx::query_as!(
        Item,
        r#"select coalesce(variation.id, product.id) as "id!", product.id as product_id, item.sku as "sku!",
               product.name, coalesce(variation.label, product.note) as "label!", product.slug,
               coalesce(variation.gtin, product.gtin) as "gtin!",
               product.status = 'published' as "is_published!",
               coalesce(variation.step, product.step) as "step!: Quantity",
               coalesce(level.on_hand, 0) as "on_hand!: Quantity",
               coalesce(level.reserved, 0) as "reserved!: Quantity",
               coalesce(place.bin, '') as "bin!", line.counted as "counted?: Quantity"
           from unnest($1::bigint[]) with ordinality as wanted (id, position)
           left join variations variation on variation.id = wanted.id
           join products product on product.id = coalesce(variation.product_id, wanted.id)
           cross join lateral (select coalesce(variation.sku, product.sku) as sku) item
           left join stock_levels level on level.sku = item.sku and level.store = $2
           left join stock_bins place on place.sku = item.sku and place.store = $2
           left join stock_count_lines line on line.count_id = $3 and line.sku = item.sku
           where product.kind <> 'external' and (product.kind <> 'variable' or variation.id is not null)
           order by wanted.position"#,
        ids,
        store,
        count
    )
    .fetch_all(db)
    .await
}

/// An empty text removes the bin.
pub async fn set_bin(db: &mut sqlx::PgConnection, sku: &str, store: i16, bin: &str) -> sqlx::Result<()> {
    if bin.is_empty() {
        sqlx::query!("delete from stock_bins where sku = $1 and store = $2", sku, store).execute(db).await?;
        return Ok(());
    }
    sqlx::query!(
        "insert into stock_bins (sku, store, bin) values ($1, $2, $3)
         on conflict (sku, store) do update set bin = excluded.bin",
        sku,
        store,
        bin
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The name of an order's state.
pub async fn find_order_state(db: impl PgExecutor<'_>, number: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select state from orders where number = $1", number).fetch_optional(db).await
}
