//! Normalizes typed digits and groups displayed ones.

use std::borrow::Cow;
use std::fmt;

/// Converts Arabic, Persian and full-width digits to 0–9, and `٫ ٬ ٪` to `. , %`.
///
/// Call this on every field before validating or storing it. The thousands separator becomes a comma instead of being
/// removed, so that a parser can still reject one in the wrong position. The Arabic comma `،` is punctuation and is not
/// changed.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| fold_char(c) != c) { text.chars().map(fold_char).collect() } else { text.into() }
}

fn fold_char(c: char) -> char {
    match c {
        '٠'..='٩' => western(c, '٠'),
        '۰'..='۹' => western(c, '۰'),
        '０'..='９' => western(c, '０'),
        '٫' => '.',
        '٬' => ',',
        '٪' => '%',
        other => other,
    }
}

fn western(digit: char, zero: char) -> char {
    // The ranges in `fold_char` guarantee a difference of 0 to 9.
    char::from_digit(u32::from(digit) - u32::from(zero), 10).unwrap_or(digit)
}

/// Writes plain digits with a comma before every group of three.
pub(crate) fn write_grouped(out: &mut impl fmt::Write, digits: &str) -> fmt::Result {
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.write_char(',')?;
        }
        out.write_char(digit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::vectors;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        input: String,
        folded: String,
    }

    /// The TypeScript implementation is tested with the same file.
    #[test]
    fn folding_agrees_with_the_shared_vectors() {
        for case in vectors::<Case>("digits.json") {
            assert_eq!(fold(&case.input), case.folded, "{}", case.name);
        }
    }

    #[test]
    fn text_without_foreign_digits_is_not_copied() {
        assert!(matches!(fold("قهوة 12.5%"), Cow::Borrowed(_)));
    }
}
