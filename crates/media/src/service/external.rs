//! Pictures and videos of other hosts, which imported reviews refer to. They are fetched once, checked like an upload,
//! and served from here.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::receive::random_id;
use crate::{
    jobs::FetchMedia,
    rules::MAX_FILES,
    store::{self, Owner},
};

/// Notes the addresses of an owner, in the transaction that stores it. Each is fetched when [`fetch_external`] asks for
/// it.
pub async fn add_external(
    db: &mut PgConnection,
    owner: Owner,
    item: Option<i64>,
    urls: &[String],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    for (position, url) in (1..).zip(urls.iter().take(MAX_FILES)) {
        store::insert_external(&mut *db, random_id(), owner, item, url, position, now).await?;
    }
    Ok(())
}

/// Enqueues a job for each file of an owner that was not fetched yet; one that is enqueued stays the only one.
pub async fn fetch_external(db: &mut PgConnection, owner: Owner) -> anyhow::Result<usize> {
    let ids = store::list_unfetched(&mut *db, owner).await?;
    for id in &ids {
        edge::jobs::enqueue(&mut *db, &FetchMedia { id: *id }, Some(&FetchMedia::key(*id))).await?;
    }
    Ok(ids.len())
}
