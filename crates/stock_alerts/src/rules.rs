//! How many people are notified about pieces that are available.

use chrono::{DateTime, TimeDelta, Utc};

/// After this time without an email, the next people are notified about pieces that are still there: those who were notified did
/// not want them, or a hold ended without a purchase.
pub const NEXT_ROUND_AFTER: TimeDelta = TimeDelta::hours(24);

/// What is known about the pieces of a SKU. Counted in portions, the least that one order takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Offer {
    /// People who may still be notified about what arrived before.
    pub people: i64,
    /// Portions that arrived since.
    pub arrived: i64,
    /// Portions that can be bought now.
    pub available: i64,
    /// When a person was notified last.
    pub offered_at: Option<DateTime<Utc>>,
}

impl Offer {
    /// Returns how many people may be notified now: one for each portion that arrived, and never more than there are.
    pub fn people_to_notify(&self, now: DateTime<Utc>) -> i64 {
        let is_due = self.offered_at.is_none_or(|at| at + NEXT_ROUND_AFTER <= now);
        let entitled = if is_due { self.available } else { self.people.saturating_add(self.arrived) };
        entitled.min(self.available).max(0)
    }
}

/// Alerts that an address may have at the same time.
pub const MAX_WAITING: i64 = 20;

/// Why an alert was not stored. Each case has one text in `stock_alerts.ftl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The address is missing or invalid.
    Email,
    /// There is nothing to wait for.
    Available,
    TooMany,
}

impl Refusal {
    pub fn message(self) -> kernel::Key {
        match self {
            Self::Email => kernel::msg::stock_alerts::EMAIL_INVALID,
            Self::Available => kernel::msg::stock_alerts::AVAILABLE,
            Self::TooMany => kernel::msg::stock_alerts::TOO_MANY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2026-11-18T12:00:00Z".parse().expect("time")
    }

    #[test]
    fn the_first_arrival_is_offered_to_as_many_people_as_there_are_pieces() {
        let offer = Offer { arrived: 50, available: 50, ..Offer::default() };
        assert_eq!(offer.people_to_notify(noon()), 50);
    }

    #[test]
    fn pieces_that_were_bought_meanwhile_are_not_offered() {
        let offer = Offer { people: 40, available: 12, offered_at: Some(noon()), ..Offer::default() };
        assert_eq!(offer.people_to_notify(noon()), 12);
    }

    #[test]
    fn a_second_arrival_is_offered_although_earlier_pieces_are_still_there() {
        let offer =
            Offer { people: 0, arrived: 10, available: 60, offered_at: Some(noon() - TimeDelta::hours(1)) };
        assert_eq!(offer.people_to_notify(noon()), 10);
    }

    #[test]
    fn after_a_day_the_next_people_are_notified_about_what_is_left() {
        let left = |hours, seconds| {
            let at = noon() - TimeDelta::hours(hours) - TimeDelta::seconds(seconds);
            Offer { available: 7, offered_at: Some(at), ..Offer::default() }.people_to_notify(noon())
        };
        assert_eq!(left(23, 3_599), 0);
        assert_eq!(left(24, 0), 7);
    }

    #[test]
    fn nobody_is_notified_about_nothing() {
        assert_eq!(Offer { people: 5, arrived: 5, ..Offer::default() }.people_to_notify(noon()), 0);
        assert_eq!(Offer { available: -1, ..Offer::default() }.people_to_notify(noon()), 0);
    }
}
