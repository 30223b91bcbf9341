//! Amounts of money, exact to the minor unit.

use std::{fmt, str::FromStr, sync::OnceLock};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Quantity;
use crate::digits::write_grouped;

/// A currency. The shop sells in one, which is chosen before its first price is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Currency {
    /// ISO 4217 code, for payment providers and structured data.
    pub code: &'static str,
    /// Written after the amount.
    pub symbol: &'static str,
    /// Of an amount, as ISO 4217 says.
    pub decimals: u8,
}

/// Set once, before the first request.
static SHOP: OnceLock<Currency> = OnceLock::new();

impl Currency {
    pub const USD: Self = Self::new("USD", "$", 2);

    pub const ALL: [Self; 8] = [
        Self::USD,
        Self::new("SAR", "ر.س", 2),
        Self::new("AED", "د.إ", 2),
        Self::new("EGP", "ج.م", 2),
        Self::new("JOD", "د.أ", 3),
        Self::new("KWD", "د.ك", 3),
        Self::new("BHD", "د.ب", 3),
        Self::new("OMR", "ر.ع", 3),
    ];

    const fn new(code: &'static str, symbol: &'static str, decimals: u8) -> Self {
        Self { code, symbol, decimals }
    }

    /// The currency of every amount in the shop.
    pub fn shop() -> Self {
        SHOP.get().copied().unwrap_or(Self::USD)
    }

    /// Chooses the shop's currency for this process. Called once, at its start; returns false after that.
    pub fn choose_for_shop(self) -> bool {
        SHOP.set(self).is_ok()
    }

    /// Minor units in one major unit.
    pub const fn minor_per_major(self) -> u64 {
        10_u64.pow(self.decimals as u32)
    }
}

impl FromStr for Currency {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|one| one.code == code);
        known.ok_or_else(|| format!("{code:?} is none of {}", Self::ALL.map(|one| one.code).join(", ")))
    }
}

/// An amount in minor units: 1,234.50 $ is 123,450.
///
/// It has no operators on purpose: an overflow must be handled where it happens, so arithmetic is `checked_…` and
/// returns `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
#[ts(export_to = "kernel.ts")]
pub struct Money(i64);

impl Money {
    pub const ZERO: Self = Self(0);

    pub const fn from_minor(minor: i64) -> Self {
        Self(minor)
    }

    pub const fn as_minor(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// Returns the sum, or `None` on overflow.
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }

    /// Returns the price of a line: unit price times quantity, rounded half up, or `None` on overflow.
    ///
    /// A line of a priced product costs at least one cent.
    pub fn times(self, quantity: Quantity) -> Option<Self> {
        let scale = i128::from(Quantity::UNITS_PER_ONE);
        let exact = i128::from(self.0) * i128::from(quantity.as_units());
        // Euclidean division rounds down on both sides of zero, so half always goes up.
        let rounded = (exact + scale / 2).div_euclid(scale);
        let charged = if exact > 0 { rounded.max(1) } else { rounded };
        i64::try_from(charged).ok().map(Self)
    }

    /// Returns `self * part / whole`, rounded half up. Saturates on overflow.
    pub fn share(self, part: i64, whole: i64) -> Self {
        let exact = i128::from(self.0) * i128::from(part) + i128::from(whole / 2);
        let share = exact.div_euclid(i128::from(whole.max(1)));
        // Saturated, so that a checked sum of it overflows too.
        Self(i64::try_from(share).unwrap_or(if share < 0 { i64::MIN } else { i64::MAX }))
    }

    /// Splits the amount in proportion to `shares`, exact to the cent: leftover cents go to the largest remainders, the
    /// first of equals. No part exceeds its share, so the parts add up to at most the sum of the shares.
    pub fn allocate(self, shares: &[Self]) -> Vec<Self> {
        let all: i128 = shares.iter().map(|share| i128::from(share.0)).sum();
        let amount = i128::from(self.0.max(0)).min(all);
        if all == 0 {
            return vec![Self::ZERO; shares.len()];
        }
        let mut parts: Vec<i128> = shares.iter().map(|share| amount * i128::from(share.0) / all).collect();
        let mut order: Vec<usize> = (0..shares.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(amount * i128::from(shares[*index].0) % all));
        let missing = amount - parts.iter().sum::<i128>();
        for index in order.into_iter().take(usize::try_from(missing).unwrap_or(0)) {
            parts[index] += 1;
        }
        parts.into_iter().map(|part| Self(i64::try_from(part).unwrap_or(0))).collect()
    }

    /// Formats the amount for display, such as `1,234.50 $` with a no-break space.
    pub fn format(self) -> String {
        self.to_string()
    }

    /// As [`Money::format`], in a given currency.
    pub fn format_in(self, currency: Currency) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text, currency);
        text
    }

    fn write(self, out: &mut impl fmt::Write, currency: Currency) -> fmt::Result {
        if self.0 < 0 {
            out.write_str("\u{2212}")?;
        }
        let (major, minor) = self.parts(currency);
        write_grouped(out, &major.to_string())?;
        let width = usize::from(currency.decimals);
        write!(out, ".{minor:0width$}\u{a0}{}", currency.symbol)
    }

    /// Parses a typed amount: `12`, `12.5`, `12.50`. Rejects negative amounts and more decimals than the currency has.
    pub fn parse_decimal(text: &str) -> Option<Self> {
        Self::parse_decimal_in(text, Currency::shop())
    }

    fn parse_decimal_in(text: &str, currency: Currency) -> Option<Self> {
        let decimals = usize::from(currency.decimals);
        let folded = crate::digits::fold(text.trim());
        let (whole, minor) = folded.split_once('.').unwrap_or((&folded, "0"));
        let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_plain(whole) || !is_plain(minor) || minor.len() > decimals {
            return None;
        }
        let minor: i64 = format!("{minor:0<decimals$}").parse().ok()?;
        let scale = i64::try_from(currency.minor_per_major()).ok()?;
        whole.parse::<i64>().ok()?.checked_mul(scale)?.checked_add(minor).map(Self::from_minor)
    }

    /// Returns the bare amount, such as `1234.50`, for structured data and payment providers.
    pub fn to_decimal(self) -> String {
        let currency = Currency::shop();
        let sign = if self.0 < 0 { "-" } else { "" };
        let (major, minor) = self.parts(currency);
        let width = usize::from(currency.decimals);
        format!("{sign}{major}.{minor:0width$}")
    }

    fn parts(self, currency: Currency) -> (u64, u64) {
        let size = self.0.unsigned_abs();
        (size / currency.minor_per_major(), size % currency.minor_per_major())
    }
}

/// Same as [`Money::format`].
impl fmt::Display for Money {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(out, Currency::shop())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;
    use crate::vectors;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        #[serde(default = "dollar")]
        currency: String,
        minor: Money,
        text: String,
    }

    fn dollar() -> String {
        "USD".to_owned()
    }

    /// The TypeScript implementation is tested with the same file.
    /// money format [PRICE-01] [PRICE-02]
    #[test]
    fn the_money_format_agrees_with_the_shared_vectors() {
        for case in vectors::<Case>("money.json") {
            let currency = case.currency.parse().expect("a known currency");
            assert_eq!(case.minor.format_in(currency), case.text, "{}", case.name);
        }
    }

    #[test]
    fn a_typed_amount_has_at_most_the_decimals_of_its_currency() {
        let parse = |text, code: &str| {
            Money::parse_decimal_in(text, code.parse().expect("a currency")).map(Money::as_minor)
        };
        assert_eq!(parse("12.5", "USD"), Some(1_250));
        assert_eq!(parse("12.505", "USD"), None);
        assert_eq!(parse("12.505", "KWD"), Some(12_505));
        assert_eq!(parse("٣", "OMR"), Some(3_000));
        assert_eq!(parse("1.2345", "BHD"), None);
    }

    #[test]
    fn every_currency_is_found_by_its_code_and_no_other_is() {
        for currency in Currency::ALL {
            assert_eq!(currency.code.parse(), Ok(currency));
        }
        assert!("EUR".parse::<Currency>().is_err());
        assert_eq!(Currency::shop(), Currency::USD, "unless another one is chosen");
    }

    #[test]
    fn half_a_cent_is_rounded_up() {
        let half = Quantity::from_units(50_000);

        assert_eq!(Money::from_minor(3).times(half), Some(Money::from_minor(2)));
        assert_eq!(Money::from_minor(-3).times(half), Some(Money::from_minor(-1)));
    }

    #[test]
    fn the_smallest_part_of_a_priced_product_still_costs_a_cent() {
        let crumb = Quantity::from_units(1);

        assert_eq!(Money::from_minor(1).times(crumb), Some(Money::from_minor(1)));
        assert_eq!(Money::ZERO.times(crumb), Some(Money::ZERO));
        assert_eq!(Money::from_minor(500).times(Quantity::ZERO), Some(Money::ZERO));
    }

    #[test]
    fn an_amount_that_does_not_fit_is_none() {
        assert_eq!(Money::from_minor(i64::MAX).checked_add(Money::from_minor(1)), None);
        assert_eq!(Money::from_minor(i64::MIN).checked_sub(Money::from_minor(1)), None);
        assert_eq!(Money::from_minor(i64::MAX).times(Quantity::from_whole(2)), None);
        assert_eq!(Money::checked_sum([Money::from_minor(i64::MAX), Money::from_minor(1)]), None);
    }

    #[test]
    fn the_decimal_form_has_no_separators_or_symbol() {
        assert_eq!(Money::from_minor(123_450).to_decimal(), "1234.50");
        assert_eq!(Money::from_minor(-5).to_decimal(), "-0.05");
    }

    proptest! {
        /// money format [PRICE-01] [PRICE-02]
        #[test]
        fn a_price_keeps_two_decimals_and_ends_in_the_symbol(minor in any::<i64>()) {
            let text = Money::from_minor(minor).format();
            let amount = text.strip_suffix("\u{a0}$").expect("the symbol comes last");
            let (major, cents) = amount.rsplit_once('.').expect("a price has a decimal point");

            prop_assert_eq!(cents.len(), 2);
            let read = format!("{}{cents}", major.replace(',', "").replace('\u{2212}', "-"));
            prop_assert_eq!(read.parse::<i64>(), Ok(minor));
        }

        #[test]
        fn a_line_is_within_half_a_cent_of_the_exact_price(
            minor in 0..1_000_000_000_i64,
            units in 0..10_000_000_i64,
        ) {
            let line = Money::from_minor(minor).times(Quantity::from_units(units)).expect("no overflow");

            let exact = i128::from(minor) * i128::from(units);
            let charged = i128::from(line.as_minor()) * 100_000;
            let crumb = exact > 0 && line == Money::from_minor(1);
            prop_assert!(crumb || (charged - exact) * 2 <= 100_000 && (exact - charged) * 2 < 100_000);
        }

        #[test]
        fn an_allocation_is_complete_and_never_exceeds_a_share(
            amount in 0i64..100_000, shares in prop::collection::vec(0i64..50_000, 0..12),
        ) {
            let shares: Vec<_> = shares.into_iter().map(Money::from_minor).collect();
            let parts = Money::from_minor(amount).allocate(&shares);
            let all: i64 = shares.iter().map(|share| share.0).sum();
            prop_assert_eq!(parts.iter().map(|part| part.0).sum::<i64>(), amount.min(all));
            for (part, share) in parts.iter().zip(&shares) {
                prop_assert!((Money::ZERO..=*share).contains(part));
            }
        }

        #[test]
        fn a_whole_quantity_is_plain_multiplication(minor in -1_000_000..1_000_000_i64, n in 0..1_000_u32) {
            let line = Money::from_minor(minor).times(Quantity::from_whole(n));
            prop_assert_eq!(line, Some(Money::from_minor(minor * i64::from(n))));
        }

        #[test]
        fn buying_more_never_costs_less(minor in 0..1_000_000_i64, a in 0..10_000_000_i64, b in 0..10_000_000_i64) {
            let cost = |units| Money::from_minor(minor).times(Quantity::from_units(units));
            prop_assert!(cost(a.min(b)) <= cost(a.max(b)));
        }
    }
}
