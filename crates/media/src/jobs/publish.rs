//! Publishes and withdraws files. The name of the copies is new each time, so that the two never meet; but a picture of the
//! shop that replaces another one keeps its name, so that addresses stay.

use super::MediaJobContext;
use crate::{objects::REPLACEABLE, service::purge_tags, store};

pub async fn publish(media: &MediaJobContext, id: i64) -> anyhow::Result<()> {
    let Some(file) = store::find_publishable(&media.db, id).await? else { return Ok(()) };
    let public_name = match &file.keeps_name {
        Some(name) => name.clone(),
        None => new_name(&file.purpose),
    };
    media.objects.publish(id, &public_name, &file.names).await?;
    let mut tx = media.db.begin().await?;
    if file.keeps_name.is_some() {
        store::take_over(&mut *tx, id, &public_name, media.clock.now()).await?;
    }
    let is_public = store::mark_published(&mut *tx, id, &public_name, media.clock.now()).await?;
    if is_public {
        edge::purge::record(&mut *tx, &purge_tags(id, &file.purpose, file.item)).await?;
    }
    tx.commit().await?;
    if !is_public {
        // Withdrawn while it was copied.
        match &file.keeps_name {
            None => media.objects.delete_public(&public_name).await?,
            // Another one has the name: its content comes back.
            Some(name) => {
                if let Some((shown, names)) = store::find_named(&media.db, name).await? {
                    media.objects.publish(shown, name, &names).await?;
                }
            }
        }
    }
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
