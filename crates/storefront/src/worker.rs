//! The worker: jobs that shoppers' transactions left in line, and those the calendar brings.

use std::{
    collections::HashMap,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use accounts::jobs::{Erase, MakeExport, SendLink, SendNews, SweepAccounts};
use anyhow::Context;
use cart::jobs::{Desk, SweepVisitors};
use checkout::{
    Till,
    jobs::{KeepMethod, Refund, SendOrderNews},
};
use edge::supervise::Heartbeat;
use graphile_worker::{
    Cron, JobComplete, JobFail, JobInterrupted, JobPermanentlyFail, JobStart, Worker, WorkerOptions,
};
use mail::{Postman, jobs::SweepLetters};

use crate::jobs::{Publish, ShopDesk, TidyShelves};

/// A worker that says nothing for this long is taken for dead, and its jobs are given to others.
const SILENCE: Duration = Duration::from_secs(60);

/// How long a server that stops waits for its jobs, beyond the time that one email may take.
const GRACE: Duration = Duration::from_secs(5);

/// How long the server waits for the worker to stop: two emails' worth, and some.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(60);

/// A job that takes longer than this hangs. The longest, publishing, takes minutes.
const MAX_JOB: Duration = Duration::from_secs(30 * 60);

/// How often the worker's health is looked at, and how long it may be bad.
const HEALTH_INTERVAL: Duration = Duration::from_secs(5);
pub const HEALTH_SILENCE: Duration = Duration::from_secs(30);

/// When each job under way began.
#[derive(Clone, Default)]
struct Running(Arc<Mutex<HashMap<i64, Instant>>>);

impl Running {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_hung(&self) -> bool {
        self.lock().values().any(|since| since.elapsed() > MAX_JOB)
    }

    /// Follows the jobs of a worker.
    fn follow(&self, options: WorkerOptions) -> WorkerOptions {
        let [begun, done, failed, given_up, interrupted] = std::array::from_fn(|_| self.clone());
        let end = |running: Running, job: i64| {
            running.lock().remove(&job);
            async {}
        };
        options
            .on(JobStart, move |event| {
                begun.lock().insert(*event.job.id(), Instant::now());
                async {}
            })
            .on(JobComplete, move |event| end(done.clone(), *event.job.id()))
            .on(JobFail, move |event| end(failed.clone(), *event.job.id()))
            .on(JobPermanentlyFail, move |event| end(given_up.clone(), *event.job.id()))
            .on(JobInterrupted, move |event| end(interrupted.clone(), *event.job.id()))
    }
}

/// Works until the server stops, and then finishes what is under way. The shop sells without its worker; the worker comes
/// back when the database does.
pub async fn work(desk: ShopDesk, postman: Postman, till: Till, heartbeat: Heartbeat) {
    let stopping = postman.stopping.clone();
    while !stopping.is_cancelled() {
        let running = Running::default();
        let worker = match start(&running, desk.clone(), postman.clone(), till.clone()).await {
            Ok(worker) => worker,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "the worker could not start");
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
            tracing::error!(%error, "the worker stopped; starting it again");
            metrics::counter!("matjar_task_restarts_total", "task" => "worker", "reason" => "ended")
                .increment(1);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

pub async fn build(desk: ShopDesk, postman: Postman, till: Till) -> anyhow::Result<Worker> {
    start(&Running::default(), desk, postman, till).await
}

async fn start(running: &Running, desk: ShopDesk, postman: Postman, till: Till) -> anyhow::Result<Worker> {
    let (db, clock) = (desk.db.clone(), desk.clock.clone());
    running
        .follow(WorkerOptions::default())
        .schema(edge::jobs::SCHEMA)
        .concurrency(2)
        .poll_interval(Duration::from_secs(2))
        // Off by default in the library: without it a killed worker's job stays locked for four hours.
        .heartbeat_interval(Duration::from_secs(10))
        .sweep_interval(Duration::from_secs(15))
        .sweep_threshold(SILENCE)
        // A job that cannot finish in time is tried again by the next server; emails always finish.
        .shutdown_signal(postman.stopping.clone().cancelled_owned())
        .shutdown_grace_period(postman.smtp.patience() + GRACE)
        .shutdown_interrupted_job_retry_delay(Duration::from_secs(1))
        .add_extension(Desk { db: db.clone(), clock })
        .add_extension(desk)
        .add_extension(postman)
        .add_extension(till)
        .define_job::<SweepVisitors>()
        .define_job::<TidyShelves>()
        .define_job::<Publish>()
        .define_job::<SendLink>()
        .define_job::<SendNews>()
        .define_job::<MakeExport>()
        .define_job::<Erase>()
        .define_job::<SweepAccounts>()
        .define_job::<SweepLetters>()
        .define_job::<SendOrderNews>()
        .define_job::<Refund>()
        .define_job::<KeepMethod>()
        .with_cron(
            Cron::every_n_minutes::<TidyShelves>(1).context("the job calendar")?.payload(TidyShelves {})?,
        )
        .with_cron(Cron::every_n_minutes::<Publish>(30).context("the job calendar")?.payload(Publish {})?)
        .with_cron(
            Cron::every_n_minutes::<SweepAccounts>(30)
                .context("the job calendar")?
                .payload(SweepAccounts {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<SweepLetters>(30)
                .context("the job calendar")?
                .payload(SweepLetters {})?,
        )
        .with_cron(
            Cron::every_n_minutes::<SweepVisitors>(30)
                .context("the job calendar")?
                .payload(SweepVisitors {})?,
        )
        .listen_os_shutdown_signals(false)
        .pg_pool(db)
        .init()
        .await
        .context("starting the worker")
}

/// How soon stock that nobody paid for is for sale again. The calendar of jobs knows minutes only.
const SWEEP: Duration = Duration::from_secs(5);

pub async fn sweep_holds(desk: ShopDesk, heartbeat: Heartbeat) {
    loop {
        tokio::time::sleep(SWEEP).await;
        heartbeat.beat();
        match cart::store::holds::sweep(&desk.db, desk.clock.now()).await {
            Ok(0) => {}
            Ok(swept) => tracing::info!(swept, "the stock of {swept} orders is for sale again"),
            Err(error) => tracing::warn!(%error, "held stock could not be swept"),
        }
    }
}
