//! Payment without a provider: which orders may be paid to the courier or by bank transfer.

use kernel::{Money, digits};
use serde::Serialize;
use ts_rs::TS;

/// A method whose money staff record. Named as the platform names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, TS, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[ts(export_to = "payments.ts")]
pub enum OfflineMethod {
    /// Cash on delivery.
    Cod,
    /// Bank transfer.
    Bacs,
}

impl OfflineMethod {
    pub const ALL: [Self; 2] = [Self::Cod, Self::Bacs];

    /// The name in forms, in the Store API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cod => "cod",
            Self::Bacs => "bacs",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether the money is taken where the parcel is handed over. The recipient of a gift must not pay for it.
    pub fn is_paid_at_the_door(self) -> bool {
        self == Self::Cod
    }
}

/// Which orders a method is offered for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub is_enabled: bool,
    pub min_total: Option<Money>,
    pub max_total: Option<Money>,
    /// Codes of countries; empty: everywhere the shop delivers.
    pub countries: Vec<String>,
    /// How many orders of one phone number may wait for their money at a time.
    pub max_open_orders: u32,
}

/// Why a method is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfflineRefusal {
    #[error("the method is switched off")]
    Disabled,
    #[error("not offered in this country")]
    Country,
    #[error("the order is below {}", .0.to_decimal())]
    BelowMin(Money),
    #[error("the order is above {}", .0.to_decimal())]
    AboveMax(Money),
    #[error("{0} orders of this phone number are open")]
    TooManyOpen(u32),
}

impl Terms {
    /// Checks what is known before the order is placed. An order without a price needs no payment.
    pub fn check(&self, total: Money, country: &str) -> Result<(), OfflineRefusal> {
        if !self.is_enabled || total.is_zero() {
            return Err(OfflineRefusal::Disabled);
        }
        if !self.countries.is_empty() && !self.countries.iter().any(|code| code == country) {
            return Err(OfflineRefusal::Country);
        }
        match (self.min_total, self.max_total) {
            (Some(min), _) if total < min => Err(OfflineRefusal::BelowMin(min)),
            (_, Some(max)) if total > max => Err(OfflineRefusal::AboveMax(max)),
            _ => Ok(()),
        }
    }

    /// Checks the limit of a phone number. `open`: its other orders that wait for their money.
    pub fn check_open(&self, open: i64) -> Result<(), OfflineRefusal> {
        match open < i64::from(self.max_open_orders) {
            true => Ok(()),
            false => Err(OfflineRefusal::TooManyOpen(self.max_open_orders)),
        }
    }
}

/// Calling codes of the countries that shops of the region deliver to.
const CALLING_CODES: [(&str, &str); 22] = [
    ("AE", "971"),
    ("BH", "973"),
    ("CA", "1"),
    ("DE", "49"),
    ("DZ", "213"),
    ("EG", "20"),
    ("FR", "33"),
    ("GB", "44"),
    ("IQ", "964"),
    ("JO", "962"),
    ("KW", "965"),
    ("LB", "961"),
    ("LY", "218"),
    ("MA", "212"),
    ("OM", "968"),
    ("PS", "970"),
    ("QA", "974"),
    ("SA", "966"),
    ("SD", "249"),
    ("TN", "216"),
    ("US", "1"),
    ("YE", "967"),
];

/// No national number is shorter: a shorter number that begins with the calling code has none.
const MIN_NATIONAL_DIGITS: usize = 7;

/// A phone number in one form, however it was typed: «٠٥٠ ١٢٣ ٤٥٦٧», `00966501234567` and `+966 50 123 4567` are one
/// number. Only for comparing: the result may not be dialled.
pub fn phone_key(country: &str, phone: &str) -> String {
    let folded = digits::fold(phone);
    let is_international = folded.trim_start().starts_with('+');
    let typed: String = folded.chars().filter(char::is_ascii_digit).collect();
    let (typed, is_international) = match typed.strip_prefix("00") {
        Some(rest) => (rest.to_owned(), true),
        None => (typed, is_international),
    };
    let code = CALLING_CODES.iter().find(|(name, _)| *name == country).map(|(_, code)| *code);
    let code = code.unwrap_or_default();
    let national = match typed.strip_prefix(code).filter(|_| !code.is_empty()) {
        Some(rest) if is_international || rest.len() >= MIN_NATIONAL_DIGITS => rest,
        _ if is_international => return typed,
        _ => typed.as_str(),
    };
    format!("{code}{}", national.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms {
        is_enabled: true,
        min_total: Some(Money::from_minor(1_000)),
        max_total: Some(Money::from_minor(50_000)),
        countries: Vec::new(),
        max_open_orders: 2,
    };

    #[test]
    fn every_method_name_parses_back() {
        for method in OfflineMethod::ALL {
            assert_eq!(OfflineMethod::parse(method.name()), Some(method));
            let json = serde_json::to_value(method).expect("a method serialises to its name");
            assert_eq!(json, method.name());
        }
        assert_eq!(OfflineMethod::parse("cheque"), None);
    }

    #[test]
    fn the_limits_themselves_are_allowed() {
        let check = |minor| TERMS.check(Money::from_minor(minor), "SA");
        assert_eq!(check(999), Err(OfflineRefusal::BelowMin(Money::from_minor(1_000))));
        assert_eq!(check(1_000), Ok(()));
        assert_eq!(check(50_000), Ok(()));
        assert_eq!(check(50_001), Err(OfflineRefusal::AboveMax(Money::from_minor(50_000))));
    }

    #[test]
    fn a_method_without_limits_takes_every_order_that_costs_something() {
        let terms = Terms { min_total: None, max_total: None, ..TERMS };
        assert_eq!(terms.check(Money::from_minor(1), "SA"), Ok(()));
        assert_eq!(terms.check(Money::from_minor(10_000_000), "SA"), Ok(()));
        assert_eq!(terms.check(Money::ZERO, "SA"), Err(OfflineRefusal::Disabled));
        let off = Terms { is_enabled: false, ..terms };
        assert_eq!(off.check(Money::from_minor(1), "SA"), Err(OfflineRefusal::Disabled));
    }

    #[test]
    fn a_country_is_refused_before_an_amount() {
        let terms = Terms { countries: vec!["SA".to_owned(), "AE".to_owned()], ..TERMS };
        assert_eq!(terms.check(Money::from_minor(2_000), "AE"), Ok(()));
        for country in ["US", ""] {
            assert_eq!(terms.check(Money::from_minor(1), country), Err(OfflineRefusal::Country), "{country}");
        }
    }

    #[test]
    fn the_last_open_order_is_the_limit() {
        assert_eq!(TERMS.check_open(1), Ok(()));
        assert_eq!(TERMS.check_open(2), Err(OfflineRefusal::TooManyOpen(2)));
        assert_eq!(TERMS.check_open(7), Err(OfflineRefusal::TooManyOpen(2)));
    }

    #[test]
    fn one_phone_number_has_one_key_however_it_is_typed() {
        for typed in [
            "0501234567",
            "٠٥٠ ١٢٣ ٤٥٦٧",
            "۰۵۰-۱۲۳-۴۵۶۷",
            "+966 50 123 4567",
            "00966501234567",
            "966501234567",
            "+9660501234567",
            "501234567",
        ] {
            assert_eq!(phone_key("SA", typed), "966501234567", "{typed}");
        }
        for typed in ["+1 313 555 0142", "(313) 555-0142", "1-313-555-0142"] {
            assert_eq!(phone_key("US", typed), "13135550142", "{typed}");
        }
    }

    #[test]
    fn a_number_of_another_country_stays_another_number() {
        // From abroad, to an address in the Emirates.
        assert_eq!(phone_key("AE", "+966501234567"), "966501234567");
        assert_ne!(phone_key("AE", "0501234567"), phone_key("SA", "0501234567"));
        // Eight digits that begin like the calling code are a national number.
        assert_eq!(phone_key("KW", "96512345"), "96596512345");
        assert_eq!(phone_key("XX", "0501234567"), "501234567");
        assert_eq!(phone_key("SA", "لا يوجد"), "966");
    }
}
