use chrono::{DateTime, Utc};
use kernel::Money;

/// What the catalogue says about a price: a regular one, and a sale with its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub regular: Money,
    pub sale: Option<Money>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
}

/// What it costs at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    pub amount: Money,
    /// Set only while a sale runs.
    pub regular: Option<Money>,
}

impl Offer {
    /// The sale runs from its first second up to, and without, its last.
    pub fn at(&self, now: DateTime<Utc>) -> Price {
        let begun = self.sale_from.is_none_or(|from| from <= now);
        let over = self.sale_to.is_some_and(|to| to <= now);
        match self.sale {
            Some(sale) if begun && !over && sale < self.regular => {
                Price { amount: sale, regular: Some(self.regular) }
            }
            _ => Price { amount: self.regular, regular: None },
        }
    }

    /// The next moment at which [`Offer::at`] may answer differently.
    pub fn changes_after(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.sale?;
        [self.sale_from, self.sale_to].into_iter().flatten().filter(|moment| *moment > now).min()
    }
}

impl Price {
    /// Whole percent off, rounded down: a shop never promises more than it gives.
    pub fn percent_off(&self) -> Option<i64> {
        let regular = self.regular?.as_minor();
        let off = regular.checked_sub(self.amount.as_minor())?;
        Some(off.checked_mul(100)? / regular.max(1)).filter(|percent| *percent > 0)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("time")
    }

    fn offer(from: Option<&str>, to: Option<&str>) -> Offer {
        Offer {
            regular: Money::minor(2_200),
            sale: Some(Money::minor(1_760)),
            sale_from: from.map(at),
            sale_to: to.map(at),
        }
    }

    #[test]
    fn a_sale_starts_and_ends_to_the_second() {
        let offer = offer(Some("2026-11-15T00:00:00Z"), Some("2026-11-20T00:00:00Z"));
        let amount = |time: &str| offer.at(at(time)).amount.as_minor();

        assert_eq!(amount("2026-11-14T23:59:59Z"), 2_200);
        assert_eq!(amount("2026-11-15T00:00:00Z"), 1_760);
        assert_eq!(amount("2026-11-19T23:59:59Z"), 1_760);
        assert_eq!(amount("2026-11-20T00:00:00Z"), 2_200);
    }

    #[test]
    fn the_price_does_not_change_before_the_moment_it_names() {
        let offer = offer(Some("2026-11-15T00:00:00Z"), Some("2026-11-20T00:00:00Z"));
        let mut now = at("2026-11-14T00:00:00Z");
        let mut changes = 0;
        while let Some(next) = offer.changes_after(now) {
            assert_eq!(offer.at(next - TimeDelta::milliseconds(1)), offer.at(now));
            now = next;
            changes += 1;
        }
        assert_eq!(changes, 2);
    }

    #[test]
    fn percent_off_is_never_rounded_up() {
        assert_eq!(offer(None, None).at(at("2026-11-15T00:00:00Z")).percent_off(), Some(20));
        let barely = Offer { sale: Some(Money::minor(2_199)), ..offer(None, None) };
        assert_eq!(barely.at(at("2026-11-15T00:00:00Z")).percent_off(), None);
    }
}
