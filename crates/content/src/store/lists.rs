//! The blog, its categories, the search, the sitemap.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

use super::items::Listed;
use crate::rules::ItemKind;

/// Public posts, newest first; of one category if given.
pub async fn list_posts(
    db: impl PgExecutor<'_>,
    category: Option<i64>,
    now: DateTime<Utc>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<Listed>> {
    sqlx::query_as!(
        Listed,
        r#"
        select item.id as item_id, item.kind as "kind: ItemKind", item.slug, version.title, version.lead,
            version.picture, version.plain, item.published_at
        from content_items item
        cross join lateral (
            select * from content_versions one
            where one.item_id = item.id and one.valid_from <= $2
            order by one.valid_from desc, one.id desc limit 1
        ) version
        where item.kind = 'post' and item.published_at <= $2 and not version.is_hidden
            and ($1::bigint is null or $1 = any(version.categories))
        order by item.published_at desc, item.id desc
        offset $3 limit $4
        "#,
        category,
        now,
        offset,
        limit
    )
    .fetch_all(db)
    .await
}

/// How many there are; stops counting at 10,000.
pub async fn count_posts(
    db: impl PgExecutor<'_>,
    category: Option<i64>,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"
        select count(*) as "count!" from (
            select from content_items item
            cross join lateral (
                select * from content_versions one
                where one.item_id = item.id and one.valid_from <= $2
                order by one.valid_from desc, one.id desc limit 1
            ) version
            where item.kind = 'post' and item.published_at <= $2 and not version.is_hidden
                and ($1::bigint is null or $1 = any(version.categories))
            limit 10000
        ) counted
        "#,
        category,
        now
    )
    .fetch_one(db)
    .await
}

/// Public pages and posts that have all words, newest first.
pub async fn search(
    db: impl PgExecutor<'_>,
    words: &[String],
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Listed>> {
    sqlx::query_as!(
        Listed,
        r#"
        select item.id as item_id, item.kind as "kind: ItemKind", item.slug, version.title, version.lead,
            version.picture, version.plain, item.published_at
        from content_versions version join content_items item on item.id = version.item_id
        where version.words @> $1 and version.valid_from <= $2 and not version.is_hidden
            and not exists (
                select from content_versions newer
                where newer.item_id = version.item_id and newer.valid_from <= $2
                    and (newer.valid_from, newer.id) > (version.valid_from, version.id))
        order by item.published_at desc, item.id desc
        limit $3
        "#,
        words,
        now,
        limit
    )
    .fetch_all(db)
    .await
}

/// When the next version of any item starts: lists change then.
pub async fn next_start(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select min(valid_from) from content_versions where valid_from > $1", now)
        .fetch_one(db)
        .await
}

/// Addresses and dates of all public pages and posts, for the sitemap.
pub async fn list_for_sitemap(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<(String, DateTime<Utc>)>> {
    let rows = sqlx::query!(
        r#"
        select item.slug, version.valid_from as "valid_from!"
        from content_items item
        cross join lateral (
            select * from content_versions one
            where one.item_id = item.id and one.valid_from <= $1
            order by one.valid_from desc, one.id desc limit 1
        ) version
        where not version.is_hidden
        order by item.id limit 40000
        "#,
        now
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.slug, row.valid_from)).collect())
}

#[derive(Debug, Clone)]
pub struct Category {
    pub id: i64,
    pub name: String,
    pub slug: String,
}

pub async fn categories(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Category>> {
    sqlx::query_as!(Category, "select id, name, slug from post_categories order by name limit 200")
        .fetch_all(db)
        .await
}

/// Adds a category, or renames one. Returns false if another has the address.
pub async fn save_category(
    db: impl PgExecutor<'_>,
    id: Option<i64>,
    name: &str,
    slug: &str,
) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "with changed as (
             update post_categories set name = $2, slug = $3
             where id = $1 and not exists (select from post_categories other where other.slug = $3 and other.id <> $1)
             returning id),
         added as (
             insert into post_categories (name, slug) select $2, $3 where $1::bigint is null
             on conflict do nothing returning id)
         select id from changed union all select id from added",
        id,
        name,
        slug
    )
    .fetch_optional(db)
    .await?;
    Ok(saved.is_some())
}

/// Posts that name it lose it: their versions hold ids, and unknown ids are not shown.
pub async fn delete_category(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from post_categories where id = $1", id).execute(db).await?;
    Ok(deleted.rows_affected() == 1)
}
