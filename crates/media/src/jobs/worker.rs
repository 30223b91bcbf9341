//! The workers that run these jobs, apart from that of the shop: decoding takes long, and emails must not wait for it. For
//! the same reason decoding has a worker of its own: a file that staff publish does not wait for files that were just sent.

use std::time::Duration;

use anyhow::Context;
use edge::jobs::Traced;
use graphile_worker::{Cron, Worker, WorkerOptions};
use tokio_util::sync::CancellationToken;

use super::{
    FetchMedia, MediaJobContext, ProcessMedia, PublishMedia, PurgeMedia, SLOTS, ScanMedia, WithdrawMedia,
};
use crate::{rules::VIDEO_LIMITS, store};

/// Jobs at once that decode nothing.
const OTHER_JOBS: usize = 3;
/// A worker without a heartbeat for this long is considered dead, and its jobs are released.
const WORKER_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy)]
enum Work {
    Decoding,
    Other,
}

impl Work {
    fn options(self) -> anyhow::Result<WorkerOptions> {
        // The signal of the queue is about every job of the shop: these workers would look for work with each order.
        let options = WorkerOptions::default().use_notification_delivery(false);
        Ok(match self {
            Self::Decoding => options
                .concurrency(SLOTS as usize)
                .poll_interval(Duration::from_millis(100))
                .define_job::<Traced<ProcessMedia>>(),
            Self::Other => options
                .concurrency(OTHER_JOBS)
                .poll_interval(Duration::from_millis(250))
                .define_job::<Traced<PublishMedia>>()
                .define_job::<Traced<WithdrawMedia>>()
                .define_job::<Traced<PurgeMedia>>()
                .define_job::<Traced<ScanMedia>>()
                .define_job::<Traced<FetchMedia>>()
                .with_cron(
                    Cron::hourly_at::<PurgeMedia>(17).context("job schedule")?.payload(PurgeMedia {})?,
                ),
        })
    }
}

async fn build(media: MediaJobContext, work: Work, stopping: CancellationToken) -> anyhow::Result<Worker> {
    let db = media.db.clone();
    work.options()?
        .schema(edge::jobs::SCHEMA)
        .heartbeat_interval(Duration::from_secs(10))
        .sweep_interval(Duration::from_secs(15))
        .sweep_threshold(WORKER_TIMEOUT)
        .shutdown_signal(stopping.cancelled_owned())
        // A killed job is done again.
        .shutdown_grace_period(Duration::from_secs(5))
        .shutdown_interrupted_job_retry_delay(Duration::from_secs(1))
        .add_extension(media)
        .listen_os_shutdown_signals(false)
        .pg_pool(db)
        .init()
        .await
        .context("starting a media worker")
}

/// Runs the workers until the process stops.
pub async fn run(media: MediaJobContext, stopping: CancellationToken) {
    tokio::join!(
        run_one(media.clone(), Work::Decoding, stopping.clone()),
        run_one(media, Work::Other, stopping)
    );
}

/// Restarts the worker when it fails: it recovers with the database.
async fn run_one(media: MediaJobContext, work: Work, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        let ended = match build(media.clone(), work, stopping.clone()).await {
            Ok(worker) => worker.run().await.map_err(anyhow::Error::from),
            Err(error) => Err(error),
        };
        if let Err(error) = ended {
            tracing::error!(?work, error = format!("{error:#}"), "media worker stopped; restarting it");
            metrics::counter!("matjar_task_restarts_total", "task" => "media worker", "reason" => "ended")
                .increment(1);
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
    }
}

const FIGURES_INTERVAL: Duration = Duration::from_secs(15);

/// Publishes the figures of the queue; never returns.
pub async fn watch(media: MediaJobContext) {
    let age = metrics::gauge!("matjar_media_queue_age_seconds");
    let waiting = metrics::gauge!("matjar_media_queue_files");
    loop {
        match store::queue_figures(&media.db).await {
            Ok(figures) => {
                let now = media.clock.now();
                let seconds = figures.oldest.map_or(0, |oldest| (now - oldest).num_seconds().max(0));
                if seconds > i64::try_from(2 * VIDEO_LIMITS.wall.as_secs()).unwrap_or(i64::MAX) {
                    tracing::warn!(seconds, waiting = figures.waiting, "uploads wait long to be processed");
                }
                #[expect(clippy::cast_precision_loss, reason = "a gauge")]
                {
                    age.set(seconds as f64);
                    waiting.set(figures.waiting as f64);
                }
            }
            Err(error) => tracing::warn!(%error, "reading the figures of the media queue failed"),
        }
        tokio::time::sleep(FIGURES_INTERVAL).await;
    }
}
