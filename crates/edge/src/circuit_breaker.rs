//! A circuit breaker: while a dependency is down, calls to it fail at once instead of after a timeout.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// When a breaker opens, and how often it lets a call through while it is open.
#[derive(Debug, Clone, Copy)]
pub struct BreakerPolicy {
    /// This many failures within `window` open the breaker.
    pub failures: usize,
    pub window: Duration,
    /// Interval of probes while the breaker is open.
    pub probe: Duration,
}

impl BreakerPolicy {
    /// Opens at the first failure, for a dependency that a request can do without.
    pub const fn first_failure(probe: Duration) -> Self {
        Self { failures: 1, window: probe, probe }
    }
}

impl Default for BreakerPolicy {
    fn default() -> Self {
        Self { failures: 5, window: Duration::from_secs(10), probe: Duration::from_secs(10) }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum Gate {
    Pass,
    Refuse,
    /// The caller that gets this probes the dependency; others are refused meanwhile.
    Probe,
}

pub struct Breaker {
    /// The dependency, as the log names it.
    name: &'static str,
    policy: BreakerPolicy,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    failures: VecDeque<Instant>,
    /// When the breaker opened or last probed; `None` while it is closed.
    last_probe: Option<Instant>,
}

impl Breaker {
    pub fn new(name: &'static str, policy: BreakerPolicy) -> Self {
        Self { name, policy, state: Mutex::default() }
    }

    /// Decides about one call. The caller reports its result by [`Self::failed`] or [`Self::answered`].
    pub fn gate(&self, now: Instant) -> Gate {
        let mut state = self.state();
        if state.last_probe.is_none() {
            Gate::Pass
        } else if self.probed_lately(&state, now) {
            Gate::Refuse
        } else {
            state.last_probe = Some(now);
            Gate::Probe
        }
    }

    /// Whether calls are refused now. Unlike [`Self::gate`] this starts no probe.
    pub fn is_open(&self, now: Instant) -> bool {
        self.probed_lately(&self.state(), now)
    }

    /// `reason` is logged if this failure opens the breaker.
    pub fn failed(&self, now: Instant, reason: &str) {
        let mut state = self.state();
        state.failures.push_back(now);
        let is_old = |first: &Instant| now.saturating_duration_since(*first) >= self.policy.window;
        while state.failures.front().is_some_and(is_old) {
            state.failures.pop_front();
        }
        if state.last_probe.is_none() {
            if state.failures.len() >= self.policy.failures {
                tracing::warn!(dependency = self.name, reason, "{} circuit open", self.name);
                state.last_probe = Some(now);
            }
        } else if !self.probed_lately(&state, now) {
            state.last_probe = Some(now);
        }
    }

    /// Any answer of the dependency closes the breaker.
    pub fn answered(&self) {
        let mut state = self.state();
        if state.last_probe.take().is_some() {
            tracing::info!(dependency = self.name, "{} circuit closed", self.name);
            state.failures.clear();
        }
    }

    fn probed_lately(&self, state: &State, now: Instant) -> bool {
        state.last_probe.is_some_and(|at| now.saturating_duration_since(at) < self.policy.probe)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn closed() -> Breaker {
        Breaker::new("test", BreakerPolicy::default())
    }

    fn tripped(at: Instant) -> Breaker {
        let breaker = closed();
        for _ in 0..BreakerPolicy::default().failures {
            breaker.failed(at, "down");
        }
        breaker
    }

    #[test]
    fn the_fifth_failure_in_ten_seconds_opens_the_breaker() {
        let start = Instant::now();
        let breaker = closed();
        for failure in 0..4u32 {
            breaker.failed(start + SECOND * failure, "down");
        }
        assert_eq!(breaker.gate(start + SECOND * 4), Gate::Pass);
        breaker.failed(start + SECOND * 9, "down");
        assert_eq!(breaker.gate(start + SECOND * 9), Gate::Refuse);
    }

    #[test]
    fn failures_far_apart_do_not_open_the_breaker() {
        let start = Instant::now();
        let breaker = closed();
        for failure in 0..50u32 {
            breaker.failed(start + SECOND * 3 * failure, "down");
        }
        assert_eq!(breaker.gate(start + SECOND * 150), Gate::Pass);
    }

    #[test]
    fn one_probe_is_sent_every_ten_seconds() {
        let start = Instant::now();
        let breaker = tripped(start);
        assert_eq!(breaker.gate(start + SECOND * 9), Gate::Refuse);
        assert_eq!(breaker.gate(start + SECOND * 10), Gate::Probe);
        assert_eq!(breaker.gate(start + SECOND * 10), Gate::Refuse);
        breaker.failed(start + SECOND * 15, "down");
        assert_eq!(breaker.gate(start + SECOND * 19), Gate::Refuse);
        assert_eq!(breaker.gate(start + SECOND * 20), Gate::Probe);
    }

    #[test]
    fn an_answer_closes_the_breaker() {
        let start = Instant::now();
        let breaker = tripped(start);
        breaker.answered();
        assert_eq!(breaker.gate(start), Gate::Pass);
        breaker.failed(start, "down");
        assert_eq!(breaker.gate(start), Gate::Pass);
    }

    #[test]
    fn a_breaker_that_nobody_probes_opens_again_at_the_next_failure() {
        let start = Instant::now();
        let breaker = Breaker::new("test", BreakerPolicy::first_failure(SECOND));
        breaker.failed(start, "down");
        assert!(breaker.is_open(start));
        assert!(!breaker.is_open(start + SECOND));
        breaker.failed(start + SECOND * 2, "down");
        assert!(breaker.is_open(start + SECOND * 2));
        breaker.answered();
        assert!(!breaker.is_open(start + SECOND * 2));
    }
}
