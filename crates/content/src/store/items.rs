//! What an item shows at a moment.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, types::Json};

use crate::rules::{Blocks, ItemKind};

/// A version of a page or post, with what the item itself has.
#[derive(Debug, Clone)]
pub struct Version {
    pub item_id: i64,
    pub kind: ItemKind,
    pub slug: String,
    pub page_group: String,
    pub comment_count: i32,
    pub published_at: Option<DateTime<Utc>>,
    pub valid_from: Option<DateTime<Utc>>,
    pub is_hidden: bool,
    pub title: String,
    pub lead: String,
    pub author: String,
    pub picture: String,
    pub blocks: Json<Blocks>,
    pub categories: Vec<i64>,
    pub comments_open: bool,
    pub plain: String,
    pub saved_at: DateTime<Utc>,
    /// When another version of the item starts.
    pub next_start: Option<DateTime<Utc>>,
}

/// The version that is valid at a moment; hidden ones too.
pub async fn find_current(
    db: impl PgExecutor<'_>,
    slug: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Version>> {
    sqlx::query_as!(
        Version,
        r#"
        select item.id as item_id, item.kind as "kind: ItemKind", item.slug, item.page_group, item.comment_count,
            item.published_at, version.valid_from, version.is_hidden, version.title,
            version.lead, version.author, version.picture, version.blocks as "blocks: Json<Blocks>",
            version.categories, version.comments_open, version.plain, version.saved_at,
            (select min(later.valid_from) from content_versions later
             where later.item_id = item.id and later.valid_from > $2) as next_start
        from content_items item
        cross join lateral (
            select * from content_versions one
            where one.item_id = item.id and one.valid_from <= $2
            order by one.valid_from desc, one.id desc limit 1
        ) version
        where item.slug = $1
        "#,
        slug,
        now
    )
    .fetch_optional(db)
    .await
}

/// The same by id.
pub async fn find_current_of(
    db: impl PgExecutor<'_>,
    item: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Version>> {
    sqlx::query_as!(
        Version,
        r#"
        select item.id as item_id, item.kind as "kind: ItemKind", item.slug, item.page_group, item.comment_count,
            item.published_at, version.valid_from, version.is_hidden, version.title,
            version.lead, version.author, version.picture, version.blocks as "blocks: Json<Blocks>",
            version.categories, version.comments_open, version.plain, version.saved_at,
            (select min(later.valid_from) from content_versions later
             where later.item_id = item.id and later.valid_from > $2) as next_start
        from content_items item
        cross join lateral (
            select * from content_versions one
            where one.item_id = item.id and one.valid_from <= $2
            order by one.valid_from desc, one.id desc limit 1
        ) version
        where item.id = $1
        "#,
        item,
        now
    )
    .fetch_optional(db)
    .await
}

/// One version, whatever its state: for staff.
pub async fn find_version(db: impl PgExecutor<'_>, version: i64) -> sqlx::Result<Option<Version>> {
    sqlx::query_as!(
        Version,
        r#"
        select item.id as item_id, item.kind as "kind: ItemKind", item.slug, item.page_group, item.comment_count,
            item.published_at, version.valid_from, version.is_hidden, version.title,
            version.lead, version.author, version.picture, version.blocks as "blocks: Json<Blocks>",
            version.categories, version.comments_open, version.plain, version.saved_at,
            null::timestamptz as next_start
        from content_items item join content_versions version on version.item_id = item.id
        where version.id = $1
        "#,
        version
    )
    .fetch_optional(db)
    .await
}

/// A page or post in a list.
#[derive(Debug, Clone)]
pub struct Listed {
    pub item_id: i64,
    pub kind: ItemKind,
    pub slug: String,
    pub title: String,
    pub lead: String,
    pub picture: String,
    pub plain: String,
    pub published_at: Option<DateTime<Utc>>,
}

/// Public pages of one group, in the order in which they were created.
pub async fn list_group(
    db: impl PgExecutor<'_>,
    group: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Listed>> {
    sqlx::query_as!(
        Listed,
        r#"
        select item.id as item_id, item.kind as "kind: ItemKind", item.slug, version.title, version.lead,
            version.picture, '' as "plain!", item.published_at
        from content_items item
        cross join lateral (
            select * from content_versions one
            where one.item_id = item.id and one.valid_from <= $2
            order by one.valid_from desc, one.id desc limit 1
        ) version
        where item.page_group = $1 and item.page_group <> '' and not version.is_hidden
        order by item.id limit 20
        "#,
        group,
        now
    )
    .fetch_all(db)
    .await
}
