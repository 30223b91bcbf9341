//! What a refund of lines amounts to, and who may make it.

use kernel::Money;

/// If more than this of an order is refunded, a second person agrees, whatever the role.
pub const SECOND_PERSON_ABOVE: Money = Money::from_minor(50_000);

/// A line of an order: what it cost before the order's discount.
#[derive(Debug, Clone, Copy)]
pub struct SoldLine {
    pub total: Money,
    /// In units of quantity.
    pub sold: i64,
    pub returned: i64,
}

/// What the buyer paid for the returned part of these lines: their prices without their share of the order's discount.
/// `None` if more is returned than was sold, or nothing.
pub fn lines_amount(lines: &[SoldLine], subtotal: Money, discount: Money) -> Option<Money> {
    let mut minor: i128 = 0;
    let paid = i128::from(subtotal.as_minor() - discount.as_minor());
    let whole = i128::from(subtotal.as_minor());
    let mut is_any = false;
    for line in lines {
        if line.returned < 0 || line.returned > line.sold {
            return None;
        }
        if line.returned == 0 || whole == 0 {
            continue;
        }
        is_any = true;
        // Of several roundings none may add up to more than was paid, so each goes down.
        minor += i128::from(line.total.as_minor()) * i128::from(line.returned) * paid
            / (i128::from(line.sold) * whole);
    }
    is_any.then(|| Money::from_minor(i64::try_from(minor).unwrap_or(i64::MAX)))
}

/// Who makes a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundPath {
    /// At once.
    Now,
    /// After a second person agreed.
    SecondPerson,
    /// More than the role may.
    OverLimit,
}

/// `amount`: what would be refunded of the order in all.
pub fn refund_path(amount: Money, role_limit: Option<i64>) -> RefundPath {
    match role_limit {
        Some(limit) if amount.as_minor() > limit => RefundPath::OverLimit,
        _ if amount > SECOND_PERSON_ABOVE => RefundPath::SecondPerson,
        _ => RefundPath::Now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(total: i64, sold: i64, returned: i64) -> SoldLine {
        SoldLine { total: Money::from_minor(total), sold, returned }
    }

    fn amount(lines: &[SoldLine], subtotal: i64, discount: i64) -> Option<i64> {
        lines_amount(lines, Money::from_minor(subtotal), Money::from_minor(discount)).map(Money::as_minor)
    }

    #[test]
    fn a_returned_line_is_worth_what_was_paid_for_it() {
        assert_eq!(amount(&[line(4_600, 1, 1)], 9_960, 996), Some(4_140), "less its share of the discount");
        assert_eq!(amount(&[line(3_600, 2, 1)], 3_600, 0), Some(1_800));
        assert_eq!(amount(&[line(1_000, 3, 1), line(500, 1, 1)], 1_500, 0), Some(833));
    }

    #[test]
    fn nothing_and_too_much_are_no_refund() {
        assert_eq!(amount(&[line(1_000, 1, 0)], 1_000, 0), None);
        assert_eq!(amount(&[line(1_000, 1, 2)], 1_000, 0), None);
        assert_eq!(amount(&[line(1_000, 1, -1)], 1_000, 0), None);
    }

    #[test]
    fn all_lines_together_are_never_more_than_was_paid() {
        for discount in [0, 1, 33, 333, 999] {
            let lines = [line(333, 1, 1), line(333, 1, 1), line(334, 1, 1)];
            let all = amount(&lines, 1_000, discount).expect("an amount");
            assert!((1_000 - discount - 2..=1_000 - discount).contains(&all), "{discount}: {all}");
        }
    }

    /// [D02] [D34]
    #[test]
    fn the_role_and_then_the_second_person_limit_a_refund() {
        let path = |minor, limit| refund_path(Money::from_minor(minor), limit);
        assert_eq!(path(5_000, Some(5_000)), RefundPath::Now);
        assert_eq!(path(5_001, Some(5_000)), RefundPath::OverLimit);
        assert_eq!(path(50_000, None), RefundPath::Now);
        assert_eq!(path(50_001, None), RefundPath::SecondPerson);
        assert_eq!(path(50_001, Some(60_000)), RefundPath::SecondPerson);
    }
}
