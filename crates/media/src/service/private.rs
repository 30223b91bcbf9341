//! Files that are never public: staff download them as they were received.

use sqlx::PgExecutor;

use super::{MediaContext, Owner};
use crate::store;

/// A file of an enquiry, as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateFile {
    pub id: i64,
    pub name: String,
    pub bytes: i64,
    pub state: PrivateState,
}

/// Whether a file can be downloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrivateState {
    /// The scanner has not answered yet, or the bytes are still on the server that received them.
    Scanning,
    Infected,
    Ready,
}

/// All files of an owner, in the order in which they were attached.
pub async fn list_private(
    media: &MediaContext,
    db: impl PgExecutor<'_>,
    owner: Owner,
) -> sqlx::Result<Vec<PrivateFile>> {
    let rows = store::list_private(db, owner).await?;
    Ok(rows.into_iter().map(|row| private_file(media, row)).collect())
}

/// A file and its owner. `None`: there is no such file, or it belongs to nothing.
pub async fn find_private(
    media: &MediaContext,
    db: impl PgExecutor<'_>,
    id: i64,
) -> sqlx::Result<Option<(Owner, PrivateFile)>> {
    let Some(row) = store::find_private(db, id).await? else { return Ok(None) };
    Ok(Owner::parse("enquiry", row.owner_id).map(|owner| (owner, private_file(media, row))))
}

fn private_file(media: &MediaContext, row: store::PrivateRow) -> PrivateFile {
    let state = match row.state.as_str() {
        "refused" => PrivateState::Infected,
        "received" if media.limits.scans_files || row.is_spooled => PrivateState::Scanning,
        _ => PrivateState::Ready,
    };
    PrivateFile { id: row.id, name: row.name, bytes: row.bytes, state }
}
