//! Processes one file. Every step can be repeated: the job may be killed between any two of them.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::{MediaJobContext, PublishMedia, SLOTS, scan::Verdict};
use crate::{
    jail::{self, JailError, Outputs},
    objects,
    rules::{MediaKind, MediaType, RefusalReason},
    store::{self, Processed},
    view::StoredOutput,
};

pub async fn process(media: &MediaJobContext, id: i64) -> anyhow::Result<()> {
    let Some(media_type) = store::find_received(&media.db, id).await? else {
        // An earlier attempt may have been killed before its last step.
        if !store::filter_received(&media.db, &[id]).await?.contains(&id) {
            media.objects.delete_inbox(id).await?;
        }
        return Ok(());
    };
    let slots = match media_type.kind() {
        MediaKind::Picture => 1,
        MediaKind::Video => SLOTS,
    };
    let _slots = media.slots.acquire_many(slots).await?;
    let folder = WorkFolder::create().await?;
    match decode(media, id, media_type, folder.path()).await {
        Ok(outputs) => save(media, id, &outputs, folder.path()).await?,
        Err(JailError::Refused(reason)) => {
            tracing::info!(id, %reason, "an upload is refused");
            metrics::counter!("matjar_media_refused_total", "reason" => reason.as_str()).increment(1);
            store::mark_refused(&media.db, id, reason, media.clock.now()).await?;
        }
        Err(JailError::Failed(error)) => return Err(error.context("processing a file")),
    }
    // A file that was deleted meanwhile has left nothing in the inbox; what was just stored is an orphan.
    media.objects.delete_inbox(id).await
}

async fn decode(
    media: &MediaJobContext,
    id: i64,
    media_type: MediaType,
    folder: &Path,
) -> Result<Outputs, JailError> {
    let input = match media.objects.inbox_file(id).await {
        Ok(input) => input,
        Err(error) => return Err(JailError::Failed(error.context("opening a received file"))),
    };
    if let Some(scanner) = &media.scanner {
        let copy = input.try_clone().map_err(|error| JailError::Failed(error.into()))?;
        match scanner.scan(copy).await.map_err(JailError::Failed)? {
            Verdict::Clean => {}
            Verdict::Infected => return Err(RefusalReason::Infected.into()),
        }
    }
    jail::process(&media.jail, media_type.kind(), input, folder).await
}

async fn save(media: &MediaJobContext, id: i64, outputs: &Outputs, folder: &Path) -> anyhow::Result<()> {
    for output in &outputs.files {
        media.objects.put_file(&objects::held(id, &output.name), &folder.join(&output.name)).await?;
    }
    let stored: Vec<StoredOutput> = outputs.files.iter().map(StoredOutput::from).collect();
    let is_video = stored.iter().any(|output| output.mime.starts_with("video/"));
    let processed = Processed {
        // An animated picture becomes a video.
        kind: if is_video { MediaKind::Video } else { MediaKind::Picture },
        outputs: &stored,
        duration_ms: outputs.duration.map(milliseconds),
        is_looping: outputs.looping,
    };
    let mut tx = media.db.begin().await?;
    let publish = store::mark_processed(&mut *tx, id, &processed, media.clock.now()).await?;
    if publish == Some(true) {
        edge::jobs::enqueue(&mut *tx, &PublishMedia { id }, Some(&PublishMedia::key(id))).await?;
    }
    tx.commit().await?;
    if publish.is_none() {
        // Deleted while it was decoded.
        media.objects.delete_private(id).await?;
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "videos have at most two minutes")]
fn milliseconds(seconds: f64) -> i32 {
    (seconds * 1_000.0) as i32
}

/// An empty folder for the outputs of one file, removed when dropped.
struct WorkFolder(PathBuf);

impl WorkFolder {
    async fn create() -> anyhow::Result<Self> {
        let name = format!("matjar-media-{}", hex::encode(rand::random::<[u8; 8]>()));
        let path = std::env::temp_dir().join(name);
        let mut builder = tokio::fs::DirBuilder::new();
        builder.mode(0o700).create(&path).await.with_context(|| format!("creating {}", path.display()))?;
        Ok(Self(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            tracing::warn!(%error, folder = %self.0.display(), "removing a work folder failed");
        }
    }
}
