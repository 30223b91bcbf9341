//! Pages are read from a replica. While that does not answer, they are read from the primary instead.

use std::{
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Context;
use edge::supervise::supervise;
use sqlx::{Connection, PgConnection, PgPool, postgres::PgConnectOptions};
use tokio_util::task::AbortOnDropHandle;

/// How often the replica is asked whether it answers, and for how long it may think.
const LOOK: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_millis(500);
/// How long nobody may have looked before the watch is started again.
const SILENCE: Duration = Duration::from_secs(15);
/// So many silences in a row, and the primary takes over; so many answers, and the replica is back.
const SILENCES: u32 = 2;
const ANSWERS: u32 = 3;

/// A pool whose connections lead to the replica or, for as long as that is gone, to the primary.
pub struct ReadPool {
    pub pool: PgPool,
    breaker: Option<Breaker>,
}

struct Breaker {
    pool: PgPool,
    replica: PgConnectOptions,
    primary: PgConnectOptions,
    /// Connections from before this lead to the other one.
    switched: Arc<Mutex<Option<Instant>>>,
    is_open: bool,
    in_a_row: u32,
}

impl ReadPool {
    /// `pool` as it would be without a fallback; `primary` names the server that everything is written to. One database
    /// alone has no replica, and nothing is watched.
    pub fn new(pool: PgPool, primary: &str) -> anyhow::Result<Self> {
        let primary = PgConnectOptions::from_str(primary).context("the database address")?;
        let replica = pool.connect_options().as_ref().clone();
        let place = |options: &PgConnectOptions| {
            (options.get_host().to_owned(), options.get_port(), options.get_socket().cloned())
        };
        if place(&replica) == place(&primary) {
            return Ok(Self { pool, breaker: None });
        }
        let mut fallback = replica.clone().host(primary.get_host()).port(primary.get_port());
        if let Some(socket) = primary.get_socket() {
            fallback = fallback.socket(socket);
        }
        let switched: Arc<Mutex<Option<Instant>>> = Arc::default();
        let last = switched.clone();
        let options = pool.options().clone().before_acquire(move |_, connection| {
            let switch = *last.lock().unwrap_or_else(PoisonError::into_inner);
            let is_current = switch.is_none_or(|moment| connection.age < moment.elapsed());
            Box::pin(async move { Ok(is_current) })
        });
        let pool = options.connect_lazy_with(replica.clone());
        let breaker =
            Breaker { pool: pool.clone(), replica, primary: fallback, switched, is_open: false, in_a_row: 0 };
        Ok(Self { pool, breaker: Some(breaker) })
    }

    /// Looks once, so that a server which starts without its replica does not begin with failures; then follows the
    /// replica until the process ends.
    pub async fn watch(self) -> Option<AbortOnDropHandle<()>> {
        let mut breaker = self.breaker?;
        if !breaker.answers().await {
            breaker.switch(true);
        }
        let breaker = Arc::new(tokio::sync::Mutex::new(breaker));
        Some(supervise("replica watch", SILENCE, move |beat| {
            let breaker = breaker.clone();
            async move {
                loop {
                    tokio::time::sleep(LOOK).await;
                    breaker.lock().await.look().await;
                    beat.beat();
                }
            }
        }))
    }
}

impl Breaker {
    async fn look(&mut self) {
        let answers = self.answers().await;
        // Only what speaks against the present state counts.
        self.in_a_row = if answers == self.is_open { self.in_a_row + 1 } else { 0 };
        let enough = if self.is_open { ANSWERS } else { SILENCES };
        if self.in_a_row >= enough {
            self.switch(!self.is_open);
        }
    }

    async fn answers(&self) -> bool {
        let ask = async {
            let mut db = PgConnection::connect_with(&self.replica).await?;
            sqlx::query("select 1").execute(&mut db).await?;
            db.close().await
        };
        matches!(tokio::time::timeout(PATIENCE, ask).await, Ok(Ok(())))
    }

    fn switch(&mut self, open: bool) {
        (self.is_open, self.in_a_row) = (open, 0);
        self.pool.set_connect_options(if open { self.primary.clone() } else { self.replica.clone() });
        *self.switched.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        metrics::gauge!("matjar_reads_on_primary").set(if open { 1.0 } else { 0.0 });
        match open {
            true => tracing::error!("the replica does not answer; pages are read from the primary"),
            false => tracing::info!("the replica answers again"),
        }
    }
}
