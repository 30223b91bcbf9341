//! Reads `audit_log`, a table of `edge`, the names of `staff`, a table of `accounts`, and what people call the things that lines
//! are about, in the tables of their crates.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

use super::texts::{Logged, Name, Names, Wanted};

#[derive(Debug)]
pub struct Line {
    pub seq: i64,
    pub at: DateTime<Utc>,
    pub actor: String,
    pub action: String,
    pub subject: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl Line {
    pub fn logged(&self) -> Logged<'_> {
        let Self { action, subject, before, after, .. } = self;
        Logged { action, subject, before: before.as_deref(), after: after.as_deref() }
    }
}

/// The newest lines with a number below `before`.
pub async fn list(
    db: &PgPool,
    actor: Option<&str>,
    action: Option<&str>,
    since: Option<DateTime<Utc>>,
    before: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<Line>> {
    let mut tx = db.begin().await?;
    // Which index is the right one depends on the filters.
    sqlx::query!("set local plan_cache_mode = force_custom_plan").execute(&mut *tx).await?;
    let lines = sqlx::query_as!(
        Line,
        r#"select seq, at, actor, action, subject, before, after from audit_log
           where ($1::text is null or actor = $1) and ($2::text is null or action = $2)
               and ($3::timestamptz is null or at >= $3) and seq < coalesce($4, 9223372036854775807)
           order by seq desc limit $5"#,
        actor,
        action,
        since,
        before,
        limit
    )
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(lines)
}

/// The newest acts of staff among the newest lines of the log, of which most may be of customers. Signing in and out is no act.
pub async fn newest_of_staff(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<Line>> {
    sqlx::query_as!(
        Line,
        r#"select seq as "seq!", at as "at!", actor as "actor!", action as "action!", subject as "subject!", before, after
           from (select seq, at, actor, action, subject, before, after from audit_log order by seq desc limit 200) newest
           where actor like 'staff %' and action <> all ('{login,logout}')
           order by seq desc limit $1"#,
        limit
    )
    .fetch_all(db)
    .await
}

#[derive(Debug)]
pub struct Person {
    pub id: i64,
    pub name: String,
}

/// Everybody who ever was in the team.
pub async fn people(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Person>> {
    sqlx::query_as!(Person, "select id, name from staff order by name, id").fetch_all(db).await
}

/// Adds what people call things. Reads tables of `orders`, `catalog`, `content`, `enquiries`, `cart`, `reviews` and `accounts` in
/// one query, so that a page costs one round trip for all of them.
pub async fn name_things(db: impl PgExecutor<'_>, wanted: &Wanted, names: &mut Names) -> sqlx::Result<()> {
    let rows = sqlx::query!(
        r#"select 'order' as "kind!", id::text as "key!", number::text as "name!", null::bigint as product
           from orders where id = any($1)
           union all
           select 'product', id::text, name, id from products where id = any($2)
           union all
           select 'variation', one.id::text, product.name || '، ' || one.label, product.id
           from variations one join products product on product.id = one.product_id where one.id = any($3)
           union all
           select 'content', item.id::text, newest.title, null::bigint
           from content_items item cross join lateral (
               select title from content_versions where item_id = item.id
               order by valid_from desc nulls first, id desc limit 1
           ) newest
           where item.id = any($4)
           union all
           select 'enquiry', id::text, id::text, null::bigint from enquiries where id = any($5)
           union all
           select 'bulk', id::text, title, null::bigint from bulk_jobs where id = any($6)
           union all
           select 'picture', name, case title when '' then name else title end, null::bigint
           from pictures where name = any($7)
           union all
           select 'store', id::text, name, null::bigint from stores
           union all
           select 'zone', id::text, name, null::bigint from shipping_zones
           union all
           select 'method', id::text, title, null::bigint from shipping_methods
           union all
           select 'topic', id::text, label, null::bigint from review_tags
           union all
           select 'role', name, title, null::bigint from staff_roles"#,
        &wanted.orders,
        &wanted.products,
        &wanted.variations,
        &wanted.content,
        &wanted.enquiries,
        &wanted.bulk_jobs,
        &wanted.pictures
    )
    .fetch_all(db)
    .await?;
    for row in rows {
        names.insert(row.kind, row.key, Name { text: row.name, product: row.product });
    }
    Ok(())
}
