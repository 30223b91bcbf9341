//! The worker: runs the jobs that transactions enqueued, and scheduled jobs.

use std::{
    collections::HashMap,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use accounts::jobs::{Erase, MakeExport, SendAccountNotification, SendLinkEmail, SweepAccounts};
use affiliates::jobs::{MaintainAffiliates, SettleOrder};
use anyhow::Context;
use attribution::jobs::{AttributionJobContext, SweepVisits};
use barcodes::jobs::{BarcodeJobContext, FindAttention, SweepActions};
use cart::jobs::{JobContext, SweepVisitors};
use checkout::jobs::SweepDrafts;
use content::jobs::MaintainComments;
use edge::{jobs::Traced, supervise::Heartbeat};
use enquiries::jobs::{MaintainEnquiries, SendEnquiryEmail};
use events::jobs::{SweepContext, SweepEvents};
use followups::jobs::{MaintainFollowups, SendFollowup};
use graphile_worker::{
    Cron, JobComplete, JobFail, JobInterrupted, JobPermanentlyFail, JobStart, Worker, WorkerOptions,
};
use mail::{Mailer, jobs::SweepOutbox};
use orders::jobs::{
    CancelOverdueTransfers, CancelStale, OrderJobContext, RemindTransfers, SaveMethod, SendOrderNotification,
};
use payments::jobs::Refund;
use questions::jobs::{MaintainQuestions, SendAnswerEmail};
use reviews::jobs::{MaintainReviews, SendReviewEmail};
use stock_alerts::jobs::{MaintainStockAlerts, NotifyWaiting, SendStockAlert};

use crate::media_library::PurgePictures;

use super::jobs::{MaintainChanges, MaintainListings, MaintainSearch, Publish, ShopJobContext};
use crate::staff_products::bulk::run::RunBulkJob;

/// A worker without a heartbeat for this long is considered dead, and its jobs are released.
const WORKER_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a stopping worker waits for its jobs, in addition to the time that one email may take.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

/// How long the server waits for the worker to stop: the time of two emails and a margin.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(60);

/// A job that takes longer than this has hung. The longest one, publishing, takes minutes.
const MAX_JOB_DURATION: Duration = Duration::from_secs(30 * 60);

/// Interval of the worker's health check, and how long the check may fail.
const HEALTH_INTERVAL: Duration = Duration::from_secs(5);
pub const HEALTH_TIMEOUT: Duration = Duration::from_secs(30);

/// Start times of the running jobs, by id.
#[derive(Clone, Default)]
struct Running(Arc<Mutex<HashMap<i64, Instant>>>);

impl Running {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_hung(&self) -> bool {
        self.lock().values().any(|since| since.elapsed() > MAX_JOB_DURATION)
    }

    /// Tracks the jobs of a worker.
    fn track(&self, options: WorkerOptions) -> WorkerOptions {
        let [started, done, failed, failed_permanently, interrupted] = std::array::from_fn(|_| self.clone());
        let end = |running: Running, job: i64| {
            running.lock().remove(&job);
            async {}
        };
        options
            .on(JobStart, move |event| {
                started.lock().insert(*event.job.id(), Instant::now());
                async {}
            })
            .on(JobComplete, move |event| end(done.clone(), *event.job.id()))
            .on(JobFail, move |event| end(failed.clone(), *event.job.id()))
            .on(JobPermanentlyFail, move |event| end(failed_permanently.clone(), *event.job.id()))
            .on(JobInterrupted, move |event| end(interrupted.clone(), *event.job.id()))
    }
}

/// Runs the worker until the server stops, then finishes the running jobs. Restarts the worker when it fails: the shop
/// sells without it, and it recovers with the database.
pub async fn run(
    job_context: ShopJobContext,
    mailer: Mailer,
    order_jobs: OrderJobContext,
    heartbeat: Heartbeat,
) {
    let stopping = mailer.stopping.clone();
    while !stopping.is_cancelled() {
        let running = Running::default();
        let worker = match start(&running, job_context.clone(), mailer.clone(), order_jobs.clone()).await {
            Ok(worker) => worker,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "worker failed to start");
                heartbeat.beat();
                tokio::time::sleep(Duration::from_secs(2)).await;
                continue;
            }
        };
        let mut work = pin!(worker.run());
        let ended = loop {
            match tokio::time::timeout(HEALTH_INTERVAL, &mut work).await {
                Ok(ended) => break ended,
                Err(_) if running.has_hung() => {}
                Err(_) => heartbeat.beat(),
            }
        };
        if let Err(error) = ended {
            tracing::error!(%error, "worker stopped; restarting it");
            metrics::counter!("matjar_task_restarts_total", "task" => "worker", "reason" => "ended")
                .increment(1);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

pub async fn build(
    job_context: ShopJobContext,
    mailer: Mailer,
    order_jobs: OrderJobContext,
) -> anyhow::Result<Worker> {
    start(&Running::default(), job_context, mailer, order_jobs).await
}

async fn start(
    running: &Running,
    job_context: ShopJobContext,
    mailer: Mailer,
    order_jobs: OrderJobContext,
) -> anyhow::Result<Worker> {
    let (db, clock) = (job_context.db.clone(), job_context.clock.clone());
    edge::jobs::continue_while_ready(running.track(WorkerOptions::default()), &db)
        .schema(edge::jobs::SCHEMA)
        .concurrency(2)
        .poll_interval(Duration::from_secs(2))
        // Off by default in the library: without it a killed worker's job stays locked for four hours.
        .heartbeat_interval(Duration::from_secs(10))
        .sweep_interval(Duration::from_secs(15))
        .sweep_threshold(WORKER_TIMEOUT)
        // A job that does not finish in time is retried by the next server; emails always finish.
        .shutdown_signal(mailer.stopping.clone().cancelled_owned())
        .shutdown_grace_period(mailer.smtp.send_timeout() + SHUTDOWN_GRACE)
        .shutdown_interrupted_job_retry_delay(Duration::from_secs(1))
        .add_extension(AttributionJobContext { db: db.clone(), clock: clock.clone() })
        .add_extension(BarcodeJobContext { db: db.clone(), clock: clock.clone() })
        .add_extension(SweepContext { db: db.clone(), clock: clock.clone() })
        .add_extension(JobContext { db: db.clone(), clock })
        .add_extension(job_context)
        .add_extension(mailer)
        .add_extension(order_jobs.payments.clone())
        .add_extension(order_jobs)
        .define_job::<Traced<SweepVisitors>>()
        .define_job::<Traced<MaintainListings>>()
        .define_job::<Traced<MaintainSearch>>()
        .define_job::<Traced<MaintainChanges>>()
        .define_job::<Traced<PurgePictures>>()
        .define_job::<Traced<Publish>>()
        .define_job::<Traced<RunBulkJob>>()
        .define_job::<Traced<SendLinkEmail>>()
        .define_job::<Traced<SendAccountNotification>>()
        .define_job::<Traced<MakeExport>>()
        .define_job::<Traced<Erase>>()
        .define_job::<Traced<SweepAccounts>>()
        .define_job::<Traced<SweepOutbox>>()
        .define_job::<Traced<SendOrderNotification>>()
        .define_job::<Traced<Refund>>()
        .define_job::<Traced<SaveMethod>>()
        .define_job::<Traced<CancelStale>>()
        .define_job::<Traced<CancelOverdueTransfers>>()
        .define_job::<Traced<RemindTransfers>>()
        .define_job::<Traced<SweepDrafts>>()
        .define_job::<Traced<SendReviewEmail>>()
        .define_job::<Traced<MaintainReviews>>()
        .define_job::<Traced<SendAnswerEmail>>()
        .define_job::<Traced<MaintainQuestions>>()
        .define_job::<Traced<MaintainComments>>()
        .define_job::<Traced<SettleOrder>>()
        .define_job::<Traced<MaintainAffiliates>>()
        .define_job::<Traced<SweepVisits>>()
        .define_job::<Traced<SweepEvents>>()
        .define_job::<Traced<SweepActions>>()
        .define_job::<Traced<FindAttention>>()
        .define_job::<Traced<MaintainEnquiries>>()
        .define_job::<Traced<SendEnquiryEmail>>()
        .define_job::<Traced<MaintainFollowups>>()
        .define_job::<Traced<SendFollowup>>()
        .define_job::<Traced<NotifyWaiting>>()
        .define_job::<Traced<SendStockAlert>>()
        .define_job::<Traced<MaintainStockAlerts>>()
        .with_cron(
            Cron::every_n_minutes::<MaintainListings>(1)
                .context("job schedule")?
                .payload(MaintainListings {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainSearch>(30)
                .context("job schedule")?
                .payload(MaintainSearch {})?,
        )
        .with_cron(
            Cron::hourly_at::<MaintainChanges>(41).context("job schedule")?.payload(MaintainChanges {})?,
        )
        .with_cron(Cron::hourly_at::<PurgePictures>(47).context("job schedule")?.payload(PurgePictures {})?)
        .with_cron(Cron::every_n_minutes::<Publish>(30).context("job schedule")?.payload(Publish {})?)
        .with_cron(
            Cron::every_n_minutes::<SweepAccounts>(30).context("job schedule")?.payload(SweepAccounts {})?,
        )
        .with_cron(Cron::every_n_minutes::<SweepOutbox>(30).context("job schedule")?.payload(SweepOutbox {})?)
        .with_cron(
            Cron::every_n_minutes::<SweepVisitors>(30).context("job schedule")?.payload(SweepVisitors {})?,
        )
        .with_cron(Cron::every_n_minutes::<CancelStale>(1).context("job schedule")?.payload(CancelStale {})?)
        .with_cron(
            Cron::every_n_minutes::<CancelOverdueTransfers>(1)
                .context("job schedule")?
                .payload(CancelOverdueTransfers {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<RemindTransfers>(5)
                .context("job schedule")?
                .payload(RemindTransfers {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainReviews>(5)
                .context("job schedule")?
                .payload(MaintainReviews {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainQuestions>(5)
                .context("job schedule")?
                .payload(MaintainQuestions {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainComments>(30)
                .context("job schedule")?
                .payload(MaintainComments {})?,
        )
        .with_cron(Cron::every_n_minutes::<SweepVisits>(30).context("job schedule")?.payload(SweepVisits {})?)
        .with_cron(Cron::every_n_minutes::<SweepEvents>(30).context("job schedule")?.payload(SweepEvents {})?)
        .with_cron(
            Cron::every_n_minutes::<SweepActions>(30).context("job schedule")?.payload(SweepActions {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<FindAttention>(30).context("job schedule")?.payload(FindAttention {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainAffiliates>(30)
                .context("job schedule")?
                .payload(MaintainAffiliates {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainEnquiries>(10)
                .context("job schedule")?
                .payload(MaintainEnquiries {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainFollowups>(5)
                .context("job schedule")?
                .payload(MaintainFollowups {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<MaintainStockAlerts>(5)
                .context("job schedule")?
                .payload(MaintainStockAlerts {})?,
        )
        .with_cron(Cron::every_n_minutes::<SweepDrafts>(1).context("job schedule")?.payload(SweepDrafts {})?)
        .listen_os_shutdown_signals(false)
        .pg_pool(db)
        .init()
        .await
        .context("starting the worker")
}

/// How often expired stock holds are released. The job scheduler has a resolution of minutes only.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

pub async fn sweep_holds(job_context: ShopJobContext, heartbeat: Heartbeat) {
    loop {
        tokio::time::sleep(SWEEP_INTERVAL).await;
        heartbeat.beat();
        match cart::service::holds::sweep(&job_context.db, job_context.clock.now()).await {
            Ok(0) => {}
            Ok(swept) => tracing::info!(orders = swept, "expired stock holds released"),
            Err(error) => tracing::warn!(%error, "releasing expired stock holds failed"),
        }
    }
}
