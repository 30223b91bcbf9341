//! Values that come out of the database as text.

/// A stored value that this release does not know: a newer one may have written it. It is an error and never the
/// nearest known value, because the nearest one may be payable, free or in stock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what}: {value:?}")]
pub struct UnknownValue {
    pub what: &'static str,
    pub value: String,
}

impl UnknownValue {
    pub fn new(what: &'static str, value: &str) -> Self {
        Self { what, value: value.to_owned() }
    }
}

#[cfg(feature = "sqlx")]
impl From<UnknownValue> for sqlx::Error {
    fn from(unknown: UnknownValue) -> Self {
        Self::Decode(Box::new(unknown))
    }
}
