//! Every statement on discount rules and on what listings are told of prices.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use kernel::{Money, Quantity, UnknownValue};
use sqlx::{PgConnection, PgExecutor};

use crate::rules::{Kind, Rule, Rules, Target, Tier};

/// All active rules that may still hold, and the version they are of. Reads `categories` and `attribute_values`, which
/// are the catalogue's: a rule names one, and concerns all below it.
pub async fn rules(db: &mut PgConnection) -> sqlx::Result<Rules> {
    // The version first: a change in between makes the next look read again, not this one stay.
    let version = version(&mut *db).await?;
    let below = below(&mut *db).await?;
    let rows = sqlx::query!(
        r#"
        select rule.id, rule.name, rule.target, rule.target_id, rule.kind, rule.audience, rule.starts_at, rule.ends_at,
               rule.priority, rule.stacks,
               attribute.name as "attribute?", one.value as "value?",
               array_agg(tier.min_quantity) as "quantities!", array_agg(tier.value) as "values!"
        from discount_rules rule
        join discount_tiers tier on tier.rule_id = rule.id
        left join attribute_values one on rule.target = 'value' and one.id = rule.target_id
        left join attributes attribute on attribute.id = one.attribute_id
        where rule.is_active
        group by rule.id, attribute.name, one.value
        "#
    )
    .fetch_all(db)
    .await?;
    let mut rules = Vec::with_capacity(rows.len());
    for row in rows {
        let target = match (row.target.as_str(), row.target_id) {
            ("shop", _) => Target::Shop,
            ("category", Some(id)) => Target::Categories(below.get(&id).cloned().unwrap_or_default()),
            ("value", Some(id)) => match (i32::try_from(id), row.attribute, row.value) {
                (Ok(id), Some(attribute), Some(value)) => Target::Value { id, attribute, value },
                // The value is gone, and the rule concerns nothing.
                _ => continue,
            },
            ("item", Some(id)) => Target::Item(id),
            ("category" | "value" | "item", None) => continue,
            (other, _) => return Err(UnknownValue::new("discount target", other).into()),
        };
        let kind = match row.kind.as_str() {
            "percent" => Kind::Percent,
            "amount" => Kind::Amount,
            "price" => Kind::Price,
            other => return Err(UnknownValue::new("discount kind", other).into()),
        };
        let customers_only = match row.audience.as_str() {
            "anyone" => false,
            "customers" => true,
            other => return Err(UnknownValue::new("discount audience", other).into()),
        };
        let tiers = row.quantities.into_iter().zip(row.values);
        rules.push(Rule {
            id: row.id,
            name: row.name.into(),
            target,
            kind,
            tiers: tiers.map(|(from, value)| Tier { from: Quantity::units(from), value }).collect(),
            customers_only,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            priority: row.priority,
            stacks: row.stacks,
        });
    }
    Ok(Rules::new(version, rules))
}

pub async fn version(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select version from discount_state").fetch_one(db).await
}

/// Each category with itself and all below it.
async fn below(db: &mut PgConnection) -> sqlx::Result<HashMap<i64, Vec<i64>>> {
    let rows = sqlx::query!("select id, path from categories").fetch_all(db).await?;
    let by_path: BTreeMap<&str, i64> = rows.iter().map(|row| (row.path.as_str(), row.id)).collect();
    let mut below: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in &rows {
        // Every beginning of a path is the path of one above.
        let ends = row.path.match_indices('/').map(|(at, _)| at).chain([row.path.len()]);
        for above in ends.filter_map(|end| by_path.get(&row.path[..end])) {
            below.entry(*above).or_default().push(row.id);
        }
    }
    Ok(below)
}

/// Products whose place in listings must be told by the price function: concerned by a rule, by a sale that comes
/// back, or told before. After `after`, by id. Reads the catalogue's tables.
pub async fn concerned(db: impl PgExecutor<'_>, after: i64, limit: usize) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"
        with recursive rule as (
            select target, target_id from discount_rules where is_active
        ), tree as (
            select target_id as id from rule where target = 'category'
            union
            select child.id from tree join categories child on child.parent_id = tree.id
        )
        select product.id from products product
        where product.id > $1 and product.status = 'published' and (
            exists (select from rule where target = 'shop')
            or exists (select from shown_prices told where told.product_id = product.id)
            or product.sale_pause is not null
            or product.category_id in (select id from tree)
            or exists (select from product_categories more
                       where more.product_id = product.id and more.category_id in (select id from tree))
            or exists (select from rule where target = 'item' and target_id = product.id)
            or exists (select from product_attributes own, rule
                       where own.product_id = product.id and rule.target = 'value' and rule.target_id = any(own.value_ids))
            or exists (select from variations variation
                       where variation.product_id = product.id
                         and (variation.sale_pause is not null
                              or variation.id in (select target_id from rule where target = 'item')))
        )
        order by product.id limit $2
        "#,
        after,
        i64::try_from(limit).unwrap_or(i64::MAX)
    )
    .fetch_all(db)
    .await
}

/// What the price function told of a product.
#[derive(Debug, Clone)]
pub struct Told {
    pub product: i64,
    pub price: Money,
    pub is_on_sale: bool,
    pub changes_at: Option<DateTime<Utc>>,
}

pub async fn put_told(db: &mut PgConnection, told: &[Told]) -> sqlx::Result<()> {
    let products: Vec<_> = told.iter().map(|one| one.product).collect();
    let prices: Vec<_> = told.iter().map(|one| one.price.as_minor()).collect();
    let sales: Vec<_> = told.iter().map(|one| one.is_on_sale).collect();
    let changes: Vec<_> = told.iter().map(|one| one.changes_at).collect();
    sqlx::query!(
        "insert into shown_prices (product_id, price_minor, is_on_sale, changes_at)
         select * from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::timestamptz[])
         on conflict (product_id) do update
         set price_minor = excluded.price_minor, is_on_sale = excluded.is_on_sale, changes_at = excluded.changes_at",
        &products,
        &prices,
        &sales,
        &changes as &[Option<DateTime<Utc>>]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The version of the rules that listings were last sorted by.
pub async fn shelved(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select shelved from discount_state").fetch_one(db).await
}

pub async fn set_shelved(db: impl PgExecutor<'_>, version: i64) -> sqlx::Result<()> {
    sqlx::query!("update discount_state set shelved = $1", version).execute(db).await?;
    Ok(())
}
