//! What is paid with. Numbers are looked at here once and forgotten: what goes on is their last four digits and a
//! print, made with a key that nobody outside of this process has, to know the same card again.

use chrono::{DateTime, Datelike, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::node::Node;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Card,
    Echeck,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Echeck => "echeck",
        }
    }
}

/// A card or an account, as far as anybody may still know it.
#[derive(Debug, Clone)]
pub struct Means {
    pub kind: Kind,
    /// As `accountType` names it.
    pub brand: &'static str,
    pub last4: String,
    /// `2030-12`; a bank account has none.
    pub expires: String,
    pub print: [u8; 16],
    /// How the security code compares: a letter, or nothing when none came.
    pub code: &'static str,
    /// Of a bank account: its type, the end of its bank's number, its holder.
    pub bank: Option<Bank>,
}

#[derive(Debug, Clone)]
pub struct Bank {
    pub account_type: String,
    pub routing4: String,
    pub holder: String,
}

/// What is wrong with numbers: the reason code and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrong(pub &'static str, pub &'static str);

const NO_NUMBER: Wrong = Wrong("33", "Credit card number is required.");
const NUMBER: Wrong = Wrong("6", "The credit card number is invalid.");
const DATE: Wrong = Wrong("7", "Credit card expiration date is invalid.");
const EXPIRED: Wrong = Wrong("8", "The credit card has expired.");
const BRAND: Wrong = Wrong("17", "The merchant does not accept this type of credit card.");
const CODE: Wrong = Wrong("78", "The card code is invalid.");
const ROUTING: Wrong = Wrong("9", "The ABA code is invalid.");
const ACCOUNT: Wrong = Wrong("10", "The account number is invalid.");
const HOLDER: Wrong = Wrong("33", "Name on account is required.");

pub type PrintKey = [u8; 32];

impl Means {
    /// From `creditCard`, or from the `token` part of what the browser's script sends: both name a card alike.
    pub fn card(node: &Node, key: &PrintKey, now: DateTime<Utc>) -> Result<Self, Wrong> {
        let number: String = node.word("cardNumber").chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        if number.is_empty() {
            return Err(NO_NUMBER);
        }
        if !(13..=19).contains(&number.len()) || !luhn(&number) {
            return Err(NUMBER);
        }
        let brand = brand(&number).ok_or(BRAND)?;
        let (year, month) = expiry(&node.word("expirationDate")).ok_or(DATE)?;
        if (year, month) < (now.year(), now.month()) {
            return Err(EXPIRED);
        }
        let code = node.word("cardCode");
        if !code.is_empty() && !is_code(&code) {
            return Err(CODE);
        }
        Ok(Self {
            kind: Kind::Card,
            brand,
            last4: last4(&number),
            expires: format!("{year:04}-{month:02}"),
            print: print(key, &number),
            code: code_result(&code),
            bank: None,
        })
    }

    /// From `bankAccount`, or from the browser's script.
    pub fn bank(node: &Node, key: &PrintKey) -> Result<Self, Wrong> {
        let routing = node.word("routingNumber");
        if !is_routing(&routing) {
            return Err(ROUTING);
        }
        let account = node.word("accountNumber");
        if !(4..=17).contains(&account.len()) || !account.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ACCOUNT);
        }
        let holder = node.some_word("nameOnAccount").ok_or(HOLDER)?;
        Ok(Self {
            kind: Kind::Echeck,
            brand: "eCheck",
            last4: last4(&account),
            expires: String::new(),
            print: print(key, &format!("{routing}/{account}")),
            code: "",
            bank: Some(Bank {
                account_type: node.some_word("accountType").unwrap_or_else(|| "checking".to_owned()),
                routing4: last4(&routing),
                holder,
            }),
        })
    }

    /// `XXXX1111`.
    pub fn masked(&self) -> String {
        format!("XXXX{}", self.last4)
    }

    /// The security code of a later payment with a kept card.
    pub fn with_code(mut self, code: &str) -> Self {
        self.code = code_result(code);
        self
    }
}

/// As the testing guide has them; what it does not name matches.
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

fn print(key: &PrintKey, number: &str) -> [u8; 16] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(number.as_bytes());
    let whole = mac.finalize().into_bytes();
    let mut print = [0; 16];
    print.copy_from_slice(&whole[..16]);
    print
}

fn luhn(number: &str) -> bool {
    let mut sum = 0;
    for (place, byte) in number.bytes().rev().enumerate() {
        if !byte.is_ascii_digit() {
            return false;
        }
        let digit = u32::from(byte - b'0') * (1 + place as u32 % 2);
        sum += if digit > 9 { digit - 9 } else { digit };
    }
    sum % 10 == 0
}

/// By the first digits, as the brands publish them.
fn brand(number: &str) -> Option<&'static str> {
    let start = |count: usize| number[..count].parse::<u32>().unwrap_or(0);
    Some(match number.len() {
        _ if number.starts_with('4') => "Visa",
        15 if matches!(start(2), 34 | 37) => "AmericanExpress",
        16 if (51..=55).contains(&start(2)) || (2221..=2720).contains(&start(4)) => "MasterCard",
        14..=19 if matches!(start(3), 300..=305) || matches!(start(2), 36 | 38 | 39) => "DinersClub",
        16..=19 if matches!(start(4), 3528..=3589 | 3088 | 3096 | 3112 | 3158 | 3337) => "JCB",
        16..=19 if start(4) == 6011 || matches!(start(3), 644..=649) || start(2) == 65 => "Discover",
        // UnionPay runs on Discover's network there.
        16..=19 if start(2) == 62 => "Discover",
        // Taken here, so that a shop which does not want it has something to undo.
        16 if start(4) == 6759 => "Maestro",
        _ => return None,
    })
}

/// `YYYY-MM`, `MMYY`, `MM/YY`, `MMYYYY`, `MM-YYYY`: all are taken.
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

/// Nine digits whose weighted sum is whole.
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

    fn card(number: &str, expires: &str, code: &str) -> Result<Means, Wrong> {
        let text = format!(r#"{{"cardNumber":"{number}","expirationDate":"{expires}","cardCode":"{code}"}}"#);
        Means::card(&serde_json::from_str(&text).unwrap(), &[7; 32], Utc::now())
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
    fn wrong_numbers_have_their_reasons() {
        assert_eq!(card("", "2038-12", "").unwrap_err(), NO_NUMBER);
        assert_eq!(card("4111111111111112", "2038-12", "").unwrap_err(), NUMBER);
        assert_eq!(card("9111111111111119", "2038-12", "").unwrap_err(), NUMBER);
        assert_eq!(card("4111111111111111", "2038-13", "").unwrap_err(), DATE);
        assert_eq!(card("4111111111111111", "0120", "").unwrap_err(), EXPIRED);
        assert_eq!(card("4111111111111111", "1238", "12").unwrap_err(), CODE);
        assert_eq!(card("4111 1111 1111 1111", "12/38", "901").unwrap().code, "N");
    }

    #[test]
    fn nothing_of_a_number_is_kept_but_its_end() {
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
            Means::bank(&serde_json::from_str(&text).unwrap(), &[7; 32]).map(|means| means.masked())
        };
        assert_eq!(bank("121042882", "123456789").unwrap(), "XXXX6789");
        assert_eq!(bank("121042883", "123456789").unwrap_err(), ROUTING);
        assert_eq!(bank("121042882", "12").unwrap_err(), ACCOUNT);
    }
}
