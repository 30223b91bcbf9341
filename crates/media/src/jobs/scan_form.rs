//! Scans a file of an enquiry. Nothing else reads it: it stays as it was received.

use super::{MediaJobContext, scan::Verdict};
use crate::{rules::RefusalReason, store};

/// Fails while the scanner does not answer: the job is tried again, and staff cannot download the file before.
pub async fn scan(media: &MediaJobContext, id: i64) -> anyhow::Result<()> {
    if !store::is_unscanned(&media.db, id).await? {
        return Ok(());
    }
    let now = media.clock.now();
    let Some(scanner) = &media.scanner else {
        return Ok(store::mark_scanned(&media.db, id, now).await?);
    };
    // A scan holds the whole file in memory.
    let _slot = media.slots.acquire().await?;
    match scanner.scan(media.objects.form_file(id).await?).await? {
        Verdict::Clean => store::mark_scanned(&media.db, id, now).await?,
        Verdict::Infected => {
            tracing::warn!(id, "a file of an enquiry is infected");
            let reason = RefusalReason::Infected;
            metrics::counter!("matjar_media_refused_total", "reason" => reason.as_str()).increment(1);
            store::mark_refused(&media.db, id, reason, now).await?;
        }
    }
    Ok(())
}
