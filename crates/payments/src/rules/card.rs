//! Is this a card, and may it still be used?

use chrono::{Datelike, NaiveDate};
use kernel::digits::fold;
use serde::Serialize;
use ts_rs::TS;

use super::{is_dash, is_digits};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "payments.ts", rename = "CardBrand")]
pub enum Brand {
    Maestro,
    Forbrugsforeningen,
    Dankort,
    Visa,
    Mastercard,
    Amex,
    Dinersclub,
    Discover,
    Unionpay,
    Jcb,
}

/// What is wrong with a card. Each has one text, and the shopper is told of the first in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("no card number")]
    NumberMissing,
    #[error("a card number has 12 to 19 digits")]
    NumberLength,
    #[error("not only digits in a card number")]
    NumberDigits,
    #[error("no card has this number")]
    NumberInvalid,
    #[error("the card has expired, or its date is none")]
    ExpiryInvalid,
    #[error("no security code")]
    CscMissing,
    #[error("not only digits in a security code")]
    CscDigits,
    #[error("a security code has 3 or 4 digits")]
    CscLength,
    #[error("the shop does not take cards of this type")]
    TypeInvalid(Option<Brand>),
}

impl Fault {
    /// The key of its text, as the browser's twin names it.
    pub fn code(self) -> &'static str {
        match self {
            Self::NumberMissing => "card.number.missing",
            Self::NumberLength => "card.number.length",
            Self::NumberDigits => "card.number.digits",
            Self::NumberInvalid => "card.number.invalid",
            Self::ExpiryInvalid => "card.expiry.invalid",
            Self::CscMissing => "card.csc.missing",
            Self::CscDigits => "card.csc.digits",
            Self::CscLength => "card.csc.length",
            Self::TypeInvalid(None) => "card.type.invalid",
            Self::TypeInvalid(Some(_)) => "card.type.invalid_named",
        }
    }
}

impl Brand {
    /// In the order in which a number is tested: the first whose prefix matches counts, so that 6220 is maestro,
    /// 6221 discover and 6230 unionpay.
    pub const ALL: [Self; 10] = [
        Self::Maestro,
        Self::Forbrugsforeningen,
        Self::Dankort,
        Self::Visa,
        Self::Mastercard,
        Self::Amex,
        Self::Dinersclub,
        Self::Discover,
        Self::Unionpay,
        Self::Jcb,
    ];

    /// What the shop takes.
    pub const ENABLED: [Self; 6] =
        [Self::Visa, Self::Mastercard, Self::Amex, Self::Discover, Self::Dinersclub, Self::Jcb];

    /// Of plain digits, or the first few of them.
    pub fn of(digits: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|brand| brand.prefixes().iter().any(|prefix| digits.starts_with(prefix)))
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|brand| brand.name() == name)
    }

    pub fn is_enabled(self) -> bool {
        Self::ENABLED.contains(&self)
    }

    /// As page data and the database write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Maestro => "maestro",
            Self::Forbrugsforeningen => "forbrugsforeningen",
            Self::Dankort => "dankort",
            Self::Visa => "visa",
            Self::Mastercard => "mastercard",
            Self::Amex => "amex",
            Self::Dinersclub => "dinersclub",
            Self::Discover => "discover",
            Self::Unionpay => "unionpay",
            Self::Jcb => "jcb",
        }
    }

    fn prefixes(self) -> &'static [&'static str] {
        match self {
            Self::Maestro => &["5018", "502", "503", "506", "56", "58", "639", "6220", "67"],
            Self::Forbrugsforeningen => &["600"],
            Self::Dankort => &["5019"],
            Self::Visa => &["4"],
            Self::Mastercard => &["51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27"],
            Self::Amex => &["34", "37"],
            Self::Dinersclub => &["30", "36", "38", "39"],
            Self::Discover => &["60", "64", "65", "622"],
            Self::Unionpay => &["62", "88"],
            Self::Jcb => &["35"],
        }
    }

    fn has_length(self, length: usize) -> bool {
        match self {
            Self::Maestro => (12..=19).contains(&length),
            Self::Visa => length == 13 || length == 16,
            Self::Amex => length == 15,
            Self::Dinersclub => length == 14,
            Self::Unionpay => (16..=19).contains(&length),
            _ => length == 16,
        }
    }
}

/// Whether the last digit fits the others.
pub(super) fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte - b'0');
            match (at % 2 == 0, digit * 2) {
                (true, _) => digit,
                (false, doubled @ 10..) => doubled - 9,
                (false, doubled) => doubled,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

pub fn check_number(text: &str) -> Result<Brand, Fault> {
    let number: String = fold(text).chars().filter(|c| !is_gap(*c)).collect();
    let length = number.chars().count();
    if length == 0 {
        return Err(Fault::NumberMissing);
    }
    if !(12..=19).contains(&length) {
        return Err(Fault::NumberLength);
    }
    if !is_digits(&number) {
        return Err(Fault::NumberDigits);
    }
    Brand::of(&number)
        .filter(|brand| brand.has_length(length))
        .filter(|brand| *brand == Brand::Unionpay || passes_luhn(&number))
        .ok_or(Fault::NumberInvalid)
}

/// What the browser's `\s` takes is taken here, byte-order mark and all.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || is_dash(c)
}

/// Whether the shop takes cards of this type; `None` is a type that nobody knows.
pub fn check_type(brand: Option<Brand>) -> Result<Brand, Fault> {
    brand.filter(|brand| brand.is_enabled()).ok_or(Fault::TypeInvalid(brand))
}

/// The last month of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expiry {
    pub year: i32,
    pub month: u32,
}

impl Expiry {
    /// A card is good to the end of its month.
    pub fn has_passed(self, today: NaiveDate) -> bool {
        (self.year, self.month) < (today.year(), today.month())
    }
}

pub fn check_expiry(text: &str, today: NaiveDate) -> Result<Expiry, Fault> {
    let text: String = fold(text).chars().filter(|c| !c.is_whitespace() && *c != '\u{feff}').collect();
    read_expiry(&text).filter(|expiry| !expiry.has_passed(today)).ok_or(Fault::ExpiryInvalid)
}

fn read_expiry(text: &str) -> Option<Expiry> {
    let (month, year) = text.split_once('/')?;
    if !is_digits(month) || !is_digits(year) || month.len() > 2 {
        return None;
    }
    let month = month.parse().ok().filter(|month| (1..=12).contains(month))?;
    let written: i32 = year.parse().ok()?;
    let year = match year.len() {
        2 if written < 70 => 2000 + written,
        2 => 1900 + written,
        4 => written,
        _ => return None,
    };
    Some(Expiry { year, month })
}

/// When a security code is asked for.
#[derive(Debug, Clone, Copy)]
pub struct CscTerms {
    pub required: bool,
    pub required_for_tokens: bool,
    /// A method kept from before pays.
    pub saved_chosen: bool,
}

/// Three or four digits for every type: that is what its text says.
pub fn check_csc(text: &str, terms: CscTerms) -> Result<(), Fault> {
    let code = fold(text);
    if code.is_empty() {
        let is_asked = terms.required && (!terms.saved_chosen || terms.required_for_tokens);
        return if is_asked { Err(Fault::CscMissing) } else { Ok(()) };
    }
    if !is_digits(&code) {
        return Err(Fault::CscDigits);
    }
    if !(3..=4).contains(&code.len()) {
        return Err(Fault::CscLength);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
