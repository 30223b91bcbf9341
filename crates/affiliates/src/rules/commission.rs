//! How much a paid order is worth to its affiliate, and how much of it a refund takes back.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Key, Money, msg};

use super::Rate;

/// Returns the commission of an order: the rate of each line on its part of what the goods cost after coupons. Shipping
/// and taxes earn none.
pub fn commission(lines: &[(Money, Rate)], subtotal: Money, discount: Money) -> Money {
    let goods = i128::from(subtotal.as_minor()) - i128::from(discount.as_minor());
    let subtotal = i128::from(subtotal.as_minor());
    if subtotal <= 0 || goods <= 0 {
        return Money::ZERO;
    }
    let weighted: i128 = lines
        .iter()
        .map(|(total, rate)| i128::from(total.as_minor().max(0)) * i128::from(rate.as_basis_points()))
        .sum();
    let whole = subtotal * 10_000;
    let minor = (weighted * goods + whole / 2) / whole;
    Money::from_minor(i64::try_from(minor).unwrap_or(i64::MAX))
}

/// Returns how much of a credit the latest refund takes back. `refunded`: everything that was refunded of the payment,
/// the latest refund included. The reversals of a fully refunded payment add up to the credit.
pub fn reversal(credit: Money, reversed: Money, paid: Money, refunded: Money) -> Money {
    let whole = paid.as_minor().max(1);
    let due = credit.share(refunded.as_minor().clamp(0, whole), whole);
    Money::from_minor((due.as_minor() - reversed.as_minor()).max(0))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditState {
    /// Too recent to be paid.
    Pending,
    Open,
    InPayout,
    Paid,
    /// Fully taken back by refunds.
    Reversed,
}

impl CreditState {
    /// `payout`: the state of the payout that contains the credit.
    pub fn new(
        is_reversed: bool,
        payout: Option<&str>,
        created_at: DateTime<Utc>,
        hold: TimeDelta,
        now: DateTime<Utc>,
    ) -> Self {
        match payout {
            Some("paid") => Self::Paid,
            Some(_) => Self::InPayout,
            None if is_reversed => Self::Reversed,
            None if created_at + hold > now => Self::Pending,
            None => Self::Open,
        }
    }

    pub fn label(self) -> Key {
        match self {
            Self::Pending => msg::affiliates::CREDIT_PENDING,
            Self::Open => msg::affiliates::CREDIT_OPEN,
            Self::InPayout => msg::affiliates::CREDIT_IN_PAYOUT,
            Self::Paid => msg::affiliates::CREDIT_PAID,
            Self::Reversed => msg::affiliates::CREDIT_REVERSED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minor(minor: i64) -> Money {
        Money::from_minor(minor)
    }

    fn rate(percent: i32) -> Rate {
        Rate::from_basis_points(percent * 100)
    }

    #[test]
    fn each_line_earns_its_own_rate() {
        let lines = [(minor(10_000), rate(10)), (minor(5_000), rate(20)), (minor(1_000), rate(0))];
        assert_eq!(commission(&lines, minor(16_000), Money::ZERO), minor(2_000));
    }

    #[test]
    fn a_coupon_lowers_the_commission_in_proportion() {
        let lines = [(minor(10_000), rate(10))];
        assert_eq!(commission(&lines, minor(10_000), minor(2_500)), minor(750));
        assert_eq!(commission(&lines, minor(10_000), minor(10_000)), Money::ZERO);
        assert_eq!(commission(&[], Money::ZERO, Money::ZERO), Money::ZERO);
    }

    #[test]
    fn half_a_cent_is_rounded_up() {
        assert_eq!(commission(&[(minor(5), rate(10))], minor(5), Money::ZERO), minor(1));
        assert_eq!(commission(&[(minor(4), rate(10))], minor(4), Money::ZERO), minor(0));
    }

    #[test]
    fn refunds_take_back_their_share_and_a_full_refund_everything() {
        let (credit, paid) = (minor(1_000), minor(10_000));
        let first = reversal(credit, Money::ZERO, paid, minor(2_500));
        assert_eq!(first, minor(250));
        let second = reversal(credit, first, paid, minor(5_833));
        assert_eq!(second, minor(333));
        let last = reversal(credit, minor(583), paid, paid);
        assert_eq!(first.as_minor() + second.as_minor() + last.as_minor(), 1_000);
    }

    #[test]
    fn refunds_never_take_back_more_than_the_credit() {
        for parts in [vec![1, 1, 1], vec![33, 33, 34], vec![99, 1], vec![100, 50]] {
            let (mut reversed, mut refunded) = (0, 0);
            for part in parts {
                refunded += part;
                reversed += reversal(minor(7), minor(reversed), minor(100), minor(refunded)).as_minor();
            }
            assert!(reversed <= 7, "{reversed}");
            assert!(refunded < 100 || reversed == 7, "{refunded}: {reversed}");
        }
    }

    #[test]
    fn a_credit_can_be_paid_after_the_hold() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20);
        let state = |age, reversed, payout| {
            CreditState::new(reversed, payout, now - TimeDelta::days(age), TimeDelta::days(14), now)
        };
        assert_eq!(state(13, false, None), CreditState::Pending);
        assert_eq!(state(14, false, None), CreditState::Open);
        assert_eq!(state(14, true, None), CreditState::Reversed);
        assert_eq!(state(14, false, Some("open")), CreditState::InPayout);
        assert_eq!(state(14, false, Some("paid")), CreditState::Paid);
    }
}
