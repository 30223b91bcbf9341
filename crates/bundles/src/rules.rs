//! May this selection be sold, and for how much?
//!
//! The browser says the same before anything is sent (`web/src/bundles/rules.ts`). Both run the cases of
//! `vectors/bundles/`, and what is decided here counts.

mod selection;

use kernel::{Message, Money, Quantity, msg};
pub use selection::{InvalidSelection, Pick, parse, write, write_choices};
use serde::Deserialize;

/// What the owner asks of a selection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Terms {
    /// Hundredths of a percent.
    pub percent: i64,
    pub amount: Money,
    /// The bundle costs this, whatever is picked.
    pub fixed_price: Option<Money>,
    pub has_optional: bool,
    pub has_variations: bool,
    pub exclude_unpurchasable: bool,
    pub min: Option<Quantity>,
    pub max: Option<Quantity>,
    pub total_min: Option<Money>,
    pub total_max: Option<Money>,
}

/// One row of the bundle, as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// The product, or its variation; `None` until one is chosen.
    pub id: Option<i64>,
    pub name: String,
    pub quantity: Quantity,
    /// Of one piece.
    pub price: Money,
    #[serde(default)]
    pub is_optional: bool,
    #[serde(default)]
    pub is_unpurchasable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub selected: Quantity,
    /// Before the bundle's own discount.
    pub before: Money,
    pub total: Money,
    pub problem: Option<Problem>,
}

impl Verdict {
    pub fn saved(&self) -> Option<Money> {
        self.before.checked_sub(self.total).filter(|saved| *saved > Money::ZERO)
    }
}

/// Why a selection cannot be sold. Each case has one text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("no variation chosen for {name:?}")]
    VariationMissing { name: String },
    #[error("{name:?} is not for sale")]
    Unpurchasable { name: String },
    #[error("nothing is selected")]
    Empty,
    #[error("fewer than {min} pieces")]
    BelowMin { min: Quantity },
    #[error("more than {max} pieces")]
    AboveMax { max: Quantity },
    #[error("cheaper than {min}")]
    TotalBelow { min: Money },
    #[error("dearer than {max}")]
    TotalAbove { max: Money },
}

impl Problem {
    pub fn message(&self) -> Message {
        match self {
            Self::VariationMissing { name } => msg::bundles::VARIATION_MISSING.with("name", name.clone()),
            Self::Unpurchasable { name } => msg::bundles::UNPURCHASABLE.with("name", name.clone()),
            Self::Empty => msg::bundles::EMPTY.into(),
            Self::BelowMin { min } => msg::bundles::MIN_QTY.with("min", *min),
            Self::AboveMax { max } => msg::bundles::MAX_QTY.with("max", *max),
            Self::TotalBelow { min } => msg::bundles::TOTAL_MIN.with("min", min.format()),
            Self::TotalAbove { max } => msg::bundles::TOTAL_MAX.with("max", max.format()),
        }
    }
}

impl Terms {
    /// What counts: chosen, wanted, and not left out.
    pub fn keeps(&self, part: &Part) -> bool {
        part.id.is_some()
            && !part.quantity.is_zero()
            && !(self.exclude_unpurchasable && part.is_unpurchasable)
    }

    /// The first problem is told, and no other.
    pub fn judge(&self, parts: &[Part]) -> Verdict {
        let kept = || parts.iter().filter(|part| self.keeps(part));
        let selected = kept().map(|part| part.quantity.as_units()).fold(0i64, i64::saturating_add);
        let selected = Quantity::units(selected);
        let sum = || {
            let mut costs = kept().map(|part| part.price.times(part.quantity));
            costs.try_fold(Money::ZERO, |sum, cost| sum.checked_add(cost?))
        };
        let (before, total) = match self.fixed_price {
            Some(price) => (price, price),
            None => match sum() {
                Some(before) => (before, self.discounted(before)),
                // More than any amount: never nothing.
                None => {
                    let problem = Some(Problem::TotalAbove { max: UNCOUNTABLE });
                    return Verdict { selected, before: UNCOUNTABLE, total: UNCOUNTABLE, problem };
                }
            },
        };
        let problem = self.problem(parts, selected, total);
        Verdict { selected, before, total, problem }
    }

    /// The fixed amount goes before the percentage, if it leaves anything.
    fn discounted(&self, before: Money) -> Money {
        if self.amount > Money::ZERO && self.amount < before {
            return before.checked_sub(self.amount).unwrap_or(before);
        }
        if (1..WHOLE).contains(&self.percent) {
            return before.checked_sub(before.share(self.percent, WHOLE)).unwrap_or(before);
        }
        before
    }

    fn problem(&self, parts: &[Part], selected: Quantity, total: Money) -> Option<Problem> {
        let wanted = || parts.iter().filter(|part| !part.quantity.is_zero());
        if self.has_variations
            && let Some(part) = wanted().find(|part| part.id.is_none())
        {
            return Some(Problem::VariationMissing { name: part.name.clone() });
        }
        if let Some(part) = wanted().find(|part| part.is_optional && part.is_unpurchasable) {
            return Some(Problem::Unpurchasable { name: part.name.clone() });
        }
        if selected.is_zero() {
            return Some(Problem::Empty);
        }
        if self.has_optional {
            if let Some(min) = self.min.filter(|min| selected < *min) {
                return Some(Problem::BelowMin { min });
            }
            if let Some(max) = self.max.filter(|max| *max > Quantity::ZERO && selected > *max) {
                return Some(Problem::AboveMax { max });
            }
        }
        if self.fixed_price.is_none() {
            if let Some(min) = self.total_min.filter(|min| total < *min) {
                return Some(Problem::TotalBelow { min });
            }
            if let Some(max) = self.total_max.filter(|max| *max > Money::ZERO && total > *max) {
                return Some(Problem::TotalAbove { max });
            }
        }
        None
    }
}

/// Why a selection is not sold at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("no page of ours sends this")]
    Forged,
    #[error("{name:?} is gone, and no bundle without it")]
    Gone { name: String },
    #[error("sold in multiples of {step}")]
    NotAMultiple { step: Quantity },
    #[error(transparent)]
    Problem(#[from] Problem),
}

impl Refused {
    pub fn message(&self) -> Message {
        match self {
            Self::Forged => msg::cart::NOT_ADDED.into(),
            Self::Gone { name } => msg::bundles::UNPURCHASABLE.with("name", name.clone()),
            Self::NotAMultiple { step } => msg::cart::MULTIPLE.with("step", step.to_string()),
            Self::Problem(problem) => problem.message(),
        }
    }
}

/// A hundred percent, in hundredths of a percent.
const WHOLE: i64 = 10_000;

/// Stands for what is too much to add up.
const UNCOUNTABLE: Money = Money::minor(i64::MAX);

#[cfg(test)]
mod tests {
    use kernel::vectors;
    use proptest::prelude::*;

    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        #[serde(default)]
        terms: Terms,
        parts: Vec<Part>,
        selected: Quantity,
        total: Money,
        saved: Option<Money>,
        /// The key of the text, and its own word.
        problem: Option<(String, String)>,
    }

    fn told(problem: &Problem) -> (String, String) {
        let (key, word) = match problem {
            Problem::VariationMissing { name } => ("variation-missing", name.clone()),
            Problem::Unpurchasable { name } => ("unpurchasable", name.clone()),
            Problem::Empty => ("empty", String::new()),
            Problem::BelowMin { min } => ("min-qty", min.to_string()),
            Problem::AboveMax { max } => ("max-qty", max.to_string()),
            Problem::TotalBelow { min } => ("total-min", min.as_minor().to_string()),
            Problem::TotalAbove { max } => ("total-max", max.as_minor().to_string()),
        };
        (key.to_owned(), word)
    }

    #[test]
    fn selections_are_judged_as_the_cases_say() {
        let cases = vectors::<Case>("bundles/judge.json");
        assert!(cases.len() >= 80, "{}", cases.len());
        for case in cases {
            let verdict = case.terms.judge(&case.parts);
            assert_eq!(verdict.selected, case.selected, "{}: selected", case.name);
            assert_eq!(verdict.total, case.total, "{}: total", case.name);
            assert_eq!(verdict.saved(), case.saved, "{}: saved", case.name);
            assert_eq!(verdict.problem.as_ref().map(told), case.problem, "{}: problem", case.name);
        }
    }

    /// Numbers that the browser's test draws as well (`web/src/bundles/rules.test.ts`).
    struct Dice(u32);

    impl Dice {
        fn roll(&mut self, below: u32) -> u32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 17;
            self.0 ^= self.0 << 5;
            self.0 % below
        }

        fn of<T: Copy>(&mut self, values: &[T]) -> T {
            values[self.roll(u32::try_from(values.len()).expect("few")) as usize]
        }
    }

    fn random_case(dice: &mut Dice) -> (Terms, Vec<Part>) {
        let money = |minor: Option<i64>| minor.map(Money::minor);
        let pieces = |pieces: Option<u32>| pieces.map(Quantity::whole);
        let terms = Terms {
            percent: dice.of(&[0, 0, 500, 1_000, 3_333, 9_999, 10_000]),
            amount: Money::minor(dice.of(&[0, 0, 0, 500, 1_999])),
            fixed_price: money(dice.of(&[None, None, None, Some(7_500)])),
            has_optional: dice.roll(2) == 0,
            has_variations: dice.roll(2) == 0,
            exclude_unpurchasable: dice.roll(2) == 0,
            min: pieces(dice.of(&[None, None, Some(2), Some(4)])),
            max: pieces(dice.of(&[None, None, Some(6), Some(9)])),
            total_min: money(dice.of(&[None, None, Some(6_000)])),
            total_max: money(dice.of(&[None, None, Some(90_000)])),
        };
        let count = dice.roll(6);
        let part = |at: u32| {
            let id = (dice.roll(8) != 0).then(|| i64::from(at) + 1);
            let units = if dice.roll(4) == 0 { dice.roll(400_000) } else { dice.roll(4) * 100_000 };
            Part {
                id,
                name: format!("p{at}"),
                quantity: Quantity::units(units.into()),
                price: Money::minor(dice.roll(20_000).into()),
                is_optional: dice.roll(2) == 0,
                is_unpurchasable: dice.roll(6) == 0,
            }
        };
        (terms, (0..count).map(part).collect())
    }

    /// A hundred thousand selections: the browser's rule comes to the same number.
    #[test]
    fn the_browser_judges_random_selections_alike() {
        #[derive(Deserialize)]
        struct Agreed {
            seed: u32,
            cases: u32,
            digest: u32,
        }
        let agreed = vectors::<Agreed>("bundles/random.json").remove(0);
        let mut dice = Dice(agreed.seed);
        let mut digest: u32 = 2_166_136_261;
        for _ in 0..agreed.cases {
            let (terms, parts) = random_case(&mut dice);
            let verdict = terms.judge(&parts);
            let (key, word) = verdict.problem.as_ref().map(told).unwrap_or_default();
            let text = format!(
                "{}|{}|{}|{key}|{word}",
                verdict.selected,
                verdict.before.as_minor(),
                verdict.total.as_minor()
            );
            for byte in text.bytes() {
                digest = (digest ^ u32::from(byte)).wrapping_mul(16_777_619);
            }
        }
        assert_eq!(digest, agreed.digest);
    }

    /// [CONF-B22] [SEC-L20]
    #[test]
    fn what_cannot_be_added_up_is_refused_and_never_costs_nothing() {
        let dear = |minor: i64| Part {
            id: Some(1),
            name: String::new(),
            quantity: Quantity::whole(3),
            price: Money::minor(minor),
            is_optional: false,
            is_unpurchasable: false,
        };
        for parts in [vec![dear(i64::MAX / 2)], vec![dear(i64::MAX / 4), dear(i64::MAX / 4)]] {
            let verdict = Terms::default().judge(&parts);
            assert_eq!(verdict.problem, Some(Problem::TotalAbove { max: UNCOUNTABLE }));
            assert_eq!(verdict.total, UNCOUNTABLE);
        }
    }

    proptest! {
        #[test]
        fn a_bundle_never_costs_less_than_nothing_or_more_than_its_parts(
            percent in -100i64..12_000, amount in -10i64..50_000,
            parts in prop::collection::vec((0i64..1_000_000, 0i64..2_000_000, any::<bool>()), 0..8),
        ) {
            let terms = Terms { percent, amount: Money::minor(amount), ..Terms::default() };
            let parts: Vec<Part> = parts.into_iter().map(|(price, units, chosen)| Part {
                id: chosen.then_some(1),
                name: String::new(),
                quantity: Quantity::units(units),
                price: Money::minor(price),
                is_optional: false,
                is_unpurchasable: false,
            }).collect();
            let verdict = terms.judge(&parts);
            prop_assert!(verdict.total >= Money::ZERO && verdict.total <= verdict.before);
            prop_assert_eq!(verdict.problem == Some(Problem::Empty), verdict.selected.is_zero());
        }
    }
}
