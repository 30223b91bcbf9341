use chrono::{DateTime, TimeDelta, Utc};
use kernel::Money;

/// The stored prices of a product: a regular price, and a sale price with its period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub regular: Money,
    pub sale: Option<Money>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    /// The sale repeats after a pause of this length.
    pub sale_pause: Option<TimeDelta>,
}

/// The price at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    pub amount: Money,
    /// Set only while `amount` is lower.
    pub regular: Option<Money>,
}

/// One run of a sale: the current one or, if there is none, the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaleWindow {
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaleStageKind {
    Before,
    Running,
    After,
}

/// A part of time in which the sale changes nothing: from `from` up to but excluding `until`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaleStage {
    pub kind: SaleStageKind,
    pub from: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
}

impl SaleStage {
    pub fn contains(&self, now: DateTime<Utc>) -> bool {
        self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until)
    }

    /// A moment in this stage: the present one, its first or its last.
    pub fn moment(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        if self.contains(now) {
            return now;
        }
        let last = self.until.map(|until| until - TimeDelta::seconds(1));
        self.from.or(last).unwrap_or(now)
    }
}

impl SaleWindow {
    pub fn has_started(&self, now: DateTime<Utc>) -> bool {
        self.from.is_none_or(|from| from <= now)
    }
}

impl Offer {
    pub fn plain(regular: Money) -> Self {
        Self { regular, sale: None, sale_from: None, sale_to: None, sale_pause: None }
    }

    /// The current or next run, from `from` up to but excluding `to`. `None`: there is no sale, or the last run
    /// is over.
    pub fn sale_window(&self, now: DateTime<Utc>) -> Option<SaleWindow> {
        self.sale.filter(|sale| *sale < self.regular)?;
        let first = SaleWindow { from: self.sale_from, to: self.sale_to };
        let Some(over) = self.sale_to.filter(|to| *to <= now) else { return Some(first) };
        // The first run is over: for good, or until the sale repeats.
        let (from, pause) = self.sale_from.zip(self.sale_pause)?;
        let length = over - from;
        let cycle = (length + pause).num_microseconds().filter(|cycle| *cycle > 0)?;
        let since = (now - over).num_microseconds()?;
        // The first run that is not over yet; `since` is not negative.
        let later = TimeDelta::microseconds(cycle.checked_mul(since / cycle + 1)?);
        Some(SaleWindow { from: Some(from + later), to: Some(over + later) })
    }

    pub fn price_at(&self, now: DateTime<Utc>) -> Price {
        match (self.sale, self.sale_window(now)) {
            (Some(sale), Some(window)) if window.has_started(now) => {
                Price { amount: sale, regular: Some(self.regular) }
            }
            _ => Price { amount: self.regular, regular: None },
        }
    }

    /// Before, in and after the current or next run of the sale, or after all its runs before, in and after the first. Empty if no sale
    /// lowers the price.
    pub fn sale_stages(&self, now: DateTime<Utc>) -> Vec<SaleStage> {
        if self.sale.is_none_or(|sale| sale >= self.regular) {
            return Vec::new();
        }
        let first = SaleWindow { from: self.sale_from, to: self.sale_to };
        let SaleWindow { from, to } = self.sale_window(now).unwrap_or(first);
        let before =
            from.map(|until| SaleStage { kind: SaleStageKind::Before, from: None, until: Some(until) });
        let after = to.and_then(|to| {
            let until = self.sale_window(to).and_then(|next| next.from);
            // Without a pause the next run begins at once.
            (until != Some(to)).then_some(SaleStage { kind: SaleStageKind::After, from: Some(to), until })
        });
        let running = SaleStage { kind: SaleStageKind::Running, from, until: to };
        before.into_iter().chain([running]).chain(after).collect()
    }

    /// The next time at which the result of [`Offer::price_at`] may change.
    pub fn changes_after(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let window = self.sale_window(now)?;
        [window.from, window.to].into_iter().flatten().filter(|moment| *moment > now).min()
    }
}

impl Price {
    /// Whole percent off, rounded down so that the discount is never overstated.
    pub fn percent_off(&self) -> Option<i64> {
        let regular = self.regular?.as_minor();
        let off = regular.checked_sub(self.amount.as_minor())?;
        Some(off.checked_mul(100)? / regular.max(1)).filter(|percent| *percent > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_time(text: &str) -> DateTime<Utc> {
        text.parse().expect("time")
    }

    fn offer(from: Option<&str>, to: Option<&str>) -> Offer {
        Offer {
            regular: Money::from_minor(2_200),
            sale: Some(Money::from_minor(1_760)),
            sale_from: from.map(parse_time),
            sale_to: to.map(parse_time),
            sale_pause: None,
        }
    }

    #[test]
    fn a_sale_starts_and_ends_to_the_second() {
        let offer = offer(Some("2026-11-15T00:00:00Z"), Some("2026-11-20T00:00:00Z"));
        let amount = |time: &str| offer.price_at(parse_time(time)).amount.as_minor();

        assert_eq!(amount("2026-11-14T23:59:59Z"), 2_200);
        assert_eq!(amount("2026-11-15T00:00:00Z"), 1_760);
        assert_eq!(amount("2026-11-19T23:59:59Z"), 1_760);
        assert_eq!(amount("2026-11-20T00:00:00Z"), 2_200);
    }

    #[test]
    fn a_repeating_sale_alternates_pauses_and_runs() {
        let hours = Offer {
            sale_pause: Some(TimeDelta::hours(1)),
            ..offer(Some("2026-11-15T00:00:00Z"), Some("2026-11-15T02:00:00Z"))
        };
        let amount = |time: &str| hours.price_at(parse_time(time)).amount.as_minor();

        assert_eq!(amount("2026-11-14T23:59:59Z"), 2_200);
        assert_eq!(amount("2026-11-15T01:59:59Z"), 1_760);
        assert_eq!(amount("2026-11-15T02:00:00Z"), 2_200);
        assert_eq!(amount("2026-11-15T02:59:59Z"), 2_200);
        assert_eq!(amount("2026-11-15T03:00:00Z"), 1_760);
        assert_eq!(amount("2027-03-01T00:00:00Z"), 1_760, "848 runs later");
        assert_eq!(amount("2027-03-01T02:00:00Z"), 2_200);
    }

    #[test]
    fn the_price_does_not_change_before_the_reported_time() {
        let once = offer(Some("2026-11-15T00:00:00Z"), Some("2026-11-20T00:00:00Z"));
        let repeating = Offer { sale_pause: Some(TimeDelta::hours(5)), ..once };
        for (offer, expected) in [(once, 2), (repeating, 20)] {
            let mut now = parse_time("2026-11-14T00:00:00Z");
            let mut changes = 0;
            while let Some(next) = offer.changes_after(now)
                && changes < 20
            {
                assert_eq!(offer.price_at(next - TimeDelta::milliseconds(1)), offer.price_at(now));
                assert_ne!(offer.price_at(next), offer.price_at(now));
                now = next;
                changes += 1;
            }
            assert_eq!(changes, expected);
        }
    }

    #[test]
    fn stages_adjoin_and_have_the_prices_of_their_moments() {
        use SaleStageKind::{After, Before, Running};
        let once = offer(Some("2026-11-15T00:00:00Z"), Some("2026-11-15T02:00:00Z"));
        let repeating = Offer { sale_pause: Some(TimeDelta::hours(1)), ..once };
        for now in
            ["2026-11-14T00:00:00Z", "2026-11-15T00:00:00Z", "2026-11-15T02:00:00Z", "2027-03-01T00:00:00Z"]
        {
            let now = parse_time(now);
            for offer in [once, repeating] {
                let stages = offer.sale_stages(now);
                assert_eq!(
                    stages.iter().map(|stage| stage.kind).collect::<Vec<_>>(),
                    [Before, Running, After]
                );
                assert!(
                    stages.windows(2).all(|pair| pair[0].until == pair[1].from && pair[0].until.is_some())
                );
                assert_eq!(stages.iter().filter(|stage| stage.contains(now)).count(), 1, "{now} {offer:?}");
                for stage in stages {
                    let moment = stage.moment(now);
                    assert!(stage.contains(moment), "{moment} {stage:?}");
                    let is_reduced = offer.price_at(moment).regular.is_some();
                    assert_eq!(is_reduced, stage.kind == Running, "{now} {stage:?}");
                }
            }
        }
        let after = |offer: Offer| offer.sale_stages(parse_time("2026-11-15T01:00:00Z"))[2].until;
        assert_eq!(after(once), None);
        assert_eq!(after(repeating), Some(parse_time("2026-11-15T03:00:00Z")));
    }

    #[test]
    fn a_sale_without_moments_only_runs() {
        let now = parse_time("2026-11-15T00:00:00Z");
        let stages = offer(None, None).sale_stages(now);
        assert_eq!(stages, [SaleStage { kind: SaleStageKind::Running, from: None, until: None }]);
        assert_eq!(stages[0].moment(now), now);
        assert_eq!(Offer::plain(Money::from_minor(2_200)).sale_stages(now), []);
        let dearer = Offer { sale: Some(Money::from_minor(2_200)), ..offer(None, None) };
        assert_eq!(dearer.sale_stages(now), []);
    }

    #[test]
    fn percent_off_is_never_rounded_up() {
        assert_eq!(offer(None, None).price_at(parse_time("2026-11-15T00:00:00Z")).percent_off(), Some(20));
        let barely = Offer { sale: Some(Money::from_minor(2_199)), ..offer(None, None) };
        assert_eq!(barely.price_at(parse_time("2026-11-15T00:00:00Z")).percent_off(), None);
    }
}
