//! Rate limits that all servers share through Redis.
//!
//! Each limit is a sliding window of two counters: that of the current period, and that of the previous one weighted by
//! the share of it that is still inside the window. The counters use INCR only, because the Redis user may not run
//! scripts. When Redis does not answer, the same windows are counted in this process.

use std::{
    collections::HashMap,
    sync::Mutex,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{
    AppError, address::ClientAddress, policy::RateClass, redis_client::RedisClient, session::TokenHash,
};

/// At most `count` requests in any `seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub count: u32,
    pub seconds: u32,
}

const fn limit(count: u32, seconds: u32) -> Limit {
    Limit { count, seconds }
}

/// The limits of one class: for a visitor session, for an address, and for all visitors together.
#[derive(Debug, Clone, Default)]
pub struct ClassLimits {
    pub session: Vec<Limit>,
    pub address: Vec<Limit>,
    pub total: Vec<Limit>,
}

#[derive(Debug, Clone)]
pub struct RateLimits {
    classes: HashMap<RateClass, ClassLimits>,
    /// New carts per address and minute.
    pub new_carts: Limit,
    /// Bytes of files per visitor and hour.
    pub upload_bytes: Limit,
    factor: u32,
}

impl Default for RateLimits {
    fn default() -> Self {
        use RateClass::{
            Account, Action, Affiliate, Beacon, CartWrite, Content, Pay, PayForm, Provider, Read, Staff,
            Upload, UploadRemoval, Vote, WrongCoupon,
        };
        let class = |session, address| ClassLimits {
            session: vec![session],
            address: vec![address],
            ..ClassLimits::default()
        };
        let pay = ClassLimits {
            session: vec![limit(3, 60), limit(20, 3600)],
            ..class(limit(3, 60), limit(30, 600))
        };
        let beacon = ClassLimits { total: vec![limit(1_000, 60)], ..class(limit(30, 60), limit(600, 60)) };
        let classes = HashMap::from([
            (Read, class(limit(60, 10), limit(600, 10))),
            (Action, class(limit(600, 10), limit(600, 10))),
            (CartWrite, class(limit(60, 10), limit(600, 10))),
            (Pay, pay),
            // The handler counts payment attempts by the limits of `Pay`, in the database.
            (PayForm, class(limit(60, 10), limit(600, 10))),
            (Content, class(limit(5, 3600), limit(20, 3600))),
            (Upload, class(limit(10, 3600), limit(40, 3600))),
            (UploadRemoval, class(limit(30, 3600), limit(120, 3600))),
            (Vote, class(limit(20, 60), limit(120, 3600))),
            (Beacon, beacon),
            (Affiliate, class(limit(20, 60), limit(120, 60))),
            // The limit of an address is high: failed logins have a stricter limit where passwords are checked.
            (Account, class(limit(10, 60), limit(300, 900))),
            (Staff, class(limit(120, 60), limit(600, 60))),
            (Provider, class(limit(6_000, 60), limit(6_000, 60))),
            (WrongCoupon, class(limit(5, 600), limit(30, 600))),
        ]);
        Self { classes, new_carts: limit(60, 60), upload_bytes: limit(150_000_000, 3600), factor: 1 }
    }
}

impl RateLimits {
    /// Multiplies all limits by `factor`, for load tests from one address.
    pub fn times(mut self, factor: u32) -> Self {
        let scale = |limit: &mut Limit| limit.count = limit.count.saturating_mul(factor);
        for class in self.classes.values_mut() {
            class.session.iter_mut().chain(&mut class.address).chain(&mut class.total).for_each(scale);
        }
        scale(&mut self.new_carts);
        scale(&mut self.upload_bytes);
        self.factor = factor;
        self
    }

    pub fn for_class(&self, class: RateClass) -> &ClassLimits {
        &self.classes[&class]
    }
}

pub struct RateLimiter {
    limits: RateLimits,
    redis: RedisClient,
    local: Mutex<Windows>,
}

impl RateLimiter {
    pub fn new(limits: RateLimits, redis: RedisClient) -> Self {
        Self { limits, redis, local: Mutex::new(Windows::default()) }
    }

    /// The factor by which all limits are multiplied.
    pub fn factor(&self) -> u32 {
        self.limits.factor
    }

    /// Counts one request against its session and its address.
    pub async fn check(
        &self,
        class: RateClass,
        session: Option<&TokenHash>,
        address: ClientAddress,
    ) -> Result<(), AppError> {
        self.count(self.keyed_limits(class, session, address), class).await
    }

    /// Counts one request against a member of staff, on all of their devices together. [`Self::check`] has counted the
    /// address.
    pub async fn check_member(&self, class: RateClass, member: i64) -> Result<(), AppError> {
        let windows = keyed(class, &self.limits.for_class(class).session, &format!("m:{member}"));
        self.count(windows, class).await
    }

    /// Counts a request against the session that it has begun: [`Self::check`] knew only its address.
    pub async fn count_new_session(&self, class: RateClass, session: &TokenHash) {
        let windows = keyed(class, &self.limits.for_class(class).session, &session_name(session));
        // The request itself was admitted.
        let _ = self.count(windows, class).await;
    }

    /// Undoes [`Self::check`] for an attempt that turned out not to count.
    pub async fn take_back(&self, class: RateClass, session: Option<&TokenHash>, address: ClientAddress) {
        let windows = self.keyed_limits(class, session, address);
        let now = unix_millis();
        if self.count_shared(&windows, now, -ONE).await.is_none() {
            self.count_locally(&windows, now, -ONE);
        }
    }

    fn keyed_limits(
        &self,
        class: RateClass,
        session: Option<&TokenHash>,
        address: ClientAddress,
    ) -> Vec<(String, Limit)> {
        let limits = self.limits.for_class(class);
        let mut windows = keyed(class, &limits.address, &format!("a:{}", address.0));
        if let Some(session) = session {
            windows.extend(keyed(class, &limits.session, &session_name(session)));
        }
        windows.extend(keyed(class, &limits.total, "all"));
        windows
    }

    /// New carts have a separate limit, because each one adds a row.
    pub async fn check_new_cart(&self, address: ClientAddress) -> Result<(), AppError> {
        let windows = vec![(format!("new-cart:{}", address.0), self.limits.new_carts)];
        self.count(windows, RateClass::CartWrite).await
    }

    /// New sessions of forms have a separate limit, because each one adds a row.
    pub async fn check_new_session(&self, address: ClientAddress) -> Result<(), AppError> {
        let windows = vec![(format!("new-session:{}", address.0), self.limits.new_carts)];
        self.count(windows, RateClass::Account).await
    }

    /// Counts bytes of a file. Without a session the address stands for the visitor.
    pub async fn check_upload_bytes(
        &self,
        session: Option<&TokenHash>,
        address: ClientAddress,
        bytes: u64,
    ) -> Result<(), AppError> {
        let visitor = match session {
            Some(session) => session_name(session),
            None => format!("a:{}", address.0),
        };
        let windows = vec![(format!("upload-bytes:{visitor}"), self.limits.upload_bytes)];
        let amount = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.count_amount(windows, RateClass::Upload, amount).await
    }

    async fn count(&self, windows: Vec<(String, Limit)>, class: RateClass) -> Result<(), AppError> {
        self.count_amount(windows, class, ONE).await
    }

    async fn count_amount(
        &self,
        windows: Vec<(String, Limit)>,
        class: RateClass,
        amount: i64,
    ) -> Result<(), AppError> {
        let now = unix_millis();
        let over = match self.count_shared(&windows, now, amount).await {
            Some(over) => over,
            None => self.count_locally(&windows, now, amount),
        };
        match over {
            None => Ok(()),
            Some(retry_after) => {
                metrics::counter!("matjar_limited_total", "class" => format!("{class:?}")).increment(1);
                Err(AppError::TooManyRequests { retry_after })
            }
        }
    }

    /// Counts in Redis, with one round trip for all windows. Returns `None` if Redis did not answer, otherwise the
    /// seconds to wait if a limit is exceeded.
    async fn count_shared(&self, windows: &[(String, Limit)], now: u64, amount: i64) -> Option<Option<u64>> {
        let mut pipe = redis::pipe();
        for (name, limit) in windows {
            let period = now / (u64::from(limit.seconds) * 1000);
            let (this, last) = (
                self.redis.name(&format!("rate:{name}:{period}")),
                self.redis.name(&format!("rate:{name}:{}", period.wrapping_sub(1))),
            );
            pipe.incr(&this, amount).expire(&this, i64::from(limit.seconds) * 2).ignore().get(last);
        }
        let counts: Vec<Option<i64>> = self.redis.run(&pipe).await?;
        // Negative if an attempt was taken back in the period after the one that counted it.
        let count = |value: Option<i64>| value.and_then(|value| u64::try_from(value).ok()).unwrap_or(0);
        let over = windows.iter().zip(counts.chunks(2)).filter_map(|((_, limit), pair)| {
            seconds_until_allowed(*limit, count(pair[0]), count(pair.get(1).copied().flatten()), now)
        });
        Some(over.max())
    }

    fn count_locally(&self, keyed_limits: &[(String, Limit)], now: u64, amount: i64) -> Option<u64> {
        let mut windows = self.local.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        keyed_limits.iter().filter_map(|(name, limit)| windows.count(name, *limit, now, amount)).max()
    }
}

/// The windows of one name.
fn keyed(class: RateClass, limits: &[Limit], name: &str) -> Vec<(String, Limit)> {
    // The period is part of the name: a class may have several limits.
    let named = |limit: &Limit| (format!("{class:?}:{name}:{}", limit.seconds), *limit);
    limits.iter().map(named).collect()
}

fn session_name(session: &TokenHash) -> String {
    format!("s:{}", &session.hex()[..32])
}

/// A request, or any other thing of which each one counts.
const ONE: i64 = 1;

/// Returns the seconds to wait if the sliding count exceeds the limit.
fn seconds_until_allowed(limit: Limit, this: u64, last: u64, now: u64) -> Option<u64> {
    let span = u64::from(limit.seconds) * 1000;
    let elapsed = now % span;
    // Rounded up: never allows more than the limit.
    let sliding = this + (last * (span - elapsed)).div_ceil(span);
    (sliding > u64::from(limit.count)).then(|| (span - elapsed).div_ceil(1000).max(1))
}

/// The counters of the fallback in this process, by name: period, count of that period, count of the previous one.
#[derive(Default)]
struct Windows {
    counts: HashMap<String, (u64, u64, u64)>,
}

/// With this many names the fallback removes finished windows before it adds another.
const MAX_NAMES: usize = 100_000;

impl Windows {
    fn count(&mut self, name: &str, limit: Limit, now: u64, amount: i64) -> Option<u64> {
        let period = now / (u64::from(limit.seconds) * 1000);
        if self.counts.len() >= MAX_NAMES {
            // Windows differ in length, so this may remove a long one early; only with very many names.
            self.counts.retain(|_, (seen, _, _)| *seen >= period.saturating_sub(1));
        }
        let (seen, this, last) = self.counts.entry(name.to_owned()).or_insert((period, 0, 0));
        if *seen != period {
            *last = if *seen + 1 == period { *this } else { 0 };
            (*seen, *this) = (period, 0);
        }
        *this = this.saturating_add_signed(amount);
        seconds_until_allowed(limit, *this, *last, now)
    }
}

/// Wall-clock time, because all servers share the windows.
fn unix_millis() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_slides_instead_of_resetting() {
        let mut windows = Windows::default();
        let three = limit(3, 10);

        let late = [9_000, 9_100, 9_200].map(|now| windows.count("a", three, now, ONE));
        assert_eq!(late, [None, None, None]);
        assert!(
            windows.count("a", three, 10_100, ONE).is_some(),
            "requests at the end of the last period still count"
        );
        assert!(windows.count("a", three, 30_000, ONE).is_none());
    }

    #[test]
    fn names_do_not_share_a_window() {
        let mut windows = Windows::default();
        assert!(windows.count("a", limit(1, 10), 0, ONE).is_none());
        assert!(windows.count("b", limit(1, 10), 0, ONE).is_none());
        assert!(windows.count("a", limit(1, 10), 1, ONE).is_some());
    }

    #[test]
    fn an_attempt_that_is_taken_back_does_not_count() {
        let mut windows = Windows::default();
        let two = limit(2, 10);
        for _ in 0..5 {
            assert!(windows.count("a", two, 0, ONE).is_none());
            windows.count("a", two, 1, -ONE);
        }
        assert!(windows.count("a", two, 2, ONE).is_none());
        assert!(windows.count("a", two, 3, ONE).is_none());
        assert!(windows.count("a", two, 4, ONE).is_some());
    }

    fn pairs(limits: &[Limit]) -> Vec<(u32, u32)> {
        limits.iter().map(|limit| (limit.count, limit.seconds)).collect()
    }

    /// Requests and seconds of each class, for a session, an address and all visitors together, as in
    /// `docs/src/endpoints.md`.
    #[test]
    fn each_class_has_the_limits_that_the_handbook_lists() {
        type Row = (RateClass, &'static [(u32, u32)], &'static [(u32, u32)], &'static [(u32, u32)]);
        let table: [Row; 10] = [
            (RateClass::Read, &[(60, 10)], &[(600, 10)], &[]),
            (RateClass::CartWrite, &[(60, 10)], &[(600, 10)], &[]),
            (RateClass::Pay, &[(3, 60), (20, 3_600)], &[(30, 600)], &[]),
            (RateClass::WrongCoupon, &[(5, 600)], &[(30, 600)], &[]),
            (RateClass::Content, &[(5, 3_600)], &[(20, 3_600)], &[]),
            (RateClass::Upload, &[(10, 3_600)], &[(40, 3_600)], &[]),
            (RateClass::UploadRemoval, &[(30, 3_600)], &[(120, 3_600)], &[]),
            (RateClass::Vote, &[(20, 60)], &[(120, 3_600)], &[]),
            (RateClass::Beacon, &[(30, 60)], &[(600, 60)], &[(1_000, 60)]),
            (RateClass::Affiliate, &[(20, 60)], &[(120, 60)], &[]),
        ];
        let limits = RateLimits::default();
        for (class, session, address, total) in table {
            let found = limits.for_class(class);
            assert_eq!(
                (pairs(&found.session), pairs(&found.address), pairs(&found.total)),
                (session.to_vec(), address.to_vec(), total.to_vec()),
                "{class:?}"
            );
        }
        assert_eq!(pairs(&limits.for_class(RateClass::Account).session), [(10, 60)]);
        assert_eq!(pairs(&limits.for_class(RateClass::Staff).session), [(120, 60)]);
        assert_eq!((limits.new_carts.count, limits.new_carts.seconds), (60, 60));
        assert_eq!((limits.upload_bytes.count, limits.upload_bytes.seconds), (150_000_000, 3_600));
    }
}
