//! Database ids, one type per table, so that they cannot be mixed up.
//!
//! An id is serialized as text: views are plain JSON, and form fields are text anyway.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// Error for text that is not a valid id: an id is a positive number in plain digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id is a positive number in plain digits")]
pub struct InvalidId;

/// Stricter than the parser of `i64`, so that an id has exactly one spelling: no sign, no leading zero.
fn parse(text: &str) -> Result<i64, InvalidId> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    plain.then(|| text.parse().ok()).flatten().ok_or(InvalidId)
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
        #[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
        #[ts(export_to = "kernel.ts", type = "string")]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(out)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                parse(text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

ids! {
    ProductId
    /// One buyable choice of a product, such as a size.
    VariationId
    CategoryId
    /// Never leaves the server: a cart is accessed through its session only.
    CartId
    /// Never leaves the server: a customer is identified by the session only.
    CustomerId
    /// Never leaves the server: outside it, an order is identified by its number and its key.
    OrderId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_positive_number_in_plain_digits() {
        assert_eq!("17".parse(), Ok(ProductId(17)));
        assert_eq!(i64::MAX.to_string().parse(), Ok(ProductId(i64::MAX)));
    }

    #[test]
    fn anything_else_is_refused() {
        let refused = ["", "0", "007", "-1", "+1", " 1", "1.0", "1e3", "٣", "0x1", "9223372036854775808"];
        for text in refused {
            assert_eq!(text.parse::<ProductId>(), Err(InvalidId), "{text:?}");
        }
    }

    #[test]
    fn an_id_is_serialized_as_text() {
        let json = serde_json::to_string(&VariationId(5)).expect("it serializes");

        assert_eq!(json, r#""5""#);
        assert_eq!(serde_json::from_str::<VariationId>(&json).ok(), Some(VariationId(5)));
        assert!(serde_json::from_str::<VariationId>("5").is_err());
    }
}
