//! The shop's own pictures: files that staff send into the library, and files that replace another one's content.

use chrono::{DateTime, Utc};
use edge::session::TokenHash;
use sqlx::{PgConnection, PgExecutor};

use super::{MediaContext, Received, delete_copies};
use crate::{
    jobs::PublishMedia,
    rules::{MediaState, RefusalReason},
    store::{self, Owner},
};

/// A file of the library that is no picture yet, or was refused.
#[derive(Debug, Clone)]
pub struct LibraryFile {
    pub id: i64,
    /// As the browser called it.
    pub name: String,
    pub state: MediaState,
    pub refusal: Option<RefusalReason>,
    /// Width, height and bytes of the widest file that processing wrote.
    pub size: Option<(u32, u32, u64)>,
}

impl From<store::LibraryRow> for LibraryFile {
    fn from(row: store::LibraryRow) -> Self {
        let widest = row.outputs.iter().max_by_key(|output| output.width);
        Self {
            id: row.id,
            state: row.state(),
            refusal: row.refusal.as_deref().and_then(RefusalReason::parse),
            size: widest.map(|output| (output.width, output.height, output.bytes)),
            name: row.name,
        }
    }
}

/// Gives a received file to its owner, in the name of a member of staff. Returns false if it was given away before.
pub async fn give(
    db: &mut PgConnection,
    media: &MediaContext,
    session: &TokenHash,
    received: &Received,
    owner: Owner,
    actor: &str,
) -> sqlx::Result<bool> {
    let files = [(received.id, received.key.clone())];
    let attached = super::attach(&mut *db, media, session, &files, owner).await?;
    if attached == 0 {
        return Ok(false);
    }
    store::set_sender(&mut *db, received.id, actor).await?;
    Ok(true)
}

/// Whether a file belongs to an owner: the same form may be sent twice.
pub async fn belongs(db: impl PgExecutor<'_>, file: i64, owner: Owner) -> sqlx::Result<bool> {
    store::belongs(db, file, owner).await
}

/// Makes a file the content of a picture, as soon as it is processed. `public_name`: that of the file which it replaces.
pub async fn choose_file(
    db: &mut PgConnection,
    picture: i64,
    file: i64,
    public_name: Option<&str>,
) -> anyhow::Result<()> {
    store::forget_others(&mut *db, picture, file).await?;
    let state = store::request_file(&mut *db, file, public_name).await?;
    if matches!(state.as_deref(), Some("processed" | "withdrawn")) {
        edge::jobs::enqueue(&mut *db, &PublishMedia { id: file }, Some(&PublishMedia::key(file))).await?;
    }
    Ok(())
}

/// The newest files that wait for processing, or were refused.
pub async fn list_waiting(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<LibraryFile>> {
    let rows = store::list_waiting(db, limit).await?;
    Ok(rows.into_iter().map(LibraryFile::from).collect())
}

pub async fn find_file(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<LibraryFile>> {
    Ok(store::find_file(db, id).await?.map(LibraryFile::from))
}

/// Deletes all files of a picture that is being deleted; `file` is its present one.
pub async fn release_picture(
    db: &mut PgConnection,
    picture: i64,
    file: Option<i64>,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let changed = store::release_picture(&mut *db, picture, file, now).await?;
    delete_copies(db, changed).await
}
