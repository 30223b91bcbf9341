//! The library of pictures, as staff see it: lists, where a picture is used, edits and deletion.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::view::{PictureFiles, PictureFocus, PictureView};

/// A file above this is slow on a phone. As in the index of large pictures.
pub const LARGE_BYTES: i32 = 307_200;

/// A picture in the list.
#[derive(Debug, Clone)]
pub struct LibraryRow {
    pub name: String,
    pub title: String,
    pub alt: String,
    pub width: i32,
    pub height: i32,
    pub bytes: Option<i32>,
    pub added_at: DateTime<Utc>,
    pub files: Json<PictureFiles>,
}

impl LibraryRow {
    /// What the file was called, or the picture's name.
    pub fn shown_name(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }

    pub fn view(&self) -> PictureView {
        PictureView::new(&self.alt, self.width, self.height, &self.files)
    }

    pub fn cursor(&self) -> Cursor {
        Cursor { added_at: self.added_at, name: self.name.clone() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LibraryFilter {
    All,
    /// Without a description.
    Undescribed,
    Large,
}

/// The last picture of the page before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub added_at: DateTime<Utc>,
    pub name: String,
}

impl Cursor {
    /// Before the first page: later than any picture.
    pub fn start(now: DateTime<Utc>) -> Self {
        Self { added_at: now + TimeDelta::days(366), name: String::new() }
    }
}

/// Selects pictures after `$1`, `$2`, at most `$3`, newest first.
macro_rules! select_library {
    ($where:literal, $($argument:expr),+) => {
        sqlx::query_as!(
            LibraryRow,
            r#"select name, title, alt, width, height, bytes, added_at, files as "files: Json<PictureFiles>"
               from pictures where deleted_at is null and (added_at, name) < ($1, $2) "#
                + $where
                + " order by added_at desc, name desc limit $3",
            $($argument),+
        )
    };
}

/// A page of the library. `words` are folded, and stand in the name or the description.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: LibraryFilter,
    words: Option<&str>,
    after: &Cursor,
    limit: i64,
) -> sqlx::Result<Vec<LibraryRow>> {
    if let Some(words) = words {
        let pattern = format!("%{}%", escape_like(words));
        // The expression is the one of the index.
        return select_library!(
            "and fold_search(name || ' ' || title || ' ' || alt) like $4
             and (not $5 or alt = '') and (not $6 or bytes > 307200)",
            after.added_at,
            after.name,
            limit,
            pattern,
            filter == LibraryFilter::Undescribed,
            filter == LibraryFilter::Large
        )
        .fetch_all(db)
        .await;
    }
    match filter {
        LibraryFilter::All => select_library!("", after.added_at, after.name, limit).fetch_all(db).await,
        LibraryFilter::Undescribed => {
            select_library!("and alt = ''", after.added_at, after.name, limit).fetch_all(db).await
        }
        LibraryFilter::Large => {
            select_library!("and bytes > 307200", after.added_at, after.name, limit).fetch_all(db).await
        }
    }
}

fn escape_like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// How many pictures there are, up to `most`: nothing counts a table.
pub async fn count(db: impl PgExecutor<'_>, most: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (select from pictures where deleted_at is null limit $1) looked"#,
        most
    )
    .fetch_one(db)
    .await
}

/// Those of the names that goods or categories use.
pub async fn filter_used(db: impl PgExecutor<'_>, names: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select name as "name!" from unnest($1::text[]) as wanted (name)
           where exists (select from products where pictures @> array[wanted.name])
               or exists (select from variations where pictures <> '{}' and pictures @> array[wanted.name])
               or exists (select from categories where picture = wanted.name)"#,
        names
    )
    .fetch_all(db)
    .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseKind {
    Product,
    Variation,
    Category,
}

/// A thing that shows a picture.
#[derive(Debug, Clone)]
pub struct PictureUse {
    pub kind: UseKind,
    /// Of the product or the category.
    pub id: i64,
    pub label: String,
    /// Among the pictures of its product, starting at one.
    pub place: i32,
}

/// The goods and categories that show a picture, at most `limit` of each kind.
pub async fn list_uses(db: &mut PgConnection, name: &str, limit: i64) -> sqlx::Result<Vec<PictureUse>> {
    let products = sqlx::query!(
        r#"select id, name as label, array_position(pictures, $1::text) as "place!" from products
           where pictures @> array[$1] order by id desc limit $2"#,
        name,
        limit
    )
    .fetch_all(&mut *db)
    .await?;
    let variations = sqlx::query!(
        r#"select product.id, product.name || ' · ' || variation.sku as "label!"
           from variations variation join products product on product.id = variation.product_id
           where variation.pictures <> '{}' and variation.pictures @> array[$1]
           order by product.id desc, variation.id limit $2"#,
        name,
        limit
    )
    .fetch_all(&mut *db)
    .await?;
    let categories = sqlx::query!("select id, name from categories where picture = $1 order by id", name)
        .fetch_all(&mut *db)
        .await?;
    let products = products.into_iter().map(|row| PictureUse {
        kind: UseKind::Product,
        id: row.id,
        label: row.label,
        place: row.place,
    });
    let variations = variations.into_iter().map(|row| PictureUse {
        kind: UseKind::Variation,
        id: row.id,
        label: row.label,
        place: 0,
    });
    let categories = categories.into_iter().map(|row| PictureUse {
        kind: UseKind::Category,
        id: row.id,
        label: row.name,
        place: 0,
    });
    Ok(products.chain(variations).chain(categories).collect())
}

/// What staff edit of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureFields {
    pub title: String,
    pub alt: String,
    pub focus: PictureFocus,
    /// The chosen file; `None`: what an import wrote.
    pub file: Option<i64>,
    pub is_deleted: bool,
}

/// A picture that is edited.
#[derive(Debug, Clone)]
pub struct EditedPicture {
    /// 0 before the first edit.
    pub id: i64,
    pub name: String,
    pub version: i64,
    pub fields: PictureFields,
    pub width: i32,
    pub height: i32,
    pub bytes: Option<i32>,
    pub files: PictureFiles,
    pub added_at: DateTime<Utc>,
    pub added_by: String,
}

impl EditedPicture {
    pub fn shown_name(&self) -> &str {
        if self.fields.title.is_empty() { &self.name } else { &self.fields.title }
    }

    pub fn view(&self) -> PictureView {
        PictureView::new(&self.fields.alt, self.width, self.height, &self.files)
    }
}

struct Row {
    id: i64,
    name: String,
    version: i64,
    title: String,
    alt: String,
    width: i32,
    height: i32,
    bytes: Option<i32>,
    files: Json<PictureFiles>,
    added_at: DateTime<Utc>,
    added_by: String,
    media_id: Option<i64>,
    is_deleted: bool,
}

impl From<Row> for EditedPicture {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            version: row.version,
            fields: PictureFields {
                title: row.title,
                alt: row.alt,
                focus: row.files.0.focus.unwrap_or(PictureFocus::MIDDLE),
                file: row.media_id,
                is_deleted: row.is_deleted,
            },
            width: row.width,
            height: row.height,
            bytes: row.bytes,
            files: row.files.0,
            added_at: row.added_at,
            added_by: row.added_by,
        }
    }
}

/// A picture, deleted ones too.
pub async fn find(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<Option<EditedPicture>> {
    let row = sqlx::query_as!(
        Row,
        r#"select coalesce(id, 0) as "id!", name, version, title, alt, width, height, bytes,
                  files as "files: Json<PictureFiles>", added_at, added_by, media_id,
                  deleted_at is not null as "is_deleted!"
           from pictures where name = $1"#,
        name
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(EditedPicture::from))
}

/// Locks a picture for an edit, and numbers it with its first one.
pub async fn lock(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<Option<EditedPicture>> {
    let row = sqlx::query_as!(
        Row,
        r#"update pictures set id = coalesce(id, nextval('picture_ids')) where name = $1
           returning id as "id!", name, version, title, alt, width, height, bytes,
               files as "files: Json<PictureFiles>", added_at, added_by, media_id,
               deleted_at is not null as "is_deleted!""#,
        name
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(EditedPicture::from))
}

/// Stores the fields of a locked picture. Returns the new version.
///
/// A picture whose file is chosen keeps its old one until the new one is published; what an import wrote is there at once.
pub async fn update(
    db: &mut PgConnection,
    id: i64,
    old: &PictureFields,
    new: &PictureFields,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    if old.file.is_none() && new.file.is_some() {
        sqlx::query!(
            "update pictures set imported = jsonb_build_object('files', files - 'focus', 'width', width,
                 'height', height, 'bytes', bytes)
             where id = $1",
            id
        )
        .execute(&mut *db)
        .await?;
    }
    if old.file.is_some() && new.file.is_none() {
        sqlx::query!(
            "update pictures set files = imported -> 'files', width = (imported ->> 'width')::integer,
                 height = (imported ->> 'height')::integer, bytes = (imported ->> 'bytes')::integer, imported = null
             where id = $1 and imported is not null",
            id
        )
        .execute(&mut *db)
        .await?;
    }
    let focus = Some(new.focus).filter(|focus| *focus != PictureFocus::MIDDLE);
    sqlx::query_scalar!(
        r#"update pictures
           set title = $2, alt = $3, media_id = $4, version = version + 1,
               files = (files - 'focus') || coalesce($5::jsonb, '{}'),
               deleted_at = case when $6 then coalesce(deleted_at, $7) end
           where id = $1 returning version"#,
        id,
        new.title,
        new.alt,
        new.file,
        focus.map(|focus| Json(serde_json::json!({ "focus": focus }))) as _,
        new.is_deleted,
        now
    )
    .fetch_one(&mut *db)
    .await
}

/// Tags of the public pages that show a picture at a moment.
pub async fn page_tags(db: impl PgExecutor<'_>, name: &str, now: DateTime<Utc>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(r#"select picture_pages($1, $2) as "tag!""#, name, now).fetch_all(db).await
}

/// A deleted picture whose time is over.
#[derive(Debug, Clone)]
pub struct Expired {
    pub name: String,
    /// 0 if it was never edited.
    pub id: i64,
    pub file: Option<i64>,
    pub addresses: Vec<String>,
}

pub async fn list_expired(
    db: impl PgExecutor<'_>,
    before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Expired>> {
    let rows = sqlx::query!(
        r#"select name, coalesce(id, 0) as "id!", media_id, files as "files: Json<PictureFiles>"
           from pictures where deleted_at < $1 order by deleted_at limit $2"#,
        before,
        limit
    )
    .fetch_all(db)
    .await?;
    let expired = rows.into_iter().map(|row| Expired {
        name: row.name,
        id: row.id,
        file: row.media_id,
        addresses: row.files.0.addresses(),
    });
    Ok(expired.collect())
}

/// Brings a deleted picture back that was used again.
pub async fn restore(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<()> {
    sqlx::query!("update pictures set deleted_at = null where name = $1", name).execute(db).await?;
    Ok(())
}

/// Returns false if it came back meanwhile.
pub async fn delete(db: impl PgExecutor<'_>, name: &str, before: DateTime<Utc>) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from pictures where name = $1 and deleted_at < $2", name, before)
        .execute(db)
        .await?;
    Ok(deleted.rows_affected() == 1)
}
