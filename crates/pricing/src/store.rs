//! All SQL on discount rules and on the prices that listings are sorted by.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use kernel::{Money, Quantity};
use sqlx::{PgConnection, PgExecutor};

use crate::rules::{DiscountKind, Rule, Rules, Target, Tier};

/// What a stored rule applies to; `target_id` says which one.
#[derive(Debug, Clone, Copy, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
enum TargetKind {
    Shop,
    Category,
    Value,
    Item,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
enum RuleAudience {
    Anyone,
    Customers,
}

/// All active rules, and their version. Reads `categories` and `attribute_values`, owned by the catalogue: a
/// rule for a category also applies to its descendants.
pub async fn load_rules(db: &mut PgConnection) -> sqlx::Result<Rules> {
    // The version first: a change in between then causes another read, instead of going unnoticed.
    let version = version(&mut *db).await?;
    let descendants = category_descendants(&mut *db).await?;
    let rows = sqlx::query!(
        r#"
        select rule.id, rule.name, rule.target as "target: TargetKind", rule.target_id, rule.kind as "kind: DiscountKind",
               rule.audience as "audience: RuleAudience", rule.starts_at, rule.ends_at, rule.priority, rule.stacks,
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
        let target = match (row.target, row.target_id) {
            (TargetKind::Shop, _) => Target::Shop,
            (TargetKind::Category, Some(id)) => {
                Target::Categories(descendants.get(&id).cloned().unwrap_or_default())
            }
            (TargetKind::Value, Some(id)) => match (i32::try_from(id), row.attribute, row.value) {
                (Ok(id), Some(attribute), Some(value)) => Target::Value { id, attribute, value },
                // The value was deleted: the rule applies to nothing.
                _ => continue,
            },
            (TargetKind::Item, Some(id)) => Target::Item(id),
            (TargetKind::Category | TargetKind::Value | TargetKind::Item, None) => continue,
        };
        let tiers = row.quantities.into_iter().zip(row.values);
        rules.push(Rule {
            id: row.id,
            name: row.name.into(),
            target,
            kind: row.kind,
            tiers: tiers.map(|(from, value)| Tier { from: Quantity::from_units(from), value }).collect(),
            customers_only: row.audience == RuleAudience::Customers,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            priority: row.priority,
            stacks: row.stacks,
        });
    }
    Ok(Rules::new(version, rules))
}

pub async fn version(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select version from discount_version").fetch_one(db).await
}

/// Each category with its descendants and itself.
async fn category_descendants(db: &mut PgConnection) -> sqlx::Result<HashMap<i64, Vec<i64>>> {
    let rows = sqlx::query!("select id, path from categories").fetch_all(db).await?;
    let by_path: BTreeMap<&str, i64> = rows.iter().map(|row| (row.path.as_str(), row.id)).collect();
    let mut descendants: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in &rows {
        // Every prefix of a path is the path of an ancestor.
        let ends = row.path.match_indices('/').map(|(index, _)| index).chain([row.path.len()]);
        for above in ends.filter_map(|end| by_path.get(&row.path[..end])) {
            descendants.entry(*above).or_default().push(row.id);
        }
    }
    Ok(descendants)
}

/// Ids of products whose listing price has to be computed by the price function: those with a discount rule, a
/// repeating sale, or an entry in `listing_prices`. Pages by id, after `after`. Reads the catalogue's tables.
pub async fn list_repriced_products(
    db: impl PgExecutor<'_>,
    after: i64,
    limit: usize,
) -> sqlx::Result<Vec<i64>> {
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
            or exists (select from listing_prices priced where priced.product_id = product.id)
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

/// The computed listing price of a product.
#[derive(Debug, Clone)]
pub struct ListingPrice {
    pub product: i64,
    pub price: Money,
    pub is_on_sale: bool,
    pub changes_at: Option<DateTime<Utc>>,
}

pub async fn save_listing_prices(db: &mut PgConnection, entries: &[ListingPrice]) -> sqlx::Result<()> {
    let products: Vec<_> = entries.iter().map(|one| one.product).collect();
    let prices: Vec<_> = entries.iter().map(|one| one.price.as_minor()).collect();
    let sales: Vec<_> = entries.iter().map(|one| one.is_on_sale).collect();
    let changes: Vec<_> = entries.iter().map(|one| one.changes_at).collect();
    sqlx::query!(
        "insert into listing_prices (product_id, price_minor, is_on_sale, changes_at)
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

/// The version of the rules that listings were last indexed with.
pub async fn indexed_version(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select indexed_version from discount_version").fetch_one(db).await
}

pub async fn set_indexed_version(db: impl PgExecutor<'_>, version: i64) -> sqlx::Result<()> {
    sqlx::query!("update discount_version set indexed_version = $1", version).execute(db).await?;
    Ok(())
}
