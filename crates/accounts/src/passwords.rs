//! Password strength.

/// Whether a password is too easy to guess. `about` holds the owner's data (name, email), which counts as guessable.
pub fn is_common(password: &str, about: &[&str]) -> bool {
    zxcvbn::zxcvbn(password, about).score() < zxcvbn::Score::Two
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessable_passwords_are_common() {
        for weak in ["password", "12345678", "qwertyuiop", "aaaaaaaa", "salmasalma"] {
            assert!(is_common(weak, &["salma"]), "{weak}");
        }
        for strong in ["nakhla-2026", "correct horse battery", "سعف النخيل الأخضر"] {
            assert!(!is_common(strong, &["salma"]), "{strong}");
        }
    }
}
