//! The staff's list of products, of all states, newest first. A page is read from an index, whatever its number.

use kernel::Quantity;
use sqlx::{PgExecutor, types::Json};

use crate::{
    rules::{ProductKind, ProductStatus},
    view::{PictureFiles, PictureView},
};

/// Which products are listed.
#[derive(Debug, Clone, Default)]
pub struct StaffFilter {
    pub status: Option<ProductStatus>,
    /// The category, then those below it; empty: any.
    pub categories: Vec<i64>,
    /// Only what shoppers see as sold out.
    pub is_sold_out: bool,
}

/// Ids of products before `before`, newest first.
pub async fn list_ids(
    db: impl PgExecutor<'_>,
    filter: &StaffFilter,
    before: i64,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let StaffFilter { status, categories, is_sold_out } = filter;
    match status {
        // A category lists the products of those below it too, and 0 lists all.
        _ if *is_sold_out => {
            sqlx::query_scalar!(
                "select product_id from listing_entries where category_id = $3 and is_sold_out and product_id < $1
                 order by product_id desc limit $2",
                before,
                limit,
                categories.first().copied().unwrap_or(0)
            )
            .fetch_all(db)
            .await
        }
        // One look into the index for each category: a large one is not sorted.
        _ if !categories.is_empty() => {
            sqlx::query_scalar!(
                r#"select found.id as "id!" from unnest($3::bigint[]) as wanted (category)
                   cross join lateral (
                       select id from products
                       where category_id = wanted.category and id < $1 and ($4::text is null or status = $4)
                       order by id desc limit $2
                   ) found order by found.id desc limit $2"#,
                before,
                limit,
                categories,
                *status as Option<ProductStatus>
            )
            .fetch_all(db)
            .await
        }
        Some(status @ (ProductStatus::Draft | ProductStatus::Hidden)) => {
            sqlx::query_scalar!(
                "select id from products where status <> 'published' and status = $3 and id < $1
                 order by id desc limit $2",
                before,
                limit,
                *status as ProductStatus
            )
            .fetch_all(db)
            .await
        }
        Some(ProductStatus::Published) => {
            sqlx::query_scalar!(
                "select id from products where status = 'published' and id < $1 order by id desc limit $2",
                before,
                limit
            )
            .fetch_all(db)
            .await
        }
        None => {
            sqlx::query_scalar!("select id from products where id < $1 order by id desc limit $2", before, limit)
                .fetch_all(db)
                .await
        }
    }
}

/// A row of the list.
#[derive(Debug, Clone)]
pub struct StaffRow {
    pub id: i64,
    pub kind: ProductKind,
    pub status: ProductStatus,
    pub version: i64,
    pub name: String,
    pub note: String,
    pub sku: String,
    pub slug: String,
    pub category: String,
    pub category_id: i64,
    pub regular_minor: Option<i64>,
    pub sale_minor: Option<i64>,
    pub sale_from: Option<chrono::DateTime<chrono::Utc>>,
    pub sale_to: Option<chrono::DateTime<chrono::Utc>>,
    /// In the online store, without what is reserved: of the product or of its variations together.
    pub available: Quantity,
    pub variations: i64,
    pub picture: Option<PictureView>,
}

/// These products, in this order.
pub async fn load_rows(db: impl PgExecutor<'_>, ids: &[i64]) -> sqlx::Result<Vec<StaffRow>> {
    let rows = sqlx::query!(
        r#"select product.id, product.kind as "kind: ProductKind", product.status as "status: ProductStatus",
                  product.version, product.name, product.note, product.sku, product.slug, product.category_id,
                  product.regular_minor, product.sale_minor, product.sale_from, product.sale_to,
                  (select name from categories where id = product.category_id) as "category!",
                  (select count(*) from variations where product_id = product.id) as "variations!",
                  coalesce((select sum(level.on_hand - level.reserved)::bigint from stock_levels level
                            where level.store = 1 and level.sku = any (
                                case product.kind when 'variable'
                                then array(select sku from variations where product_id = product.id)
                                else array[product.sku] end)), 0) as "available!",
                  picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>"
           from unnest($1::bigint[]) with ordinality as wanted (id, place)
           join products product on product.id = wanted.id
           left join pictures picture on picture.name = product.pictures[1]
           order by wanted.place"#,
        ids
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| StaffRow {
        id: row.id,
        kind: row.kind,
        status: row.status,
        version: row.version,
        picture: row
            .files
            .zip(row.width.zip(row.height))
            .map(|(files, (width, height))| PictureView::new("", width, height, &files)),
        name: row.name,
        note: row.note,
        sku: row.sku,
        slug: row.slug,
        category: row.category,
        category_id: row.category_id,
        regular_minor: row.regular_minor,
        sale_minor: row.sale_minor,
        sale_from: row.sale_from,
        sale_to: row.sale_to,
        available: Quantity::from_units(row.available),
        variations: row.variations,
    });
    Ok(rows.collect())
}

/// A product that is in no search index, because shoppers do not find it.
#[derive(Debug, Clone)]
pub struct UnlistedProduct {
    pub id: i64,
    pub name: String,
    pub sku: String,
}

/// The newest products that are not published.
pub async fn list_unlisted(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<UnlistedProduct>> {
    sqlx::query_as!(
        UnlistedProduct,
        r#"select id as "id!", name as "name!", sku as "sku!" from (
               (select id, name, sku from products where status = 'draft' order by id desc limit $1)
               union all
               (select id, name, sku from products where status = 'hidden' order by id desc limit $1)
           ) newest order by id desc limit $1"#,
        limit
    )
    .fetch_all(db)
    .await
}

/// The products, of any state, with exactly this SKU or GTIN.
pub async fn find_by_code(db: impl PgExecutor<'_>, code: &str) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from products where sku = $1 or (gtin = $1 and gtin <> '') order by id desc",
        code
    )
    .fetch_all(db)
    .await
}
