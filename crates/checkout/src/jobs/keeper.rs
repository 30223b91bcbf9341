//! The reconciler: looks up payments whose outcome is not known, works on the provider's notices, and compares its ledger
//! with ours. One server at a time does this, the one that has the lease.

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
use edge::supervise::Heartbeat;
use payments::{provider::ProviderError, store as attempts};

use crate::till::Till;

/// How often it looks whether there is something to do.
const INTERVAL: Duration = Duration::from_millis(500);

/// The longest pause after a run that failed.
const MAX_BACKOFF: Duration = Duration::from_secs(4);

/// How often old work is cleaned up.
const CLEANUP_INTERVAL: TimeDelta = TimeDelta::seconds(30);

/// A supervisor that hears nothing for this long starts the reconciler anew.
pub const SILENCE: Duration = Duration::from_secs(9);

/// What one row may take; a provider or a connection that hangs costs no more.
const ROW_TIMEOUT: Duration = Duration::from_secs(8);

/// What reading the provider's ledger may take.
const LEDGER_TIMEOUT: Duration = Duration::from_secs(120);

/// How often the lease is renewed while one step takes long.
const RENEWAL: Duration = Duration::from_secs(2);

/// So many rows after each other without an answer are no bad rows: the provider or the database is gone.
const MAX_FAILURES: usize = 3;

const LEASE: &str = "reconciler";

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
#[error("another server has taken over")]
struct LeaseLost;

impl Lease {
    fn is_fresh(&self) -> bool {
        let renewed = *self.renewed.lock().unwrap_or_else(PoisonError::into_inner);
        renewed.is_some_and(|at| at.elapsed() < RENEWAL)
    }

    /// Takes or renews it. False: another server has it.
    async fn hold(&self, till: &Till) -> anyhow::Result<bool> {
        if self.is_fresh() {
            return Ok(true);
        }
        let asked = Instant::now();
        let held = tokio::time::timeout(RENEWAL, attempts::hold_lease(&till.db, LEASE, self.holder))
            .await
            .context("the lease was not renewed in time")??;
        *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = held.then_some(asked);
        Ok(held)
    }

    /// For a server that stops: another one goes on at once.
    pub async fn release(&self, till: &Till) {
        let released = attempts::release_lease(&till.db, LEASE, self.holder);
        match tokio::time::timeout(RENEWAL, released).await {
            Ok(Ok(())) => {}
            failed => tracing::debug!(?failed, "the reconciler's lease was not released"),
        }
    }
}

/// Runs as long as the server does.
pub async fn keep(till: Till, lease: Lease, heartbeat: Heartbeat) {
    let mut cleaned = till.clock.now();
    let mut finished: Option<Instant> = None;
    let mut pause = INTERVAL;
    loop {
        tokio::time::sleep(pause).await;
        heartbeat.beat();
        let run = Run { till: &till, lease: Some(&lease), heartbeat: Some(&heartbeat) };
        match run.once(&mut cleaned, &mut finished).await {
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
    till: &'a Till,
    /// None where somebody else makes sure that only one runs.
    lease: Option<&'a Lease>,
    heartbeat: Option<&'a Heartbeat>,
}

impl<'a> Run<'a> {
    fn alone(till: &'a Till) -> Self {
        Self { till, lease: None, heartbeat: None }
    }

    /// Every step is tried; the first error is returned when all are through.
    async fn once(&self, cleaned: &mut DateTime<Utc>, finished: &mut Option<Instant>) -> anyhow::Result<()> {
        if let Some(lease) = self.lease
            && !lease.hold(self.till).await?
        {
            return Ok(());
        }
        let mut done = vec![
            self.read_notices().await.map(drop).context("reading notices"),
            self.look_up_due().await.map(drop).context("looking up payments"),
            self.compare_when_due().await.context("comparing ledgers"),
        ];
        let now = self.till.clock.now();
        if now - *cleaned > CLEANUP_INTERVAL {
            *cleaned = now;
            done.push(self.clean_up().await.context("cleaning up"));
        }
        done.into_iter().collect::<anyhow::Result<()>>()?;
        if let Some(lease) = self.lease
            && finished.is_none_or(|at| at.elapsed() > Duration::from_secs(1))
        {
            *finished = Some(Instant::now());
            attempts::finish_lease(&self.till.db, LEASE, lease.holder).await?;
        }
        Ok(())
    }

    /// Reports progress, and makes sure that this server may go on.
    async fn go_on(&self) -> anyhow::Result<()> {
        if let Some(heartbeat) = self.heartbeat {
            heartbeat.beat();
        }
        if let Some(lease) = self.lease {
            ensure!(lease.hold(self.till).await?, LeaseLost);
        }
        Ok(())
    }

    /// Waits for one step, within a limit, and keeps the lease meanwhile.
    async fn step<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let mut work = pin!(tokio::time::timeout(limit, work));
        loop {
            match tokio::time::timeout(RENEWAL, &mut work).await {
                Ok(done) => return done.with_context(|| format!("not done within {limit:?}"))?,
                Err(_) => self.go_on().await?,
            }
        }
    }
}

/// Works through rows: one that fails is logged with its id and counted, and the others have their turn.
struct Rows<'a> {
    run: &'a Run<'a>,
    step: &'static str,
    failed_in_a_row: usize,
}

impl<'a> Rows<'a> {
    fn new(run: &'a Run<'a>, step: &'static str) -> Self {
        Self { run, step, failed_in_a_row: 0 }
    }

    /// Whether the row's work succeeded. An error: there is no use in going on.
    async fn work(
        &mut self,
        id: &str,
        work: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<bool> {
        self.run.go_on().await?;
        let Err(error) = self.run.step(ROW_TIMEOUT, work).await else {
            self.failed_in_a_row = 0;
            return Ok(true);
        };
        if error.is::<LeaseLost>() {
            return Err(error);
        }
        metrics::counter!("matjar_reconciler_row_failures_total", "step" => self.step).increment(1);
        tracing::warn!(step = self.step, id, error = format!("{error:#}"), "reconciling {id} failed");
        self.failed_in_a_row += usize::from(is_outage(&error));
        if self.failed_in_a_row >= MAX_FAILURES {
            return Err(error.context("the provider or the database does not answer"));
        }
        Ok(false)
    }
}

/// Whether other rows would fail for the same reason. A refusal is an answer, about its own row.
fn is_outage(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let provider = cause.downcast_ref::<ProviderError>();
        let database = cause.downcast_ref::<sqlx::Error>();
        provider.is_some_and(|error| !matches!(error, ProviderError::Refused { .. }))
            || database.is_some_and(|error| !matches!(error, sqlx::Error::Database(_)))
            || cause.is::<tokio::time::error::Elapsed>()
    })
}

/// Asks about every attempt that is due. Returns how many there were.
pub async fn look_up_due(till: &Till) -> anyhow::Result<usize> {
    Run::alone(till).look_up_due().await
}

/// Works on the provider's notices. Returns how many there were.
pub async fn read_notices(till: &Till) -> anyhow::Result<usize> {
    Run::alone(till).read_notices().await
}

/// Compares the provider's ledger with ours. Returns how many payments the provider named.
pub async fn compare_books(till: &Till) -> anyhow::Result<usize> {
    Run::alone(till).compare_books().await
}

/// Deletes and finishes what was left lying.
pub async fn tidy(till: &Till) -> anyhow::Result<()> {
    Run::alone(till).clean_up().await
}

/// When any server last finished a run.
pub async fn last_finished(till: &Till) -> sqlx::Result<Option<DateTime<Utc>>> {
    attempts::lease_finished(&till.db, LEASE).await
}
