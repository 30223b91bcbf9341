//! Publishes and withdraws files. The name of the copies is new each time, so that the two never meet.

use super::MediaJobContext;
use crate::{service::purge_tags, store};

pub async fn publish(media: &MediaJobContext, id: i64) -> anyhow::Result<()> {
    let Some(file) = store::find_publishable(&media.db, id).await? else { return Ok(()) };
    let public_name = hex::encode(rand::random::<[u8; 16]>());
    media.objects.publish(id, &public_name, &file.names).await?;
    let mut tx = media.db.begin().await?;
    let is_public = store::mark_published(&mut *tx, id, &public_name, media.clock.now()).await?;
    if is_public {
        edge::purge::record(&mut *tx, &purge_tags(id, &file.purpose, file.item)).await?;
    }
    tx.commit().await?;
    if !is_public {
        // Withdrawn while it was copied.
        media.objects.delete_public(&public_name).await?;
    }
    Ok(())
}

pub async fn withdraw(media: &MediaJobContext, id: i64, public_name: &str) -> anyhow::Result<()> {
    tracing::info!(id, "deleting the published copies of a file");
    media.objects.delete_public(public_name).await
}
