//! Statements of the edits of staff. Callers have locked the product, so that what they compared is what they change.

use kernel::Quantity;
use sqlx::{PgConnection, PgExecutor};

use super::import;
use crate::rules::{
    ProductKind, ProductStatus,
    edit::{ProductFields, VariationFields},
};

/// A product as staff edit it.
#[derive(Debug, Clone)]
pub struct EditedProduct {
    pub id: i64,
    pub kind: ProductKind,
    pub version: i64,
    pub fields: ProductFields,
}

/// Locks a product until the end of the transaction if `is_locked`.
pub async fn find_product(
    db: &mut PgConnection,
    id: i64,
    is_locked: bool,
) -> sqlx::Result<Option<EditedProduct>> {
    if is_locked {
        sqlx::query!("select id from products where id = $1 for update", id).fetch_optional(&mut *db).await?;
    }
    let row = sqlx::query!(
        r#"select id, kind as "kind: ProductKind", status as "status: ProductStatus", version, name, note, description,
                  slug, category_id, tags, sku, gtin, mpn, regular_minor, sale_minor, sale_from, sale_to, min_quantity,
                  step, weight_grams, is_new, pictures,
                  coalesce((select name from brands where id = product.brand_id), '') as "brand!"
           from products product where id = $1"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| EditedProduct {
        id: row.id,
        kind: row.kind,
        version: row.version,
        fields: ProductFields {
            name: row.name,
            note: row.note,
            description: row.description,
            slug: row.slug,
            status: row.status,
            category_id: row.category_id,
            brand: row.brand,
            tags: row.tags,
            sku: row.sku,
            gtin: row.gtin,
            mpn: row.mpn,
            regular_minor: row.regular_minor,
            sale_minor: row.sale_minor,
            sale_from: row.sale_from,
            sale_to: row.sale_to,
            min_quantity: row.min_quantity,
            step: row.step,
            weight_grams: row.weight_grams,
            is_new: row.is_new,
            pictures: row.pictures,
        },
    }))
}

/// Inserts a product. Returns its id.
pub async fn insert_product(
    db: &mut PgConnection,
    kind: ProductKind,
    fields: &ProductFields,
) -> sqlx::Result<i64> {
    let id = sqlx::query_scalar!(
        "insert into products (kind, status, sku, slug, name, category_id) values ($1, $2, $3, $4, $5, $6) returning id",
        kind as ProductKind,
        fields.status as ProductStatus,
        fields.sku,
        fields.slug,
        fields.name,
        fields.category_id
    )
    .fetch_one(&mut *db)
    .await?;
    write_fields(db, id, fields).await?;
    Ok(id)
}

async fn write_fields(db: &mut PgConnection, id: i64, fields: &ProductFields) -> sqlx::Result<()> {
    let brand = match fields.brand.as_str() {
        "" => None,
        name => Some(import::upsert_brand(db, name).await?),
    };
    sqlx::query!(
        "update products set name = $2, note = $3, description = $4, slug = $5, status = $6, category_id = $7, brand_id = $8,
                tags = $9, sku = $10, gtin = $11, mpn = $12, regular_minor = $13, sale_minor = $14, sale_from = $15,
                sale_to = $16, min_quantity = $17, step = $18, weight_grams = $19, is_new = $20, pictures = $21,
                updated_at = now()
         where id = $1",
        id,
        fields.name,
        fields.note,
        &fields.description,
        fields.slug,
        fields.status as ProductStatus,
        fields.category_id,
        brand,
        &fields.tags,
        fields.sku,
        fields.gtin,
        fields.mpn,
        fields.regular_minor,
        fields.sale_minor,
        fields.sale_from,
        fields.sale_to,
        fields.min_quantity,
        fields.step,
        fields.weight_grams,
        fields.is_new,
        &fields.pictures
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes a locked product as its next version, and returns that.
pub async fn update_product(
    db: &mut PgConnection,
    old: &EditedProduct,
    fields: &ProductFields,
) -> sqlx::Result<i64> {
    write_fields(db, old.id, fields).await?;
    sqlx::query_scalar!("update products set version = version + 1 where id = $1 returning version", old.id)
        .fetch_one(db)
        .await
}

/// Makes a locked product one that is sold as a set.
pub async fn make_bundle(db: &mut PgConnection, id: i64) -> sqlx::Result<()> {
    sqlx::query!("update products set kind = 'bundle' where id = $1 and kind <> 'bundle'", id)
        .execute(db)
        .await?;
    Ok(())
}

/// A variation as staff edit it.
#[derive(Debug, Clone)]
pub struct EditedVariation {
    pub id: i64,
    pub product_id: i64,
    pub label: String,
    pub version: i64,
    pub fields: VariationFields,
}

/// The variations of a product, in their order.
pub async fn list_variations(db: impl PgExecutor<'_>, product: i64) -> sqlx::Result<Vec<EditedVariation>> {
    let rows = sqlx::query!(
        "select id, product_id, label, version, sku, gtin, mpn, regular_minor, sale_minor, sale_from, sale_to
         from variations where product_id = $1 order by position, id",
        product
    )
    .fetch_all(db)
    .await?;
    let variations = rows.into_iter().map(|row| EditedVariation {
        id: row.id,
        product_id: row.product_id,
        label: row.label,
        version: row.version,
        fields: VariationFields {
            sku: row.sku,
            gtin: row.gtin,
            mpn: row.mpn,
            regular_minor: row.regular_minor,
            sale_minor: row.sale_minor,
            sale_from: row.sale_from,
            sale_to: row.sale_to,
        },
    });
    Ok(variations.collect())
}

/// One variation. The caller has locked its product.
pub async fn find_variation(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<EditedVariation>> {
    let row = sqlx::query!(
        "select id, product_id, label, version, sku, gtin, mpn, regular_minor, sale_minor, sale_from, sale_to
         from variations where id = $1",
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| EditedVariation {
        id: row.id,
        product_id: row.product_id,
        label: row.label,
        version: row.version,
        fields: VariationFields {
            sku: row.sku,
            gtin: row.gtin,
            mpn: row.mpn,
            regular_minor: row.regular_minor,
            sale_minor: row.sale_minor,
            sale_from: row.sale_from,
            sale_to: row.sale_to,
        },
    }))
}

/// Writes a variation of a locked product as its next version, and returns that.
pub async fn update_variation(db: &mut PgConnection, id: i64, fields: &VariationFields) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "update variations set sku = $2, gtin = $3, mpn = $4, regular_minor = $5, sale_minor = $6, sale_from = $7,
                sale_to = $8, version = version + 1
         where id = $1 returning version",
        id,
        fields.sku,
        fields.gtin,
        fields.mpn,
        fields.regular_minor,
        fields.sale_minor,
        fields.sale_from,
        fields.sale_to
    )
    .fetch_one(db)
    .await
}

/// A variation to insert.
#[derive(Debug)]
pub struct NewVariation {
    pub sku: String,
    pub label: String,
    pub regular_minor: i64,
    /// Value by name of the attribute.
    pub choices: std::collections::BTreeMap<String, String>,
}

/// Adds variations behind those that a product has. Returns their ids.
pub async fn insert_variations(
    db: &mut PgConnection,
    product: i64,
    new: &[NewVariation],
) -> sqlx::Result<Vec<i64>> {
    let mut position = sqlx::query_scalar!(
        r#"select coalesce(max(position), 0) as "last!" from variations where product_id = $1"#,
        product
    )
    .fetch_one(&mut *db)
    .await?;
    let mut ids = Vec::new();
    for one in new {
        position += 1;
        let id = sqlx::query_scalar!(
            "insert into variations (product_id, sku, label, position, regular_minor, choices)
             values ($1, $2, $3, $4, $5, $6) returning id",
            product,
            one.sku,
            one.label,
            position,
            one.regular_minor,
            sqlx::types::Json(&one.choices) as _
        )
        .fetch_one(&mut *db)
        .await?;
        ids.push(id);
    }
    Ok(ids)
}

/// An attribute of a product, and the values that its variations may have.
#[derive(Debug, Clone)]
pub struct OwnAttribute {
    pub id: i32,
    pub name: String,
    pub label: String,
    pub values: Vec<String>,
    pub for_variations: bool,
}

pub async fn list_attributes(db: impl PgExecutor<'_>, product: i64) -> sqlx::Result<Vec<OwnAttribute>> {
    sqlx::query_as!(
        OwnAttribute,
        r#"select attribute.id, attribute.name, attribute.label, own.for_variations,
                  array(select one.value from attribute_values one where one.id = any(own.value_ids)
                        order by one.position, one.id) as "values!"
           from product_attributes own join attributes attribute on attribute.id = own.attribute_id
           where own.product_id = $1 order by own.position, attribute.id"#,
        product
    )
    .fetch_all(db)
    .await
}

/// The name of the attribute with this label. Two attributes that are called the same would be two groups of filters.
pub async fn attribute_name(db: impl PgExecutor<'_>, label: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select name from attributes where label = $1 order by id limit 1", label)
        .fetch_optional(db)
        .await
}

/// Gives a product an attribute for its variations, with these values beside those it has. Returns its next version if that
/// made it a variable one, which has no price of its own.
pub async fn add_attribute(
    db: &mut PgConnection,
    product: i64,
    name: &str,
    label: &str,
    values: &[String],
) -> sqlx::Result<Option<i64>> {
    let attribute = import::upsert_attribute(db, name, label).await?;
    let mut ids = Vec::new();
    for value in values {
        ids.push(import::upsert_attribute_value(db, attribute, value).await?);
    }
    sqlx::query!(
        "insert into product_attributes (product_id, attribute_id, position, for_variations, value_ids)
         values ($1, $2, (select count(*) from product_attributes where product_id = $1), true, $3)
         on conflict (product_id, attribute_id) do update set for_variations = true, value_ids =
             (select array_agg(distinct id) from unnest(product_attributes.value_ids || excluded.value_ids) as id)",
        product,
        attribute,
        &ids
    )
    .execute(&mut *db)
    .await?;
    sqlx::query_scalar!(
        "update products set kind = 'variable', regular_minor = null, sale_minor = null, sale_from = null, sale_to = null,
                version = version + 1
         where id = $1 and kind = 'simple' returning version",
        product
    )
    .fetch_optional(db)
    .await
}

/// Gives the variations that leave an attribute open this value. A variation that leaves one open would match every choice, and
/// hide the variations that are made for one of them.
pub async fn close_choice(db: &mut PgConnection, product: i64, name: &str, value: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update variations set choices = choices || jsonb_build_object($2::text, $3::text),
                label = concat_ws('، ', nullif(label, ''), $3::text)
         where product_id = $1 and not jsonb_exists(choices, $2)",
        product,
        name,
        value
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Which of these codes another product or variation has: SKU, GTIN and address are each known once. A SKU that another one
/// had before is in use too: goods that were sold under it may come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodesInUse {
    pub sku: bool,
    pub gtin: bool,
    pub slug: bool,
}

/// `own`: the product or variation itself.
pub async fn codes_in_use(
    db: impl PgExecutor<'_>,
    own: i64,
    sku: &str,
    gtin: &str,
    slug: &str,
) -> sqlx::Result<CodesInUse> {
    sqlx::query_as!(
        CodesInUse,
        r#"select exists (select from products where sku = $2 and id <> $1)
                      or exists (select from variations where sku = $2 and id <> $1)
                      or exists (select from sku_renames where old_sku = $2 and new_sku <> all (array(
                          select sku from products where id = $1
                          union all select sku from variations where id = $1))) as "sku!",
                  $3 <> '' and (exists (select from products where gtin = $3 and gtin <> '' and id <> $1)
                      or exists (select from variations where gtin = $3 and gtin <> '' and id <> $1)) as "gtin!",
                  exists (select from products where slug = $4 and id <> $1) as "slug!""#,
        own,
        sku,
        gtin,
        slug
    )
    .fetch_one(db)
    .await
}

/// Moves what all stores have and know of a SKU to another one, the stock by lines of the ledger. False: pieces are reserved
/// under the old one, and nothing may be committed. The product has its new SKU already, so that the events of its stock
/// name it.
pub async fn rename_sku(db: &mut PgConnection, old: &str, new: &str) -> sqlx::Result<bool> {
    if old == new {
        return Ok(true);
    }
    let levels = sqlx::query!(
        "select store, on_hand, reserved from stock_levels where sku = $1 order by store for update",
        old
    )
    .fetch_all(&mut *db)
    .await?;
    if levels.iter().any(|level| level.reserved > 0) {
        return Ok(false);
    }
    for level in levels.iter().filter(|level| level.on_hand > 0) {
        for (sku, change) in [(old, -level.on_hand), (new, level.on_hand)] {
            let reason = format!("sku {old} is now {new}");
            sqlx::query!("select move_stock($1, $2, $3, $4)", sku, level.store, change, reason)
                .fetch_one(&mut *db)
                .await?;
        }
    }
    sqlx::query!("select rename_stock($1, $2)", old, new).execute(db).await?;
    Ok(true)
}

/// What the online store has of these SKUs, and how much of it waits for a payment.
#[derive(Debug, Clone)]
pub struct OnlineStock {
    pub sku: String,
    pub on_hand: Quantity,
    pub reserved: Quantity,
}

pub async fn online_stock(db: impl PgExecutor<'_>, skus: &[String]) -> sqlx::Result<Vec<OnlineStock>> {
    let rows = sqlx::query!(
        "select sku, on_hand, reserved from stock_levels where store = 1 and sku = any($1)",
        skus
    )
    .fetch_all(db)
    .await?;
    let levels = rows.into_iter().map(|row| OnlineStock {
        sku: row.sku,
        on_hand: Quantity::from_units(row.on_hand),
        reserved: Quantity::from_units(row.reserved),
    });
    Ok(levels.collect())
}

/// Whether there is a category with this id.
pub async fn has_category(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from categories where id = $1) as "found!""#, id)
        .fetch_one(db)
        .await
}

/// Adds a category on the top level, or finds the one with its address.
pub async fn add_category(db: &mut PgConnection, name: &str) -> sqlx::Result<i64> {
    let slug = crate::rules::edit::slug(name);
    let new = import::NewCategory { parent: None, slug: &slug, path: &slug, name };
    import::upsert_category(db, &new).await
}
