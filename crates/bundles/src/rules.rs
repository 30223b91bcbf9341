//! Decides whether a selection may be sold, and computes its total.
//!
//! The browser applies the same rules (`web/src/bundles/rules.ts`). Both run the cases of `vectors/bundles/`;
//! the result of this code is binding.

pub mod edit;
mod selection;

use kernel::{Message, Money, Quantity, msg};
pub use selection::{InvalidSelection, Pick, parse, write, write_choices};
use serde::Deserialize;

/// The shop owner's conditions for a selection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Terms {
    /// Hundredths of a percent.
    pub percent: i64,
    pub amount: Money,
    /// Price of the bundle, independent of the selection.
    pub fixed_price: Option<Money>,
    pub has_optional: bool,
    pub has_variations: bool,
    pub exclude_unpurchasable: bool,
    pub min: Option<Quantity>,
    pub max: Option<Quantity>,
    pub total_min: Option<Money>,
    pub total_max: Option<Money>,
}

/// One item of the bundle with the current selection.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SelectionItem {
    /// The product, or its variation; `None` until one is chosen.
    pub id: Option<i64>,
    pub name: String,
    pub quantity: Quantity,
    /// Unit price.
    pub price: Money,
    #[serde(default)]
    pub is_optional: bool,
    #[serde(default)]
    pub is_unpurchasable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub selected: Quantity,
    /// Total before the bundle's own discount.
    pub before: Money,
    pub total: Money,
    pub refusal: Option<SelectionRefusal>,
}

impl Verdict {
    pub fn saved(&self) -> Option<Money> {
        self.before.checked_sub(self.total).filter(|saved| *saved > Money::ZERO)
    }
}

/// Why a selection cannot be sold. Each case has one text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionRefusal {
    #[error("no variation chosen for {name:?}")]
    VariationMissing { name: String },
    #[error("{name:?} is not for sale")]
    Unpurchasable { name: String },
    #[error("nothing is selected")]
    Empty,
    #[error("quantity below {min}")]
    BelowMin { min: Quantity },
    #[error("quantity above {max}")]
    AboveMax { max: Quantity },
    #[error("total below {min}")]
    TotalBelow { min: Money },
    #[error("total above {max}")]
    TotalAbove { max: Money },
}

impl SelectionRefusal {
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
    /// Whether an item counts: chosen, quantity above zero, and not excluded as unpurchasable.
    pub fn includes(&self, part: &SelectionItem) -> bool {
        part.id.is_some()
            && !part.quantity.is_zero()
            && !(self.exclude_unpurchasable && part.is_unpurchasable)
    }

    /// Only the first refusal is reported.
    pub fn judge(&self, parts: &[SelectionItem]) -> Verdict {
        let included = || parts.iter().filter(|part| self.includes(part));
        let selected = included().map(|part| part.quantity.as_units()).fold(0i64, i64::saturating_add);
        let selected = Quantity::from_units(selected);
        let sum = || {
            let mut costs = included().map(|part| part.price.times(part.quantity));
            costs.try_fold(Money::ZERO, |sum, cost| sum.checked_add(cost?))
        };
        let (before, total) = match self.fixed_price {
            Some(price) => (price, price),
            None => match sum() {
                Some(before) => (before, self.discounted(before)),
                // The sum overflows: refuse it, never treat it as zero.
                None => {
                    let refusal = Some(SelectionRefusal::TotalAbove { max: OVERFLOW_TOTAL });
                    return Verdict { selected, before: OVERFLOW_TOTAL, total: OVERFLOW_TOTAL, refusal };
                }
            },
        };
        let refusal = self.find_refusal(parts, selected, total);
        Verdict { selected, before, total, refusal }
    }

    /// The fixed amount takes precedence over the percentage, unless it is as high as the total.
    fn discounted(&self, before: Money) -> Money {
        if self.amount > Money::ZERO && self.amount < before {
            return before.checked_sub(self.amount).unwrap_or(before);
        }
        if (1..HUNDRED_PERCENT).contains(&self.percent) {
            return before.checked_sub(before.share(self.percent, HUNDRED_PERCENT)).unwrap_or(before);
        }
        before
    }

    fn find_refusal(
        &self,
        parts: &[SelectionItem],
        selected: Quantity,
        total: Money,
    ) -> Option<SelectionRefusal> {
        let wanted = || parts.iter().filter(|part| !part.quantity.is_zero());
        if self.has_variations
            && let Some(part) = wanted().find(|part| part.id.is_none())
        {
            return Some(SelectionRefusal::VariationMissing { name: part.name.clone() });
        }
        if let Some(part) = wanted().find(|part| part.is_optional && part.is_unpurchasable) {
            return Some(SelectionRefusal::Unpurchasable { name: part.name.clone() });
        }
        if selected.is_zero() {
            return Some(SelectionRefusal::Empty);
        }
        if self.has_optional {
            if let Some(min) = self.min.filter(|min| selected < *min) {
                return Some(SelectionRefusal::BelowMin { min });
            }
            if let Some(max) = self.max.filter(|max| *max > Quantity::ZERO && selected > *max) {
                return Some(SelectionRefusal::AboveMax { max });
            }
        }
        if self.fixed_price.is_none() {
            if let Some(min) = self.total_min.filter(|min| total < *min) {
                return Some(SelectionRefusal::TotalBelow { min });
            }
            if let Some(max) = self.total_max.filter(|max| *max > Money::ZERO && total > *max) {
                return Some(SelectionRefusal::TotalAbove { max });
            }
        }
        None
    }
}

/// Why a bundle cannot be added to the cart.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleRefusal {
    #[error("invalid selection")]
    InvalidSelection,
    #[error("required item {name:?} is unavailable")]
    Unavailable { name: String },
    #[error("sold in multiples of {step}")]
    NotAMultiple { step: Quantity },
    #[error(transparent)]
    Selection(#[from] SelectionRefusal),
}

impl BundleRefusal {
    pub fn message(&self) -> Message {
        match self {
            Self::InvalidSelection => msg::cart::NOT_ADDED.into(),
            Self::Unavailable { name } => msg::bundles::UNPURCHASABLE.with("name", name.clone()),
            Self::NotAMultiple { step } => msg::cart::MULTIPLE.with("step", step.to_string()),
            Self::Selection(refusal) => refusal.message(),
        }
    }
}

/// 100 % in hundredths of a percent.
const HUNDRED_PERCENT: i64 = 10_000;

/// Total of a selection whose sum overflows.
const OVERFLOW_TOTAL: Money = Money::from_minor(i64::MAX);

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
        parts: Vec<SelectionItem>,
        selected: Quantity,
        total: Money,
        saved: Option<Money>,
        /// The message key, and its argument.
        refusal: Option<(String, String)>,
    }

    fn key_and_argument(refusal: &SelectionRefusal) -> (String, String) {
        let (key, argument) = match refusal {
            SelectionRefusal::VariationMissing { name } => ("variation-missing", name.clone()),
            SelectionRefusal::Unpurchasable { name } => ("unpurchasable", name.clone()),
            SelectionRefusal::Empty => ("empty", String::new()),
            SelectionRefusal::BelowMin { min } => ("min-qty", min.to_string()),
            SelectionRefusal::AboveMax { max } => ("max-qty", max.to_string()),
            SelectionRefusal::TotalBelow { min } => ("total-min", min.as_minor().to_string()),
            SelectionRefusal::TotalAbove { max } => ("total-max", max.as_minor().to_string()),
        };
        (key.to_owned(), argument)
    }

    #[test]
    fn selections_are_judged_as_in_the_test_vectors() {
        let cases = vectors::<Case>("bundles/judge.json");
        assert!(cases.len() >= 80, "{}", cases.len());
        for case in cases {
            let verdict = case.terms.judge(&case.parts);
            assert_eq!(verdict.selected, case.selected, "{}: selected", case.name);
            assert_eq!(verdict.total, case.total, "{}: total", case.name);
            assert_eq!(verdict.saved(), case.saved, "{}: saved", case.name);
            assert_eq!(
                verdict.refusal.as_ref().map(key_and_argument),
                case.refusal,
                "{}: refusal",
                case.name
            );
        }
    }

    /// The same generator as in the browser's test (`web/src/bundles/rules.test.ts`).
    struct Rng(u32);

    impl Rng {
        fn below(&mut self, limit: u32) -> u32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 17;
            self.0 ^= self.0 << 5;
            self.0 % limit
        }

        fn pick<T: Copy>(&mut self, values: &[T]) -> T {
            values[self.below(u32::try_from(values.len()).expect("length fits in u32")) as usize]
        }
    }

    fn random_case(rng: &mut Rng) -> (Terms, Vec<SelectionItem>) {
        let money = |minor: Option<i64>| minor.map(Money::from_minor);
        let pieces = |pieces: Option<u32>| pieces.map(Quantity::from_whole);
        let terms = Terms {
            percent: rng.pick(&[0, 0, 500, 1_000, 3_333, 9_999, 10_000]),
            amount: Money::from_minor(rng.pick(&[0, 0, 0, 500, 1_999])),
            fixed_price: money(rng.pick(&[None, None, None, Some(7_500)])),
            has_optional: rng.below(2) == 0,
            has_variations: rng.below(2) == 0,
            exclude_unpurchasable: rng.below(2) == 0,
            min: pieces(rng.pick(&[None, None, Some(2), Some(4)])),
            max: pieces(rng.pick(&[None, None, Some(6), Some(9)])),
            total_min: money(rng.pick(&[None, None, Some(6_000)])),
            total_max: money(rng.pick(&[None, None, Some(90_000)])),
        };
        let count = rng.below(6);
        let part = |index: u32| {
            let id = (rng.below(8) != 0).then(|| i64::from(index) + 1);
            let units = if rng.below(4) == 0 { rng.below(400_000) } else { rng.below(4) * 100_000 };
            SelectionItem {
                id,
                name: format!("p{index}"),
                quantity: Quantity::from_units(units.into()),
                price: Money::from_minor(rng.below(20_000).into()),
                is_optional: rng.below(2) == 0,
                is_unpurchasable: rng.below(6) == 0,
            }
        };
        (terms, (0..count).map(part).collect())
    }

    /// The results of 100,000 random selections have the same digest as in the browser.
    #[test]
    fn the_browser_judges_random_selections_alike() {
        #[derive(Deserialize)]
        struct Expected {
            seed: u32,
            cases: u32,
            digest: u32,
        }
        let expected = vectors::<Expected>("bundles/random.json").remove(0);
        let mut rng = Rng(expected.seed);
        let mut digest: u32 = 2_166_136_261;
        for _ in 0..expected.cases {
            let (terms, parts) = random_case(&mut rng);
            let verdict = terms.judge(&parts);
            let (key, argument) = verdict.refusal.as_ref().map(key_and_argument).unwrap_or_default();
            let text = format!(
                "{}|{}|{}|{key}|{argument}",
                verdict.selected,
                verdict.before.as_minor(),
                verdict.total.as_minor()
            );
            for byte in text.bytes() {
                digest = (digest ^ u32::from(byte)).wrapping_mul(16_777_619);
            }
        }
        assert_eq!(digest, expected.digest);
    }

    /// [CONF-B22] [SEC-L20]
    #[test]
    fn an_overflowing_sum_is_refused_and_never_totals_zero() {
        let item = |minor: i64| SelectionItem {
            id: Some(1),
            name: String::new(),
            quantity: Quantity::from_whole(3),
            price: Money::from_minor(minor),
            is_optional: false,
            is_unpurchasable: false,
        };
        for parts in [vec![item(i64::MAX / 2)], vec![item(i64::MAX / 4), item(i64::MAX / 4)]] {
            let verdict = Terms::default().judge(&parts);
            assert_eq!(verdict.refusal, Some(SelectionRefusal::TotalAbove { max: OVERFLOW_TOTAL }));
            assert_eq!(verdict.total, OVERFLOW_TOTAL);
        }
    }

    proptest! {
        #[test]
        fn a_bundle_total_is_between_zero_and_the_sum_of_its_items(
            percent in -100i64..12_000, amount in -10i64..50_000,
            parts in prop::collection::vec((0i64..1_000_000, 0i64..2_000_000, any::<bool>()), 0..8),
        ) {
            let terms = Terms { percent, amount: Money::from_minor(amount), ..Terms::default() };
            let parts: Vec<SelectionItem> = parts.into_iter().map(|(price, units, chosen)| SelectionItem {
                id: chosen.then_some(1),
                name: String::new(),
                quantity: Quantity::from_units(units),
                price: Money::from_minor(price),
                is_optional: false,
                is_unpurchasable: false,
            }).collect();
            let verdict = terms.judge(&parts);
            prop_assert!(verdict.total >= Money::ZERO && verdict.total <= verdict.before);
            prop_assert_eq!(verdict.refusal == Some(SelectionRefusal::Empty), verdict.selected.is_zero());
        }
    }
}
