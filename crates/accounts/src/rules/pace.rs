//! How often something may be tried.

use chrono::TimeDelta;

/// How something may be repeated: some tries are free, then each waits twice as long as the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    pub free: i32,
    /// After the first that was not free, in seconds.
    first_wait: i64,
    /// Never longer: nobody is kept out for good by others.
    longest_wait: i64,
    /// Without a try for this long, in minutes, all is forgotten.
    memory: i64,
}

impl Pace {
    /// Passwords for one account.
    pub const ACCOUNT: Self = Self { free: 5, first_wait: 2, longest_wait: 60, memory: 15 };
    /// Wrong passwords from one address.
    pub const ADDRESS: Self = Self { free: 30, ..Self::ACCOUNT };
    /// Letters with a link, to one address, asked for by people who only know it. The longest wait is the life of a link:
    /// whoever is waited for has one that works.
    pub const LETTERS: Self = Self { free: 3, first_wait: 900, longest_wait: 3_600, memory: 24 * 60 };
    /// The same, from one address.
    pub const LETTERS_OF_ADDRESS: Self = Self { free: 20, ..Self::LETTERS };

    /// Emails about orders that nobody has paid, to one address: whoever typed it may not be whose it is.
    pub const UNPAID_ORDERS: Self =
        Self { free: 0, first_wait: 86_400, longest_wait: 86_400, memory: 24 * 60 };

    /// New payment methods of one account: whoever tries out cards needs many.
    pub const METHODS: Self = Self { free: 3, first_wait: 300, longest_wait: 600, memory: 10 };
    pub const METHODS_OF_DAY: Self =
        Self { free: 10, first_wait: 3_600, longest_wait: 86_400, memory: 24 * 60 };

    /// The same with so many times more that are free: for load tests, which have one address only.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        let factor = i32::try_from(factor).unwrap_or(i32::MAX);
        // Room above it: the waits that follow are counted from there.
        Self { free: self.free.saturating_mul(factor).min(i32::MAX / 2), ..self }
    }

    /// How long the next try waits after this many.
    pub fn wait_after(self, tries: i32) -> TimeDelta {
        let over = u32::try_from(tries - self.free).unwrap_or(0);
        if over == 0 {
            return TimeDelta::zero();
        }
        let doubled = self.first_wait.saturating_mul(2_i64.saturating_pow(over - 1));
        TimeDelta::seconds(doubled.min(self.longest_wait))
    }

    pub fn memory(self) -> TimeDelta {
        TimeDelta::minutes(self.memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_grows_and_has_an_end() {
        let waits = |pace: Pace, most| {
            (0..most).map(|tries| pace.wait_after(tries).num_seconds()).collect::<Vec<_>>()
        };
        assert_eq!(waits(Pace::ACCOUNT, 12), [0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60]);
        assert_eq!(waits(Pace::LETTERS, 8), [0, 0, 0, 0, 900, 1_800, 3_600, 3_600]);
        assert_eq!(waits(Pace::UNPAID_ORDERS, 4), [0, 86_400, 86_400, 86_400]);
        assert_eq!(Pace::ACCOUNT.wait_after(i32::MAX).num_seconds(), 60);
    }
}
