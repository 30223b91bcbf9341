//! The one clock of the server, handed to whoever asks for the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};

/// Tells the time and never steps backwards within the process, even when the machine's clock
/// is set back: what has expired stays expired.
///
/// Precise to the microsecond, like the database, so a stored time reads back equal. Clones
/// share one hand. Measure durations and timeouts with the monotonic clock instead.
#[derive(Debug, Clone)]
pub struct Clock {
    /// Microseconds since 1970: the latest time told.
    latest: Arc<AtomicI64>,
    manual: bool,
}

impl Clock {
    /// The machine's clock.
    pub fn real() -> Self {
        Self { latest: Arc::new(AtomicI64::new(i64::MIN)), manual: false }
    }

    /// A clock for tests, which stands still until it is moved.
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self { latest: Arc::new(AtomicI64::new(start.timestamp_micros())), manual: true }
    }

    pub fn now(&self) -> DateTime<Utc> {
        let micros = if self.manual {
            self.latest.load(Ordering::SeqCst)
        } else {
            let told = Utc::now().timestamp_micros();
            told.max(self.latest.fetch_max(told, Ordering::SeqCst))
        };
        DateTime::from_timestamp_micros(micros).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Moves a manual clock. An earlier time leaves it where it is: no clock steps backwards.
    ///
    /// # Panics
    /// On the real clock, which only time moves.
    pub fn set(&self, time: DateTime<Utc>) {
        assert!(self.manual, "only a manual clock can be set");
        self.latest.fetch_max(time.timestamp_micros(), Ordering::SeqCst);
    }

    /// Moves a manual clock onwards.
    ///
    /// # Panics
    /// On the real clock, which only time moves.
    pub fn advance(&self, by: TimeDelta) {
        self.set(self.now() + by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2026-11-14T12:00:00Z".parse().expect("a valid time")
    }

    #[test]
    fn a_manual_clock_stands_still_until_it_is_moved() {
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
        // As if the machine's clock had been an hour ahead and was then put right.
        real.latest.store(future.timestamp_micros(), Ordering::SeqCst);
        assert_eq!(real.now(), future);
    }

    #[test]
    fn the_real_clock_tells_the_machine_s_time() {
        let before = Utc::now().timestamp_micros();
        let told = Clock::real().now().timestamp_micros();
        assert!((before..=Utc::now().timestamp_micros()).contains(&told));
    }

    #[test]
    #[should_panic(expected = "only a manual clock")]
    fn the_real_clock_cannot_be_set() {
        Clock::real().set(noon());
    }
}
