//! Files that were sent before their form: rows of `enquiry_files` without an enquiry.

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use sqlx::{PgConnection, PgExecutor};

/// A file that waits for its form. Joins `media_files`, which is that of `media`, for what the visitor is shown.
#[derive(Debug, Clone)]
pub struct WaitingFile {
    pub file_id: i64,
    pub element_id: i32,
    /// `None`: the file was deleted because its form was not sent in time.
    pub name: Option<String>,
    pub bytes: i64,
}

/// The element of a form that a file is sent for.
#[derive(Debug, Clone, Copy)]
pub struct UploadTarget<'a> {
    pub session: &'a TokenHash,
    /// Hash of the form's token.
    pub uid_hash: &'a [u8; 32],
    pub form: i64,
    pub element: i32,
}

/// Notes a file of an element. The same file again is noted once. Returns false if the element has `limit` files already.
pub async fn add_waiting(
    db: &mut PgConnection,
    target: UploadTarget<'_>,
    (file, upload_id): (i64, &str),
    limit: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    // Files of one form wait for each other, so that two at once cannot pass the limit together.
    super::lock_uid(&mut *db, target.uid_hash).await?;
    let is_known = sqlx::query_scalar!(
        r#"select exists (select from enquiry_files where file_id = $1) as "exists!""#,
        file
    )
    .fetch_one(&mut *db)
    .await?;
    if is_known {
        return Ok(true);
    }
    let added = sqlx::query!(
        "insert into enquiry_files (file_id, form_id, element_id, position, session, uid_hash, upload_id, created_at)
         select $1, $2, $3, count(*)::smallint, $4, $5, $6, $7
         from enquiry_files
         where uid_hash = $5 and session = $4 and element_id = $3 and enquiry_id is null
         having count(*) < $8",
        file,
        target.form,
        target.element,
        &target.session.0,
        target.uid_hash,
        upload_id,
        now,
        limit
    )
    .execute(&mut *db)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// How many files of an element wait, without the one that is sent again under the same `iphorm_upload_id`.
pub async fn count_waiting(
    db: impl PgExecutor<'_>,
    target: UploadTarget<'_>,
    upload_id: &str,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from enquiry_files
           where uid_hash = $1 and session = $2 and element_id = $3 and enquiry_id is null and upload_id <> $4"#,
        target.uid_hash,
        &target.session.0,
        target.element,
        upload_id
    )
    .fetch_one(db)
    .await
}

/// Files that a visitor has sent for a form.
pub async fn list_waiting(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    uid_hash: &[u8; 32],
    form: i64,
) -> sqlx::Result<Vec<WaitingFile>> {
    sqlx::query_as!(
        WaitingFile,
        r#"select waiting.file_id, waiting.element_id, file.name as "name?",
                  coalesce(file.bytes, 0) as "bytes!"
           from enquiry_files waiting left join media_files file on file.id = waiting.file_id
           where waiting.uid_hash = $1 and waiting.session = $2 and waiting.form_id = $3
               and waiting.enquiry_id is null
           order by waiting.element_id, waiting.position, waiting.created_at, waiting.file_id"#,
        uid_hash,
        &session.0,
        form
    )
    .fetch_all(db)
    .await
}

/// Elements of a form for which another session has sent files.
pub async fn list_foreign(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    uid_hash: &[u8; 32],
) -> sqlx::Result<Vec<i32>> {
    sqlx::query_scalar!(
        "select distinct element_id from enquiry_files
         where uid_hash = $1 and session <> $2 and enquiry_id is null order by element_id",
        uid_hash,
        &session.0
    )
    .fetch_all(db)
    .await
}

/// Gives files to the enquiry that they were sent for, in this order.
pub async fn give_files(db: impl PgExecutor<'_>, enquiry: i64, files: &[i64]) -> sqlx::Result<u64> {
    let given = sqlx::query!(
        "update enquiry_files file
         set enquiry_id = $1, position = listed.position::smallint, session = null, uid_hash = null
         from unnest($2::bigint[]) with ordinality as listed (id, position)
         where file.file_id = listed.id and file.enquiry_id is null",
        enquiry,
        files
    )
    .execute(db)
    .await?;
    Ok(given.rows_affected())
}

/// Longer than `media` stores files that belong to nothing, so that a form that is sent too late is noticed.
const WAITING_LIFETIME: TimeDelta = TimeDelta::days(7);

/// Forgets up to 1,000 files whose form was never sent. `media` has deleted them before.
pub async fn sweep_waiting(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from enquiry_files where file_id in (
             select file_id from enquiry_files where enquiry_id is null and created_at < $1 limit 1000)",
        now - WAITING_LIFETIME
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}

/// Forgets files that cannot be sent any more.
pub async fn forget_waiting(db: impl PgExecutor<'_>, files: &[i64]) -> sqlx::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    sqlx::query!("delete from enquiry_files where file_id = any($1) and enquiry_id is null", files)
        .execute(db)
        .await?;
    Ok(())
}
