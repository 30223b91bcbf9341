//! Password strength.

use std::cmp::Reverse;

/// Words that come to mind at every shop. zxcvbn knows English ones, and no Arabic ones.
const SHOP_WORDS: [&str; 18] = [
    "متجر",
    "المتجر",
    "متجري",
    "دكان",
    "الدكان",
    "سوق",
    "تسوق",
    "سلة",
    "السلة",
    "طلب",
    "طلبات",
    "حساب",
    "حسابي",
    "كلمة السر",
    "كلمة المرور",
    "الرقم السري",
    "matjar",
    "woocommerce",
];
/// A password has at least this many letters and digits outside the words of the shop and of its owner.
const MIN_OTHER_CHARACTERS: usize = 6;

/// Whether a password is too easy to guess. `about` holds what is known of the owner (name, email) and of the shop (name,
/// address): a password made of such words counts as guessable.
pub fn is_common(password: &str, about: &[&str]) -> bool {
    let parts = about.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let known = about.iter().copied().chain(parts).chain(SHOP_WORDS);
    let mut words: Vec<String> =
        known.filter(|word| word.chars().count() >= 3).map(str::to_lowercase).collect();
    // Longer ones first: a part must not take a piece out of the whole.
    words.sort_by_key(|word| Reverse(word.len()));
    let other = words.iter().fold(password.to_lowercase(), |rest, word| rest.replace(word, " "));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    other.chars().filter(|c| c.is_alphanumeric()).count() < MIN_OTHER_CHARACTERS
        || zxcvbn::zxcvbn(password, &words).score() < zxcvbn::Score::Two
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

    #[test]
    fn words_of_the_shop_and_its_owner_make_no_password() {
        let about = ["Salma.Nasser@mail.example", "سلمى", "دكان النخلة", "https://nakhla.example"];
        for weak in [
            "دكان النخلة",
            "دكان-النخلة-2026",
            "النخلةالنخلة1",
            "المتجر والدكان",
            "nakhla.example",
            "Nakhla-2026",
            "matjar-12345",
            "سلمى كلمة السر",
            "salma_nasser_7",
        ] {
            assert!(is_common(weak, &about), "{weak}");
        }
        for strong in ["بوابة الدكان 2026", "nakhla-2026-wadi", "سعف النخيل 7", "سلمى على التل الأخضر"]
        {
            assert!(!is_common(strong, &about), "{strong}");
        }
    }

    /// From all over the list of 30,000 that zxcvbn has.
    #[test]
    fn frequent_passwords_of_leaks_are_common() {
        for leaked in [
            "iloveyou",
            "trustno1",
            "einstein",
            "apollo13",
            "destiny1",
            "therock1",
            "shadow13",
            "smallville",
            "samsung123",
            "shokolad",
            "candycane",
            "jordan18",
            "victory7",
            "itsasecret",
            "raider12",
            "butter11",
        ] {
            assert!(is_common(leaked, &[]), "{leaked}");
            assert!(is_common(&leaked.to_uppercase(), &[]), "{leaked}");
        }
    }
}
