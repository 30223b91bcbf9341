//! Cart totals: lines, coupons, shipping and taxes. A pure function; nothing is stored.

use chrono::{DateTime, Utc};
use delivery::rules::Schedule;
use kernel::{Message, Money, Quantity, msg};

/// The part of a line that the totals depend on.
#[derive(Debug, Clone)]
pub struct TotalsLine {
    pub product: i64,
    pub categories: Vec<i64>,
    pub quantity: Quantity,
    pub total: Money,
    pub grams: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum CouponKind {
    /// `value` is in hundredths of a percent, off each line.
    Percent,
    /// `value` is in minor units, off the cart.
    FixedCart,
    /// `value` is in minor units, off each piece.
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
    /// Products and categories that the coupon is limited to. If both are empty, it applies to everything.
    /// `categories` includes all subcategories.
    pub products: Vec<i64>,
    pub categories: Vec<i64>,
}

/// Why a coupon gives no discount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouponRefusal {
    /// Not started, expired or used up. It has the same text as an unknown code, so that guessing does not
    /// reveal which codes exist.
    Invalid,
    BelowMinimum(Money),
    NotForThese,
}

impl CouponRefusal {
    pub fn message(&self, code: &str) -> Message {
        match self {
            Self::Invalid => msg::cart::COUPON_INVALID.with("code", code.to_owned()),
            Self::BelowMinimum(amount) => msg::cart::COUPON_MINIMUM.with("amount", amount.format()),
            Self::NotForThese => msg::cart::COUPON_NOT_FOR_ITEMS.into(),
        }
    }
}

impl Coupon {
    fn applies_to(&self, line: &TotalsLine) -> bool {
        let everything = self.products.is_empty() && self.categories.is_empty();
        everything
            || self.products.contains(&line.product)
            || line.categories.iter().any(|category| self.categories.contains(category))
    }

    pub fn check(
        &self,
        lines: &[TotalsLine],
        subtotal: Money,
        now: DateTime<Utc>,
    ) -> Result<(), CouponRefusal> {
        let begun = self.starts_at.is_none_or(|from| from <= now);
        if !begun || self.ends_at.is_some_and(|to| to <= now) || self.is_used_up {
            return Err(CouponRefusal::Invalid);
        }
        if subtotal < self.min_spend {
            return Err(CouponRefusal::BelowMinimum(self.min_spend));
        }
        if lines.iter().any(|line| self.applies_to(line)) { Ok(()) } else { Err(CouponRefusal::NotForThese) }
    }

    /// The discount for each line, given what earlier coupons left of it.
    fn line_discounts(&self, lines: &[TotalsLine], left: &[Money]) -> Vec<Money> {
        let eligible = lines
            .iter()
            .zip(left)
            .map(|(line, left)| if self.applies_to(line) { *left } else { Money::ZERO });
        match self.kind {
            CouponKind::Percent => eligible.map(|left| left.share(self.value, 10_000)).collect(),
            CouponKind::FixedProduct => {
                let each = |(left, line): (Money, &TotalsLine)| {
                    Money::from_minor(self.value).times(line.quantity).map_or(left, |off| off.min(left))
                };
                eligible.zip(lines).map(each).collect()
            }
            CouponKind::FixedCart => {
                let eligible: Vec<Money> = eligible.collect();
                Money::from_minor(self.value).allocate(&eligible)
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum ShippingMethodKind {
    Flat,
    Free,
    Weight,
    Pickup,
}

#[derive(Debug, Clone)]
pub struct ShippingMethod {
    pub id: i64,
    pub kind: ShippingMethodKind,
    pub title: String,
    pub cost: Money,
    pub per_kilo: Money,
    pub from: Money,
    /// `None`: it makes no promise.
    pub schedule: Option<Schedule>,
}

#[derive(Debug, Clone)]
pub struct TaxRate {
    pub name: String,
    pub rate: i64,
    pub on_shipping: bool,
}

/// Shipping methods and taxes for a destination.
#[derive(Debug, Clone, Default)]
pub struct Destination {
    pub methods: Vec<ShippingMethod>,
    pub taxes: Vec<TaxRate>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    pub subtotal: Money,
    /// What the coupons leave of each line.
    pub lines: Vec<Money>,
    /// One per coupon, in the order in which they were added.
    pub discounts: Vec<Result<Money, CouponRefusal>>,
    pub shipping: Vec<ShippingOffer>,
    /// Index into `shipping` of the chosen method; the first one if the choice is not offered.
    pub chosen: Option<usize>,
    pub taxes: Vec<Money>,
    pub total: Money,
    /// Amount still missing for free shipping.
    pub free_from: Option<Money>,
}

impl Totals {
    /// How much of the amount for free shipping the goods reach, in percent. Below 100 while anything is missing.
    pub fn free_percent(&self) -> i64 {
        let Some(left) = self.free_from else { return 100 };
        let goods = Money::checked_sum(self.lines.iter().copied()).unwrap_or(Money::ZERO).as_minor();
        goods.saturating_mul(100).checked_div(goods.saturating_add(left.as_minor())).unwrap_or(0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippingOffer {
    pub method: i64,
    pub cost: Money,
}

/// The totals overflow `Money`. The cart is refused then, never totalled as zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cart totals overflow")]
pub struct Overflow;

pub fn totals(
    lines: &[TotalsLine],
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
        if let Err(refusal) = coupon.check(lines, subtotal, now) {
            discounts.push(Err(refusal));
            continue;
        }
        let taken = coupon.line_discounts(lines, &left);
        for (left, discount) in left.iter_mut().zip(&taken) {
            *left = left.checked_sub(*discount).ok_or(Overflow)?;
        }
        discounts.push(Ok(sum(&taken)?));
    }
    let goods = sum(&left)?;
    let grams = lines.iter().map(weight).sum();
    let offered = |method: &ShippingMethod| method.offer(goods, grams);
    let shipping: Vec<_> =
        if lines.is_empty() { Vec::new() } else { destination.methods.iter().filter_map(offered).collect() };
    let chosen = shipping
        .iter()
        .position(|one| Some(one.method) == wanted_method)
        .or_else(|| (!shipping.is_empty()).then_some(0));
    let shipping_cost = chosen.and_then(|index| shipping.get(index)).map_or(Money::ZERO, |one| one.cost);
    let taxes: Vec<_> = destination
        .taxes
        .iter()
        .map(|tax| {
            let taxed_shipping = if tax.on_shipping { shipping_cost } else { Money::ZERO };
            goods.checked_add(taxed_shipping).map(|taxed| taxed.share(tax.rate, 10_000)).ok_or(Overflow)
        })
        .collect::<Result<_, _>>()?;
    let total = Money::checked_sum([goods, shipping_cost].into_iter().chain(taxes.iter().copied()));
    let free = destination.methods.iter().filter(|method| method.kind == ShippingMethodKind::Free);
    let free_from =
        free.filter_map(|method| method.from.checked_sub(goods)).min().filter(|left| *left > Money::ZERO);
    Ok(Totals {
        subtotal,
        lines: left,
        discounts,
        shipping,
        chosen,
        taxes,
        total: total.ok_or(Overflow)?,
        free_from: free_from.filter(|_| !lines.is_empty()),
    })
}

fn weight(line: &TotalsLine) -> i64 {
    let grams = i128::from(line.grams) * i128::from(line.quantity.as_units());
    i64::try_from(grams / i128::from(Quantity::UNITS_PER_ONE)).unwrap_or(i64::MAX / 1_000)
}

impl ShippingMethod {
    /// Goods that are picked up do not travel.
    pub fn travels(&self) -> bool {
        self.kind != ShippingMethodKind::Pickup
    }

    /// The same method to a city that takes more days.
    #[must_use]
    pub fn for_city(self, extra_days: u16) -> Self {
        let travels = self.travels();
        let schedule = self.schedule.map(|schedule| match travels {
            true => schedule.with_extra_days(extra_days),
            false => schedule,
        });
        Self { schedule, ..self }
    }

    fn offer(&self, goods: Money, grams: i64) -> Option<ShippingOffer> {
        if goods < self.from {
            return None;
        }
        let cost = match self.kind {
            ShippingMethodKind::Free | ShippingMethodKind::Pickup => Money::ZERO,
            ShippingMethodKind::Flat => self.cost,
            ShippingMethodKind::Weight => {
                let kilos = grams.saturating_add(999) / 1_000;
                Money::from_minor(self.per_kilo.as_minor().saturating_mul(kilos)).checked_add(self.cost)?
            }
        };
        Some(ShippingOffer { method: self.id, cost })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-11-15T12:00:00Z".parse().expect("time")
    }

    fn line(product: i64, minor: i64, pieces: u32) -> TotalsLine {
        TotalsLine {
            product,
            categories: vec![product * 10],
            quantity: Quantity::from_whole(pieces),
            total: Money::from_minor(minor),
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
        lines: &[TotalsLine],
        coupons: &[Coupon],
        destination: &Destination,
        method: Option<i64>,
    ) -> Totals {
        totals(lines, coupons, destination, method, now()).expect("totals do not overflow")
    }

    fn total(lines: &[TotalsLine], coupons: &[Coupon]) -> i64 {
        totals_of(lines, coupons, &Destination::default(), None).total.as_minor()
    }

    /// [SEC-L20]
    #[test]
    fn overflowing_amounts_are_refused_and_never_total_zero() {
        let none = Destination::default();
        let half = i64::MAX / 2 + 1;
        let sum = |lines: &[TotalsLine], to: &Destination| totals(lines, &[], to, None, now());
        assert_eq!(sum(&[line(1, half, 1), line(2, half, 1)], &none), Err(Overflow));
        let tax = |rate| TaxRate { name: String::new(), rate, on_shipping: false };
        let taxed = Destination { methods: Vec::new(), taxes: vec![tax(10_000)] };
        assert_eq!(sum(&[line(1, half, 1)], &taxed), Err(Overflow), "the tax on top");
        let absurd = Destination { methods: Vec::new(), taxes: vec![tax(i64::MAX)] };
        assert_eq!(sum(&[line(1, half, 1)], &absurd), Err(Overflow));
    }

    #[test]
    fn each_coupon_kind_has_its_own_discount() {
        let lines = [line(1, 1_000, 2), line(2, 555, 1)];
        assert_eq!(
            total(&lines, &[coupon(CouponKind::Percent, 1_000)]),
            900 + 499,
            "rounded half up per line"
        );
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedCart, 300)]), 1_255);
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedCart, 99_999)]), 0, "never below zero");
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedProduct, 100)]), 1_255, "per piece: two and one");
        assert_eq!(total(&lines, &[coupon(CouponKind::FixedProduct, 600)]), 0, "at most the line total");
    }

    #[test]
    fn a_limited_coupon_discounts_only_the_lines_it_applies_to() {
        let lines = [line(1, 1_000, 1), line(2, 500, 1)];
        let own = Coupon { products: vec![2], ..coupon(CouponKind::Percent, 5_000) };
        assert_eq!(total(&lines, &[own]), 1_250);
        let kind = Coupon { categories: vec![10], ..coupon(CouponKind::FixedCart, 2_000) };
        assert_eq!(total(&lines, &[kind]), 500);
        let none = Coupon { products: vec![9], ..coupon(CouponKind::Percent, 5_000) };
        assert_eq!(none.check(&lines, Money::from_minor(1_500), now()), Err(CouponRefusal::NotForThese));
        assert_eq!(total(&lines, &[none]), 1_500);
    }

    #[test]
    fn a_coupon_without_a_discount_returns_the_reason() {
        let lines = [line(1, 1_000, 1)];
        let check = |coupon: Coupon| coupon.check(&lines, Money::from_minor(1_000), now());
        let usual = coupon(CouponKind::Percent, 1_000);
        assert_eq!(check(usual.clone()), Ok(()));
        assert_eq!(check(Coupon { ends_at: Some(now()), ..usual.clone() }), Err(CouponRefusal::Invalid));
        assert_eq!(check(Coupon { is_used_up: true, ..usual.clone() }), Err(CouponRefusal::Invalid));
        let dear = Money::from_minor(1_001);
        assert_eq!(
            check(Coupon { min_spend: dear, ..usual.clone() }),
            Err(CouponRefusal::BelowMinimum(dear))
        );
        assert_eq!(check(Coupon { min_spend: Money::from_minor(1_000), ..usual }), Ok(()), "just enough");
    }

    #[test]
    fn shipping_depends_on_the_goods_total_and_the_weight() {
        let method = |id, kind, cost: i64, from: i64| ShippingMethod {
            id,
            kind,
            title: String::new(),
            cost: Money::from_minor(cost),
            per_kilo: Money::from_minor(200),
            from: Money::from_minor(from),
            schedule: None,
        };
        let destination = Destination {
            methods: vec![
                method(1, ShippingMethodKind::Flat, 700, 0),
                method(2, ShippingMethodKind::Free, 0, 5_000),
                method(3, ShippingMethodKind::Weight, 100, 0),
                method(4, ShippingMethodKind::Pickup, 900, 0),
            ],
            taxes: vec![TaxRate { name: "ضريبة".to_owned(), rate: 825, on_shipping: true }],
        };
        // Three pieces of 400 g each: charged as two kilograms.
        let small_order = totals_of(&[line(1, 1_000, 3)], &[], &destination, Some(3));
        let costs: Vec<_> =
            small_order.shipping.iter().map(|one| (one.method, one.cost.as_minor())).collect();
        assert_eq!(costs, [(1, 700), (3, 500), (4, 0)]);
        assert_eq!((small_order.chosen, small_order.free_from), (Some(1), Some(Money::from_minor(4_000))));
        assert_eq!(
            (small_order.taxes[0].as_minor(), small_order.total.as_minor()),
            (124, 1_624),
            "8.25 % of 15.00, rounded half up"
        );
        let many = totals_of(&[line(1, 5_000, 1)], &[], &destination, Some(9));
        assert_eq!((many.chosen, many.free_from), (Some(0), None), "an unknown method selects the first");
        assert_eq!(many.shipping[1], ShippingOffer { method: 2, cost: Money::ZERO });
        let less = totals_of(&[line(1, 5_000, 1)], &[coupon(CouponKind::FixedCart, 1)], &destination, None);
        assert_eq!(less.free_from, Some(Money::from_minor(1)), "the total after coupons counts");
        assert_eq!((small_order.free_percent(), less.free_percent(), many.free_percent()), (20, 99, 100));
        assert_eq!(totals_of(&[], &[], &destination, None).total, Money::ZERO);
    }

    proptest! {
        #[test]
        fn coupons_never_make_a_total_negative_or_higher(
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
