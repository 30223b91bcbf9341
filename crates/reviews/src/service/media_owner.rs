//! Uploaded files become those of a review, and follow its state.

use chrono::{DateTime, Utc};
use edge::{AppError, Shop, session::TokenHash};
use media::service::{MediaContext, Owner};
use sqlx::PgConnection;

use crate::store;

/// Returns how many of the files are the visitor's and now belong to the review.
pub async fn attach(
    db: &mut PgConnection,
    media: &MediaContext,
    session: &TokenHash,
    files: &[(i64, String)],
    review: i64,
) -> sqlx::Result<usize> {
    media::service::attach(db, media, session, files, Owner::Review(review)).await
}

pub async fn publish(db: &mut PgConnection, review: i64) -> anyhow::Result<()> {
    media::service::publish(db, Owner::Review(review)).await
}

pub async fn withdraw(db: &mut PgConnection, review: i64, now: DateTime<Utc>) -> anyhow::Result<()> {
    media::service::withdraw(db, Owner::Review(review), now).await
}

/// Queues the download of the pictures and videos of other hosts that a published review names. Their addresses were
/// stored with the review; each is fetched once.
pub async fn fetch_external(shop: &Shop, review: i64) -> Result<(), AppError> {
    let mut tx = shop.db.begin().await?;
    if store::mark_external_requested(&mut *tx, review).await? {
        media::service::fetch_external(&mut tx, Owner::Review(review)).await?;
    }
    tx.commit().await?;
    Ok(())
}
