//! Email addresses.

use std::fmt;

use crate::text;

/// Maximum length of a deliverable address, in bytes.
const MAX_LENGTH: usize = 254;
const MAX_LOCAL_LENGTH: usize = 64;

/// A valid email address. It contains no character that could end a header line or start another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid email address")]
pub struct InvalidEmail;

impl EmailAddress {
    /// Accepts a local part, `@`, and a domain that ends in at least two letters, or an IPv4 address in brackets.
    pub fn parse(typed: &str) -> Result<Self, InvalidEmail> {
        let address = text::clean(typed, MAX_LENGTH + 1);
        let (local, domain) = address.rsplit_once('@').ok_or(InvalidEmail)?;
        let fits = address.len() <= MAX_LENGTH && local.len() <= MAX_LOCAL_LENGTH;
        if fits && is_local(local) && (is_domain(domain) || is_bracketed(domain)) {
            Ok(Self(address))
        } else {
            Err(InvalidEmail)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the lower-case form for comparison: two spellings of one address belong to one customer.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

fn is_local(local: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>()[]\\.,;:@\"".contains(&byte))
    };
    local.split('.').all(is_atom)
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let top = domain.rsplit('.').next().unwrap_or_default();
    domain.contains('.')
        && domain.split('.').all(is_label)
        && top.len() >= 2
        && top.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_bracketed(domain: &str) -> bool {
    let inside = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inside.is_some_and(|address| address.parse::<std::net::Ipv4Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        typed: String,
        /// The parsed address; absent if parsing must fail.
        normalized: Option<String>,
    }

    #[test]
    fn parsing_agrees_with_the_shared_vectors() {
        for case in crate::vectors::<Case>("email.json") {
            let parsed = EmailAddress::parse(&case.typed).ok().map(|address| address.0);
            assert_eq!(parsed, case.normalized, "{:?}", case.typed);
        }
    }

    #[test]
    fn two_spellings_are_one_address() {
        let key = |text: &str| EmailAddress::parse(text).expect("address").key();
        assert_eq!(key(" Salma@Example.COM "), key("salma@example.com"));
    }
}
