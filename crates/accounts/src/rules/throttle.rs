//! Throttle policies.

use chrono::TimeDelta;

/// Limits repeated attempts: some are free, then each further attempt doubles the wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThrottlePolicy {
    pub free_attempts: i32,
    /// Wait after the first attempt that is not free, in seconds.
    first_wait: i64,
    /// Longest wait in seconds. Bounded, so that an attacker cannot lock a customer out for good.
    max_wait: i64,
    /// The counter is reset after this many minutes without an attempt.
    window: i64,
}

impl ThrottlePolicy {
    /// Password attempts on one account.
    pub const ACCOUNT: Self = Self { free_attempts: 5, first_wait: 2, max_wait: 60, window: 15 };
    /// Failed logins from one IP address.
    pub const ADDRESS: Self = Self { free_attempts: 30, ..Self::ACCOUNT };
    /// Emails with a link to one address, requested without authentication. The longest wait equals the life of a link,
    /// so the recipient always has a link that works.
    pub const LINK_EMAILS: Self =
        Self { free_attempts: 3, first_wait: 900, max_wait: 3_600, window: 24 * 60 };
    /// Emails with a link requested from one IP address.
    pub const LINK_EMAILS_PER_IP: Self = Self { free_attempts: 20, ..Self::LINK_EMAILS };

    /// Emails about unpaid orders to one address; the buyer may have typed another person's address.
    pub const UNPAID_ORDERS: Self =
        Self { free_attempts: 0, first_wait: 86_400, max_wait: 86_400, window: 24 * 60 };

    /// New payment methods of one account; limits card testing.
    pub const ADD_METHOD: Self = Self { free_attempts: 3, first_wait: 300, max_wait: 600, window: 10 };
    pub const ADD_METHOD_PER_DAY: Self =
        Self { free_attempts: 10, first_wait: 3_600, max_wait: 86_400, window: 24 * 60 };

    /// Alerts about goods that are available again, for one email address: anybody may type it.
    pub const STOCK_ALERTS: Self =
        Self { free_attempts: 20, first_wait: 3_600, max_wait: 86_400, window: 24 * 60 };
    /// The same from one IP address, which many people may share.
    pub const STOCK_ALERTS_PER_IP: Self = Self { free_attempts: 100, first_wait: 60, ..Self::STOCK_ALERTS };

    /// Searches for an order by number and email address, for one number.
    pub const TRACKING: Self = Self { free_attempts: 10, first_wait: 30, max_wait: 600, window: 60 };
    /// The same from one IP address.
    pub const TRACKING_PER_IP: Self = Self { free_attempts: 30, ..Self::TRACKING };

    /// Multiplies the free attempts. For load tests, which send everything from one IP address.
    #[must_use]
    pub fn scaled(self, factor: u32) -> Self {
        let factor = i32::try_from(factor).unwrap_or(i32::MAX);
        // `wait_after` is called with counts above `free_attempts`; leave headroom against overflow.
        Self { free_attempts: self.free_attempts.saturating_mul(factor).min(i32::MAX / 2), ..self }
    }

    /// Returns how long the next attempt waits after this many attempts.
    pub fn wait_after(self, attempts: i32) -> TimeDelta {
        let over = u32::try_from(attempts - self.free_attempts).unwrap_or(0);
        if over == 0 {
            return TimeDelta::zero();
        }
        let doubled = self.first_wait.saturating_mul(2_i64.saturating_pow(over - 1));
        TimeDelta::seconds(doubled.min(self.max_wait))
    }

    pub fn window(self) -> TimeDelta {
        TimeDelta::minutes(self.window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_maximum() {
        let waits = |policy: ThrottlePolicy, count| {
            (0..count).map(|attempts| policy.wait_after(attempts).num_seconds()).collect::<Vec<_>>()
        };
        assert_eq!(waits(ThrottlePolicy::ACCOUNT, 12), [0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60]);
        assert_eq!(waits(ThrottlePolicy::LINK_EMAILS, 8), [0, 0, 0, 0, 900, 1_800, 3_600, 3_600]);
        assert_eq!(waits(ThrottlePolicy::UNPAID_ORDERS, 4), [0, 86_400, 86_400, 86_400]);
        assert_eq!(ThrottlePolicy::ACCOUNT.wait_after(i32::MAX).num_seconds(), 60);
    }
}
