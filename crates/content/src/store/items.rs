//! What an item shows at a moment.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, types::Json};

use super::Draft;
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

impl Version {
    pub fn to_draft(&self) -> Draft {
        Draft {
            kind: self.kind,
            slug: self.slug.clone(),
            page_group: self.page_group.clone(),
            title: self.title.clone(),
            lead: self.lead.clone(),
            author: self.author.clone(),
            picture: self.picture.clone(),
            blocks: self.blocks.0.clone(),
            categories: self.categories.clone(),
            comments_open: self.comments_open,
        }
    }
}

/// Selects a [`Version`] of `$from`, with when another one of the item starts.
macro_rules! select_version {
    ($next_start:literal, [$($from:tt)+], $($argument:expr),+) => {
        sqlx::query_as!(
            Version,
            r#"
            select item.id as item_id, item.kind as "kind: ItemKind", item.slug, item.page_group, item.comment_count,
                item.published_at, version.valid_from, version.is_hidden, version.title,
                version.lead, version.author, version.picture, version.blocks as "blocks: Json<Blocks>",
                version.categories, version.comments_open, version.plain, version.saved_at,
            "# + $next_start + " as next_start from content_items item " + $($from)+,
            $($argument),+
        )
    };
}

/// Selects the [`Version`] that is valid at the moment `$2`; `$item` chooses the item.
macro_rules! select_current {
    ($item:tt, $($argument:expr),+) => {
        select_version!(
            "(select min(later.valid_from) from content_versions later
              where later.item_id = item.id and later.valid_from > $2)",
            ["cross join lateral (
                  select * from content_versions one
                  where one.item_id = item.id and one.valid_from <= $2
                  order by one.valid_from desc, one.id desc limit 1
              ) version " + $item],
            $($argument),+
        )
    };
}

/// The version that is valid at a moment; hidden ones too.
pub async fn find_current(
    db: impl PgExecutor<'_>,
    slug: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Version>> {
    select_current!("where item.slug = $1", slug, now).fetch_optional(db).await
}

/// The same by id.
pub async fn find_current_of(
    db: impl PgExecutor<'_>,
    item: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Version>> {
    select_current!("where item.id = $1", item, now).fetch_optional(db).await
}

/// One version, whatever its state: for staff.
pub async fn find_version(db: impl PgExecutor<'_>, version: i64) -> sqlx::Result<Option<Version>> {
    select_version!(
        "null::timestamptz",
        ["join content_versions version on version.item_id = item.id where version.id = $1"],
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
