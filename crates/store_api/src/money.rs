//! Amounts as the API writes them: strings of minor units, next to how to show them.

use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

/// How amounts of the shop's currency are shown: flattened into every object with amounts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CurrencyFields {
    pub currency_code: &'static str,
    pub currency_symbol: &'static str,
    pub currency_minor_unit: u8,
    pub currency_decimal_separator: &'static str,
    pub currency_thousand_separator: &'static str,
    pub currency_prefix: &'static str,
    pub currency_suffix: String,
}

impl CurrencyFields {
    /// As [`Money`] is displayed: the symbol follows the amount, after a no-break space.
    pub fn of_shop() -> Self {
        let Currency { code, symbol, decimals } = Currency::shop();
        Self {
            currency_code: code,
            currency_symbol: symbol,
            currency_minor_unit: decimals,
            currency_decimal_separator: ".",
            currency_thousand_separator: ",",
            currency_prefix: "",
            currency_suffix: format!("\u{a0}{symbol}"),
        }
    }
}

/// An amount in minor units: `"123450"`.
pub fn minor(amount: Money) -> String {
    amount.as_minor().to_string()
}

/// A price of `raw_prices`: millionths of the major unit.
pub fn raw(amount: Money) -> String {
    let zeros = usize::from(RAW_PRECISION - Currency::shop().decimals);
    format!("{}{}", amount.as_minor(), "0".repeat(zeros))
}

/// Decimals of `raw_prices`.
pub const RAW_PRECISION: u8 = 6;

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that follows the fields writes the same text as the shop's pages.
    #[test]
    fn the_fields_write_an_amount_as_the_pages_do() {
        let CurrencyFields {
            currency_prefix,
            currency_suffix,
            currency_decimal_separator,
            currency_thousand_separator,
            ..
        } = CurrencyFields::of_shop();
        let written = format!(
            "{currency_prefix}1{currency_thousand_separator}234{currency_decimal_separator}50{currency_suffix}"
        );
        assert_eq!(written, Money::from_minor(123_450).format());
        assert_eq!(minor(Money::from_minor(123_450)), "123450");
    }
}
