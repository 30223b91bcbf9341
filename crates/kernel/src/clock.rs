//! The server's clock, passed to all code that needs the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};

/// A clock that never steps backwards within the process, even when the system clock is set back: what has expired
/// stays expired.
///
/// Its precision is one microsecond, like the database's, so a stored time reads back equal. Clones share their state.
/// Measure durations and timeouts with the monotonic clock instead.
#[derive(Debug, Clone)]
pub struct Clock {
    /// Latest time returned, in microseconds since 1970.
    latest: Arc<AtomicI64>,
    manual: bool,
}

impl Clock {
    /// The system clock.
    pub fn real() -> Self {
        Self { latest: Arc::new(AtomicI64::new(i64::MIN)), manual: false }
    }

    /// A clock for tests, which changes only by [`Self::set`] and [`Self::advance`].
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self { latest: Arc::new(AtomicI64::new(start.timestamp_micros())), manual: true }
    }

    pub fn now(&self) -> DateTime<Utc> {
        let micros = if self.manual {
            self.latest.load(Ordering::SeqCst)
        } else {
            let system = Utc::now().timestamp_micros();
            system.max(self.latest.fetch_max(system, Ordering::SeqCst))
        };
        DateTime::from_timestamp_micros(micros).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Sets a manual clock. An earlier time is ignored: no clock steps backwards.
    ///
    /// # Panics
    /// On the real clock.
    pub fn set(&self, time: DateTime<Utc>) {
        assert!(self.manual, "only a manual clock can be set");
        self.latest.fetch_max(time.timestamp_micros(), Ordering::SeqCst);
    }

    /// Advances a manual clock.
    ///
    /// # Panics
    /// On the real clock.
    pub fn advance(&self, by: TimeDelta) {
        self.set(self.now() + by);
    }
}

/// A time in microseconds since 1970, as a page or a form says it. `None`: the database has no such time; its calendar begins
/// in the year 4714 before Christ.
pub fn stored_time(micros: i64) -> Option<DateTime<Utc>> {
    const FIRST: i64 = -210_866_803_200_000_000;
    DateTime::from_timestamp_micros(micros).filter(|_| micros >= FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2026-11-14T12:00:00Z".parse().expect("a valid time")
    }

    #[test]
    fn a_manual_clock_changes_only_when_it_is_advanced() {
        let clock = Clock::manual(noon());
        let shared = clock.clone();

        clock.advance(TimeDelta::minutes(10));

        assert_eq!(shared.now(), noon() + TimeDelta::minutes(10));
    }

    #[test]
    fn a_clock_never_steps_backwards() {
        let clock = Clock::manual(noon());
        clock.set(noon() - TimeDelta::hours(1));
        assert_eq!(clock.now(), noon());

        let real = Clock::real();
        let future = real.now() + TimeDelta::hours(1);
        // As if the system clock had been an hour ahead and was then corrected.
        real.latest.store(future.timestamp_micros(), Ordering::SeqCst);
        assert_eq!(real.now(), future);
    }

    #[test]
    fn the_real_clock_reads_the_system_time() {
        let before = Utc::now().timestamp_micros();
        let micros = Clock::real().now().timestamp_micros();
        assert!((before..=Utc::now().timestamp_micros()).contains(&micros));
    }

    #[test]
    #[should_panic(expected = "only a manual clock")]
    fn the_real_clock_cannot_be_set() {
        Clock::real().set(noon());
    }
}
