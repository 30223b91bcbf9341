//! A circuit breaker for a connection pool.
//!
//! The time in which a request must get a connection includes its wait in the pool's queue. When a pool has lost its
//! connections and many requests wait, each of them is next only when its time is nearly over, too late to open a
//! connection. Then no connection is ever opened, although the database is up. The breaker admits so few requests
//! meanwhile that none waits and each has the whole time.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::AppError;

/// A pool and its breaker.
#[derive(Clone)]
pub struct GuardedPool {
    pub pool: PgPool,
    pub breaker: PoolBreaker,
}

impl GuardedPool {
    pub fn connect_lazy(options: PgPoolOptions, database: PgConnectOptions) -> Self {
        let breaker = PoolBreaker::new(options.get_acquire_timeout(), options.get_max_connections());
        let (opened, reused) = (breaker.clone(), breaker.clone());
        let pool = options
            .after_connect(move |_, _| {
                opened.acquired(Instant::now());
                Box::pin(async { Ok(()) })
            })
            .before_acquire(move |_, _| {
                reused.acquired(Instant::now());
                Box::pin(async { Ok(true) })
            })
            .connect_lazy_with(database);
        Self { pool, breaker }
    }
}

#[derive(Clone)]
pub struct PoolBreaker(Arc<Inner>);

struct Inner {
    acquire_timeout: Duration,
    /// How many requests are admitted within one acquire timeout while the breaker is open.
    probes: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last_acquired: Option<Instant>,
    /// `None` while the breaker is closed.
    probing: Option<Probing>,
}

struct Probing {
    since: Instant,
    admitted: u32,
}

impl PoolBreaker {
    fn new(acquire_timeout: Duration, connections: u32) -> Self {
        // The other connections stay free, so that a probe never waits.
        let probes = (connections / 4).max(1);
        Self(Arc::new(Inner { acquire_timeout, probes, state: Mutex::default() }))
    }

    /// A connection was handed out: the breaker closes.
    pub fn acquired(&self, now: Instant) {
        let mut state = self.state();
        state.last_acquired = Some(now);
        if state.probing.take().is_some() {
            tracing::info!("database circuit closed");
        }
    }

    /// A request got no connection in time. The breaker opens if no other request got one either: a busy pool hands
    /// out connections all the time.
    pub fn timed_out(&self, now: Instant) {
        let mut state = self.state();
        let is_stuck = state
            .last_acquired
            .is_none_or(|last| now.saturating_duration_since(last) >= self.0.acquire_timeout);
        if is_stuck && state.probing.is_none() {
            tracing::warn!("database circuit open");
            state.probing = Some(Probing { since: now, admitted: 0 });
        }
    }

    /// Refuses a request that would only wait in vain.
    pub fn admit(&self, now: Instant) -> Result<(), AppError> {
        let mut state = self.state();
        let Some(probing) = &mut state.probing else { return Ok(()) };
        if now.saturating_duration_since(probing.since) >= self.0.acquire_timeout {
            *probing = Probing { since: now, admitted: 0 };
        }
        if probing.admitted >= self.0.probes {
            metrics::counter!("matjar_pool_refused_total").increment(1);
            return Err(AppError::Busy);
        }
        probing.admitted += 1;
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_millis(250);

    fn admitted(breaker: &PoolBreaker, now: Instant) -> usize {
        (0..100).filter(|_| breaker.admit(now).is_ok()).count()
    }

    #[test]
    fn a_busy_pool_refuses_nobody() {
        let (breaker, now) = (PoolBreaker::new(TIMEOUT, 12), Instant::now());
        breaker.acquired(now);
        breaker.timed_out(now + TIMEOUT / 2);
        assert_eq!(admitted(&breaker, now + TIMEOUT), 100);
    }

    #[test]
    fn a_pool_that_hands_out_nothing_admits_a_quarter_of_its_size_each_timeout() {
        let (breaker, now) = (PoolBreaker::new(TIMEOUT, 12), Instant::now());
        breaker.acquired(now);
        let late = now + TIMEOUT;
        breaker.timed_out(late);
        assert_eq!(admitted(&breaker, late), 3);
        breaker.timed_out(late + TIMEOUT / 2);
        assert_eq!(admitted(&breaker, late + TIMEOUT / 2), 0);
        assert_eq!(admitted(&breaker, late + TIMEOUT), 3);
        breaker.acquired(late + TIMEOUT);
        assert_eq!(admitted(&breaker, late + TIMEOUT), 100);
    }

    #[test]
    fn the_smallest_pool_still_probes() {
        let (breaker, now) = (PoolBreaker::new(TIMEOUT, 1), Instant::now());
        breaker.timed_out(now);
        assert_eq!(admitted(&breaker, now), 1);
    }
}
