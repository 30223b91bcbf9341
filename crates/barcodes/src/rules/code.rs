//! Scanned and typed codes.

use kernel::digits;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a code is searched among: the last part of the name of call 33.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "barcodes.ts")]
pub enum CodeType {
    Product,
    Order,
}

impl CodeType {
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "product" => Some(Self::Product),
            "order" => Some(Self::Order),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Order => "order",
        }
    }
}

const MAX_CODE_CHARS: usize = 100;

/// A typed or scanned code without spaces and in Western digits. `None` if it is empty or too long.
pub fn clean_code(text: &str) -> Option<String> {
    let folded = digits::fold(text);
    // Some scanners send the kind of the symbol first: `]E0`.
    let code = match folded.trim().strip_prefix(']') {
        Some(rest) if rest.chars().count() > 2 => rest.chars().skip(2).collect(),
        _ => folded.trim().to_owned(),
    };
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    (!code.is_empty() && code.chars().count() <= MAX_CODE_CHARS).then_some(code)
}

/// How a product may be stored that has a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductCodes {
    pub gtins: Vec<String>,
    pub skus: Vec<String>,
}

impl ProductCodes {
    /// One number has 12 digits as UPC, 13 as EAN and 14 as GTIN, with zeros in front; scanners send any of them.
    pub fn new(code: &str) -> Self {
        let mut gtins = vec![code.to_owned()];
        let plain: String = code.chars().filter(|&c| c != '-').collect();
        let is_number = plain.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && (12..=14).contains(&plain.len()) {
            let number = plain.trim_start_matches('0');
            let lengths = [12, 13, 14].into_iter().filter(|&length| length >= number.len());
            gtins.extend(lengths.map(|length| format!("{number:0>length$}")));
        }
        let mut skus = vec![code.to_owned(), code.to_uppercase()];
        gtins.sort_unstable();
        gtins.dedup();
        skus.dedup();
        Self { gtins, skus }
    }
}

/// The number of an order, as its papers show it: `1024` or `#1024`.
pub fn order_number(code: &str) -> Option<i64> {
    let digits = code.strip_prefix('#').unwrap_or(code);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_cleaned() {
        assert_eq!(clean_code(" ٦٢٩١٠٤١٥٠٠٢١٣ ").as_deref(), Some("6291041500213"));
        assert_eq!(clean_code("6 291041 500213").as_deref(), Some("6291041500213"));
        assert_eq!(clean_code("]E06291041500213").as_deref(), Some("6291041500213"));
        assert_eq!(clean_code("NK-001-1").as_deref(), Some("NK-001-1"));
        assert_eq!(clean_code("   "), None);
        assert_eq!(clean_code(&"1".repeat(101)), None);
    }

    #[test]
    fn the_same_number_is_found_with_and_without_zeros_in_front() {
        let upc = ProductCodes::new("036000291452");
        assert_eq!(upc.gtins, ["00036000291452", "0036000291452", "036000291452"]);
        assert_eq!(ProductCodes::new("0036000291452").gtins, upc.gtins);
        assert_eq!(ProductCodes::new("96385074").gtins, ["96385074"]);
        assert_eq!(ProductCodes::new("nk-001").skus, ["nk-001", "NK-001"]);
    }

    #[test]
    fn only_digits_are_the_number_of_an_order() {
        assert_eq!(order_number("#1024"), Some(1024));
        assert_eq!(order_number("1024"), Some(1024));
        for other in ["", "#", "-1", "NK-1", "99999999999999999999"] {
            assert_eq!(order_number(other), None, "{other}");
        }
    }
}
