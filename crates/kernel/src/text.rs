//! Normalizes typed text for validation, storage and display.

use unicode_normalization::UnicodeNormalization;

/// Returns one line of typed text: composed (NFC), without control characters or marks that reorder the text after
/// them, trimmed, and at most `max_chars` long.
///
/// Line breaks and tabs become spaces. The joiners and direction marks U+200C–U+200F are kept: they are part of correct
/// Arabic and Persian spelling and affect only their own position.
pub fn clean(text: &str, max_chars: usize) -> String {
    normalize(text, max_chars, |c| if c.is_whitespace() { ' ' } else { c })
}

/// Like [`clean`], but keeps line breaks, as `\n`.
pub fn clean_lines(text: &str, max_chars: usize) -> String {
    normalize(&text.replace("\r\n", "\n"), max_chars, |c| match c {
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => '\n',
        c if c.is_whitespace() => ' ',
        c => c,
    })
}

/// Removes the isolates that Fluent puts around placeholder values: for titles, plain-text email and comparisons in
/// tests.
pub fn without_isolates(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{2066}'..='\u{2069}')).collect()
}

fn normalize(text: &str, max_chars: usize, space: fn(char) -> char) -> String {
    // Filters before composing, because composing may join characters that a removed mark separated. Truncates last,
    // because composing shortens the text.
    let cleaned: String = text
        .chars()
        .map(space)
        .filter(|&c| c == '\n' || !(c.is_control() || reorders(c)))
        .nfc()
        .skip_while(|c| c.is_whitespace())
        .take(max_chars)
        .collect();
    cleaned.trim_end().to_owned()
}

/// Embeddings, overrides and isolates: an unclosed one reverses the rest of the page, and can make a name look like
/// another.
fn reorders(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn typed_text_is_trimmed_and_composed() {
        // Alef followed by a combining hamza is the same letter as alef with hamza.
        assert_eq!(clean("  \u{627}\u{654}حمد \u{a0}", 20), "\u{623}حمد");
    }

    #[test]
    fn control_characters_are_removed_and_line_breaks_become_spaces() {
        assert_eq!(clean("سطر\nثانٍ\u{0}\u{7}\u{1b}", 20), "سطر ثانٍ");
    }

    #[test]
    fn marks_that_reorder_text_are_removed_and_joiners_stay() {
        assert_eq!(clean("a\u{202e}b\u{2066}c\u{2069}d\u{202a}", 20), "abcd");
        assert_eq!(clean("می\u{200c}خواهم\u{200f}", 20), "می\u{200c}خواهم\u{200f}");
    }

    #[test]
    fn long_text_is_cut_by_characters_not_bytes() {
        assert_eq!(clean("قهوة عربية", 5), "قهوة");
        assert_eq!(clean("قهوة عربية", 6), "قهوة ع");
    }

    #[test]
    fn text_of_several_lines_keeps_its_line_breaks() {
        assert_eq!(clean_lines(" أول\r\nثانٍ\tثالث\r\n", 40), "أول\nثانٍ ثالث");
    }

    #[test]
    fn fluent_isolates_are_removed() {
        assert_eq!(without_isolates("أُضيف «\u{2068}تمر\u{2069}»"), "أُضيف «تمر»");
    }

    proptest! {
        #[test]
        fn cleaning_respects_the_limit_and_is_idempotent(text in "\\PC*|.*", max in 0..40_usize) {
            let once = clean(&text, max);
            prop_assert!(once.chars().count() <= max);
            prop_assert_eq!(clean(&once, max), once);
        }
    }
}
