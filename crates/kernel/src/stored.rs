//! Text values read from the database.

/// A stored value that this release does not know, for example one written by a newer release. It is an error and never
/// falls back to a known value, because that value could mean payable, free or in stock.
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
