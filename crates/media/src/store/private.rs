//! Files of enquiries, for staff.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

use super::Owner;

pub struct PrivateRow {
    pub id: i64,
    pub owner_id: i64,
    pub name: String,
    pub bytes: i64,
    pub state: String,
    /// Only the server that received it has the bytes.
    pub is_spooled: bool,
}

pub async fn list_private(db: impl PgExecutor<'_>, owner: Owner) -> sqlx::Result<Vec<PrivateRow>> {
    sqlx::query_as!(
        PrivateRow,
        r#"select id, owner_id as "owner_id!", name, coalesce(bytes, 0) as "bytes!", state,
                  spooled_on is not null as "is_spooled!"
           from media_files where owner_kind = $1 and owner_id = $2 and purpose = 'enquiry'
           order by position, id"#,
        owner.kind(),
        owner.id()
    )
    .fetch_all(db)
    .await
}

/// A file of an enquiry that was sent.
pub async fn find_private(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<PrivateRow>> {
    sqlx::query_as!(
        PrivateRow,
        r#"select id, owner_id as "owner_id!", name, coalesce(bytes, 0) as "bytes!", state,
                  spooled_on is not null as "is_spooled!"
           from media_files where id = $1 and owner_kind = 'enquiry' and purpose = 'enquiry'"#,
        id
    )
    .fetch_optional(db)
    .await
}

/// Whether a file of an enquiry waits for the scanner, and its bytes are in the store.
pub async fn is_unscanned(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from media_files
           where id = $1 and purpose = 'enquiry' and state = 'received' and spooled_on is null"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// The scanner knows nothing bad about the file.
pub async fn mark_scanned(db: impl PgExecutor<'_>, id: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update media_files set state = 'processed', changed_at = $2
         where id = $1 and purpose = 'enquiry' and state = 'received'",
        id,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}
