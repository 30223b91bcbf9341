//! A chunk of rows, written by sets: a handful of statements, however many rows.

use std::collections::{BTreeMap, HashMap, HashSet, hash_map::Entry};

use chrono::{DateTime, Utc};
use kernel::ProductId;
use serde_json::json;
use sqlx::PgConnection;

use super::{
    Importer, Refused, Written,
    row::{Refusal, Row, Type},
};
use crate::listing;

/// More choices than this no shopper can make, and no page can carry.
const MOST_VARIATIONS: i64 = 200;

pub async fn write(
    importer: &mut Importer,
    db: &mut PgConnection,
    rows: &[(u64, Row)],
    now: DateTime<Utc>,
) -> sqlx::Result<Written> {
    let mut written = Written::default();
    let mut seen = HashSet::new();
    let mut refuse = |line: u64, row: &Row, reason: Refusal| {
        written.refused.push(Refused { line, sku: row.sku.clone(), reason });
    };
    let rows: Vec<&(u64, Row)> = rows
        .iter()
        .filter(|(line, row)| {
            let is_new = seen.insert(row.sku.as_str());
            if !is_new {
                refuse(*line, row, Refusal::Twice);
            }
            is_new
        })
        .collect();
    let (variations, products): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|(_, row)| row.kind == Type::Variation);

    let products: Vec<&Row> = products.iter().map(|(_, row)| row).collect();
    learn(importer, db, products.iter().copied().chain(variations.iter().map(|(_, row)| row))).await?;
    let ids = put_products(importer, db, &products).await?;
    put_attributes(importer, db, &products, &ids).await?;

    let (family, orphans) = put_variations(importer, db, &variations).await?;
    for (line, sku, reason) in orphans {
        written.refused.push(Refused { line, sku, reason });
    }
    put_stock(db, products.iter().copied().filter(|row| row.kind == Type::Simple)).await?;
    put_stock(db, variations.iter().map(|(_, row)| row)).await?;
    let touched: HashSet<i64> = ids.values().copied().chain(family).collect();
    let touched: Vec<i64> = touched.into_iter().collect();
    listing::put_on_shelves(db, &touched, now).await?;
    written.products = touched.into_iter().map(ProductId).collect();
    Ok(written)
}

/// Makes what the rows name and nobody has named before.
async fn learn<'a>(
    importer: &mut Importer,
    db: &mut PgConnection,
    rows: impl Iterator<Item = &'a Row>,
) -> sqlx::Result<()> {
    for row in rows {
        if !row.brand.is_empty() && !importer.brands.contains_key(&row.brand) {
            let id = sqlx::query_scalar!(
                "insert into brands (name) values ($1) on conflict (name) do update set name = excluded.name returning id",
                row.brand
            )
            .fetch_one(&mut *db)
            .await?;
            importer.brands.insert(row.brand.clone(), id);
        }
        for path in &row.categories {
            learn_category(importer, db, path).await?;
        }
        for given in &row.attributes {
            let attribute = match importer.attributes.get(&given.label) {
                Some(id) => *id,
                None => {
                    let id = sqlx::query_scalar!(
                        "insert into attributes (name, label) values ($1, $2)
                         on conflict (name) do update set label = excluded.label returning id",
                        slug(&given.label),
                        given.label
                    )
                    .fetch_one(&mut *db)
                    .await?;
                    importer.attributes.insert(given.label.clone(), id);
                    id
                }
            };
            for value in &given.values {
                if let Entry::Vacant(free) = importer.values.entry((attribute, value.clone())) {
                    let id = sqlx::query_scalar!(
                        "insert into attribute_values (attribute_id, value) values ($1, $2)
                         on conflict (attribute_id, value) do update set value = excluded.value returning id",
                        attribute,
                        value
                    )
                    .fetch_one(&mut *db)
                    .await?;
                    free.insert(id);
                }
            }
        }
    }
    Ok(())
}

async fn learn_category(
    importer: &mut Importer,
    db: &mut PgConnection,
    steps: &[String],
) -> sqlx::Result<()> {
    let mut parent: Option<i64> = None;
    let mut path = String::new();
    for name in steps {
        let own = slug(name);
        path = if path.is_empty() { own.clone() } else { format!("{path}/{own}") };
        let id = match importer.categories.get(&path) {
            Some(id) => *id,
            None => {
                let id = sqlx::query_scalar!(
                    "insert into categories (parent_id, slug, path, name) values ($1, $2, $3, $4)
                     on conflict (path) do update set slug = excluded.slug returning id",
                    parent as Option<i64>,
                    own,
                    path,
                    name
                )
                .fetch_one(&mut *db)
                .await?;
                importer.categories.insert(path.clone(), id);
                id
            }
        };
        parent = Some(id);
    }
    Ok(())
}

/// The category at the end of a path that was learnt.
fn category(importer: &Importer, steps: &[String]) -> Option<i64> {
    let path: Vec<_> = steps.iter().map(|step| slug(step)).collect();
    importer.categories.get(&path.join("/")).copied()
}

async fn put_products(
    importer: &Importer,
    db: &mut PgConnection,
    rows: &[&Row],
) -> sqlx::Result<HashMap<String, i64>> {
    // As one JSON document: rows with lists inside do not fit into parallel arrays.
    let documents: Vec<_> = rows
        .iter()
        .map(|row| {
            let has_price = row.kind != Type::Variable;
            json!({
                "kind": row.kind.kind(), "status": row.status, "sku": row.sku,
                "slug": format!("{}-{}", slug(&row.name), slug(&row.sku)),
                "name": row.name, "note": row.summary, "description": row.description, "tags": row.tags,
                "pictures": row.pictures, "gtin": row.gtin, "mpn": row.mpn,
                "brand_id": importer.brands.get(&row.brand),
                "category_id": row.categories.first().and_then(|path| category(importer, path)),
                "regular_minor": row.regular_minor.filter(|_| has_price),
                "sale_minor": row.sale_minor.filter(|_| has_price),
                "sale_from": row.sale_from, "sale_to": row.sale_to,
                "featured": row.is_featured.then_some(1000),
                "weight_grams": row.weight_grams,
                "external_url": row.external_url, "external_label": row.external_label,
            })
        })
        .collect();
    let written = sqlx::query!(
        r#"
        insert into products (kind, status, sku, slug, name, note, description, tags, pictures, gtin, mpn, brand_id,
                              category_id, regular_minor, sale_minor, sale_from, sale_to, featured, weight_grams,
                              external_url, external_label)
        select kind, status, sku, slug, name, note, description, tags, pictures, gtin, mpn, brand_id,
               category_id, regular_minor, sale_minor, sale_from, sale_to, featured, weight_grams,
               external_url, external_label
        from jsonb_to_recordset($1) as given (
            kind text, status text, sku text, slug text, name text, note text, description text[], tags text[],
            pictures text[], gtin text, mpn text, brand_id bigint, category_id bigint, regular_minor bigint,
            sale_minor bigint, sale_from timestamptz, sale_to timestamptz, featured integer, weight_grams integer,
            external_url text, external_label text)
        on conflict (sku) do update set
            kind = excluded.kind, status = excluded.status, name = excluded.name, note = excluded.note,
            description = excluded.description, tags = excluded.tags, pictures = excluded.pictures,
            gtin = excluded.gtin, mpn = excluded.mpn, brand_id = excluded.brand_id,
            category_id = excluded.category_id, regular_minor = excluded.regular_minor,
            sale_minor = excluded.sale_minor, sale_from = excluded.sale_from, sale_to = excluded.sale_to,
            featured = excluded.featured, weight_grams = excluded.weight_grams,
            external_url = excluded.external_url, external_label = excluded.external_label, updated_at = now()
        returning id, sku
        "#,
        json!(documents)
    )
    .fetch_all(&mut *db)
    .await?;
    let ids: HashMap<String, i64> = written.into_iter().map(|row| (row.sku, row.id)).collect();

    let all: Vec<i64> = ids.values().copied().collect();
    sqlx::query!("delete from product_categories where product_id = any($1)", &all).execute(&mut *db).await?;
    let (mut products, mut categories) = (Vec::new(), Vec::new());
    for row in rows {
        for path in row.categories.iter().skip(1) {
            if let (Some(id), Some(category)) = (ids.get(&row.sku), category(importer, path)) {
                products.push(*id);
                categories.push(category);
            }
        }
    }
    sqlx::query!(
        "insert into product_categories (product_id, category_id)
         select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing",
        &products,
        &categories
    )
    .execute(db)
    .await?;
    Ok(ids)
}

async fn put_attributes(
    importer: &Importer,
    db: &mut PgConnection,
    rows: &[&Row],
    ids: &HashMap<String, i64>,
) -> sqlx::Result<()> {
    let all: Vec<i64> = ids.values().copied().collect();
    sqlx::query!("delete from product_attributes where product_id = any($1)", &all).execute(&mut *db).await?;
    let mut documents = Vec::new();
    for row in rows {
        let mut named = HashSet::new();
        for (position, given) in row.attributes.iter().enumerate() {
            let Some(attribute) = importer.attributes.get(&given.label).filter(|id| named.insert(**id))
            else {
                continue;
            };
            let values =
                given.values.iter().filter_map(|value| importer.values.get(&(*attribute, value.clone())));
            documents.push(json!({
                "product_id": ids.get(&row.sku), "attribute_id": attribute, "position": position,
                "for_variations": row.kind == Type::Variable, "is_visible": given.is_visible,
                "value_ids": values.collect::<Vec<_>>(),
            }));
        }
    }
    sqlx::query!(
        "insert into product_attributes (product_id, attribute_id, position, for_variations, is_visible, value_ids)
         select * from jsonb_to_recordset($1) as given (
             product_id bigint, attribute_id integer, position integer, for_variations boolean, is_visible boolean,
             value_ids integer[])",
        json!(documents)
    )
    .execute(db)
    .await?;
    Ok(())
}

type Orphans = Vec<(u64, String, Refusal)>;

/// The products whose variations these are, and the rows that have no such product.
async fn put_variations(
    importer: &Importer,
    db: &mut PgConnection,
    rows: &[&(u64, Row)],
) -> sqlx::Result<(HashSet<i64>, Orphans)> {
    let named: Vec<String> = rows.iter().map(|(_, row)| row.parent.clone()).collect();
    let parents = sqlx::query!(
        r#"select product.id, product.sku, (select count(*) from variations where product_id = product.id) as "held!"
           from products product where product.sku = any($1) and product.kind = 'variable'"#,
        &named
    )
    .fetch_all(&mut *db)
    .await?;
    let mut parents: HashMap<String, (i64, i64)> =
        parents.into_iter().map(|row| (row.sku, (row.id, row.held))).collect();
    let own: Vec<String> = rows.iter().map(|(_, row)| row.sku.clone()).collect();
    let known: HashSet<String> = sqlx::query_scalar!("select sku from variations where sku = any($1)", &own)
        .fetch_all(&mut *db)
        .await?
        .into_iter()
        .collect();
    let mut orphans = Vec::new();
    let mut family = HashSet::new();
    let mut documents = Vec::new();
    for (line, row) in rows.iter().copied() {
        let Some((parent, held)) = parents.get_mut(&row.parent) else {
            orphans.push((*line, row.sku.clone(), Refusal::UnknownParent(row.parent.clone())));
            continue;
        };
        if !known.contains(&row.sku) {
            if *held >= MOST_VARIATIONS {
                orphans.push((*line, row.sku.clone(), Refusal::TooManyVariations));
                continue;
            }
            *held += 1;
        }
        family.insert(*parent);
        let choices: BTreeMap<String, &str> =
            row.attributes.iter().map(|given| (slug(&given.label), given.values[0].as_str())).collect();
        let label: Vec<_> = row.attributes.iter().map(|given| given.values[0].as_str()).collect();
        documents.push(json!({
            "product_id": parent, "sku": row.sku, "label": label.join("، "), "position": line,
            "regular_minor": row.regular_minor, "sale_minor": row.sale_minor,
            "sale_from": row.sale_from, "sale_to": row.sale_to, "gtin": row.gtin, "mpn": row.mpn,
            "brand_id": importer.brands.get(&row.brand), "choices": choices, "pictures": row.pictures,
        }));
    }
    sqlx::query!(
        r#"
        insert into variations (product_id, sku, label, position, regular_minor, sale_minor, sale_from, sale_to, gtin,
                                mpn, brand_id, choices, pictures)
        select product_id, sku, label, position, regular_minor, sale_minor, sale_from, sale_to, gtin, mpn, brand_id,
               choices, pictures
        from jsonb_to_recordset($1) as given (
            product_id bigint, sku text, label text, position integer, regular_minor bigint, sale_minor bigint,
            sale_from timestamptz, sale_to timestamptz, gtin text, mpn text, brand_id bigint, choices jsonb,
            pictures text[])
        on conflict (sku) do update set
            product_id = excluded.product_id, label = excluded.label, position = excluded.position,
            regular_minor = excluded.regular_minor, sale_minor = excluded.sale_minor,
            sale_from = excluded.sale_from, sale_to = excluded.sale_to, gtin = excluded.gtin, mpn = excluded.mpn,
            brand_id = excluded.brand_id, choices = excluded.choices, pictures = excluded.pictures
        "#,
        json!(documents)
    )
    .execute(db)
    .await?;
    Ok((family, orphans))
}

/// Brings what is on hand to what the file says, with a line in the ledger for each difference.
async fn put_stock<'a>(db: &mut PgConnection, rows: impl Iterator<Item = &'a Row>) -> sqlx::Result<()> {
    sqlx::query!("select set_config('matjar.shelving', 'later', true)").fetch_one(&mut *db).await?;
    let (skus, units): (Vec<String>, Vec<i64>) =
        rows.map(|row| (row.sku.clone(), row.stock.saturating_mul(kernel::Quantity::ONE.as_units()))).unzip();
    sqlx::query!(
        r#"
        select move_stock(wanted.sku, 1::smallint, greatest(wanted.units, coalesce(level.reserved, 0))
                                                   - coalesce(level.on_hand, 0), 'import')
        from unnest($1::text[], $2::bigint[]) as wanted (sku, units)
        left join stock_levels level on level.sku = wanted.sku and level.store = 1
        where greatest(wanted.units, coalesce(level.reserved, 0)) <> coalesce(level.on_hand, -1)
        "#,
        &skus,
        &units
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

/// Letters and digits of any script, joined by hyphens, as WooCommerce makes them.
fn slug(text: &str) -> String {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_keeps_letters_of_any_script() {
        assert_eq!(slug("بن حراز (250 غ) Mokha"), "بن-حراز-250-غ-mokha");
    }
}
