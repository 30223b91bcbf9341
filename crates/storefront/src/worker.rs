//! The worker: jobs that shoppers' transactions left in line, and those the calendar brings.

use std::time::Duration;

use accounts::jobs::{Erase, MakeExport, SendLink, SendNews, SweepAccounts};
use anyhow::Context;
use cart::jobs::{Desk, SweepVisitors};
use checkout::{
    Till,
    jobs::{KeepMethod, Refund, SendOrderNews},
};
use graphile_worker::{Cron, Worker, WorkerOptions};
use mail::{Postman, jobs::SweepLetters};

use crate::jobs::{Publish, ShopDesk, TidyShelves};

/// A worker that says nothing for this long is taken for dead, and its jobs are given to others.
const SILENCE: Duration = Duration::from_secs(60);

pub async fn build(desk: ShopDesk, postman: Postman, till: Till) -> anyhow::Result<Worker> {
    let (db, clock) = (desk.db.clone(), desk.clock.clone());
    WorkerOptions::default()
        .schema(edge::jobs::SCHEMA)
        .concurrency(2)
        .poll_interval(Duration::from_secs(2))
        // Off by default in the library: without it a killed worker's job stays locked for four hours.
        .heartbeat_interval(Duration::from_secs(10))
        .sweep_interval(Duration::from_secs(15))
        .sweep_threshold(SILENCE)
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

pub async fn sweep_holds(desk: ShopDesk) {
    loop {
        tokio::time::sleep(SWEEP).await;
        match cart::store::holds::sweep(&desk.db, desk.clock.now()).await {
            Ok(0) => {}
            Ok(swept) => tracing::info!(swept, "the stock of {swept} orders is for sale again"),
            Err(error) => tracing::warn!(%error, "held stock could not be swept"),
        }
    }
}
