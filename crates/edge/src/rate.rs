//! Rate limits that several servers share, and that never switch off.
//!
//! Each limit is a sliding window of two counters: this period's, and the last one's weighted by how much of
//! it still counts. Redis keeps them with INCR alone, because its user may not run scripts; when Redis does
//! not answer, the same windows run in this process.

use std::{
    collections::HashMap,
    sync::Mutex,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{AppError, address::ClientAddress, policy::RateClass, redis_link::RedisLink, session::TokenHash};

/// At most `count` in any `seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub count: u32,
    pub seconds: u32,
}

const fn limit(count: u32, seconds: u32) -> Limit {
    Limit { count, seconds }
}

/// The limits of one class: for a visitor session, and for an address.
#[derive(Debug, Clone, Copy)]
pub struct ClassLimits {
    pub session: Limit,
    pub address: Limit,
}

#[derive(Debug, Clone)]
pub struct RateLimits {
    classes: HashMap<RateClass, ClassLimits>,
    /// New carts per address and minute.
    pub new_carts: Limit,
    factor: u32,
}

impl Default for RateLimits {
    fn default() -> Self {
        use RateClass::{
            Account, Affiliate, Beacon, CartWrite, Content, Pay, Provider, Read, Staff, Upload, Vote,
            WrongCoupon,
        };
        let class = |session, address| ClassLimits { session, address };
        let classes = HashMap::from([
            (Read, class(limit(60, 10), limit(600, 10))),
            (CartWrite, class(limit(60, 10), limit(600, 10))),
            (Pay, class(limit(3, 60), limit(30, 600))),
            (Content, class(limit(5, 3600), limit(20, 3600))),
            (Upload, class(limit(10, 3600), limit(40, 3600))),
            (Vote, class(limit(20, 60), limit(120, 3600))),
            (Beacon, class(limit(30, 60), limit(600, 60))),
            (Affiliate, class(limit(20, 60), limit(120, 60))),
            // Of an address only failures are counted closely, where passwords are checked.
            (Account, class(limit(10, 60), limit(300, 900))),
            (Staff, class(limit(120, 60), limit(600, 60))),
            (Provider, class(limit(6_000, 60), limit(6_000, 60))),
            (WrongCoupon, class(limit(5, 600), limit(30, 600))),
        ]);
        Self { classes, new_carts: limit(60, 60), factor: 1 }
    }
}

impl RateLimits {
    /// The same limits, all times `factor`: for a load test that has only one address.
    pub fn times(mut self, factor: u32) -> Self {
        let grow = |limit: &mut Limit| limit.count = limit.count.saturating_mul(factor);
        for class in self.classes.values_mut() {
            grow(&mut class.session);
            grow(&mut class.address);
        }
        grow(&mut self.new_carts);
        self.factor = factor;
        self
    }

    pub fn of(&self, class: RateClass) -> ClassLimits {
        self.classes[&class]
    }
}

pub struct RateGate {
    limits: RateLimits,
    redis: RedisLink,
    local: Mutex<Windows>,
}

impl RateGate {
    pub fn new(limits: RateLimits, redis: RedisLink) -> Self {
        Self { limits, redis, local: Mutex::new(Windows::default()) }
    }

    /// How much more than usual one address may do here.
    pub fn factor(&self) -> u32 {
        self.limits.factor
    }

    /// Counts one request against its visitor and its address.
    pub async fn pass(
        &self,
        class: RateClass,
        session: Option<&TokenHash>,
        address: ClientAddress,
    ) -> Result<(), AppError> {
        self.count(self.windows_of(class, session, address), class, Step::Count).await
    }

    /// Whether one more would pass. Counts nothing: for what is known to count only afterwards.
    pub async fn would_pass(
        &self,
        class: RateClass,
        session: Option<&TokenHash>,
        address: ClientAddress,
    ) -> Result<(), AppError> {
        self.count(self.windows_of(class, session, address), class, Step::Look).await
    }

    fn windows_of(
        &self,
        class: RateClass,
        session: Option<&TokenHash>,
        address: ClientAddress,
    ) -> Vec<(String, Limit)> {
        let limits = self.limits.of(class);
        let mut asked = vec![(format!("{class:?}:a:{}", address.0), limits.address)];
        if let Some(session) = session {
            asked.push((format!("{class:?}:s:{}", &session.hex()[..32]), limits.session));
        }
        asked
    }

    /// A cart costs a row, so making them is counted by itself.
    pub async fn pass_new_cart(&self, address: ClientAddress) -> Result<(), AppError> {
        let asked = vec![(format!("new-cart:{}", address.0), self.limits.new_carts)];
        self.count(asked, RateClass::CartWrite, Step::Count).await
    }

    /// So does a session that is made to fill in a form.
    pub async fn pass_new_session(&self, address: ClientAddress) -> Result<(), AppError> {
        let asked = vec![(format!("new-session:{}", address.0), self.limits.new_carts)];
        self.count(asked, RateClass::Account, Step::Count).await
    }

    async fn count(&self, asked: Vec<(String, Limit)>, class: RateClass, step: Step) -> Result<(), AppError> {
        let now = unix_millis();
        let over = match self.count_shared(&asked, now, step).await {
            Some(over) => over,
            None => self.count_here(&asked, now, step),
        };
        match over {
            None => Ok(()),
            Some(retry_after) => {
                metrics::counter!("matjar_limited_total", "class" => format!("{class:?}")).increment(1);
                Err(AppError::TooMany { retry_after })
            }
        }
    }

    /// One round trip for all windows. `None`: Redis did not answer.
    async fn count_shared(&self, asked: &[(String, Limit)], now: u64, step: Step) -> Option<Option<u64>> {
        let mut pipe = redis::pipe();
        for (name, limit) in asked {
            let period = now / (u64::from(limit.seconds) * 1000);
            let (this, last) = (
                self.redis.name(&format!("rate:{name}:{period}")),
                self.redis.name(&format!("rate:{name}:{}", period.wrapping_sub(1))),
            );
            pipe.incr(&this, step.adds()).expire(&this, i64::from(limit.seconds) * 2).ignore().get(last);
        }
        let counts: Vec<Option<u64>> = self.redis.run(&pipe).await?;
        let over = asked.iter().zip(counts.chunks(2)).find_map(|((_, limit), pair)| {
            let this = pair[0].unwrap_or(step.adds()) + step.to_come();
            is_over(*limit, this, pair.get(1).copied().flatten().unwrap_or(0), now)
        });
        Some(over)
    }

    fn count_here(&self, asked: &[(String, Limit)], now: u64, step: Step) -> Option<u64> {
        let mut windows = self.local.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        asked.iter().filter_map(|(name, limit)| windows.count(name, *limit, now, step)).max()
    }
}

#[derive(Clone, Copy)]
enum Step {
    Count,
    Look,
}

impl Step {
    fn adds(self) -> u64 {
        match self {
            Self::Count => 1,
            Self::Look => 0,
        }
    }

    /// The one that is asked about counts as well, though it is not written down.
    fn to_come(self) -> u64 {
        1 - self.adds()
    }
}

/// Seconds to wait, when the sliding count is over the limit.
fn is_over(limit: Limit, this: u64, last: u64, now: u64) -> Option<u64> {
    let span = u64::from(limit.seconds) * 1000;
    let gone = now % span;
    // Rounded up: a limit errs towards itself.
    let sliding = this + (last * (span - gone)).div_ceil(span);
    (sliding > u64::from(limit.count)).then(|| (span - gone).div_ceil(1000).max(1))
}

/// The in-process fallback: the same arithmetic, forgotten when it no longer matters.
#[derive(Default)]
struct Windows {
    counts: HashMap<String, (u64, u64, u64)>,
}

/// Above this many names the fallback forgets finished windows before it takes another.
const MOST_NAMES: usize = 100_000;

impl Windows {
    fn count(&mut self, name: &str, limit: Limit, now: u64, step: Step) -> Option<u64> {
        let period = now / (u64::from(limit.seconds) * 1000);
        if self.counts.len() >= MOST_NAMES {
            // Windows differ in length; an hour-long one may be forgotten early only under a flood of names.
            self.counts.retain(|_, (seen, _, _)| *seen >= period.saturating_sub(1));
        }
        let (seen, this, last) = self.counts.entry(name.to_owned()).or_insert((period, 0, 0));
        if *seen != period {
            *last = if *seen + 1 == period { *this } else { 0 };
            (*seen, *this) = (period, 0);
        }
        *this += step.adds();
        is_over(limit, *this + step.to_come(), *last, now)
    }
}

/// Wall time, because the windows are shared between machines.
fn unix_millis() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{Step::*, *};

    #[test]
    fn the_window_slides_instead_of_resetting() {
        let mut windows = Windows::default();
        let three = limit(3, 10);

        let late = [9_000, 9_100, 9_200].map(|now| windows.count("a", three, now, Count));
        assert_eq!(late, [None, None, None]);
        assert!(
            windows.count("a", three, 10_100, Count).is_some(),
            "a new period must not forgive the last second"
        );
        assert!(windows.count("a", three, 30_000, Count).is_none());
    }

    #[test]
    fn names_do_not_share_a_window() {
        let mut windows = Windows::default();
        assert!(windows.count("a", limit(1, 10), 0, Count).is_none());
        assert!(windows.count("b", limit(1, 10), 0, Count).is_none());
        assert!(windows.count("a", limit(1, 10), 1, Count).is_some());
    }

    #[test]
    fn a_look_counts_nothing_and_says_what_the_next_would_be_told() {
        let mut windows = Windows::default();
        let two = limit(2, 10);
        assert!(windows.count("a", two, 0, Count).is_none());
        for _ in 0..5 {
            assert!(windows.count("a", two, 1, Look).is_none());
        }
        assert!(windows.count("a", two, 2, Count).is_none());
        assert!(windows.count("a", two, 3, Look).is_some());
    }
}
