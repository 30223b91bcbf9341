//! What other capabilities ask of this one: receive a file, attach it to what was sent, publish it or take it back.
//!
//! Bytes and rows change at different times, so each step is safe to repeat and to lose: a file is stored before its row
//! exists and deleted before its row goes, and an object without a row is found by the cleanup.

mod context;
mod external;
mod keys;
mod library;
mod private;
mod receive;

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use edge::{AppError, session::TokenHash};
use sqlx::{PgConnection, PgExecutor, PgPool};

pub use context::{MediaContext, MediaContextInner, MediaLimits};
pub use external::{add_external, fetch_external};
pub use keys::{HeldAddress, MediaKeys};
pub use library::{LibraryFile, belongs, choose_file, find_file, give, list_waiting, release_picture};
pub use private::{PrivateFile, PrivateState, find_private, list_private};
pub(crate) use receive::Writer;
pub use receive::{
    Acceptance, Purpose, Received, Spooled, UploadRefusal, UploadSubject, deliver_spooled, receive, spool,
};

use crate::{
    jobs::{PublishMedia, WithdrawMedia},
    rules::MAX_FILES,
    store::{self, Changed},
    view::{MediaUrls, MediaView, ViewParts},
};

pub use crate::store::Owner;

/// A file that was not attached for this long is deleted.
pub const UNATTACHED_LIFETIME: TimeDelta = TimeDelta::hours(24);
/// Sooner than its deletion, which takes the objects before the row.
const ATTACH_WITHIN: TimeDelta = TimeDelta::minutes(23 * 60 + 30);

/// Deletes a file before it was attached. Needs the session that sent it, and its key. Returns whether the file is gone:
/// also true for a file that was deleted before.
pub async fn delete(
    media: &MediaContext,
    db: &PgPool,
    session: &TokenHash,
    id: i64,
    key: &str,
) -> Result<bool, AppError> {
    if !media.keys.accepts(id, key) {
        return Ok(false);
    }
    if !store::delete_unattached(db, session, id).await? {
        return Ok(!store::filter_existing(db, &[id]).await?.contains(&id));
    }
    if let Err(error) = media.objects.delete_private(id).await {
        // The cleanup finds it.
        tracing::warn!(error = format!("{error:#}"), id, "deleting the objects of a file failed");
    }
    Ok(true)
}

/// Attaches a visitor's files to what was sent with them, in the transaction that stores it. At most [`MAX_FILES`];
/// files with a wrong key, of another visitor, refused or attached before are left out. Returns how many were attached.
pub async fn attach(
    db: &mut PgConnection,
    media: &MediaContext,
    session: &TokenHash,
    files: &[(i64, String)],
    owner: Owner,
) -> sqlx::Result<usize> {
    let now = media.clock.now();
    let mut ids: Vec<i64> = Vec::new();
    for (id, key) in files {
        if media.keys.accepts(*id, key) && !ids.contains(id) && ids.len() < MAX_FILES {
            ids.push(*id);
        }
    }
    if ids.is_empty() {
        return Ok(0);
    }
    store::attach(db, session, &ids, owner, now - ATTACH_WITHIN, now).await
}

/// Attaches files of enquiries, which have no keys: the caller knows that the visitor has sent them for this enquiry.
/// Returns how many were attached.
pub async fn attach_inert(
    db: &mut PgConnection,
    session: &TokenHash,
    files: &[i64],
    owner: Owner,
    now: DateTime<Utc>,
) -> sqlx::Result<usize> {
    if files.is_empty() {
        return Ok(0);
    }
    store::attach(db, session, files, owner, now - ATTACH_WITHIN, now).await
}

/// Publishes the files of an owner with it. Those that are still being processed follow by themselves.
pub async fn publish(db: &mut PgConnection, owner: Owner) -> anyhow::Result<()> {
    for id in store::request_publication(&mut *db, owner).await? {
        edge::jobs::enqueue(&mut *db, &PublishMedia { id }, Some(&PublishMedia::key(id))).await?;
    }
    Ok(())
}

/// Takes the files of an owner back: pages stop showing them with this transaction, and their copies are deleted.
pub async fn withdraw(db: &mut PgConnection, owner: Owner, now: DateTime<Utc>) -> anyhow::Result<()> {
    let changed = store::withdraw(&mut *db, owner, now).await?;
    delete_copies(db, changed).await
}

/// Deletes all files of an owner that is being deleted.
pub async fn remove(db: &mut PgConnection, owner: Owner, now: DateTime<Utc>) -> anyhow::Result<()> {
    let changed = store::release(&mut *db, owner, now).await?;
    delete_copies(db, changed).await
}

async fn delete_copies(db: &mut PgConnection, changed: Vec<Changed>) -> anyhow::Result<()> {
    for file in changed {
        let Some(public_name) = file.public_name else { continue };
        edge::purge::record(&mut *db, &purge_tags(file.id, &file.purpose, file.item)).await?;
        edge::jobs::enqueue(&mut *db, &WithdrawMedia { id: file.id, public_name }, None).await?;
    }
    Ok(())
}

/// The tags of pages that show a file.
pub(crate) fn purge_tags(id: i64, purpose: &str, item: Option<i64>) -> Vec<String> {
    let mut tags = vec![format!("media:{id}"), format!("media:{purpose}")];
    if let Some(item) = item {
        tags.extend([format!("product:{item}"), format!("media:{purpose}:{item}")]);
    }
    tags
}

/// The published files of owners, in the order in which they were attached. For public pages too.
pub async fn published(
    db: impl PgExecutor<'_>,
    urls: &MediaUrls,
    owners: &[Owner],
) -> sqlx::Result<HashMap<Owner, Vec<MediaView>>> {
    let mut views: HashMap<Owner, Vec<MediaView>> = HashMap::new();
    let Some(first) = owners.first() else { return Ok(views) };
    let ids: Vec<i64> = owners.iter().map(|owner| owner.id()).collect();
    for file in store::list_published(db, first.kind(), &ids).await? {
        let parts =
            ViewParts { id: file.id, kind: file.kind, outputs: &file.outputs, is_looping: file.is_looping };
        if let Some(view) = parts.view(|name| urls.public(&file.public_name, name)) {
            views.entry(file.owner).or_default().push(view);
        }
    }
    Ok(views)
}

/// A file as staff see it before it is published.
#[derive(Debug, Clone)]
pub struct HeldMedia {
    pub id: i64,
    pub name: String,
    pub state: crate::rules::MediaState,
    pub refusal: Option<crate::rules::RefusalReason>,
    /// With addresses that are valid for ten minutes. `None` until the file is processed.
    pub view: Option<MediaView>,
}

/// All files of owners, for staff.
pub async fn held(
    media: &MediaContext,
    db: impl PgExecutor<'_>,
    owners: &[Owner],
) -> sqlx::Result<HashMap<Owner, Vec<HeldMedia>>> {
    let mut all: HashMap<Owner, Vec<HeldMedia>> = HashMap::new();
    let Some(first) = owners.first() else { return Ok(all) };
    let ids: Vec<i64> = owners.iter().map(|owner| owner.id()).collect();
    let now = media.clock.now();
    for file in store::list_held(db, first.kind(), &ids).await? {
        let url = |name: &str| media.keys.sign_held(file.id, name, now).url();
        let parts = file.kind.map(|kind| ViewParts {
            id: file.id,
            kind,
            outputs: &file.outputs,
            is_looping: file.is_looping,
        });
        all.entry(file.owner).or_default().push(HeldMedia {
            id: file.id,
            view: parts.and_then(|parts| parts.view(url)),
            state: crate::rules::MediaState::parse(&file.state).unwrap_or(crate::rules::MediaState::Received),
            refusal: file.refusal.as_deref().and_then(crate::rules::RefusalReason::parse),
            name: file.name,
        });
    }
    Ok(all)
}
