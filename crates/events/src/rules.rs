//! Decisions about events: their kinds, when a delivery is tried again, and when an endpoint is disabled.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Key, msg};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    AddToCart,
    BeginCheckout,
    Purchase,
    Refund,
    OrderCreated,
    OrderUpdated,
    StockChanged,
    ReviewPublished,
}

impl EventKind {
    pub const ALL: [Self; 8] = [
        Self::AddToCart,
        Self::BeginCheckout,
        Self::Purchase,
        Self::Refund,
        Self::OrderCreated,
        Self::OrderUpdated,
        Self::StockChanged,
        Self::ReviewPublished,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::AddToCart => "add_to_cart",
            Self::BeginCheckout => "begin_checkout",
            Self::Purchase => "purchase",
            Self::Refund => "refund",
            Self::OrderCreated => "order.created",
            Self::OrderUpdated => "order.updated",
            Self::StockChanged => "stock.changed",
            Self::ReviewPublished => "review.published",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub const fn label(self) -> Key {
        match self {
            Self::AddToCart => msg::events::KIND_ADD_TO_CART,
            Self::BeginCheckout => msg::events::KIND_BEGIN_CHECKOUT,
            Self::Purchase => msg::events::KIND_PURCHASE,
            Self::Refund => msg::events::KIND_REFUND,
            Self::OrderCreated => msg::events::KIND_ORDER_CREATED,
            Self::OrderUpdated => msg::events::KIND_ORDER_UPDATED,
            Self::StockChanged => msg::events::KIND_STOCK_CHANGED,
            Self::ReviewPublished => msg::events::KIND_REVIEW_PUBLISHED,
        }
    }
}

/// A delivery that failed this often is not sent again by itself.
pub const MAX_ATTEMPTS: i32 = 12;
/// An endpoint that fails for this long is disabled.
pub const MAX_FAILURE: TimeDelta = TimeDelta::days(3);

const FIRST_PAUSE_SECONDS: i64 = 30;
const MAX_PAUSE_SECONDS: i64 = 6 * 60 * 60;

/// The pause after a failed attempt: doubled each time, and up to a quarter longer, so that deliveries that failed together
/// do not return together. `jitter` is a random number from 0 to 1.
pub fn pause_after(attempts: i32, jitter: f64) -> TimeDelta {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(0).min(20);
    let seconds = (FIRST_PAUSE_SECONDS << doublings).min(MAX_PAUSE_SECONDS);
    let extra = (seconds as f64 * 0.25 * jitter.clamp(0.0, 1.0)) as i64;
    TimeDelta::seconds(seconds + extra)
}

/// Whether an endpoint that has failed since this time is to be disabled.
pub fn is_lost(failing_since: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    failing_since.is_some_and(|since| now - since >= MAX_FAILURE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit() {
        assert_eq!(pause_after(1, 0.0), TimeDelta::seconds(30));
        assert_eq!(pause_after(2, 0.0), TimeDelta::seconds(60));
        assert_eq!(pause_after(3, 1.0), TimeDelta::seconds(150));
        assert_eq!(pause_after(100, 0.0), TimeDelta::hours(6));
    }

    #[test]
    fn an_endpoint_is_lost_after_three_days_of_failure() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
        assert!(!is_lost(None, now));
        assert!(!is_lost(Some(now - TimeDelta::days(2)), now));
        assert!(is_lost(Some(now - TimeDelta::days(3)), now));
    }

    #[test]
    fn names_of_kinds_are_unique_and_parsed() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::parse(kind.name()), Some(kind));
        }
        assert_eq!(EventKind::parse("login"), None);
    }
}
