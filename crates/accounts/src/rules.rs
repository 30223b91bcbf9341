//! Decisions on plain values: how long to wait, what a password or an address must be, where one may be sent.

mod address;
mod pace;

use kernel::EmailAddress;

pub use address::{Address, AddressFault, AddressKind, Part};
pub use pace::Pace;

/// What was typed into a password field is used as it is, up to this many characters.
pub const LONGEST_PASSWORD: usize = 200;
const SHORTEST_PASSWORD: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordFault {
    TooShort,
    Mismatch,
    Common,
}

/// `is_common` is asked last: it costs more than the others.
pub fn password_fault(
    password: &str,
    again: &str,
    is_common: impl FnOnce() -> bool,
) -> Option<PasswordFault> {
    let length = password.chars().count();
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        Some(PasswordFault::TooShort)
    } else if password != again {
        Some(PasswordFault::Mismatch)
    } else if is_common() {
        Some(PasswordFault::Common)
    } else {
        None
    }
}

/// A name to sign in with, made from an address: letters, digits and a few marks, never an `@`.
pub fn user_name(email: &EmailAddress) -> String {
    let key = email.key();
    let local = key.split('@').next().unwrap_or_default();
    let plain: String = local
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
        .take(40)
        .collect();
    if plain.is_empty() { "customer".to_owned() } else { plain }
}

/// Where a login may lead: an address of this shop, in plain letters.
pub fn own_path(path: &str) -> Option<&str> {
    let plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-'));
    (plain && path.starts_with("/ar/") && !path.contains("//") && path.len() <= 200).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_long_enough_typed_twice_and_not_common() {
        let fault = |password, again, common| password_fault(password, again, || common);
        assert_eq!(fault("1234567", "1234567", false), Some(PasswordFault::TooShort));
        assert_eq!(fault("سعف نخل", "سعف نخل", false), Some(PasswordFault::TooShort));
        assert_eq!(fault("nakhla-2026", "nakhla-2027", false), Some(PasswordFault::Mismatch));
        assert_eq!(fault("password1", "password1", true), Some(PasswordFault::Common));
        assert_eq!(fault("nakhla-2026", "nakhla-2026", false), None);
        let long = "ن".repeat(LONGEST_PASSWORD + 1);
        assert_eq!(fault(&long, &long, false), Some(PasswordFault::TooShort));
    }

    #[test]
    fn a_login_leads_to_addresses_of_the_shop_only() {
        assert_eq!(own_path("/ar/my-account/orders/"), Some("/ar/my-account/orders/"));
        for elsewhere in [
            "//evil.example/ar/",
            "/ar//evil.example",
            "https://evil.example",
            "/ar/\\evil",
            "/ar/a?b",
            "/en/",
            "",
        ] {
            assert_eq!(own_path(elsewhere), None, "{elsewhere}");
        }
    }

    #[test]
    fn a_user_name_comes_from_the_address_and_never_looks_like_one() {
        let name = |email: &str| user_name(&EmailAddress::parse(email).expect("address"));
        assert_eq!(name("Salma.N+shop@example.com"), "salma.nshop");
        assert_eq!(name("!!@example.com"), "customer");
    }
}
