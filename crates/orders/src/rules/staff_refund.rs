//! What a refund of lines amounts to, and who may make it.

use kernel::Money;

/// If more than this of an order is refunded, a second person agrees, whatever the role.
pub const SECOND_PERSON_ABOVE: Money = Money::from_minor(50_000);

/// A line of an order.
#[derive(Debug, Clone, Copy)]
pub struct SoldLine {
    /// What it cost before the order's discount.
    pub total: Money,
    /// What the buyer paid for it. `None` in orders of earlier releases.
    pub paid: Option<Money>,
    /// In units of quantity, as the next two.
    pub sold: i64,
    /// Returned by earlier refunds.
    pub before: i64,
    pub returned: i64,
}

/// What the buyer paid for each line: together the order's subtotal without its discount. Of orders that do not know it per
/// line, each line has its share of the discount.
fn paid_per_line(lines: &[SoldLine], subtotal: Money, discount: Money) -> Vec<Money> {
    let known: Option<Vec<Money>> = lines.iter().map(|line| line.paid).collect();
    known.unwrap_or_else(|| {
        let totals: Vec<Money> = lines.iter().map(|line| line.total).collect();
        Money::from_minor(subtotal.as_minor() - discount.as_minor()).allocate(&totals)
    })
}

/// What the buyer paid for the returned part of these lines. Parts of a line that are returned one after the other add up
/// to what was paid for it. `None` if more is returned than is left, or nothing.
pub fn lines_amount(lines: &[SoldLine], subtotal: Money, discount: Money) -> Option<Money> {
    let mut minor: i128 = 0;
    let mut is_any = false;
    for (line, paid) in lines.iter().zip(paid_per_line(lines, subtotal, discount)) {
        let SoldLine { sold, before, returned, .. } = *line;
        if before < 0 || returned < 0 || before.checked_add(returned)? > sold {
            return None;
        }
        if returned == 0 {
            continue;
        }
        is_any = true;
        let until = |units: i64| i128::from(paid.as_minor()) * i128::from(units) / i128::from(sold);
        minor += until(before + returned) - until(before);
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
        SoldLine { total: Money::from_minor(total), paid: None, sold, before: 0, returned }
    }

    fn amount(lines: &[SoldLine], subtotal: i64, discount: i64) -> Option<i64> {
        lines_amount(lines, Money::from_minor(subtotal), Money::from_minor(discount)).map(Money::as_minor)
    }

    #[test]
    fn a_returned_line_is_worth_what_was_paid_for_it() {
        let others = line(5_360, 1, 0);
        assert_eq!(
            amount(&[line(4_600, 1, 1), others], 9_960, 996),
            Some(4_140),
            "less its share of the discount"
        );
        assert_eq!(amount(&[line(3_600, 2, 1)], 3_600, 0), Some(1_800));
        assert_eq!(amount(&[line(1_000, 3, 1), line(500, 1, 1)], 1_500, 0), Some(833));
    }

    /// [D33]
    #[test]
    fn a_discount_is_subtracted_from_the_lines_that_had_it() {
        let paid = |line: SoldLine, minor| SoldLine { paid: Some(Money::from_minor(minor)), ..line };
        let [honey, coffee] = [line(4_000, 1, 1), line(6_000, 1, 1)];
        let lines = |honey, coffee| [paid(honey, 2_000), paid(coffee, 6_000)];
        let unreturned = |line: SoldLine| SoldLine { returned: 0, ..line };
        assert_eq!(
            amount(&lines(honey, unreturned(coffee)), 10_000, 2_000),
            Some(2_000),
            "half of it was off"
        );
        assert_eq!(amount(&lines(unreturned(honey), coffee), 10_000, 2_000), Some(6_000), "paid in full");
        assert_eq!(amount(&lines(honey, coffee), 10_000, 2_000), Some(8_000));
        assert_eq!(amount(&[honey, unreturned(coffee)], 10_000, 2_000), Some(3_200), "not known: a share");
    }

    /// [D33]
    #[test]
    fn pieces_that_come_back_one_by_one_add_up_to_what_was_paid() {
        let one = |before| SoldLine { before, ..line(1_000, 3, 1) };
        let each: Vec<_> =
            (0..3).map(|before| amount(&[one(before)], 1_000, 0).expect("an amount")).collect();
        assert_eq!(each, [333, 333, 334]);
        assert_eq!(amount(&[one(3)], 1_000, 0), None, "all of it is back");
    }

    #[test]
    fn nothing_and_too_much_are_no_refund() {
        assert_eq!(amount(&[line(1_000, 1, 0)], 1_000, 0), None);
        assert_eq!(amount(&[line(1_000, 1, 2)], 1_000, 0), None);
        assert_eq!(amount(&[line(1_000, 1, -1)], 1_000, 0), None);
    }

    #[test]
    fn all_lines_together_are_what_was_paid() {
        for discount in [0, 1, 33, 333, 999] {
            let lines = [line(333, 1, 1), line(333, 1, 1), line(334, 1, 1)];
            assert_eq!(amount(&lines, 1_000, discount), Some(1_000 - discount), "{discount}");
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
