//! Everything about products and variations that the Store API shows and cards do not.

use std::collections::HashMap;

use serde::Deserialize;
use sqlx::{PgExecutor, types::Json};

use crate::view::PictureFiles;

/// A product's data beside its card.
#[derive(Debug, Clone)]
pub struct FullProduct {
    pub id: i64,
    pub sku: String,
    pub description: Vec<String>,
    pub external_label: Option<String>,
    pub brand: Option<NamedItem>,
    pub tags: Vec<NamedItem>,
    pub categories: Vec<CategoryItem>,
    pub pictures: Vec<StoredPicture>,
    pub attributes: Vec<ProductAttribute>,
    pub variations: Vec<FullVariation>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct NamedItem {
    pub id: i64,
    pub name: String,
}

#[derive(Debug, Clone, Deserialize)]
pub struct CategoryItem {
    pub id: i64,
    pub name: String,
    pub path: String,
}

#[derive(Debug, Clone, Deserialize)]
pub struct StoredPicture {
    pub name: String,
    pub width: i32,
    pub height: i32,
    pub files: PictureFiles,
}

#[derive(Debug, Clone, Deserialize)]
pub struct ProductAttribute {
    pub id: i32,
    pub name: String,
    pub label: String,
    pub for_variations: bool,
    pub values: Vec<ProductValue>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct ProductValue {
    pub id: i32,
    pub value: String,
}

/// A variation's data beside its card's.
#[derive(Debug, Clone, Deserialize)]
pub struct FullVariation {
    pub id: i64,
    pub sku: String,
    pub step: i64,
    pub pictures: Vec<StoredPicture>,
}

/// The data of these products, by id.
pub async fn full_products(db: impl PgExecutor<'_>, ids: &[i64]) -> sqlx::Result<HashMap<i64, FullProduct>> {
    let rows = sqlx::query!(
        r#"
        select product.id, product.sku, product.description, product.external_label,
               (select jsonb_build_object('id', brand.id, 'name', brand.name) from brands brand
                where brand.id = product.brand_id) as "brand: Json<NamedItem>",
               coalesce((select jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by named.position)
                from unnest(product.tags) with ordinality as named (name, position)
                join product_tags tag on tag.name = named.name), '[]') as "tags!: Json<Vec<NamedItem>>",
               coalesce((select jsonb_agg(jsonb_build_object('id', category.id, 'name', category.name,
                                                             'path', category.path)
                                          order by category.id <> product.category_id, category.id)
                from categories category
                where category.id = product.category_id or category.id in (
                    select category_id from product_categories where product_id = product.id)), '[]')
                   as "categories!: Json<Vec<CategoryItem>>",
               coalesce((select jsonb_agg(jsonb_build_object('name', picture.name, 'width', picture.width,
                                                             'height', picture.height, 'files', picture.files)
                                          order by shown.position)
                from unnest(product.pictures) with ordinality as shown (name, position)
                join pictures picture on picture.name = shown.name), '[]') as "pictures!: Json<Vec<StoredPicture>>",
               coalesce((select jsonb_agg(jsonb_build_object(
                       'id', attribute.id, 'name', attribute.name, 'label', attribute.label,
                       'for_variations', own.for_variations,
                       'values', (select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'value', one.value)
                                                            order by one.position, one.id), '[]')
                                  from attribute_values one where one.id = any(own.value_ids)))
                   order by own.position, attribute.position, attribute.id)
                from product_attributes own join attributes attribute on attribute.id = own.attribute_id
                where own.product_id = product.id and own.is_visible), '[]')
                   as "attributes!: Json<Vec<ProductAttribute>>",
               case when product.kind = 'variable' then coalesce((
                   select jsonb_agg(jsonb_build_object(
                       'id', variation.id, 'sku', variation.sku, 'step', variation.step,
                       'pictures', (select coalesce(jsonb_agg(jsonb_build_object(
                                        'name', picture.name, 'width', picture.width, 'height', picture.height,
                                        'files', picture.files) order by shown.position), '[]')
                                    from unnest(variation.pictures) with ordinality as shown (name, position)
                                    join pictures picture on picture.name = shown.name))
                       order by variation.position, variation.id)
                   from variations variation where variation.product_id = product.id), '[]') else '[]' end
                   as "variations!: Json<Vec<FullVariation>>"
        from products product where product.id = any($1)
        "#,
        ids
    )
    .fetch_all(db)
    .await?;
    let products = rows.into_iter().map(|row| {
        let product = FullProduct {
            id: row.id,
            sku: row.sku,
            description: row.description,
            external_label: row.external_label,
            brand: row.brand.map(|Json(brand)| brand),
            tags: row.tags.0,
            categories: row.categories.0,
            pictures: row.pictures.0,
            attributes: row.attributes.0,
            variations: row.variations.0,
        };
        (product.id, product)
    });
    Ok(products.collect())
}

/// The id of the published or hidden product with this slug.
pub async fn find_id_by_slug(db: impl PgExecutor<'_>, slug: &str) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select id from products where slug = $1 and status in ('published', 'hidden')", slug)
        .fetch_optional(db)
        .await
}

/// A variation and its product.
#[derive(Debug, Clone, Copy)]
pub struct VariationIds {
    pub id: i64,
    pub product_id: i64,
}

/// Variations of published products; an empty list of `parents` is all products. Returns one page and the number of all.
pub async fn list_variations(
    db: &sqlx::PgPool,
    filter: &VariationFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<(Vec<VariationIds>, i64)> {
    let VariationFilter { parents, excluded_parents, include, exclude, skus, is_descending } = filter;
    macro_rules! variations {
        ($query:ident, $start:literal, $end:literal $(, $more:expr)*) => {
            sqlx::$query!(
                $start + " from variations variation
                 join products product on product.id = variation.product_id and product.status = 'published'
                     and product.kind = 'variable'
                 where (cardinality($1::bigint[]) = 0 or variation.product_id = any($1))
                   and not variation.product_id = any($2::bigint[])
                   and ($3::bigint[] is null or variation.id = any($3)) and not variation.id = any($4::bigint[])
                   and (cardinality($5::text[]) = 0 or variation.sku = any($5))" + $end,
                parents,
                excluded_parents,
                include.as_deref(),
                exclude,
                skus
                $(, $more)*
            )
        };
    }
    let total = variations!(query_scalar, r#"select count(*) as "count!""#, "").fetch_one(db).await?;
    let rows = variations!(
        query,
        "select variation.id, variation.product_id",
        " order by variation.id * case when $6::boolean then -1 else 1 end offset $7 limit $8",
        *is_descending,
        offset,
        limit
    )
    .fetch_all(db)
    .await?;
    let ids = rows.into_iter().map(|row| VariationIds { id: row.id, product_id: row.product_id });
    Ok((ids.collect(), total))
}

#[derive(Debug, Clone, Default)]
pub struct VariationFilter {
    pub parents: Vec<i64>,
    pub excluded_parents: Vec<i64>,
    pub include: Option<Vec<i64>>,
    pub exclude: Vec<i64>,
    pub skus: Vec<String>,
    pub is_descending: bool,
}

/// A tag or a brand, and how many products have it.
#[derive(Debug, Clone)]
pub struct CountedName {
    pub id: i64,
    pub name: String,
    pub products: i64,
}

pub async fn tags(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<CountedName>> {
    sqlx::query_as!(
        CountedName,
        r#"select id::bigint as "id!", name, products from product_tags order by name limit 10000"#
    )
    .fetch_all(db)
    .await
}

pub async fn brands(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<CountedName>> {
    sqlx::query_as!(
        CountedName,
        "select id, name, product_count as products from brands order by name limit 10000"
    )
    .fetch_all(db)
    .await
}

/// An attribute of products, with the number of its values.
#[derive(Debug, Clone)]
pub struct AttributeRow {
    pub id: i32,
    pub name: String,
    pub label: String,
    pub values: i64,
}

pub async fn attributes(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<AttributeRow>> {
    sqlx::query_as!(
        AttributeRow,
        r#"select attribute.id, attribute.name, attribute.label,
                  (select count(*) from attribute_values one where one.attribute_id = attribute.id) as "values!"
           from attributes attribute order by attribute.position, attribute.id"#
    )
    .fetch_all(db)
    .await
}

/// A value of an attribute, and how many products have it.
#[derive(Debug, Clone)]
pub struct ValueRow {
    pub id: i32,
    pub attribute_id: i32,
    pub value: String,
    pub position: i32,
    pub products: i64,
}

/// The values of these attributes.
pub async fn attribute_values(db: impl PgExecutor<'_>, attributes: &[i32]) -> sqlx::Result<Vec<ValueRow>> {
    sqlx::query_as!(
        ValueRow,
        r#"select one.id, one.attribute_id, one.value, one.position, coalesce(counted.products, 0) as "products!"
           from attribute_values one
           left join facet_counts counted on counted.category_id = 0 and counted.term = one.id
           where one.attribute_id = any($1) order by one.position, one.id"#,
        attributes
    )
    .fetch_all(db)
    .await
}

/// The number of reviews of the products in each of these categories. Reads `review_summaries`, owned by reviews.
pub async fn review_counts(db: impl PgExecutor<'_>, categories: &[i64]) -> sqlx::Result<HashMap<i64, i64>> {
    let rows = sqlx::query!(
        r#"select entry.category_id, sum(summary.count) as "reviews!: i64"
           from listing_entries entry join review_summaries summary on summary.scope = entry.product_id
           where entry.category_id = any($1) group by 1"#,
        categories
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.category_id, row.reviews)).collect())
}
