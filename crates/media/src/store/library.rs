//! Statements on the files of the library of pictures.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, types::Json};

use crate::{rules::MediaState, view::StoredOutput};

/// Notes the member of staff who has sent a file, as the audit log names them.
pub async fn set_sender(db: impl PgExecutor<'_>, id: i64, actor: &str) -> sqlx::Result<()> {
    sqlx::query!("update media_files set sent_by = $2 where id = $1", id, actor).execute(db).await?;
    Ok(())
}

pub async fn belongs(db: impl PgExecutor<'_>, id: i64, owner: super::Owner) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from media_files where id = $1 and owner_kind = $2 and owner_id = $3"#,
        id,
        owner.kind(),
        owner.id()
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Marks one file of a picture as the public one, under the name of the file that it replaces. One that is still published
/// under another name, because what an import wrote stood in its place, is published there anew. Returns its state.
pub async fn request_file(
    db: impl PgExecutor<'_>,
    id: i64,
    keeps_name: Option<&str>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "update media_files
         set publish_requested = true,
             keeps_name = case when state = 'published' then public_name else $2 end,
             state = case when state = 'published' and public_name is distinct from $2 then 'withdrawn' else state end,
             public_name = case when public_name is not distinct from $2 then public_name end
         where id = $1 returning state",
        id,
        keeps_name
    )
    .fetch_optional(db)
    .await
}

/// The other files of a picture are not published any more, if they were not yet.
pub async fn forget_others(db: impl PgExecutor<'_>, picture: i64, file: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update media_files set publish_requested = false
         where owner_kind = 'picture' and owner_id = $1 and id <> $2 and state <> 'published'",
        picture,
        file
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The file that has a public name, and the names of what was made of it.
pub async fn find_named(
    db: impl PgExecutor<'_>,
    public_name: &str,
) -> sqlx::Result<Option<(i64, Vec<String>)>> {
    let row = sqlx::query!(
        r#"select id, outputs as "outputs: Json<Vec<StoredOutput>>" from media_files where public_name = $1"#,
        public_name
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.id, row.outputs.0.into_iter().map(|output| output.name).collect())))
}

/// Until the transaction ends, nobody else publishes under this name.
pub async fn lock_name(db: impl PgExecutor<'_>, public_name: &str) -> sqlx::Result<()> {
    sqlx::query!(r#"select pg_advisory_xact_lock(hashtextextended($1, 114)) as "locked: ()""#, public_name)
        .execute(db)
        .await?;
    Ok(())
}

/// Frees a public name for the file that is to have it. The file that had it belongs to the same picture from now on, and can
/// be chosen again.
pub async fn take_over(
    db: impl PgExecutor<'_>,
    id: i64,
    public_name: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update media_files old
         set state = 'withdrawn', public_name = null, publish_requested = false, owner_kind = new.owner_kind,
             owner_id = new.owner_id, changed_at = $3
         from media_files new
         where new.id = $1 and new.publish_requested and new.state in ('processed', 'withdrawn')
             and old.public_name = $2 and old.id <> new.id",
        id,
        public_name,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A file on its way into the library.
pub struct LibraryRow {
    pub id: i64,
    pub name: String,
    pub state: String,
    pub refusal: Option<String>,
    pub outputs: Vec<StoredOutput>,
}

struct Row {
    id: i64,
    name: String,
    state: String,
    refusal: Option<String>,
    outputs: Json<Vec<StoredOutput>>,
}

impl From<Row> for LibraryRow {
    fn from(row: Row) -> Self {
        let Row { id, name, state, refusal, outputs } = row;
        Self { id, name, state, refusal, outputs: outputs.0 }
    }
}

/// The newest files of the library that are no pictures yet, or were refused.
pub async fn list_waiting(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<LibraryRow>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select id, name, state, refusal, outputs as "outputs: Json<Vec<StoredOutput>>" from media_files
           where owner_kind = 'library' and state in ('received', 'processed', 'refused')
           order by received_at desc, id limit $1"#,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(LibraryRow::from).collect())
}

pub async fn find_file(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<LibraryRow>> {
    let row = sqlx::query_as!(
        Row,
        r#"select id, name, state, refusal, outputs as "outputs: Json<Vec<StoredOutput>>" from media_files
           where id = $1"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(LibraryRow::from))
}

/// Detaches the files of a picture that is being deleted, like `release`. Returns the published ones.
pub async fn release_picture(
    db: impl PgExecutor<'_>,
    picture: i64,
    file: Option<i64>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<super::Changed>> {
    sqlx::query_as!(
        super::Changed,
        r#"
        with before as (
            select id, purpose, item, public_name from media_files
            where (owner_kind = 'picture' and owner_id = $1) or id = $2
            for update
        ), changed as (
            update media_files file
            set publish_requested = false, owner_kind = null, owner_id = null, public_name = null,
                state = case file.state when 'published' then 'withdrawn' else file.state end,
                -- Old enough for the next cleanup.
                received_at = to_timestamp(0), changed_at = $3
            from before
            where file.id = before.id
        )
        select id, purpose, item, public_name from before where public_name is not null
        "#,
        picture,
        file,
        now
    )
    .fetch_all(db)
    .await
}

impl LibraryRow {
    pub fn state(&self) -> MediaState {
        MediaState::parse(&self.state).unwrap_or(MediaState::Received)
    }
}
