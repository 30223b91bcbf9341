//! What makes a password a bad one.

/// Whether everybody would guess it: too weak, or made of what is known about its owner.
pub fn is_common(password: &str, about: &[&str]) -> bool {
    zxcvbn::zxcvbn(password, about).score() < zxcvbn::Score::Two
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_would_try_first_is_common() {
        for weak in ["password", "12345678", "qwertyuiop", "aaaaaaaa", "salmasalma"] {
            assert!(is_common(weak, &["salma"]), "{weak}");
        }
        for strong in ["nakhla-2026", "correct horse battery", "سعف النخيل الأخضر"] {
            assert!(!is_common(strong, &["salma"]), "{strong}");
        }
    }
}
