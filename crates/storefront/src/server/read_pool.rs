//! Pages are read from a replica, or from the primary while the replica is down.

use std::{
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Context;
use edge::{pool_breaker::GuardedPool, supervise::supervise};
use sqlx::{Connection, PgConnection, PgPool, postgres::PgConnectOptions};
use tokio_util::task::AbortOnDropHandle;

/// Interval and timeout of the replica check.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
const CHECK_TIMEOUT: Duration = Duration::from_millis(500);
/// Time without a check after which the watch is restarted.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(15);
/// Number of failed checks in a row after which reads move to the primary, and of successful ones after which they
/// return to the replica.
const FAILURES_TO_OPEN: u32 = 2;
const SUCCESSES_TO_CLOSE: u32 = 3;

/// A pool that connects to the replica or, while the replica is down, to the primary.
pub struct ReadPool {
    pub pool: GuardedPool,
    replica: Option<ReplicaBreaker>,
}

struct ReplicaBreaker {
    pool: PgPool,
    replica: PgConnectOptions,
    primary: PgConnectOptions,
    /// Time of the last switch; older connections lead to the other server.
    switched: Arc<Mutex<Option<Instant>>>,
    is_open: bool,
    streak: u32,
}

impl ReadPool {
    /// `pool` connects to the replica; `primary` is the URL of the primary. If both are the same server, nothing is
    /// watched.
    pub fn new(guarded: GuardedPool, primary: &str) -> anyhow::Result<Self> {
        let primary = PgConnectOptions::from_str(primary).context("the database address")?;
        let GuardedPool { pool, breaker } = guarded.clone();
        let replica = pool.connect_options().as_ref().clone();
        let address = |options: &PgConnectOptions| {
            (options.get_host().to_owned(), options.get_port(), options.get_socket().cloned())
        };
        if address(&replica) == address(&primary) {
            return Ok(Self { pool: guarded, replica: None });
        }
        let mut fallback = replica.clone().host(primary.get_host()).port(primary.get_port());
        if let Some(socket) = primary.get_socket() {
            fallback = fallback.socket(socket);
        }
        let switched: Arc<Mutex<Option<Instant>>> = Arc::default();
        let last_switch = switched.clone();
        let reused = breaker.clone();
        let options = pool.options().clone().before_acquire(move |_, connection| {
            let switch = *last_switch.lock().unwrap_or_else(PoisonError::into_inner);
            let is_current = switch.is_none_or(|time| connection.age < time.elapsed());
            if is_current {
                reused.acquired(Instant::now());
            }
            Box::pin(async move { Ok(is_current) })
        });
        let pool = options.connect_lazy_with(replica.clone());
        let watched = ReplicaBreaker {
            pool: pool.clone(),
            replica,
            primary: fallback,
            switched,
            is_open: false,
            streak: 0,
        };
        Ok(Self { pool: GuardedPool { pool, breaker }, replica: Some(watched) })
    }

    /// Checks the replica once, so that a server that starts without it does not begin with failures; then watches it
    /// until the handle is dropped.
    pub async fn watch(self) -> Option<AbortOnDropHandle<()>> {
        let mut breaker = self.replica?;
        if !breaker.is_replica_up().await {
            breaker.switch(true);
        }
        let breaker = Arc::new(tokio::sync::Mutex::new(breaker));
        Some(supervise("replica watch", HEARTBEAT_TIMEOUT, move |beat| {
            let breaker = breaker.clone();
            async move {
                loop {
                    tokio::time::sleep(CHECK_INTERVAL).await;
                    breaker.lock().await.check().await;
                    beat.beat();
                }
            }
        }))
    }
}

impl ReplicaBreaker {
    async fn check(&mut self) {
        let is_up = self.is_replica_up().await;
        // Counts only results that contradict the current state.
        self.streak = if is_up == self.is_open { self.streak + 1 } else { 0 };
        let threshold = if self.is_open { SUCCESSES_TO_CLOSE } else { FAILURES_TO_OPEN };
        if self.streak >= threshold {
            self.switch(!self.is_open);
        }
    }

    async fn is_replica_up(&self) -> bool {
        let probe = async {
            let mut db = PgConnection::connect_with(&self.replica).await?;
            sqlx::query("select 1").execute(&mut db).await?;
            db.close().await
        };
        matches!(tokio::time::timeout(CHECK_TIMEOUT, probe).await, Ok(Ok(())))
    }

    fn switch(&mut self, open: bool) {
        (self.is_open, self.streak) = (open, 0);
        self.pool.set_connect_options(if open { self.primary.clone() } else { self.replica.clone() });
        *self.switched.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        metrics::gauge!("matjar_reads_on_primary").set(if open { 1.0 } else { 0.0 });
        match open {
            true => tracing::error!("replica is down; reading pages from the primary"),
            false => tracing::info!("replica is up again; reading pages from it"),
        }
    }
}
