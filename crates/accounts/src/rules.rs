//! Pure rules: throttling, password and address validation, redirect targets.

mod address;
mod throttle;

use kernel::EmailAddress;

pub use address::{Address, AddressError, AddressField, AddressKind};
pub use throttle::ThrottlePolicy;

/// Maximum password length in characters. Passwords are used as typed, without trimming.
pub const MAX_PASSWORD_LENGTH: usize = 200;
const MIN_PASSWORD_LENGTH: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordError {
    TooShort,
    Mismatch,
    Common,
}

/// Staff have longer passwords than customers.
pub const MIN_STAFF_PASSWORD_LENGTH: usize = 12;

/// Returns the first error of a new password. `is_common` is called last because it is expensive.
pub fn check_password(
    password: &str,
    again: &str,
    is_common: impl FnOnce() -> bool,
) -> Option<PasswordError> {
    let length = password.chars().count();
    if !(MIN_PASSWORD_LENGTH..=MAX_PASSWORD_LENGTH).contains(&length) {
        Some(PasswordError::TooShort)
    } else if password != again {
        Some(PasswordError::Mismatch)
    } else if is_common() {
        Some(PasswordError::Common)
    } else {
        None
    }
}

/// Derives a user name from an email address: ASCII letters, digits, `.`, `_` and `-`, never an `@`.
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

/// Accepts a redirect target after sign-in only if it is a plain path under `/ar/`, without a query.
pub fn own_path(path: &str) -> Option<&str> {
    let plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-'));
    (plain && path.starts_with("/ar/") && !path.contains("//") && path.len() <= 200).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_mismatched_or_common_password_is_refused() {
        let check = |password, again, common| check_password(password, again, || common);
        assert_eq!(check("1234567", "1234567", false), Some(PasswordError::TooShort));
        assert_eq!(check("سعف نخل", "سعف نخل", false), Some(PasswordError::TooShort));
        assert_eq!(check("nakhla-2026", "nakhla-2027", false), Some(PasswordError::Mismatch));
        assert_eq!(check("password1", "password1", true), Some(PasswordError::Common));
        assert_eq!(check("nakhla-2026", "nakhla-2026", false), None);
        let long = "ن".repeat(MAX_PASSWORD_LENGTH + 1);
        assert_eq!(check(&long, &long, false), Some(PasswordError::TooShort));
    }

    #[test]
    fn a_login_redirects_to_paths_of_the_shop_only() {
        assert_eq!(own_path("/ar/my-account/orders/"), Some("/ar/my-account/orders/"));
        for foreign in [
            "//evil.example/ar/",
            "/ar//evil.example",
            "https://evil.example",
            "/ar/\\evil",
            "/ar/a?b",
            "/en/",
            "",
        ] {
            assert_eq!(own_path(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn a_user_name_is_derived_from_the_address_and_contains_no_at_sign() {
        let name = |email: &str| user_name(&EmailAddress::parse(email).expect("address"));
        assert_eq!(name("Salma.N+shop@example.com"), "salma.nshop");
        assert_eq!(name("!!@example.com"), "customer");
    }
}
