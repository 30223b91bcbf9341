//! Statements of the jobs that process, publish and fetch.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, types::Json};

use crate::{
    rules::{MediaKind, MediaType, RefusalReason},
    view::StoredOutput,
};

use super::Owner;

/// A received file that waits to be processed. `None` if it is processed, deleted, not yet fetched, or still on the
/// server that received it.
pub async fn find_received(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<MediaType>> {
    let found = sqlx::query_scalar!(
        r#"select media_type as "media_type!" from media_files
           where id = $1 and state = 'received' and sha256 is not null and spooled_on is null
               and media_type is not null"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(found.as_deref().and_then(MediaType::from_declared))
}

/// What processing has written.
pub struct Processed<'a> {
    pub kind: MediaKind,
    pub outputs: &'a [StoredOutput],
    pub duration_ms: Option<i32>,
    pub is_looping: bool,
}

/// Returns whether the file is to be published, or `None` if it was deleted meanwhile.
pub async fn mark_processed(
    db: impl PgExecutor<'_>,
    id: i64,
    processed: &Processed<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        "update media_files
         set state = 'processed', kind = $2, outputs = $3, duration_ms = $4, is_looping = $5, changed_at = $6
         where id = $1 and state = 'received'
         returning publish_requested",
        id,
        processed.kind.as_str(),
        Json(processed.outputs) as _,
        processed.duration_ms,
        processed.is_looping,
        now
    )
    .fetch_optional(db)
    .await
}

pub async fn mark_refused(
    db: impl PgExecutor<'_>,
    id: i64,
    reason: RefusalReason,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update media_files set state = 'refused', refusal = $2, changed_at = $3
         where id = $1 and state = 'received'",
        id,
        reason.as_str(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A processed file that is to be published.
pub struct Publishable {
    pub purpose: String,
    pub item: Option<i64>,
    pub names: Vec<String>,
    /// The name of the file that it replaces.
    pub keeps_name: Option<String>,
}

pub async fn find_publishable(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<Publishable>> {
    let found = sqlx::query!(
        r#"select purpose, item, keeps_name, outputs as "outputs: Json<Vec<StoredOutput>>" from media_files
           where id = $1 and publish_requested and state in ('processed', 'withdrawn')"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(|row| Publishable {
        purpose: row.purpose,
        item: row.item,
        names: row.outputs.0.into_iter().map(|output| output.name).collect(),
        keeps_name: row.keeps_name,
    }))
}

/// Returns false if the file was withdrawn, deleted or published meanwhile.
pub async fn mark_published(
    db: impl PgExecutor<'_>,
    id: i64,
    public_name: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update media_files set state = 'published', public_name = $2, changed_at = $3
         where id = $1 and publish_requested and state in ('processed', 'withdrawn')",
        id,
        public_name,
        now
    )
    .execute(db)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Notes a picture or video of another host, once for its owner. Returns its id if it is new.
pub async fn insert_external(
    db: impl PgExecutor<'_>,
    id: i64,
    owner: Owner,
    item: Option<i64>,
    url: &str,
    position: i16,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into media_files (id, purpose, item, owner_kind, owner_id, position, external_url, received_at,
                                  attached_at, changed_at)
         values ($1, $2, $3, $2, $4, $5, $6, $7, $7, $7)
         on conflict (owner_kind, owner_id, external_url) where external_url is not null do nothing",
        id,
        owner.kind(),
        item,
        owner.id(),
        position,
        url,
        now
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// The files of an owner that were not fetched yet.
pub async fn list_unfetched(db: impl PgExecutor<'_>, owner: Owner) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from media_files
         where owner_kind = $1 and owner_id = $2 and state = 'received' and external_url is not null
             and sha256 is null",
        owner.kind(),
        owner.id()
    )
    .fetch_all(db)
    .await
}

/// The address of a file that was not fetched yet.
pub async fn find_unfetched(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"select external_url as "url!" from media_files
           where id = $1 and state = 'received' and external_url is not null and sha256 is null"#,
        id
    )
    .fetch_optional(db)
    .await
}

/// Returns false if the file was deleted meanwhile.
pub async fn mark_fetched(
    db: impl PgExecutor<'_>,
    id: i64,
    media_type: MediaType,
    sha256: &[u8],
    bytes: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update media_files set media_type = $2, sha256 = $3, bytes = $4, changed_at = $5
         where id = $1 and state = 'received' and sha256 is null",
        id,
        media_type.mime(),
        sha256,
        bytes,
        now
    )
    .execute(db)
    .await?;
    Ok(updated.rows_affected() == 1)
}
