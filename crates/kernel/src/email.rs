//! Addresses of e-mail, as people type them.

use std::fmt;

use crate::text;

/// The longest that can be delivered to.
const LONGEST: usize = 254;
const LONGEST_LOCAL: usize = 64;

/// An address that a letter can be sent to. Nothing in it can end a header line or begin another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no address of e-mail")]
pub struct InvalidEmail;

impl EmailAddress {
    /// A local part, `@`, and a domain that ends in at least two letters, or an IPv4 address in brackets.
    pub fn parse(typed: &str) -> Result<Self, InvalidEmail> {
        let address = text::clean(typed, LONGEST + 1);
        let (local, domain) = address.rsplit_once('@').ok_or(InvalidEmail)?;
        let fits = address.len() <= LONGEST && local.len() <= LONGEST_LOCAL;
        if fits && is_local(local) && (is_domain(domain) || is_bracketed(domain)) {
            Ok(Self(address))
        } else {
            Err(InvalidEmail)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As it is compared: two spellings of one address are one customer.
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
        /// What is kept; absent: refused.
        kept: Option<String>,
    }

    #[test]
    fn every_case_is_judged_as_written_down() {
        for case in crate::vectors::<Case>("email.json") {
            let kept = EmailAddress::parse(&case.typed).ok().map(|address| address.0);
            assert_eq!(kept, case.kept, "{:?}", case.typed);
        }
    }

    #[test]
    fn two_spellings_are_one_address() {
        let key = |text: &str| EmailAddress::parse(text).expect("address").key();
        assert_eq!(key(" Salma@Example.COM "), key("salma@example.com"));
    }
}
