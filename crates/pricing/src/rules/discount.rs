//! Discount rules: which of them concern a thing, and what they leave of its price.
//!
//! Rules that stack lower the price one after another, by priority. A rule that does not stack is worked out alone. The
//! shopper pays the lowest of these. So no rule ever makes another one's gift smaller, and more pieces never cost more
//! a piece.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use kernel::{Money, ProductId, Quantity, VariationId};

use super::{Offer, Price};

/// Hundredths of a percent in a whole.
const WHOLE: i64 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Hundredths of a percent off.
    Percent,
    /// So much off each piece.
    Amount,
    /// Each piece for so much, if that is less.
    Price,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Shop,
    /// A category and all below it.
    Categories(Vec<i64>),
    /// A value of an attribute. A variation has it if it was made for it, or leaves the attribute open.
    Value {
        id: i32,
        attribute: String,
        value: String,
    },
    /// A product, with all its variations, or one variation.
    Item(i64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tier {
    pub from: Quantity,
    pub value: i64,
}

/// Who asks. Pages for everybody are drawn for [`Who::Anyone`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Who {
    #[default]
    Anyone,
    Customer,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub id: i64,
    pub name: Arc<str>,
    pub target: Target,
    pub kind: Kind,
    pub tiers: Vec<Tier>,
    pub customers_only: bool,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub priority: i32,
    pub stacks: bool,
}

/// What rules may look at in a thing.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    /// Those it was put into, without those above them.
    pub categories: &'a [i64],
    pub values: &'a [i32],
    /// What a variation is, by attribute.
    pub choices: Option<&'a BTreeMap<String, String>>,
}

#[derive(Debug, Clone, Copy)]
pub struct Ask {
    pub quantity: Quantity,
    pub who: Who,
    pub now: DateTime<Utc>,
}

/// A price, and which rules made it.
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

/// All rules, found by what they concern.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The state of the database they were read in.
    pub version: i64,
    /// By priority, then by age.
    all: Vec<Rule>,
    of_shop: Vec<usize>,
    of_categories: HashMap<i64, Vec<usize>>,
    of_values: HashMap<i32, Vec<usize>>,
    of_items: HashMap<i64, Vec<usize>>,
}

impl Rules {
    pub fn new(version: i64, mut all: Vec<Rule>) -> Self {
        all.sort_by_key(|rule| (rule.priority, rule.id));
        let mut rules = Self { version, ..Self::default() };
        for (at, rule) in all.iter().enumerate() {
            match &rule.target {
                Target::Shop => rules.of_shop.push(at),
                Target::Categories(ids) => {
                    for id in ids {
                        rules.of_categories.entry(*id).or_default().push(at);
                    }
                }
                Target::Value { id, .. } => rules.of_values.entry(*id).or_default().push(at),
                Target::Item(id) => rules.of_items.entry(*id).or_default().push(at),
            }
        }
        rules.all = all;
        rules
    }

    pub fn all(&self) -> &[Rule] {
        &self.all
    }

    /// The price of one piece, when so many are bought.
    pub fn price(&self, offer: &Offer, subject: &Subject<'_>, ask: Ask) -> Price {
        self.quote(offer, subject, ask).price
    }

    /// The same, with its reasons.
    pub fn quote(&self, offer: &Offer, subject: &Subject<'_>, ask: Ask) -> Quote {
        let start = offer.at(ask.now).amount;
        let mut stacked = (start, Vec::new());
        let mut best: Option<(Money, Reason)> = None;
        for rule in self.concerning(subject).filter(|rule| rule.holds(ask)) {
            if rule.stacks {
                let before = stacked.0;
                let after = rule.leaves(before, ask.quantity);
                if after < before {
                    stacked.0 = after;
                    stacked.1.push(rule.reason(before, after));
                }
            } else {
                let after = rule.leaves(start, ask.quantity);
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

    /// The next moment at which any price of this thing may change.
    pub fn changes_after(
        &self,
        offer: &Offer,
        subject: &Subject<'_>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let rules = self.concerning(subject).flat_map(|rule| [rule.starts_at, rule.ends_at]).flatten();
        rules.filter(|moment| *moment > now).chain(offer.changes_after(now)).min()
    }

    /// The quantities at which a price of this thing may become lower, lowest first.
    pub(super) fn steps(&self, subject: &Subject<'_>, ask: Ask) -> Vec<Quantity> {
        let holding = self.concerning(subject).filter(|rule| rule.is_open(ask));
        let mut steps: Vec<_> = holding.flat_map(|rule| rule.tiers.iter().map(|tier| tier.from)).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// By priority, each once.
    fn concerning<'r>(&'r self, subject: &'r Subject<'_>) -> impl Iterator<Item = &'r Rule> {
        let mut found = self.of_shop.clone();
        let mut take = |more: Option<&Vec<usize>>| found.extend(more.into_iter().flatten());
        take(self.of_items.get(&subject.product.0));
        if let Some(variation) = subject.variation {
            take(self.of_items.get(&variation.0));
        }
        for category in subject.categories {
            take(self.of_categories.get(category));
        }
        for value in subject.values {
            take(self.of_values.get(value));
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|at| &self.all[at]).filter(|rule| rule.fits(subject))
    }
}

impl Rule {
    /// A variation of another colour has not the colour that its product also comes in.
    fn fits(&self, subject: &Subject<'_>) -> bool {
        let (Target::Value { attribute, value, .. }, Some(choices)) = (&self.target, subject.choices) else {
            return true;
        };
        choices.get(attribute).is_none_or(|chosen| chosen == value)
    }

    fn is_open(&self, ask: Ask) -> bool {
        self.starts_at.is_none_or(|from| from <= ask.now)
            && self.ends_at.is_none_or(|to| ask.now < to)
            && (!self.customers_only || ask.who == Who::Customer)
    }

    fn holds(&self, ask: Ask) -> bool {
        self.is_open(ask) && self.tiers.iter().any(|tier| tier.from <= ask.quantity)
    }

    /// What this rule leaves of a price: the best of the tiers that were reached.
    fn leaves(&self, price: Money, quantity: Quantity) -> Money {
        let reached = self.tiers.iter().filter(|tier| tier.from <= quantity);
        reached.map(|tier| self.kind.leaves(price, tier.value)).min().unwrap_or(price).min(price)
    }

    fn reason(&self, before: Money, after: Money) -> Reason {
        Reason { rule: self.id, name: self.name.clone(), before, after }
    }
}

impl Kind {
    /// Exact to the cent, half a cent up, never below nothing.
    fn leaves(self, price: Money, value: i64) -> Money {
        let price = price.as_minor();
        let left = match self {
            Self::Percent => {
                let kept = i128::from(WHOLE.saturating_sub(value).clamp(0, WHOLE));
                let exact = i128::from(price) * kept + i128::from(WHOLE / 2);
                i64::try_from(exact / i128::from(WHOLE)).unwrap_or(price)
            }
            Self::Amount => price.saturating_sub(value),
            Self::Price => value,
        };
        Money::minor(left.max(0))
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

    fn rule(id: i64, kind: Kind, tiers: &[(u32, i64)]) -> Rule {
        Rule {
            id,
            name: format!("قاعدة {id}").into(),
            target: Target::Shop,
            kind,
            tiers: tiers
                .iter()
                .map(|(from, value)| Tier { from: Quantity::whole(*from), value: *value })
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

    fn ask(pieces: u32) -> Ask {
        Ask { quantity: Quantity::whole(pieces), who: Who::Anyone, now: noon() }
    }

    fn cents(rules: Vec<Rule>, ask: Ask) -> i64 {
        Rules::new(1, rules).price(&Offer::plain(Money::minor(1_000)), &COFFEE, ask).amount.as_minor()
    }

    #[test]
    fn percent_amount_and_price_each_lower_in_their_way() {
        assert_eq!(cents(vec![rule(1, Kind::Percent, &[(0, 1_250)])], ask(1)), 875);
        assert_eq!(cents(vec![rule(1, Kind::Amount, &[(0, 300)])], ask(1)), 700);
        assert_eq!(cents(vec![rule(1, Kind::Price, &[(0, 999)])], ask(1)), 999);
        assert_eq!(cents(vec![rule(1, Kind::Price, &[(0, 1_500)])], ask(1)), 1_000, "never dearer");
        assert_eq!(cents(vec![rule(1, Kind::Amount, &[(0, 5_000)])], ask(1)), 0, "never below nothing");
    }

    #[test]
    fn half_a_cent_goes_up() {
        // 10.00 less 0.05 % is 9.995.
        assert_eq!(cents(vec![rule(1, Kind::Percent, &[(0, 5)])], ask(1)), 1_000);
        assert_eq!(cents(vec![rule(1, Kind::Percent, &[(0, 6)])], ask(1)), 999);
    }

    #[test]
    fn a_tier_counts_from_its_quantity_on() {
        let tiers = vec![rule(1, Kind::Percent, &[(3, 1_000), (6, 1_500)])];
        let prices: Vec<_> = [1, 2, 3, 5, 6, 60].map(|pieces| cents(tiers.clone(), ask(pieces))).to_vec();
        assert_eq!(prices, [1_000, 1_000, 900, 900, 850, 850]);
    }

    #[test]
    fn rules_that_stack_follow_each_other_by_priority() {
        let percent = rule(1, Kind::Percent, &[(0, 1_000)]);
        let amount = Rule { priority: 5, ..rule(2, Kind::Amount, &[(0, 100)]) };
        assert_eq!(
            cents(vec![percent.clone(), amount.clone()], ask(1)),
            810,
            "first the amount, then the percent"
        );
        let late = Rule { priority: 20, ..amount };
        assert_eq!(cents(vec![percent, late], ask(1)), 800);
    }

    #[test]
    fn a_rule_that_stands_alone_wins_only_where_it_gives_more() {
        let alone = Rule { stacks: false, ..rule(3, Kind::Percent, &[(0, 1_500)]) };
        let small = rule(1, Kind::Percent, &[(0, 1_000)]);
        assert_eq!(cents(vec![alone.clone(), small.clone()], ask(1)), 850);
        let more = rule(2, Kind::Amount, &[(0, 100)]);
        assert_eq!(cents(vec![alone, small, more], ask(1)), 800);
    }

    #[test]
    fn a_price_names_the_rules_that_made_it() {
        let rules =
            Rules::new(1, vec![rule(1, Kind::Percent, &[(0, 1_000)]), rule(2, Kind::Price, &[(0, 5_000)])]);
        let quote = rules.quote(&Offer::plain(Money::minor(1_000)), &COFFEE, ask(1));
        let names: Vec<_> =
            quote.reasons.iter().map(|reason| (&*reason.name, reason.after.as_minor())).collect();
        assert_eq!(names, [("قاعدة 1", 900)], "what changed nothing is no reason");
        assert_eq!(quote.price.regular, Some(Money::minor(1_000)));
    }

    #[test]
    fn a_rule_concerns_what_it_names_and_nothing_else() {
        let of = |target| vec![Rule { target, ..rule(1, Kind::Amount, &[(0, 100)]) }];
        assert_eq!(cents(of(Target::Categories(vec![2, 3])), ask(1)), 900);
        assert_eq!(cents(of(Target::Categories(vec![4])), ask(1)), 1_000);
        assert_eq!(cents(of(Target::Item(7)), ask(1)), 900);
        assert_eq!(cents(of(Target::Item(8)), ask(1)), 1_000);
        let value = |value: &str| Target::Value { id: 21, attribute: "colour".into(), value: value.into() };
        assert_eq!(cents(of(value("red")), ask(1)), 900);
        let choices = BTreeMap::from([("colour".to_owned(), "blue".to_owned())]);
        let blue = Subject { variation: Some(VariationId(70)), choices: Some(&choices), ..COFFEE };
        let price = |target| {
            let rules = Rules::new(1, of(target));
            rules.price(&Offer::plain(Money::minor(1_000)), &blue, ask(1)).amount.as_minor()
        };
        assert_eq!(price(value("red")), 1_000, "the product comes in red, this one does not");
        assert_eq!(price(value("blue")), 900);
        assert_eq!(price(Target::Item(70)), 900);
        assert_eq!(price(Target::Item(71)), 1_000);
    }

    #[test]
    fn a_rule_for_customers_is_not_for_guests() {
        let rules = vec![Rule { customers_only: true, ..rule(1, Kind::Amount, &[(0, 100)]) }];
        assert_eq!(cents(rules.clone(), ask(1)), 1_000);
        assert_eq!(cents(rules, Ask { who: Who::Customer, ..ask(1) }), 900);
    }

    #[test]
    fn a_rule_begins_and_ends_to_the_second_and_says_when() {
        let rules = Rules::new(
            1,
            vec![Rule {
                starts_at: Some(noon()),
                ends_at: Some(noon() + TimeDelta::hours(1)),
                ..rule(1, Kind::Amount, &[(0, 100)])
            }],
        );
        let offer = Offer::plain(Money::minor(1_000));
        let price = |now| rules.price(&offer, &COFFEE, Ask { now, ..ask(1) }).amount.as_minor();
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
        let kind = prop_oneof![Just(Kind::Percent), Just(Kind::Amount), Just(Kind::Price)];
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
        fn a_price_is_never_below_nothing_nor_above_the_regular_one(
            rules in any_rules(), regular in 0i64..1_000_000, sale in prop::option::of(0i64..1_000_000), pieces in 0u32..100,
        ) {
            let offer = Offer { sale: sale.map(Money::minor), ..Offer::plain(Money::minor(regular)) };
            let amount = Rules::new(1, rules).price(&offer, &COFFEE, ask(pieces)).amount.as_minor();
            prop_assert!((0..=regular).contains(&amount));
        }

        #[test]
        fn more_pieces_never_cost_more_a_piece(rules in any_rules(), regular in 0i64..1_000_000, pieces in 1u32..100) {
            let rules = Rules::new(1, rules);
            let offer = Offer::plain(Money::minor(regular));
            let price = |pieces| rules.price(&offer, &COFFEE, ask(pieces)).amount;
            prop_assert!(price(pieces + 1) <= price(pieces));
        }

        #[test]
        fn the_order_in_which_rules_were_read_does_not_matter(rules in any_rules(), pieces in 1u32..100) {
            let offer = Offer::plain(Money::minor(12_345));
            let forth = Rules::new(1, rules.clone()).quote(&offer, &COFFEE, ask(pieces));
            let back = Rules::new(1, rules.into_iter().rev().collect()).quote(&offer, &COFFEE, ask(pieces));
            prop_assert_eq!(forth, back);
        }

        #[test]
        fn reasons_lead_from_the_first_price_to_the_last(rules in any_rules(), pieces in 1u32..100) {
            let offer = Offer::plain(Money::minor(12_345));
            let quote = Rules::new(1, rules).quote(&offer, &COFFEE, ask(pieces));
            let mut price = offer.regular;
            for reason in &quote.reasons {
                prop_assert_eq!(reason.before, price);
                price = reason.after;
            }
            prop_assert_eq!(price, quote.price.amount);
        }

        #[test]
        fn between_two_named_moments_nothing_changes(rules in any_rules(), pieces in 1u32..100, minutes in 0i64..600) {
            let rules = Rules::new(1, rules);
            let offer = Offer::plain(Money::minor(12_345));
            let now = noon() - TimeDelta::hours(6);
            let later = now + TimeDelta::minutes(minutes);
            if rules.changes_after(&offer, &COFFEE, now).is_none_or(|moment| later < moment) {
                let price = |now| rules.price(&offer, &COFFEE, Ask { now, ..ask(pieces) });
                prop_assert_eq!(price(now), price(later));
            }
        }
    }
}
