//! What a cart comes to: lines, coupons, shipping, taxes. A pure function; nothing is stored.

use chrono::{DateTime, Utc};
use kernel::{Message, Money, Quantity, msg};

/// What totals need to know of a line.
#[derive(Debug, Clone)]
pub struct Sum {
    pub product: i64,
    pub categories: Vec<i64>,
    pub quantity: Quantity,
    pub total: Money,
    pub grams: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CouponKind {
    /// Hundredths of a percent off each line.
    Percent,
    /// So much off the cart.
    FixedCart,
    /// So much off each piece.
    FixedProduct,
}

#[derive(Debug, Clone)]
pub struct Coupon {
    pub id: i64,
    pub code: String,
    pub kind: CouponKind,
    pub value: i64,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub min_spend: Money,
    pub is_used_up: bool,
    /// Only for these; both empty: for everything. Categories come with all below them.
    pub products: Vec<i64>,
    pub categories: Vec<i64>,
}

/// Why a coupon is worth nothing here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// Not begun, over or used up: told in the same words as a code that never was, so that nobody learns by guessing
    /// which codes there are.
    Invalid,
    BelowMinimum(Money),
    NotForThese,
}

impl Unfit {
    pub fn message(&self, code: &str) -> Message {
        match self {
            Self::Invalid => msg::cart::COUPON_INVALID.with("code", code.to_owned()),
            Self::BelowMinimum(amount) => msg::cart::COUPON_MINIMUM.with("amount", amount.format()),
            Self::NotForThese => msg::cart::COUPON_NOT_FOR_ITEMS.into(),
        }
    }
}

impl Coupon {
    fn concerns(&self, line: &Sum) -> bool {
        let everything = self.products.is_empty() && self.categories.is_empty();
        everything
            || self.products.contains(&line.product)
            || line.categories.iter().any(|category| self.categories.contains(category))
    }

    pub fn check(&self, lines: &[Sum], subtotal: Money, now: DateTime<Utc>) -> Result<(), Unfit> {
        let begun = self.starts_at.is_none_or(|from| from <= now);
        if !begun || self.ends_at.is_some_and(|to| to <= now) || self.is_used_up {
            return Err(Unfit::Invalid);
        }
        if subtotal < self.min_spend {
            return Err(Unfit::BelowMinimum(self.min_spend));
        }
        if lines.iter().any(|line| self.concerns(line)) { Ok(()) } else { Err(Unfit::NotForThese) }
    }

    /// What it takes off each line, of what is left of them.
    fn takes(&self, lines: &[Sum], left: &[Money]) -> Vec<Money> {
        let fitting =
            lines.iter().zip(left).map(|(line, left)| if self.concerns(line) { *left } else { Money::ZERO });
        match self.kind {
            CouponKind::Percent => fitting.map(|left| left.share(self.value, 10_000)).collect(),
            CouponKind::FixedProduct => {
                let each = |(left, line): (Money, &Sum)| {
                    Money::minor(self.value).times(line.quantity).map_or(left, |off| off.min(left))
                };
                fitting.zip(lines).map(each).collect()
            }
            CouponKind::FixedCart => {
                let fitting: Vec<Money> = fitting.collect();
                Money::minor(self.value).spread(&fitting)
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodKind {
    Flat,
    Free,
    Weight,
    Pickup,
}

#[derive(Debug, Clone)]
pub struct Method {
    pub id: i64,
    pub kind: MethodKind,
    pub title: String,
    pub cost: Money,
    pub per_kilo: Money,
    pub from: Money,
}

#[derive(Debug, Clone)]
pub struct TaxRate {
    pub name: String,
    pub rate: i64,
    pub on_shipping: bool,
}

/// How a cart may be sent, and what is added for the state.
#[derive(Debug, Clone, Default)]
pub struct Destination {
    pub methods: Vec<Method>,
    pub taxes: Vec<TaxRate>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    pub subtotal: Money,
    /// By coupon, in the order they were given.
    pub discounts: Vec<Result<Money, Unfit>>,
    pub shipping: Vec<Offered>,
    /// Which of these was chosen; the first, if none.
    pub chosen: Option<usize>,
    pub taxes: Vec<Money>,
    pub total: Money,
    /// How much more makes shipping free.
    pub free_from: Option<Money>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    pub method: i64,
    pub cost: Money,
}

/// What a cart comes to does not fit into an amount. Nothing is sold then: the friendliest number would be nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the amounts of a cart do not add up to an amount")]
pub struct Overflow;

pub fn totals(
    lines: &[Sum],
    coupons: &[Coupon],
    destination: &Destination,
    wanted_method: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Totals, Overflow> {
    let mut left: Vec<Money> = lines.iter().map(|line| line.total).collect();
    let sum = |amounts: &[Money]| Money::checked_sum(amounts.iter().copied()).ok_or(Overflow);
    let subtotal = sum(&left)?;
    let mut discounts = Vec::with_capacity(coupons.len());
    for coupon in coupons {
        if let Err(unfit) = coupon.check(lines, subtotal, now) {
            discounts.push(Err(unfit));
            continue;
        }
        let takes = coupon.takes(lines, &left);
        for (left, taken) in left.iter_mut().zip(&takes) {
            *left = left.checked_sub(*taken).ok_or(Overflow)?;
        }
        discounts.push(Ok(sum(&takes)?));
    }
    let goods = sum(&left)?;
    let grams = lines.iter().map(weight).sum();
    let offered = |method: &Method| method.offers(goods, grams);
    let shipping: Vec<_> =
        if lines.is_empty() { Vec::new() } else { destination.methods.iter().filter_map(offered).collect() };
    let chosen = shipping
        .iter()
        .position(|one| Some(one.method) == wanted_method)
        .or_else(|| (!shipping.is_empty()).then_some(0));
    let sent = chosen.and_then(|at| shipping.get(at)).map_or(Money::ZERO, |one| one.cost);
    let taxes: Vec<_> = destination
        .taxes
        .iter()
        .map(|tax| {
            let sent = if tax.on_shipping { sent } else { Money::ZERO };
            goods.checked_add(sent).map(|taxed| taxed.share(tax.rate, 10_000)).ok_or(Overflow)
        })
        .collect::<Result<_, _>>()?;
    let total = Money::checked_sum([goods, sent].into_iter().chain(taxes.iter().copied()));
    let free = destination.methods.iter().filter(|method| method.kind == MethodKind::Free);
    let free_from =
        free.filter_map(|method| method.from.checked_sub(goods)).min().filter(|left| *left > Money::ZERO);
    Ok(Totals {
        subtotal,
        discounts,
        shipping,
        chosen,
        taxes,
        total: total.ok_or(Overflow)?,
        free_from: free_from.filter(|_| !lines.is_empty()),
    })
}

fn weight(line: &Sum) -> i64 {
    let grams = i128::from(line.grams) * i128::from(line.quantity.as_units());
    i64::try_from(grams / i128::from(Quantity::UNITS_PER_ONE)).unwrap_or(i64::MAX / 1_000)
}

impl Method {
    fn offers(&self, goods: Money, grams: i64) -> Option<Offered> {
        if goods < self.from {
            return None;
        }
        let cost = match self.kind {
            MethodKind::Free | MethodKind::Pickup => Money::ZERO,
            MethodKind::Flat => self.cost,
            MethodKind::Weight => {
                let kilos = grams.saturating_add(999) / 1_000;
                Money::minor(self.per_kilo.as_minor().saturating_mul(kilos)).checked_add(self.cost)?
            }
        };
        Some(Offered { method: self.id, cost })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-11-15T12:00:00Z".parse().expect("time")
    }

    fn line(product: i64, minor: i64, pieces: u32) -> Sum {
        Sum {
            product,
            categories: vec![product * 10],
            quantity: Quantity::whole(pieces),
            total: Money::minor(minor),
            grams: 400,
        }
    }

    fn coupon(kind: CouponKind, value: i64) -> Coupon {
        Coupon {
            id: 1,
            code: "أهلا".to_owned(),
            kind,
            value,
            starts_at: None,
            ends_at: None,
            min_spend: Money::ZERO,
            is_used_up: false,
            products: Vec::new(),
            categories: Vec::new(),
        }
    }

    fn totals_of(
        lines: &[Sum],
        coupons: &[Coupon],
        destination: &Destination,
        method: Option<i64>,
    ) -> Totals {
        totals(lines, coupons, destination, method, now()).expect("it adds up")
    }

    fn total(lines: &[Sum], coupons: &[Coupon]) -> i64 {
        totals_of(lines, coupons, &Destination::default(), None).total.as_minor()
    }

    /// [SEC-L20]
    #[test]
    fn amounts_that_do_not_add_up_are_refused_and_never_cost_nothing() {
        let none = Destination::default();
        let half = i64::MAX / 2 + 1;
        let sum = |lines: &[Sum], to: &Destination| totals(lines, &[], to, None, now());
        assert_eq!(sum(&[line(1, half, 1), line(2, half, 1)], &none), Err(Overflow));
        let tax = |rate| TaxRate { name: String::new(), rate, on_shipping: false };
        let taxed = Destination { methods: Vec::new(), taxes: vec![tax(10_000)] };
        assert_eq!(sum(&[line(1, half, 1)], &taxed), Err(Overflow), "the tax on top");
        let absurd = Destination { methods: Vec::new(), taxes: vec![tax(i64::MAX)] };
        assert_eq!(sum(&[line(1, half, 1)], &absurd), Err(Overflow));
    }

    #[test]
    fn each_kind_takes_off_in_its_way() {
        let lines = [line(1, 1_000, 2), line(2, 555, 1)];
        assert_eq!(total(&lines, &[coupon(CouponKind::Percent, 1_000)]), 900 + 499, "half up on each line");
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedCart, 300)]), 1_255);
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedCart, 99_999)]), 0, "never below nothing");
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedProduct, 100)]), 1_255, "twice and once");
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedProduct, 600)]), 0, "no more than a line costs");
    }

    #[test]
    fn a_coupon_for_some_things_leaves_the_others_alone() {
        let lines = [line(1, 1_000, 1), line(2, 500, 1)];
        let own = Coupon { products: vec![2], ..coupon(CouponKind::Percent, 5_000) };
        assert_eq!(total(&lines, &[own]), 1_250);
        let kind = Coupon { categories: vec![10], ..coupon(CouponKind::FixedCart, 2_000) };
        assert_eq!(total(&lines, &[kind]), 500);
        let none = Coupon { products: vec![9], ..coupon(CouponKind::Percent, 5_000) };
        assert_eq!(none.check(&lines, Money::minor(1_500), now()), Err(Unfit::NotForThese));
        assert_eq!(total(&lines, &[none]), 1_500);
    }

    #[test]
    fn a_coupon_says_why_it_is_worth_nothing() {
        let lines = [line(1, 1_000, 1)];
        let check = |coupon: Coupon| coupon.check(&lines, Money::minor(1_000), now());
        let usual = coupon(CouponKind::Percent, 1_000);
        assert_eq!(check(usual.clone()), Ok(()));
        assert_eq!(check(Coupon { ends_at: Some(now()), ..usual.clone() }), Err(Unfit::Invalid));
        assert_eq!(check(Coupon { is_used_up: true, ..usual.clone() }), Err(Unfit::Invalid));
        let dear = Money::minor(1_001);
        assert_eq!(check(Coupon { min_spend: dear, ..usual.clone() }), Err(Unfit::BelowMinimum(dear)));
        assert_eq!(check(Coupon { min_spend: Money::minor(1_000), ..usual }), Ok(()), "just enough");
    }

    #[test]
    fn shipping_follows_the_goods_and_their_weight() {
        let method = |id, kind, cost: i64, from: i64| Method {
            id,
            kind,
            title: String::new(),
            cost: Money::minor(cost),
            per_kilo: Money::minor(200),
            from: Money::minor(from),
        };
        let destination = Destination {
            methods: vec![
                method(1, MethodKind::Flat, 700, 0),
                method(2, MethodKind::Free, 0, 5_000),
                method(3, MethodKind::Weight, 100, 0),
                method(4, MethodKind::Pickup, 900, 0),
            ],
            taxes: vec![TaxRate { name: "ضريبة".to_owned(), rate: 825, on_shipping: true }],
        };
        // Three pieces of 400 g: two begun kilograms.
        let few = totals_of(&[line(1, 1_000, 3)], &[], &destination, Some(3));
        let costs: Vec<_> = few.shipping.iter().map(|one| (one.method, one.cost.as_minor())).collect();
        assert_eq!(costs, [(1, 700), (3, 500), (4, 0)]);
        assert_eq!((few.chosen, few.free_from), (Some(1), Some(Money::minor(4_000))));
        assert_eq!((few.taxes[0].as_minor(), few.total.as_minor()), (124, 1_624), "8.25 % of 15.00, half up");
        let many = totals_of(&[line(1, 5_000, 1)], &[], &destination, Some(9));
        assert_eq!((many.chosen, many.free_from), (Some(0), None), "an unknown method is none");
        assert_eq!(many.shipping[1], Offered { method: 2, cost: Money::ZERO });
        let less = totals_of(&[line(1, 5_000, 1)], &[coupon(CouponKind::FixedCart, 1)], &destination, None);
        assert_eq!(less.free_from, Some(Money::minor(1)), "what counts is what is left after coupons");
        assert_eq!(totals_of(&[], &[], &destination, None).total, Money::ZERO);
    }

    proptest! {
        #[test]
        fn coupons_never_make_a_cart_cost_less_than_nothing_or_more_than_before(
            amounts in prop::collection::vec(1i64..100_000, 1..6),
            kinds in prop::collection::vec((0u8..3, 0i64..20_000), 0..4),
        ) {
            let lines: Vec<_> = amounts.iter().zip(1..).map(|(minor, id)| line(id, *minor, 2)).collect();
            let coupons: Vec<_> = kinds.iter().map(|(kind, value)| match kind {
                0 => coupon(CouponKind::Percent, value % 10_001),
                1 => coupon(CouponKind::FixedCart, *value),
                _ => coupon(CouponKind::FixedProduct, *value),
            }).collect();
            let paid = total(&lines, &coupons);
            prop_assert!((0..=amounts.iter().sum::<i64>()).contains(&paid));
            let found = totals_of(&lines, &coupons, &Destination::default(), None);
            let off: i64 = found.discounts.iter().flatten().map(|money| money.as_minor()).sum();
            prop_assert_eq!(found.subtotal.as_minor() - off, paid);
        }
    }
}
