//! What the search index contains of a product.

use kernel::{Money, ProductId};
use sqlx::PgExecutor;

use crate::rules::listing::ON_SALE;

/// The searchable texts of a product.
#[derive(Debug, Clone)]
pub struct SearchableProduct {
    pub id: ProductId,
    pub name: String,
    pub brand: String,
    pub categories: Vec<String>,
    pub attributes: Vec<String>,
    pub tags: Vec<String>,
    pub codes: Vec<String>,
    pub summary: String,
    /// The lowest price now; `None` while the product is in no listing.
    pub price: Option<Money>,
    pub is_on_sale: bool,
}

/// The published ones among these products.
pub async fn list_searchable(
    db: impl PgExecutor<'_>,
    products: &[i64],
) -> sqlx::Result<Vec<SearchableProduct>> {
    let rows = sqlx::query!(
        r#"
        select product.id, product.name, product.tags,
               coalesce((select name from brands where id = product.brand_id), '') as "brand!",
               array(select above.name from categories own
                     join categories above on above.path = own.path or own.path like above.path || '/%'
                     where own.id = product.category_id
                        or own.id in (select category_id from product_categories where product_id = product.id)
                    ) as "categories!",
               array(select distinct one.value from product_attributes own
                     join attribute_values one on one.id = any(own.value_ids)
                     where own.product_id = product.id) as "attributes!",
               array[product.sku, product.gtin, product.mpn]
                   || array(select unnest(array[variation.sku, variation.gtin, variation.mpn])
                            from variations variation where variation.product_id = product.id) as "codes!",
               product.note || ' ' || array_to_string(product.description, ' ') as "summary!",
               entry.price_minor as "price?", coalesce($2 = any(entry.terms), false) as "is_on_sale!"
        from products product
        left join listing_entries entry on entry.category_id = 0 and entry.product_id = product.id
        where product.id = any($1) and product.status = 'published'
        "#,
        products,
        ON_SALE
    )
    .fetch_all(db)
    .await?;
    let searchable = rows.into_iter().map(|row| SearchableProduct {
        id: ProductId(row.id),
        name: row.name,
        brand: row.brand,
        categories: row.categories,
        attributes: row.attributes,
        tags: row.tags,
        codes: row.codes.into_iter().filter(|code| !code.is_empty()).collect(),
        summary: row.summary,
        price: row.price.map(Money::from_minor),
        is_on_sale: row.is_on_sale,
    });
    Ok(searchable.collect())
}

/// The lowest price now of those products that are in a listing, and whether it is a sale price.
pub async fn list_prices(
    db: impl PgExecutor<'_>,
    products: &[i64],
) -> sqlx::Result<Vec<(ProductId, Money, bool)>> {
    let rows = sqlx::query!(
        r#"
        select product_id, price_minor, $2 = any(terms) as "is_on_sale!" from listing_entries
        where category_id = 0 and product_id = any($1)
        "#,
        products,
        ON_SALE
    )
    .fetch_all(db)
    .await?;
    let price = |minor| Money::from_minor(minor);
    Ok(rows
        .into_iter()
        .map(|row| (ProductId(row.product_id), price(row.price_minor), row.is_on_sale))
        .collect())
}

/// The SKUs of these products, in this order.
pub async fn skus(db: impl PgExecutor<'_>, products: &[i64]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select product.sku from unnest($1::bigint[]) with ordinality as wanted (id, position)
           join products product on product.id = wanted.id order by wanted.position"#,
        products
    )
    .fetch_all(db)
    .await
}
