//! Product quantities: whole pieces, or decimals for products sold by weight.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

use crate::digits;

/// A quantity in units of 10^-5, so that five decimals are exact.
///
/// It is serialized as text (`"1.5"`), because a typed quantity is text until it is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, TS)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
#[ts(export_to = "kernel.ts", type = "string")]
pub struct Quantity(i64);

const DECIMALS: usize = 5;

impl Quantity {
    /// Units in one piece.
    pub const UNITS_PER_ONE: i64 = 100_000;

    pub const ZERO: Self = Self(0);
    pub const ONE: Self = Self(Self::UNITS_PER_ONE);

    /// The largest accepted quantity.
    pub const MAX: Self = Self(1_000_000_000 * Self::UNITS_PER_ONE);

    /// From a stored number of 10^-5 units.
    pub const fn from_units(units: i64) -> Self {
        Self(units)
    }

    /// From a number of pieces.
    pub const fn from_whole(pieces: u32) -> Self {
        // A u32 of pieces is at most 4.3 * 10^14 units: far from overflow.
        Self(pieces as i64 * Self::UNITS_PER_ONE)
    }

    pub const fn as_units(self) -> i64 {
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

    /// Whether the quantity is a multiple of `step`. Only zero is a multiple of zero.
    pub fn is_multiple_of(self, step: Self) -> bool {
        if step.is_zero() { self.is_zero() } else { self.0 % step.0 == 0 }
    }

    /// Returns the number of pieces, or `None` if there is a fraction.
    pub fn to_whole(self) -> Option<i64> {
        self.is_multiple_of(Self::ONE).then_some(self.0 / Self::UNITS_PER_ONE)
    }

    /// Parses typed text: any digits that [`digits::fold`] converts, a decimal point, and thousands separators in the
    /// right positions. Rejects `1,5`, because it could mean 1.5 or 15.
    pub fn parse(text: &str) -> Result<Self, InvalidQuantity> {
        let folded = digits::fold(text.trim());
        if folded.is_empty() {
            return Err(InvalidQuantity::Empty);
        }
        if folded.starts_with(['-', '\u{2212}']) {
            return Err(InvalidQuantity::Negative);
        }

        let (whole, fraction) = match folded.split_once('.') {
            Some((_, "")) => return Err(InvalidQuantity::NotANumber),
            Some((whole, fraction)) => (whole, fraction),
            None => (&*folded, ""),
        };
        // Browsers accept `.5` as a number; `.` alone was rejected above.
        let whole = if whole.is_empty() { "0".into() } else { ungroup(whole)? };
        if !is_digits(&whole) || !(fraction.is_empty() || is_digits(fraction)) {
            return Err(InvalidQuantity::NotANumber);
        }
        if fraction.len() > DECIMALS {
            return Err(InvalidQuantity::TooPrecise);
        }

        format!("{whole}{fraction:0<DECIMALS$}")
            .parse()
            .ok()
            .map(Self)
            .filter(|quantity| *quantity <= Self::MAX)
            .ok_or(InvalidQuantity::TooLarge)
    }
}

/// Removes thousands separators; each must precede exactly three digits.
fn ungroup(whole: &str) -> Result<String, InvalidQuantity> {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let mut plain = first.to_owned();
    for group in groups {
        if group.len() != 3 || first.is_empty() || first.len() > 3 {
            return Err(InvalidQuantity::NotANumber);
        }
        plain.push_str(group);
    }
    Ok(plain)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Why text is not a valid quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidQuantity {
    #[error("no quantity given")]
    Empty,
    #[error("a quantity is digits with at most one decimal point")]
    NotANumber,
    #[error("a quantity is never negative")]
    Negative,
    #[error("a quantity has at most {DECIMALS} decimals")]
    TooPrecise,
    #[error("a quantity is at most {}", Quantity::MAX)]
    TooLarge,
}

/// Formats without trailing zeros or thousands separators, as a number input requires: `1.5`, `2`.
impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let scale = Self::UNITS_PER_ONE.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(out, "{sign}{}", size / scale)?;
        match size % scale {
            0 => Ok(()),
            rest => {
                let decimals = format!("{rest:0DECIMALS$}");
                write!(out, ".{}", decimals.trim_end_matches('0'))
            }
        }
    }
}

impl FromStr for Quantity {
    type Err = InvalidQuantity;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
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
        input: String,
        value: Option<String>,
    }

    /// The TypeScript implementation is tested with the same file.
    #[test]
    fn parsing_a_quantity_agrees_with_the_shared_vectors() {
        for case in vectors::<Case>("quantity.json") {
            let parsed = Quantity::parse(&case.input).ok().map(|quantity| quantity.to_string());
            assert_eq!(parsed, case.value, "{}", case.name);
        }
    }

    #[test]
    fn each_invalid_quantity_has_its_own_error() {
        assert_eq!(Quantity::parse(" "), Err(InvalidQuantity::Empty));
        assert_eq!(Quantity::parse("-1"), Err(InvalidQuantity::Negative));
        assert_eq!(Quantity::parse("1e3"), Err(InvalidQuantity::NotANumber));
        assert_eq!(Quantity::parse("0.000001"), Err(InvalidQuantity::TooPrecise));
        assert_eq!(Quantity::parse("1000000001"), Err(InvalidQuantity::TooLarge));
    }

    #[test]
    fn a_quantity_fits_its_step() {
        let quarter = Quantity::from_units(25_000);

        assert!(Quantity::from_whole(3).is_multiple_of(quarter));
        assert!(Quantity::from_units(75_000).is_multiple_of(quarter));
        assert!(!Quantity::from_units(80_000).is_multiple_of(quarter));
        assert!(!Quantity::ONE.is_multiple_of(Quantity::ZERO));
    }

    #[test]
    fn only_a_quantity_without_fraction_is_whole() {
        assert_eq!(Quantity::from_whole(7).to_whole(), Some(7));
        assert_eq!(Quantity::from_units(150_000).to_whole(), None);
    }

    #[test]
    fn a_quantity_is_serialized_as_text() {
        let json = serde_json::to_string(&Quantity::from_units(150_000)).expect("it serializes");

        assert_eq!(json, r#""1.5""#);
        assert_eq!(serde_json::from_str::<Quantity>(&json).ok(), Some(Quantity::from_units(150_000)));
    }

    proptest! {
        #[test]
        fn a_formatted_quantity_parses_to_the_same_value(units in 0..=Quantity::MAX.as_units()) {
            let quantity = Quantity::from_units(units);
            prop_assert_eq!(Quantity::parse(&quantity.to_string()), Ok(quantity));
        }

        #[test]
        fn no_text_makes_the_parser_panic_or_exceed_the_maximum(text in "[-+0-9٠-٩٫٬.,eE ]{0,24}|\\PC*") {
            if let Ok(quantity) = Quantity::parse(&text) {
                prop_assert!(Quantity::ZERO <= quantity && quantity <= Quantity::MAX);
            }
        }

        #[test]
        fn arabic_digits_parse_like_western_ones(units in 0..=Quantity::MAX.as_units()) {
            let western = Quantity::from_units(units).to_string();
            let arabic: String = western
                .chars()
                .map(|c| match c {
                    '.' => '٫',
                    digit => char::from_u32('٠' as u32 + digit as u32 - '0' as u32).expect("a digit"),
                })
                .collect();
            prop_assert_eq!(Quantity::parse(&arabic), Ok(Quantity::from_units(units)));
        }
    }
}
