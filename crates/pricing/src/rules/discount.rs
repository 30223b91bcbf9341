//! Discount rules: which rules apply to a product, and the resulting price.
//!
//! Rules that stack are applied one after another, by priority. A rule that does not stack is applied alone.
//! The shopper pays the lowest of the resulting prices. Therefore no rule reduces the discount of another, and
//! a larger quantity never has a higher unit price.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use kernel::{Money, ProductId, Quantity, VariationId};

use super::{Offer, Price};

/// 100 % in hundredths of a percent.
const HUNDRED_PERCENT: i64 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum DiscountKind {
    /// `value` is in hundredths of a percent.
    Percent,
    /// `value` is taken off each piece.
    Amount,
    /// `value` is the price of each piece, if that is lower.
    Price,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Shop,
    /// A category and its descendants.
    Categories(Vec<i64>),
    /// A value of an attribute. A variation matches if it has this value or leaves the attribute open.
    Value {
        id: i32,
        attribute: String,
        value: String,
    },
    /// A product with all its variations, or one variation.
    Item(i64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tier {
    pub from: Quantity,
    pub value: i64,
}

/// Who the price is for. Shared pages are rendered for [`Audience::Anyone`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Audience {
    #[default]
    Anyone,
    Customer,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub id: i64,
    pub name: Arc<str>,
    pub target: Target,
    pub kind: DiscountKind,
    pub tiers: Vec<Tier>,
    pub customers_only: bool,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub priority: i32,
    pub stacks: bool,
}

/// The properties of a product or variation that rules match on.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    /// Categories that it was assigned to, without their ancestors.
    pub categories: &'a [i64],
    pub values: &'a [i32],
    /// The choices of a variation, by attribute.
    pub choices: Option<&'a BTreeMap<String, String>>,
}

#[derive(Debug, Clone, Copy)]
pub struct PriceRequest {
    pub quantity: Quantity,
    pub audience: Audience,
    pub now: DateTime<Utc>,
}

/// A price, and the rules that produced it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub price: Price,
    pub reasons: Vec<Reason>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub rule: i64,
    pub name: Arc<str>,
    pub before: Money,
    pub after: Money,
}

/// All rules, indexed by target.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// `discount_version` at the time of reading.
    pub version: i64,
    /// Sorted by priority, then by id.
    all: Vec<Rule>,
    shop_wide: Vec<usize>,
    by_category: HashMap<i64, Vec<usize>>,
    by_value: HashMap<i32, Vec<usize>>,
    by_item: HashMap<i64, Vec<usize>>,
}

impl Rules {
    pub fn new(version: i64, mut all: Vec<Rule>) -> Self {
        all.sort_by_key(|rule| (rule.priority, rule.id));
        let mut rules = Self { version, ..Self::default() };
        for (index, rule) in all.iter().enumerate() {
            match &rule.target {
                Target::Shop => rules.shop_wide.push(index),
                Target::Categories(ids) => {
                    for id in ids {
                        rules.by_category.entry(*id).or_default().push(index);
                    }
                }
                Target::Value { id, .. } => rules.by_value.entry(*id).or_default().push(index),
                Target::Item(id) => rules.by_item.entry(*id).or_default().push(index),
            }
        }
        rules.all = all;
        rules
    }

    pub fn all(&self) -> &[Rule] {
        &self.all
    }

    /// The price of one piece at this quantity.
    pub fn price(&self, offer: &Offer, subject: &Subject<'_>, request: PriceRequest) -> Price {
        self.quote(offer, subject, request).price
    }

    /// The same, with the reasons.
    pub fn quote(&self, offer: &Offer, subject: &Subject<'_>, request: PriceRequest) -> Quote {
        let start = offer.price_at(request.now).amount;
        let mut stacked = (start, Vec::new());
        let mut best: Option<(Money, Reason)> = None;
        for rule in self.matching(subject).filter(|rule| rule.applies(request)) {
            if rule.stacks {
                let before = stacked.0;
                let after = rule.apply(before, request.quantity);
                if after < before {
                    stacked.0 = after;
                    stacked.1.push(rule.reason(before, after));
                }
            } else {
                let after = rule.apply(start, request.quantity);
                if after < start && best.as_ref().is_none_or(|(lowest, _)| after < *lowest) {
                    best = Some((after, rule.reason(start, after)));
                }
            }
        }
        let (amount, reasons) = match best {
            Some((alone, reason)) if alone < stacked.0 => (alone, vec![reason]),
            _ => stacked,
        };
        let price = Price { amount, regular: (amount < offer.regular).then_some(offer.regular) };
        Quote { price, reasons }
    }

    /// The next time at which a price of this product may change.
    pub fn changes_after(
        &self,
        offer: &Offer,
        subject: &Subject<'_>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let rules = self.matching(subject).flat_map(|rule| [rule.starts_at, rule.ends_at]).flatten();
        rules.filter(|moment| *moment > now).chain(offer.changes_after(now)).min()
    }

    /// The quantities at which the price may become lower, lowest first.
    pub(super) fn tier_quantities(&self, subject: &Subject<'_>, request: PriceRequest) -> Vec<Quantity> {
        let active = self.matching(subject).filter(|rule| rule.is_active_for(request));
        let mut steps: Vec<_> = active.flat_map(|rule| rule.tiers.iter().map(|tier| tier.from)).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// The matching rules by priority, without duplicates.
    fn matching<'r>(&'r self, subject: &'r Subject<'_>) -> impl Iterator<Item = &'r Rule> {
        let mut found = self.shop_wide.clone();
        let mut take = |more: Option<&Vec<usize>>| found.extend(more.into_iter().flatten());
        take(self.by_item.get(&subject.product.0));
        if let Some(variation) = subject.variation {
            take(self.by_item.get(&variation.0));
        }
        for category in subject.categories {
            take(self.by_category.get(category));
        }
        for value in subject.values {
            take(self.by_value.get(value));
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|index| &self.all[index]).filter(|rule| rule.matches_choices(subject))
    }
}

impl Rule {
    /// A variation with another value does not match, even if its product also comes in the rule's value.
    fn matches_choices(&self, subject: &Subject<'_>) -> bool {
        let (Target::Value { attribute, value, .. }, Some(choices)) = (&self.target, subject.choices) else {
            return true;
        };
        choices.get(attribute).is_none_or(|chosen| chosen == value)
    }

    fn is_active_for(&self, request: PriceRequest) -> bool {
        self.starts_at.is_none_or(|from| from <= request.now)
            && self.ends_at.is_none_or(|to| request.now < to)
            && (!self.customers_only || request.audience == Audience::Customer)
    }

    fn applies(&self, request: PriceRequest) -> bool {
        self.is_active_for(request) && self.tiers.iter().any(|tier| tier.from <= request.quantity)
    }

    /// The price after this rule: the best of the tiers that were reached.
    fn apply(&self, price: Money, quantity: Quantity) -> Money {
        let reached = self.tiers.iter().filter(|tier| tier.from <= quantity);
        reached.map(|tier| self.kind.apply(price, tier.value)).min().unwrap_or(price).min(price)
    }

    fn reason(&self, before: Money, after: Money) -> Reason {
        Reason { rule: self.id, name: self.name.clone(), before, after }
    }
}

impl DiscountKind {
    /// Exact to the cent, rounded half up, never below zero.
    fn apply(self, price: Money, value: i64) -> Money {
        let price = price.as_minor();
        let left = match self {
            Self::Percent => {
                let remaining = i128::from(HUNDRED_PERCENT.saturating_sub(value).clamp(0, HUNDRED_PERCENT));
                let exact = i128::from(price) * remaining + i128::from(HUNDRED_PERCENT / 2);
                i64::try_from(exact / i128::from(HUNDRED_PERCENT)).unwrap_or(price)
            }
            Self::Amount => price.saturating_sub(value),
            Self::Price => value,
        };
        Money::from_minor(left.max(0))
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    fn noon() -> DateTime<Utc> {
        "2026-11-15T12:00:00Z".parse().expect("time")
    }

    fn rule(id: i64, kind: DiscountKind, tiers: &[(u32, i64)]) -> Rule {
        Rule {
            id,
            name: format!("قاعدة {id}").into(),
            target: Target::Shop,
            kind,
            tiers: tiers
                .iter()
                .map(|(from, value)| Tier { from: Quantity::from_whole(*from), value: *value })
                .collect(),
            customers_only: false,
            starts_at: None,
            ends_at: None,
            priority: 10,
            stacks: true,
        }
    }

    const COFFEE: Subject<'static> =
        Subject { product: ProductId(7), variation: None, categories: &[3], values: &[21], choices: None };

    fn request(pieces: u32) -> PriceRequest {
        PriceRequest { quantity: Quantity::from_whole(pieces), audience: Audience::Anyone, now: noon() }
    }

    fn cents(rules: Vec<Rule>, request: PriceRequest) -> i64 {
        Rules::new(1, rules)
            .price(&Offer::plain(Money::from_minor(1_000)), &COFFEE, request)
            .amount
            .as_minor()
    }

    #[test]
    fn percent_amount_and_price_each_lower_the_price() {
        assert_eq!(cents(vec![rule(1, DiscountKind::Percent, &[(0, 1_250)])], request(1)), 875);
        assert_eq!(cents(vec![rule(1, DiscountKind::Amount, &[(0, 300)])], request(1)), 700);
        assert_eq!(cents(vec![rule(1, DiscountKind::Price, &[(0, 999)])], request(1)), 999);
        assert_eq!(
            cents(vec![rule(1, DiscountKind::Price, &[(0, 1_500)])], request(1)),
            1_000,
            "never higher"
        );
        assert_eq!(
            cents(vec![rule(1, DiscountKind::Amount, &[(0, 5_000)])], request(1)),
            0,
            "never below zero"
        );
    }

    #[test]
    fn half_a_cent_is_rounded_up() {
        // 10.00 less 0.05 % is 9.995.
        assert_eq!(cents(vec![rule(1, DiscountKind::Percent, &[(0, 5)])], request(1)), 1_000);
        assert_eq!(cents(vec![rule(1, DiscountKind::Percent, &[(0, 6)])], request(1)), 999);
    }

    #[test]
    fn a_tier_applies_from_its_quantity_on() {
        let tiers = vec![rule(1, DiscountKind::Percent, &[(3, 1_000), (6, 1_500)])];
        let prices: Vec<_> = [1, 2, 3, 5, 6, 60].map(|pieces| cents(tiers.clone(), request(pieces))).to_vec();
        assert_eq!(prices, [1_000, 1_000, 900, 900, 850, 850]);
    }

    #[test]
    fn stacking_rules_are_applied_by_priority() {
        let percent = rule(1, DiscountKind::Percent, &[(0, 1_000)]);
        let amount = Rule { priority: 5, ..rule(2, DiscountKind::Amount, &[(0, 100)]) };
        assert_eq!(
            cents(vec![percent.clone(), amount.clone()], request(1)),
            810,
            "first the amount, then the percent"
        );
        let late = Rule { priority: 20, ..amount };
        assert_eq!(cents(vec![percent, late], request(1)), 800);
    }

    #[test]
    fn a_rule_that_does_not_stack_wins_only_with_a_lower_price() {
        let alone = Rule { stacks: false, ..rule(3, DiscountKind::Percent, &[(0, 1_500)]) };
        let small = rule(1, DiscountKind::Percent, &[(0, 1_000)]);
        assert_eq!(cents(vec![alone.clone(), small.clone()], request(1)), 850);
        let more = rule(2, DiscountKind::Amount, &[(0, 100)]);
        assert_eq!(cents(vec![alone, small, more], request(1)), 800);
    }

    #[test]
    fn a_quote_names_the_rules_that_changed_the_price() {
        let rules = Rules::new(
            1,
            vec![rule(1, DiscountKind::Percent, &[(0, 1_000)]), rule(2, DiscountKind::Price, &[(0, 5_000)])],
        );
        let quote = rules.quote(&Offer::plain(Money::from_minor(1_000)), &COFFEE, request(1));
        let names: Vec<_> =
            quote.reasons.iter().map(|reason| (&*reason.name, reason.after.as_minor())).collect();
        assert_eq!(names, [("قاعدة 1", 900)], "a rule without effect is no reason");
        assert_eq!(quote.price.regular, Some(Money::from_minor(1_000)));
    }

    #[test]
    fn a_rule_applies_to_its_target_only() {
        let rules_for = |target| vec![Rule { target, ..rule(1, DiscountKind::Amount, &[(0, 100)]) }];
        assert_eq!(cents(rules_for(Target::Categories(vec![2, 3])), request(1)), 900);
        assert_eq!(cents(rules_for(Target::Categories(vec![4])), request(1)), 1_000);
        assert_eq!(cents(rules_for(Target::Item(7)), request(1)), 900);
        assert_eq!(cents(rules_for(Target::Item(8)), request(1)), 1_000);
        let value = |value: &str| Target::Value { id: 21, attribute: "colour".into(), value: value.into() };
        assert_eq!(cents(rules_for(value("red")), request(1)), 900);
        let choices = BTreeMap::from([("colour".to_owned(), "blue".to_owned())]);
        let blue = Subject { variation: Some(VariationId(70)), choices: Some(&choices), ..COFFEE };
        let price = |target| {
            let rules = Rules::new(1, rules_for(target));
            rules.price(&Offer::plain(Money::from_minor(1_000)), &blue, request(1)).amount.as_minor()
        };
        assert_eq!(price(value("red")), 1_000, "the product comes in red, this variation does not");
        assert_eq!(price(value("blue")), 900);
        assert_eq!(price(Target::Item(70)), 900);
        assert_eq!(price(Target::Item(71)), 1_000);
    }

    #[test]
    fn a_rule_for_customers_does_not_apply_to_guests() {
        let rules = vec![Rule { customers_only: true, ..rule(1, DiscountKind::Amount, &[(0, 100)]) }];
        assert_eq!(cents(rules.clone(), request(1)), 1_000);
        assert_eq!(cents(rules, PriceRequest { audience: Audience::Customer, ..request(1) }), 900);
    }

    #[test]
    fn a_rule_starts_and_ends_to_the_second_and_reports_both_times() {
        let rules = Rules::new(
            1,
            vec![Rule {
                starts_at: Some(noon()),
                ends_at: Some(noon() + TimeDelta::hours(1)),
                ..rule(1, DiscountKind::Amount, &[(0, 100)])
            }],
        );
        let offer = Offer::plain(Money::from_minor(1_000));
        let price = |now| rules.price(&offer, &COFFEE, PriceRequest { now, ..request(1) }).amount.as_minor();
        let second = TimeDelta::seconds(1);
        assert_eq!(price(noon() - second), 1_000);
        assert_eq!(price(noon()), 900);
        assert_eq!(price(noon() + TimeDelta::hours(1) - second), 900);
        assert_eq!(price(noon() + TimeDelta::hours(1)), 1_000);
        assert_eq!(rules.changes_after(&offer, &COFFEE, noon() - second), Some(noon()));
        assert_eq!(rules.changes_after(&offer, &COFFEE, noon()), Some(noon() + TimeDelta::hours(1)));
        assert_eq!(rules.changes_after(&offer, &COFFEE, noon() + TimeDelta::hours(1)), None);
    }

    fn any_rule() -> impl Strategy<Value = Rule> {
        let kind =
            prop_oneof![Just(DiscountKind::Percent), Just(DiscountKind::Amount), Just(DiscountKind::Price)];
        let tiers = prop::collection::vec((0u32..50, 0i64..12_000), 1..5);
        let hours = prop::option::of(-5i64..5);
        (kind, tiers, hours.clone(), hours, -3..3i32, any::<bool>(), any::<bool>()).prop_map(
            |(kind, tiers, from, to, priority, stacks, customers_only)| Rule {
                starts_at: from.map(|hours| noon() + TimeDelta::hours(hours)),
                ends_at: to.map(|hours| noon() + TimeDelta::hours(hours)),
                priority,
                stacks,
                customers_only,
                ..rule(1, kind, &tiers)
            },
        )
    }

    fn any_rules() -> impl Strategy<Value = Vec<Rule>> {
        prop::collection::vec(any_rule(), 0..8).prop_map(|mut rules| {
            for (rule, id) in rules.iter_mut().zip(1..) {
                rule.id = id;
            }
            rules
        })
    }

    proptest! {
        #[test]
        fn a_price_is_between_zero_and_the_regular_price(
            rules in any_rules(), regular in 0i64..1_000_000, sale in prop::option::of(0i64..1_000_000), pieces in 0u32..100,
        ) {
            let offer = Offer { sale: sale.map(Money::from_minor), ..Offer::plain(Money::from_minor(regular)) };
            let amount = Rules::new(1, rules).price(&offer, &COFFEE, request(pieces)).amount.as_minor();
            prop_assert!((0..=regular).contains(&amount));
        }

        #[test]
        fn a_larger_quantity_never_has_a_higher_unit_price(rules in any_rules(), regular in 0i64..1_000_000, pieces in 1u32..100) {
            let rules = Rules::new(1, rules);
            let offer = Offer::plain(Money::from_minor(regular));
            let price = |pieces| rules.price(&offer, &COFFEE, request(pieces)).amount;
            prop_assert!(price(pieces + 1) <= price(pieces));
        }

        #[test]
        fn the_order_in_which_rules_were_read_does_not_matter(rules in any_rules(), pieces in 1u32..100) {
            let offer = Offer::plain(Money::from_minor(12_345));
            let forward = Rules::new(1, rules.clone()).quote(&offer, &COFFEE, request(pieces));
            let backward = Rules::new(1, rules.into_iter().rev().collect()).quote(&offer, &COFFEE, request(pieces));
            prop_assert_eq!(forward, backward);
        }

        #[test]
        fn reasons_form_a_chain_from_the_regular_price_to_the_final_one(rules in any_rules(), pieces in 1u32..100) {
            let offer = Offer::plain(Money::from_minor(12_345));
            let quote = Rules::new(1, rules).quote(&offer, &COFFEE, request(pieces));
            let mut price = offer.regular;
            for reason in &quote.reasons {
                prop_assert_eq!(reason.before, price);
                price = reason.after;
            }
            prop_assert_eq!(price, quote.price.amount);
        }

        #[test]
        fn prices_do_not_change_before_the_reported_time(rules in any_rules(), pieces in 1u32..100, minutes in 0i64..600) {
            let rules = Rules::new(1, rules);
            let offer = Offer::plain(Money::from_minor(12_345));
            let now = noon() - TimeDelta::hours(6);
            let later = now + TimeDelta::minutes(minutes);
            if rules.changes_after(&offer, &COFFEE, now).is_none_or(|moment| later < moment) {
                let price = |now| rules.price(&offer, &COFFEE, PriceRequest { now, ..request(pieces) });
                prop_assert_eq!(price(now), price(later));
            }
        }
    }
}
