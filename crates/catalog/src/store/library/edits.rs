//! One picture: edits of people, deletion, and what goes a month later.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::view::{PictureFiles, PictureFocus, PictureView};

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
