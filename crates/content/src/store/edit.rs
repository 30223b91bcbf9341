//! What staff write.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::rules::{Blocks, ItemKind, index_words};

/// What the editor's form holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    pub kind: ItemKind,
    pub slug: String,
    pub page_group: String,
    pub title: String,
    pub lead: String,
    pub author: String,
    pub picture: String,
    pub blocks: Blocks,
    pub categories: Vec<i64>,
    pub comments_open: bool,
}

impl Draft {
    /// The words of the blocks.
    pub fn plain(&self) -> String {
        let parts: Vec<String> = self.blocks.iter().map(crate::rules::Block::plain).collect();
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Adds an item without a version. Returns `None` if the address is taken.
pub async fn create_item(
    db: impl PgExecutor<'_>,
    draft: &Draft,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into content_items (kind, slug, page_group, created_at) values ($1, $2, $3, $4)
         on conflict do nothing returning id",
        draft.kind as ItemKind,
        draft.slug,
        draft.page_group,
        now
    )
    .fetch_optional(db)
    .await
}

/// Locks an item for an edit. Returns its version number and address.
pub async fn lock_item(db: impl PgExecutor<'_>, item: i64) -> sqlx::Result<Option<(i64, String, ItemKind)>> {
    let row = sqlx::query!(
        r#"select version, slug, kind as "kind: ItemKind" from content_items where id = $1 for update"#,
        item
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.version, row.slug, row.kind)))
}

/// Moves the version number of an item that is edited, and its address and group. Returns the number; `None` if the
/// address is taken.
pub async fn touch_item(
    db: impl PgExecutor<'_>,
    item: i64,
    slug: &str,
    page_group: &str,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "update content_items set version = version + 1, slug = $2, page_group = $3
         where id = $1 and not exists (select from content_items other where other.slug = $2 and other.id <> $1)
         returning version",
        item,
        slug,
        page_group
    )
    .fetch_optional(db)
    .await
}

/// Moves the version number of an item. Returns it.
pub async fn move_version(db: impl PgExecutor<'_>, item: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "update content_items set version = version + 1 where id = $1 returning version",
        item
    )
    .fetch_one(db)
    .await
}

/// Writes the one draft of an item.
pub async fn put_draft(
    db: &mut PgConnection,
    item: i64,
    draft: &Draft,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    let plain = draft.plain();
    let words = index_words(&format!("{} {} {plain}", draft.title, draft.lead));
    sqlx::query!("delete from content_versions where item_id = $1 and valid_from is null", item)
        .execute(&mut *db)
        .await?;
    sqlx::query_scalar!(
        "insert into content_versions (item_id, title, lead, author, picture, blocks, categories, comments_open, plain,
                                       words, saved_at, saved_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id",
        item,
        draft.title,
        draft.lead,
        draft.author,
        draft.picture,
        Json(&draft.blocks) as _,
        &draft.categories,
        draft.comments_open,
        plain,
        &words,
        now,
        actor
    )
    .fetch_one(db)
    .await
}

/// Lets the draft of an item start at a moment. Returns false without a draft.
pub async fn start_draft(db: &mut PgConnection, item: i64, at: DateTime<Utc>) -> sqlx::Result<bool> {
    let started = sqlx::query!(
        "update content_versions set valid_from = $2 where item_id = $1 and valid_from is null",
        item,
        at
    )
    .execute(&mut *db)
    .await?;
    refresh_date(db, item).await?;
    Ok(started.rows_affected() == 1)
}

/// Hides what is shown from a moment on: a copy of the version that is not public.
pub async fn hide(db: &mut PgConnection, item: i64, actor: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let hidden = sqlx::query!(
        "insert into content_versions (item_id, valid_from, is_hidden, title, lead, author, picture, blocks, categories,
                                       comments_open, plain, words, saved_at, saved_by)
         select item_id, $2, true, title, lead, author, picture, blocks, categories, comments_open, plain, words, $2, $3
         from content_versions where item_id = $1 and valid_from <= $2 order by valid_from desc, id desc limit 1",
        item,
        now,
        actor
    )
    .execute(db)
    .await?;
    Ok(hidden.rows_affected() == 1)
}

/// Takes a version that has not started back to a draft. Returns false if it has started, or if there is a draft already.
pub async fn unschedule(
    db: &mut PgConnection,
    item: i64,
    version: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update content_versions set valid_from = null
         where id = $2 and item_id = $1 and valid_from > $3
             and not exists (select from content_versions draft where draft.item_id = $1 and draft.valid_from is null)",
        item,
        version,
        now
    )
    .execute(&mut *db)
    .await?;
    refresh_date(db, item).await?;
    Ok(changed.rows_affected() == 1)
}

/// Makes a draft of an old version. Returns false if there is a draft already.
pub async fn restore(
    db: impl PgExecutor<'_>,
    item: i64,
    version: i64,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let restored = sqlx::query!(
        "insert into content_versions (item_id, title, lead, author, picture, blocks, categories, comments_open, plain,
                                       words, saved_at, saved_by)
         select item_id, title, lead, author, picture, blocks, categories, comments_open, plain, words, $3, $4
         from content_versions where id = $2 and item_id = $1
             and not exists (select from content_versions draft where draft.item_id = $1 and draft.valid_from is null)",
        item,
        version,
        now,
        actor
    )
    .execute(db)
    .await?;
    Ok(restored.rows_affected() == 1)
}

/// The date of an item is the start of its first version.
async fn refresh_date(db: &mut PgConnection, item: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update content_items set published_at = (select min(valid_from) from content_versions where item_id = $1)
         where id = $1",
        item
    )
    .execute(db)
    .await?;
    Ok(())
}

#[derive(Debug, Clone)]
pub struct StaffRow {
    pub id: i64,
    pub slug: String,
    /// Of the draft, or of the newest version.
    pub title: String,
    pub saved_at: DateTime<Utc>,
    pub has_draft: bool,
    /// Public now.
    pub is_public: bool,
    pub next_start: Option<DateTime<Utc>>,
}

/// Items of one kind, newest first.
pub async fn list_items(
    db: impl PgExecutor<'_>,
    kind: ItemKind,
    after: Option<i64>,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<StaffRow>> {
    sqlx::query_as!(
        StaffRow,
        r#"
        select item.id, item.slug, newest.title, newest.saved_at,
            exists (select from content_versions draft where draft.item_id = item.id and draft.valid_from is null)
                as "has_draft!",
            coalesce((select not one.is_hidden from content_versions one
                      where one.item_id = item.id and one.valid_from <= $3
                      order by one.valid_from desc, one.id desc limit 1), false) as "is_public!",
            (select min(later.valid_from) from content_versions later
             where later.item_id = item.id and later.valid_from > $3) as next_start
        from content_items item
        cross join lateral (
            select title, saved_at from content_versions one where one.item_id = item.id
            order by one.valid_from desc nulls first, one.id desc limit 1
        ) newest
        where item.kind = $1 and ($2::bigint is null or item.id < $2)
        order by item.id desc limit $4
        "#,
        kind as ItemKind,
        after,
        now,
        limit
    )
    .fetch_all(db)
    .await
}

pub async fn count_items(db: impl PgExecutor<'_>, kind: ItemKind) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from content_items where kind = $1"#, kind as ItemKind)
        .fetch_one(db)
        .await
}

#[derive(Debug, Clone)]
pub struct VersionRow {
    pub id: i64,
    pub valid_from: Option<DateTime<Utc>>,
    pub is_hidden: bool,
    pub title: String,
    pub saved_at: DateTime<Utc>,
}

/// Versions of an item: the draft first, then the newest.
pub async fn list_versions(db: impl PgExecutor<'_>, item: i64, limit: i64) -> sqlx::Result<Vec<VersionRow>> {
    sqlx::query_as!(
        VersionRow,
        "select id, valid_from, is_hidden, title, saved_at from content_versions where item_id = $1
         order by valid_from desc nulls first, id desc limit $2",
        item,
        limit
    )
    .fetch_all(db)
    .await
}

/// The version number of an item.
pub async fn item_version(db: impl PgExecutor<'_>, item: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select version from content_items where id = $1", item).fetch_optional(db).await
}
