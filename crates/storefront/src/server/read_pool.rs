//! Pages are read from a replica, or from the primary while the replica is down.

use std::{
    collections::VecDeque,
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
/// Connections for pages that were purged a moment ago.
const PRIMARY_CONNECTIONS: u32 = 4;
/// A replica that is further behind is not read. Less than the time for which purged pages are read from the primary.
const MAX_LAG: Duration = Duration::from_secs(5);
/// Number of failed checks in a row after which reads move to the primary, and of successful ones after which they
/// return to the replica. Behind a balancer each check meets another replica: one that fails is enough, and a return needs
/// as many successes as meet all of them.
const FAILURES_TO_OPEN: u32 = 1;
const SUCCESSES_TO_CLOSE: u32 = 10;

/// A pool that connects to the replica or, while the replica is down, to the primary.
pub struct ReadPool {
    pub pool: GuardedPool,
    /// Connects to the primary, with the role of `pool`; `None` without a replica.
    pub primary: Option<PgPool>,
    replica: Option<ReplicaBreaker>,
}

struct ReplicaBreaker {
    pool: PgPool,
    replica: PgConnectOptions,
    primary: PgConnectOptions,
    on_primary: PgPool,
    /// Positions of the primary, with the times at which it had them, oldest first.
    reached: VecDeque<(Instant, String)>,
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
            return Ok(Self { pool: guarded, primary: None, replica: None });
        }
        let mut fallback = replica.clone().host(primary.get_host()).port(primary.get_port());
        if let Some(socket) = primary.get_socket() {
            fallback = fallback.socket(socket);
        }
        let switched: Arc<Mutex<Option<Instant>>> = Arc::default();
        let last_switch = switched.clone();
        let reused = breaker.clone();
        let plain = pool.options().clone();
        let options = pool.options().clone().before_acquire(move |_, connection| {
            let switch = *last_switch.lock().unwrap_or_else(PoisonError::into_inner);
            let is_current = switch.is_none_or(|time| connection.age < time.elapsed());
            if is_current {
                reused.acquired(Instant::now());
            }
            Box::pin(async move { Ok(is_current) })
        });
        let pool = options.connect_lazy_with(replica.clone());
        let on_primary = plain.max_connections(PRIMARY_CONNECTIONS);
        let on_primary = on_primary.connect_lazy_with(fallback.clone());
        let watched = ReplicaBreaker {
            pool: pool.clone(),
            replica,
            primary: fallback,
            on_primary: on_primary.clone(),
            reached: VecDeque::new(),
            switched,
            is_open: false,
            streak: 0,
        };
        Ok(Self { pool: GuardedPool { pool, breaker }, primary: Some(on_primary), replica: Some(watched) })
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

    /// Whether the replica answers and has what the primary had some seconds ago. While the primary does not answer, only
    /// the first counts: nothing changes then.
    async fn is_replica_up(&mut self) -> bool {
        let now = Instant::now();
        let position = sqlx::query_scalar::<_, String>("select pg_current_wal_lsn()::text");
        let position = tokio::time::timeout(CHECK_TIMEOUT, position.fetch_one(&self.on_primary)).await;
        let wanted = expected_position(&mut self.reached, now, position.ok().and_then(Result::ok));
        let probe = async {
            let mut db = PgConnection::connect_with(&self.replica).await?;
            // Through a balancer this may be the primary itself, which is not behind.
            let has_it: bool = sqlx::query_scalar(
                "select not pg_is_in_recovery() or coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true)",
            )
            .bind(wanted)
            .fetch_one(&mut db)
            .await?;
            db.close().await?;
            Ok::<_, sqlx::Error>(has_it)
        };
        matches!(tokio::time::timeout(CHECK_TIMEOUT, probe).await, Ok(Ok(true)))
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

/// Remembers a position of the primary, and returns the newest one that a replica must have reached.
fn expected_position(
    reached: &mut VecDeque<(Instant, String)>,
    now: Instant,
    position: Option<String>,
) -> Option<String> {
    match position {
        Some(position) => reached.push_back((now, position)),
        // After a failover the new primary counts from an earlier position.
        None => reached.clear(),
    }
    let is_old = |(time, _): &(Instant, String)| now.saturating_duration_since(*time) >= MAX_LAG;
    while reached.get(1).is_some_and(is_old) {
        reached.pop_front();
    }
    reached.front().filter(|first| is_old(first)).map(|(_, position)| position.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_must_have_what_the_primary_had_five_seconds_ago() {
        let (start, mut reached) = (Instant::now(), VecDeque::new());
        let mut at = |second: u64, position: Option<&str>| {
            let now = start + Duration::from_secs(second);
            expected_position(&mut reached, now, position.map(str::to_owned))
        };
        assert_eq!(at(0, Some("0/1")), None);
        assert_eq!(at(4, Some("0/2")), None);
        assert_eq!(at(5, Some("0/3")).as_deref(), Some("0/1"));
        assert_eq!(at(9, Some("0/4")).as_deref(), Some("0/2"));
        assert_eq!(at(10, None), None, "another primary may follow");
        assert_eq!(at(11, Some("0/2")), None);
    }
}
