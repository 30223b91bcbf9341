//! Deletes the files of pictures that were deleted a month ago. One that is used again comes back instead.

use catalog::service::library::{self, Expired};
use chrono::{DateTime, Days, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};

use super::uses;
use crate::server::jobs::ShopJobContext;

/// As long as a deletion can be taken back.
const RETENTION: Days = Days::new(30);
const BATCH: i64 = 100;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PurgePictures {}

impl TaskHandler for PurgePictures {
    const IDENTIFIER: &'static str = "storefront.purge_pictures";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let jobs = context
            .get_ext::<ShopJobContext>()
            .cloned()
            .ok_or_else(|| "the worker has no ShopJobContext extension".to_owned())?;
        purge_pictures(&jobs.db, &jobs.clock).await.map(|_| ()).map_err(|error| format!("{error:#}"))
    }
}

/// Returns how many were deleted.
pub async fn purge_pictures(db: &PgPool, clock: &Clock) -> anyhow::Result<usize> {
    let now = clock.now();
    let before = now - RETENTION;
    let mut deleted = 0;
    for picture in library::list_expired(db, before, BATCH).await? {
        let mut tx = db.begin().await?;
        if is_used(&mut tx, &picture, now).await? {
            library::restore(&mut *tx, &picture.name).await?;
        } else if library::delete(&mut *tx, &picture.name, before).await? {
            media::service::release_picture(&mut tx, picture.id, picture.file, now).await?;
            deleted += 1;
        }
        tx.commit().await?;
    }
    if deleted > 0 {
        tracing::info!(deleted, "deleted pictures purged");
    }
    Ok(deleted)
}

async fn is_used(db: &mut PgConnection, picture: &Expired, now: DateTime<Utc>) -> sqlx::Result<bool> {
    if !library::filter_used(&mut *db, std::slice::from_ref(&picture.name)).await?.is_empty() {
        return Ok(true);
    }
    let by_content =
        content::service::list_picture_uses(&mut *db, &picture.name, &picture.addresses, now, 1).await?;
    Ok(!by_content.is_empty() || uses::list_home(&mut *db).await?.contains(&picture.name))
}
