//! Wires `media` into the server: its context, its worker, and the delivery of spooled files.

use std::time::Duration;

use edge::supervise::{Heartbeat, supervise};
use kernel::Clock;
use media::{
    MediaContext,
    jobs::{MediaJobContext, worker},
    service::{MediaContextInner, MediaKeys, MediaLimits, deliver_spooled},
    view::MediaUrls,
};
use secrecy::SecretString;
use sqlx::PgPool;
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::upload_config::UploadConfig;

pub fn context(
    config: &UploadConfig,
    clock: &Clock,
    secrets: &[SecretString],
) -> anyhow::Result<MediaContext> {
    Ok(MediaContext::new(MediaContextInner {
        objects: config.objects()?,
        clock: clock.clone(),
        keys: MediaKeys::derive(secrets),
        urls: MediaUrls::new(config.media_origin.as_deref()),
        limits: MediaLimits {
            min_free_disk: config.upload_min_free_disk,
            guest_bytes_per_day: config.upload_guest_bytes,
            accepts_videos: config.video_tools().is_some(),
            scans_files: config.clamd.is_some(),
        },
    }))
}

/// State of the jobs.
pub fn job_context(config: &UploadConfig, clock: Clock, db: PgPool) -> anyhow::Result<MediaJobContext> {
    let jobs = MediaJobContext::new(db, clock, config.objects()?, config.jail()?, config.clamd.clone());
    Ok(jobs.with_fetch(config.fetch()?))
}

/// Runs the jobs and publishes their figures. The returned token is cancelled when the worker has stopped.
pub fn start_worker(
    jobs: MediaJobContext,
    stopping: CancellationToken,
) -> ([AbortOnDropHandle<()>; 2], CancellationToken) {
    let (figures, stopped) = (jobs.clone(), CancellationToken::new());
    let done = stopped.clone();
    // No heartbeat: a video takes minutes, and the worker restarts itself.
    let worker = supervise("media worker", Duration::MAX, move |_| {
        let (work, done) = (worker::run(jobs.clone(), stopping.clone()), done.clone());
        async move {
            work.await;
            // Returns only when the process stops.
            done.cancel();
            std::future::pending().await
        }
    });
    let figures = supervise("media figures", Duration::MAX, move |_| worker::watch(figures.clone()));
    ([worker, figures], stopped)
}

const DELIVERY_INTERVAL: Duration = Duration::from_secs(10);

/// Delivers files that a remote store could not take; never returns.
pub async fn deliver(media: MediaContext, db: PgPool, heartbeat: Heartbeat) {
    let waiting = metrics::gauge!("matjar_media_spooled_files");
    loop {
        tokio::time::sleep(DELIVERY_INTERVAL).await;
        heartbeat.beat();
        match deliver_spooled(&media, &db).await {
            #[expect(clippy::cast_precision_loss, reason = "a gauge")]
            Ok(count) => waiting.set(count as f64),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "delivering spooled files failed");
            }
        }
    }
}
