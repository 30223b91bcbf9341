//! The reconciler: looks up payments with an unknown outcome, processes the provider's notices, and compares the
//! provider's ledger with the shop's. It runs on one server at a time, the one that holds the lease.

mod cleanup;
mod ledger;
mod lookups;

use std::{
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use edge::{supervise::Heartbeat, trace};
use tracing::field::Empty;

use crate::{
    context::PaymentContext,
    provider::ProviderError,
    store::{self as attempts, Attempt},
};

/// Pause between runs.
const INTERVAL: Duration = Duration::from_millis(500);

/// The longest pause after failed runs.
const MAX_BACKOFF: Duration = Duration::from_secs(4);

/// How often [`clean_up`] runs.
const CLEANUP_INTERVAL: TimeDelta = TimeDelta::seconds(30);

/// The supervisor restarts the reconciler after this long without a heartbeat.
pub const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(9);

/// Time limit for one row, so that a hanging provider or connection does not block the rest.
const ROW_TIMEOUT: Duration = Duration::from_secs(8);

/// Time limit for reading the provider's ledger.
const LEDGER_TIMEOUT: Duration = Duration::from_secs(120);

/// How often the lease is renewed during a long step.
const RENEW_INTERVAL: Duration = Duration::from_secs(2);

/// After this many outage errors in a row the run stops: the provider or the database is down.
const MAX_FAILURES: usize = 3;

const LEASE_NAME: &str = "reconciler";

/// This process's hold on the lease; the same for every restart of the task.
#[derive(Debug, Clone)]
pub struct Lease {
    holder: uuid::Uuid,
    renewed: Arc<Mutex<Option<Instant>>>,
}

impl Default for Lease {
    fn default() -> Self {
        Self { holder: uuid::Uuid::new_v4(), renewed: Arc::default() }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("lease lost to another server")]
struct LeaseLost;

impl Lease {
    fn is_fresh(&self) -> bool {
        let renewed = *self.renewed.lock().unwrap_or_else(PoisonError::into_inner);
        renewed.is_some_and(|at| at.elapsed() < RENEW_INTERVAL)
    }

    /// Takes or renews the lease. Returns false if another server holds it.
    async fn hold(&self, context: &PaymentContext) -> anyhow::Result<bool> {
        if self.is_fresh() {
            return Ok(true);
        }
        let requested_at = Instant::now();
        let held =
            tokio::time::timeout(RENEW_INTERVAL, attempts::hold_lease(&context.db, LEASE_NAME, self.holder))
                .await
                .context("the lease was not renewed in time")??;
        *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = held.then_some(requested_at);
        Ok(held)
    }

    /// Releases the lease at shutdown, so that another server can take it at once.
    pub async fn release(&self, context: &PaymentContext) {
        let released = attempts::release_lease(&context.db, LEASE_NAME, self.holder);
        match tokio::time::timeout(RENEW_INTERVAL, released).await {
            Ok(Ok(())) => {}
            failure => tracing::debug!(?failure, "releasing the reconciler's lease failed"),
        }
    }
}

/// Runs the reconciler for as long as the server runs.
pub async fn run_reconciler(context: PaymentContext, lease: Lease, heartbeat: Heartbeat) {
    let mut cleaned = context.clock.now();
    let mut finished: Option<Instant> = None;
    let mut pause = INTERVAL;
    loop {
        tokio::time::sleep(pause).await;
        heartbeat.beat();
        let run = Run { context: &context, lease: Some(&lease), heartbeat: Some(&heartbeat) };
        match run.run_once(&mut cleaned, &mut finished).await {
            Ok(()) => pause = INTERVAL,
            Err(error) => {
                if pause == INTERVAL {
                    tracing::warn!(
                        error = format!("{error:#}"),
                        "payment reconciliation failed; backing off"
                    );
                }
                pause = (pause * 2).min(MAX_BACKOFF);
            }
        }
    }
}

/// One run of the reconciler.
struct Run<'a> {
    context: &'a PaymentContext,
    /// `None` if the caller ensures that only one run is active.
    lease: Option<&'a Lease>,
    heartbeat: Option<&'a Heartbeat>,
}

impl<'a> Run<'a> {
    fn without_lease(context: &'a PaymentContext) -> Self {
        Self { context, lease: None, heartbeat: None }
    }

    /// Runs every step, even if one fails, and returns the first error at the end.
    async fn run_once(
        &self,
        cleaned: &mut DateTime<Utc>,
        finished: &mut Option<Instant>,
    ) -> anyhow::Result<()> {
        if let Some(lease) = self.lease
            && !lease.hold(self.context).await?
        {
            return Ok(());
        }
        let mut done = vec![
            self.read_notices().await.map(drop).context("reading notices"),
            self.look_up_due().await.map(drop).context("looking up payments"),
            self.reconcile_when_due().await.context("comparing ledgers"),
        ];
        let now = self.context.clock.now();
        if now - *cleaned > CLEANUP_INTERVAL {
            *cleaned = now;
            done.push(self.clean_up().await.context("cleaning up"));
        }
        done.into_iter().collect::<anyhow::Result<()>>()?;
        if let Some(lease) = self.lease
            && finished.is_none_or(|at| at.elapsed() > Duration::from_secs(1))
        {
            *finished = Some(Instant::now());
            attempts::finish_lease(&self.context.db, LEASE_NAME, lease.holder).await?;
        }
        Ok(())
    }

    /// Sends a heartbeat, and fails if this server has lost the lease.
    async fn checkpoint(&self) -> anyhow::Result<()> {
        if let Some(heartbeat) = self.heartbeat {
            heartbeat.beat();
        }
        if let Some(lease) = self.lease {
            ensure!(lease.hold(self.context).await?, LeaseLost);
        }
        Ok(())
    }

    /// Runs one step with a time limit, renewing the lease meanwhile.
    async fn step<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let mut work = pin!(tokio::time::timeout(limit, work));
        loop {
            match tokio::time::timeout(RENEW_INTERVAL, &mut work).await {
                Ok(done) => return done.with_context(|| format!("timed out after {limit:?}"))?,
                Err(_) => self.checkpoint().await?,
            }
        }
    }
}

/// Processes rows one by one. A row that fails is logged with its id and counted; the others are still processed.
struct Rows<'a> {
    run: &'a Run<'a>,
    step: &'static str,
    failed_in_a_row: usize,
}

impl<'a> Rows<'a> {
    fn new(run: &'a Run<'a>, step: &'static str) -> Self {
        Self { run, step, failed_in_a_row: 0 }
    }

    /// Returns whether the row succeeded. An error means that the remaining rows would fail too.
    async fn process(
        &mut self,
        id: &str,
        work: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<bool> {
        self.run.checkpoint().await?;
        let span = tracing::info_span!(
            "reconcile_row",
            step = self.step,
            order = Empty,
            attempt = Empty,
            reference = Empty,
            otel.status_code = Empty
        );
        let Err(error) = self.run.step(ROW_TIMEOUT, trace::in_root(span.clone(), work)).await else {
            self.failed_in_a_row = 0;
            return Ok(true);
        };
        if error.is::<LeaseLost>() {
            return Err(error);
        }
        metrics::counter!("matjar_reconciler_row_failures_total", "step" => self.step).increment(1);
        span.record("otel.status_code", "error");
        // In the row's span, which has the ids of the order and the attempt.
        span.in_scope(|| {
            tracing::warn!(step = self.step, id, error = format!("{error:#}"), "reconciling a row failed");
        });
        self.failed_in_a_row += usize::from(is_outage(&error));
        if self.failed_in_a_row >= MAX_FAILURES {
            return Err(error.context("the provider or the database is down"));
        }
        Ok(false)
    }
}

/// Records the ids of the attempt that a row is about.
fn record_ids(attempt: &Attempt) {
    trace::record("order", attempt.order.0);
    trace::record("attempt", &*attempt.key);
}

/// Whether other rows would fail for the same reason. A refusal by the provider concerns only its own row.
fn is_outage(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let provider = cause.downcast_ref::<ProviderError>();
        let database = cause.downcast_ref::<sqlx::Error>();
        provider.is_some_and(|error| !matches!(error, ProviderError::Refused { .. }))
            || database.is_some_and(|error| !matches!(error, sqlx::Error::Database(_)))
            || cause.is::<tokio::time::error::Elapsed>()
    })
}

/// Looks up every attempt that is due. Returns how many there were.
pub async fn look_up_due(context: &PaymentContext) -> anyhow::Result<usize> {
    Run::without_lease(context).look_up_due().await
}

/// Processes the provider's pending notices. Returns how many there were.
pub async fn read_notices(context: &PaymentContext) -> anyhow::Result<usize> {
    Run::without_lease(context).read_notices().await
}

/// Compares the provider's ledger with the shop's. Returns how many payments the provider listed.
pub async fn reconcile(context: &PaymentContext) -> anyhow::Result<usize> {
    Run::without_lease(context).reconcile().await
}

/// Deletes pending methods at the provider and retries open refunds.
pub async fn clean_up(context: &PaymentContext) -> anyhow::Result<()> {
    Run::without_lease(context).clean_up().await
}

/// When any server last finished a run.
pub async fn last_finished(context: &PaymentContext) -> sqlx::Result<Option<DateTime<Utc>>> {
    attempts::lease_finished(&context.db, LEASE_NAME).await
}
