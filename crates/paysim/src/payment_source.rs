//! Payment sources. Numbers are validated here and discarded: only their last four digits and a keyed
//! fingerprint, which recognises the same card again, are stored. The key exists only in this process.

use chrono::{DateTime, Datelike, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::ordered_json::Node;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentMethodKind {
    Card,
    Echeck,
}

impl PaymentMethodKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Echeck => "echeck",
        }
    }
}

/// A card or a bank account without its number.
#[derive(Debug, Clone)]
pub struct PaymentSource {
    pub kind: PaymentMethodKind,
    /// The value of `accountType`.
    pub brand: &'static str,
    pub last4: String,
    /// `2030-12`; empty for a bank account.
    pub expires: String,
    pub fingerprint: [u8; 16],
    /// Result of the security code check: a letter, or empty if no code was sent.
    pub code: &'static str,
    /// For a bank account: its type, the end of its routing number, its holder.
    pub bank: Option<Bank>,
}

#[derive(Debug, Clone)]
pub struct Bank {
    pub account_type: String,
    pub routing4: String,
    pub holder: String,
}

/// Reason code of a refusal, and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReasonCode(pub &'static str, pub &'static str);

const NO_NUMBER: ReasonCode = ReasonCode("33", "Credit card number is required.");
const NUMBER: ReasonCode = ReasonCode("6", "The credit card number is invalid.");
const DATE: ReasonCode = ReasonCode("7", "Credit card expiration date is invalid.");
const EXPIRED: ReasonCode = ReasonCode("8", "The credit card has expired.");
const BRAND: ReasonCode = ReasonCode("17", "The merchant does not accept this type of credit card.");
const CODE: ReasonCode = ReasonCode("78", "The card code is invalid.");
const ROUTING: ReasonCode = ReasonCode("9", "The ABA code is invalid.");
const ACCOUNT: ReasonCode = ReasonCode("10", "The account number is invalid.");
const HOLDER: ReasonCode = ReasonCode("33", "Name on account is required.");

pub type FingerprintKey = [u8; 32];

impl PaymentSource {
    /// From `creditCard`, or from the `token` object of the browser script: both have the same fields.
    pub fn card(node: &Node, key: &FingerprintKey, now: DateTime<Utc>) -> Result<Self, ReasonCode> {
        let number: String = node.text_at("cardNumber").chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        if number.is_empty() {
            return Err(NO_NUMBER);
        }
        if !(13..=19).contains(&number.len()) || !luhn(&number) {
            return Err(NUMBER);
        }
        let brand = brand(&number).ok_or(BRAND)?;
        let (year, month) = expiry(&node.text_at("expirationDate")).ok_or(DATE)?;
        if (year, month) < (now.year(), now.month()) {
            return Err(EXPIRED);
        }
        let code = node.text_at("cardCode");
        if !code.is_empty() && !is_code(&code) {
            return Err(CODE);
        }
        Ok(Self {
            kind: PaymentMethodKind::Card,
            brand,
            last4: last4(&number),
            expires: format!("{year:04}-{month:02}"),
            fingerprint: fingerprint(key, &number),
            code: code_result(&code),
            bank: None,
        })
    }

    /// From `bankAccount`, or from the `token` object of the browser script.
    pub fn bank(node: &Node, key: &FingerprintKey) -> Result<Self, ReasonCode> {
        let routing = node.text_at("routingNumber");
        if !is_routing(&routing) {
            return Err(ROUTING);
        }
        let account = node.text_at("accountNumber");
        if !(4..=17).contains(&account.len()) || !account.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ACCOUNT);
        }
        let holder = node.some_text_at("nameOnAccount").ok_or(HOLDER)?;
        Ok(Self {
            kind: PaymentMethodKind::Echeck,
            brand: "eCheck",
            last4: last4(&account),
            expires: String::new(),
            fingerprint: fingerprint(key, &format!("{routing}/{account}")),
            code: "",
            bank: Some(Bank {
                account_type: node.some_text_at("accountType").unwrap_or_else(|| "checking".to_owned()),
                routing4: last4(&routing),
                holder,
            }),
        })
    }

    /// `XXXX1111`.
    pub fn masked(&self) -> String {
        format!("XXXX{}", self.last4)
    }

    /// Sets the result of the security code for a payment with a saved card.
    pub fn with_code(mut self, code: &str) -> Self {
        self.code = code_result(code);
        self
    }
}

/// Result of the security code as in the provider's testing guide; other codes match.
fn code_result(code: &str) -> &'static str {
    match code {
        "" => "",
        "901" => "N",
        "902" => "S",
        "903" => "U",
        "904" => "P",
        _ => "M",
    }
}

fn is_code(code: &str) -> bool {
    matches!(code.len(), 3 | 4) && code.bytes().all(|byte| byte.is_ascii_digit())
}

pub fn last4(number: &str) -> String {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(4)..].iter().collect()
}

fn fingerprint(key: &FingerprintKey, number: &str) -> [u8; 16] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(number.as_bytes());
    let whole = mac.finalize().into_bytes();
    let mut fingerprint = [0; 16];
    fingerprint.copy_from_slice(&whole[..16]);
    fingerprint
}

fn luhn(number: &str) -> bool {
    let mut sum = 0;
    for (position, byte) in number.bytes().rev().enumerate() {
        if !byte.is_ascii_digit() {
            return false;
        }
        let digit = u32::from(byte - b'0') * (1 + position as u32 % 2);
        sum += if digit > 9 { digit - 9 } else { digit };
    }
    sum % 10 == 0
}

/// The brand by the published prefixes.
fn brand(number: &str) -> Option<&'static str> {
    let start = |count: usize| number[..count].parse::<u32>().unwrap_or(0);
    Some(match number.len() {
        _ if number.starts_with('4') => "Visa",
        15 if matches!(start(2), 34 | 37) => "AmericanExpress",
        16 if (51..=55).contains(&start(2)) || (2221..=2720).contains(&start(4)) => "MasterCard",
        14..=19 if matches!(start(3), 300..=305) || matches!(start(2), 36 | 38 | 39) => "DinersClub",
        16..=19 if matches!(start(4), 3528..=3589 | 3088 | 3096 | 3112 | 3158 | 3337) => "JCB",
        16..=19 if start(4) == 6011 || matches!(start(3), 644..=649) || start(2) == 65 => "Discover",
        // UnionPay cards are processed as Discover there.
        16..=19 if start(2) == 62 => "Discover",
        // Accepted here, so that a shop that does not accept it can be tested.
        16 if start(4) == 6759 => "Maestro",
        _ => return None,
    })
}

/// Accepts `YYYY-MM`, `MMYY`, `MM/YY`, `MMYYYY` and `MM-YYYY`.
fn expiry(text: &str) -> Option<(i32, u32)> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if text.chars().any(|c| !c.is_ascii_digit() && !matches!(c, '-' | '/' | ' ')) {
        return None;
    }
    let year_first = text.find('-') == Some(4);
    let (year, month) = match digits.len() {
        6 if year_first => (&digits[..4], &digits[4..]),
        6 => (&digits[2..], &digits[..2]),
        4 => (&digits[2..], &digits[..2]),
        _ => return None,
    };
    let year: i32 = year.parse().ok()?;
    let month: u32 = month.parse().ok()?;
    let year = if year < 100 { 2000 + year } else { year };
    ((1..=12).contains(&month)).then_some((year, month))
}

/// Nine digits with a valid checksum.
fn is_routing(number: &str) -> bool {
    if number.len() != 9 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
    let sum: u32 = number.bytes().zip(weights).map(|(byte, weight)| u32::from(byte - b'0') * weight).sum();
    sum > 0 && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(number: &str, expires: &str, code: &str) -> Result<PaymentSource, ReasonCode> {
        let text = format!(r#"{{"cardNumber":"{number}","expirationDate":"{expires}","cardCode":"{code}"}}"#);
        PaymentSource::card(&serde_json::from_str(&text).unwrap(), &[7; 32], Utc::now())
    }

    #[test]
    fn published_test_cards_are_known_by_brand() {
        for (number, brand) in [
            ("4111111111111111", "Visa"),
            ("4007000000027", "Visa"),
            ("4012888818888", "Visa"),
            ("4222222222222", "Visa"),
            ("5424000000000015", "MasterCard"),
            ("2223000010309703", "MasterCard"),
            ("2223000010309711", "MasterCard"),
            ("370000000000002", "AmericanExpress"),
            ("6011000000000012", "Discover"),
            ("38000000000006", "DinersClub"),
            ("3530111333300000", "JCB"),
            ("3088000000000017", "JCB"),
        ] {
            assert_eq!(card(number, "2038-12", "").unwrap().brand, brand, "{number}");
        }
    }

    #[test]
    fn invalid_numbers_are_refused_with_their_reason_code() {
        assert_eq!(card("", "2038-12", "").unwrap_err(), NO_NUMBER);
        assert_eq!(card("4111111111111112", "2038-12", "").unwrap_err(), NUMBER);
        assert_eq!(card("9111111111111119", "2038-12", "").unwrap_err(), NUMBER);
        assert_eq!(card("4111111111111111", "2038-13", "").unwrap_err(), DATE);
        assert_eq!(card("4111111111111111", "0120", "").unwrap_err(), EXPIRED);
        assert_eq!(card("4111111111111111", "1238", "12").unwrap_err(), CODE);
        assert_eq!(card("4111 1111 1111 1111", "12/38", "901").unwrap().code, "N");
    }

    #[test]
    fn only_the_end_of_a_number_is_stored() {
        let card = card("4111111111111111", "2038-12", "123").unwrap();
        assert_eq!(card.masked(), "XXXX1111");
        assert!(!format!("{card:?}").contains("411111"));
    }

    #[test]
    fn bank_numbers_are_checked() {
        let bank = |routing: &str, account: &str| {
            let text = format!(
                r#"{{"routingNumber":"{routing}","accountNumber":"{account}","nameOnAccount":"A B"}}"#
            );
            PaymentSource::bank(&serde_json::from_str(&text).unwrap(), &[7; 32]).map(|source| source.masked())
        };
        assert_eq!(bank("121042882", "123456789").unwrap(), "XXXX6789");
        assert_eq!(bank("121042883", "123456789").unwrap_err(), ROUTING);
        assert_eq!(bank("121042882", "12").unwrap_err(), ACCOUNT);
    }
}
