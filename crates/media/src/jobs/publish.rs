//! Publishes and withdraws files. The name of the copies is new each time, so that the two never meet; but a picture of the
//! shop that replaces another one keeps its name, so that addresses stay.

use super::MediaJobContext;
use crate::{
    objects::REPLACEABLE,
    service::purge_tags,
    store::{self, Publishable},
};

pub async fn publish(media: &MediaJobContext, id: i64) -> anyhow::Result<()> {
    let Some(file) = store::find_publishable(&media.db, id).await? else { return Ok(()) };
    if let Some(name) = &file.keeps_name {
        return replace(media, id, name).await;
    }
    let public_name = new_name(&file.purpose);
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

/// Publishes a file under the name of the one that it replaces. One file after the other copies under a name: of two at once
/// the shown content could be that of the one and the row that of the other. Whoever waits too long for the lock is repeated.
async fn replace(media: &MediaJobContext, id: i64, name: &str) -> anyhow::Result<()> {
    let mut tx = media.db.begin().await?;
    store::lock_name(&mut *tx, name).await?;
    // What was true before the lock may be over.
    let found: Option<Publishable> = store::find_publishable(&mut *tx, id).await?;
    let Some(file) = found.filter(|file| file.keeps_name.as_deref() == Some(name)) else { return Ok(()) };
    media.objects.publish(id, name, &file.names).await?;
    let now = media.clock.now();
    store::take_over(&mut *tx, id, name, now).await?;
    if store::mark_published(&mut *tx, id, name, now).await? {
        edge::purge::record(&mut *tx, &purge_tags(id, &file.purpose, file.item)).await?;
    } else if let Some((shown, names)) = store::find_named(&mut *tx, name).await? {
        // Withdrawn while it was copied, and another one has the name: its content comes back.
        media.objects.publish(shown, name, &names).await?;
    }
    tx.commit().await?;
    Ok(())
}

pub async fn withdraw(media: &MediaJobContext, id: i64, public_name: &str) -> anyhow::Result<()> {
    tracing::info!(id, "deleting the published copies of a file");
    media.objects.delete_public(public_name).await
}

/// Pictures of the shop can be replaced: their names tell browsers and caches to ask whether they have the newest.
fn new_name(purpose: &str) -> String {
    let name = hex::encode(rand::random::<[u8; 16]>());
    if matches!(purpose, "product" | "library") { name + REPLACEABLE } else { name }
}
