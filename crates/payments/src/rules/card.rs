//! Validation of card numbers, types, expiry dates and security codes.

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

/// An error in a card field. Each has one text; a field shows its first error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CardFieldError {
    #[error("missing card number")]
    NumberMissing,
    #[error("card number is not 12 to 19 digits long")]
    NumberLength,
    #[error("card number contains other characters than digits")]
    NumberDigits,
    #[error("invalid card number")]
    NumberInvalid,
    #[error("expired card or invalid expiry date")]
    ExpiryInvalid,
    #[error("missing security code")]
    CscMissing,
    #[error("security code contains other characters than digits")]
    CscDigits,
    #[error("security code is not 3 or 4 digits long")]
    CscLength,
    #[error("card type not accepted")]
    TypeInvalid(Option<Brand>),
}

impl CardFieldError {
    /// The key of the error's text, the same as in the browser.
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
    /// In the order in which prefixes are tested; the first match wins, so that 6220 is maestro, 6221 discover and 6230
    /// unionpay.
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

    /// The brands that the shop accepts.
    pub const ENABLED: [Self; 6] =
        [Self::Visa, Self::Mastercard, Self::Amex, Self::Discover, Self::Dinersclub, Self::Jcb];

    /// Finds the brand of a card number or of its first digits. `digits` must be ASCII digits.
    pub fn from_digits(digits: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|brand| brand.prefixes().iter().any(|prefix| digits.starts_with(prefix)))
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|brand| brand.name() == name)
    }

    pub fn is_enabled(self) -> bool {
        Self::ENABLED.contains(&self)
    }

    /// The name in page data and in the database.
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

/// Whether the check digit is right (Luhn algorithm).
pub(super) fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(index, byte)| {
            let digit = u32::from(byte - b'0');
            match (index % 2 == 0, digit * 2) {
                (true, _) => digit,
                (false, doubled @ 10..) => doubled - 9,
                (false, doubled) => doubled,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

pub fn check_number(text: &str) -> Result<Brand, CardFieldError> {
    let number: String = fold(text).chars().filter(|c| !is_gap(*c)).collect();
    let length = number.chars().count();
    if length == 0 {
        return Err(CardFieldError::NumberMissing);
    }
    if !(12..=19).contains(&length) {
        return Err(CardFieldError::NumberLength);
    }
    if !is_digits(&number) {
        return Err(CardFieldError::NumberDigits);
    }
    Brand::from_digits(&number)
        .filter(|brand| brand.has_length(length))
        .filter(|brand| *brand == Brand::Unionpay || passes_luhn(&number))
        .ok_or(CardFieldError::NumberInvalid)
}

/// Whether the character separates digits. Includes everything that JavaScript's `\s` matches, such as the byte order
/// mark.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || is_dash(c)
}

/// Checks whether the shop accepts this card type; `None` is an unknown type.
pub fn check_type(brand: Option<Brand>) -> Result<Brand, CardFieldError> {
    brand.filter(|brand| brand.is_enabled()).ok_or(CardFieldError::TypeInvalid(brand))
}

/// The month in which a card expires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expiry {
    pub year: i32,
    pub month: u32,
}

impl Expiry {
    /// A card is valid until the end of its month.
    pub fn has_passed(self, today: NaiveDate) -> bool {
        (self.year, self.month) < (today.year(), today.month())
    }
}

pub fn check_expiry(text: &str, today: NaiveDate) -> Result<Expiry, CardFieldError> {
    let text: String = fold(text).chars().filter(|c| !c.is_whitespace() && *c != '\u{feff}').collect();
    read_expiry(&text).filter(|expiry| !expiry.has_passed(today)).ok_or(CardFieldError::ExpiryInvalid)
}

fn read_expiry(text: &str) -> Option<Expiry> {
    let (month, year) = text.split_once('/')?;
    if !is_digits(month) || !is_digits(year) || month.len() > 2 {
        return None;
    }
    let month = month.parse().ok().filter(|month| (1..=12).contains(month))?;
    let parsed: i32 = year.parse().ok()?;
    let year = match year.len() {
        2 if parsed < 70 => 2000 + parsed,
        2 => 1900 + parsed,
        4 => parsed,
        _ => return None,
    };
    Some(Expiry { year, month })
}

/// When a security code is required.
#[derive(Debug, Clone, Copy)]
pub struct CscTerms {
    pub required: bool,
    pub required_for_tokens: bool,
    /// Whether a saved method is chosen.
    pub saved_chosen: bool,
}

/// Checks a security code. Three or four digits are valid for every card type, as the error text says.
pub fn check_csc(text: &str, terms: CscTerms) -> Result<(), CardFieldError> {
    let code = fold(text);
    if code.is_empty() {
        let is_missing = terms.required && (!terms.saved_chosen || terms.required_for_tokens);
        return if is_missing { Err(CardFieldError::CscMissing) } else { Ok(()) };
    }
    if !is_digits(&code) {
        return Err(CardFieldError::CscDigits);
    }
    if !(3..=4).contains(&code.len()) {
        return Err(CardFieldError::CscLength);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
