//! Masks card numbers in logs and free text.

use std::{borrow::Cow, ops::Range};

use kernel::digits::fold;

use super::{card::passes_luhn, is_dash};
use crate::rules::Brand;

/// Number of digits of a card. Shorter maestro numbers are not masked, because too many other numbers look like them.
const DIGITS: Range<usize> = 13..20;
const VISIBLE_DIGITS: usize = 4;

/// A digit of the text, with its byte range.
struct Digit {
    value: char,
    start: usize,
    end: usize,
    /// It follows the previous digit directly.
    is_joined: bool,
    /// At most one space or dash separates it from the previous digit.
    is_near: bool,
}

/// Replaces the digits of every card number with asterisks, except the last four.
///
/// A card number has 13 to 19 digits of any supported script, with at most one space or dash between two of them, a
/// known prefix and a valid check digit. It may be next to other groups of digits.
pub fn mask(text: &str) -> Cow<'_, str> {
    let digits = digits_of(text);
    let cards = cards_in(&digits);
    if cards.is_empty() {
        return text.into();
    }
    let mut masked = String::with_capacity(text.len());
    let mut done = 0;
    for digit in cards.into_iter().flat_map(|card| &digits[card.start..card.end - VISIBLE_DIGITS]) {
        masked.push_str(&text[done..digit.start]);
        masked.push('*');
        done = digit.end;
    }
    masked.push_str(&text[done..]);
    masked.into()
}

pub fn holds_card(text: &str) -> bool {
    !cards_in(&digits_of(text)).is_empty()
}

fn digits_of(text: &str) -> Vec<Digit> {
    let mut digits: Vec<Digit> = Vec::new();
    let mut gaps = 0;
    let mut is_separated = true;
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        // Folding maps each digit to exactly one character.
        match fold(&text[start..end]).chars().next().filter(char::is_ascii_digit) {
            Some(value) => {
                let is_near = !is_separated && gaps <= 1;
                digits.push(Digit { value, start, end, is_joined: is_near && gaps == 0, is_near });
                (gaps, is_separated) = (0, false);
            }
            None if is_gap(c) => gaps += 1,
            None => is_separated = true,
        }
    }
    digits
}

/// Whether the character may separate groups of one number. A line break may not.
fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' | '\u{3000}') || is_dash(c)
}

/// Finds the index ranges of card numbers, in order and without overlap. A card number starts and ends at the boundary
/// of a digit group. Two that share digits are merged, so that never more than four of their digits stay visible.
fn cards_in(digits: &[Digit]) -> Vec<Range<usize>> {
    if digits.len() < DIGITS.start {
        return Vec::new();
    }
    let values: String = digits.iter().map(|digit| digit.value).collect();
    let ends_group = |end: usize| digits.get(end).is_none_or(|next| !next.is_joined);
    let mut cards: Vec<Range<usize>> = Vec::new();
    for start in (0..digits.len()).filter(|index| !digits[*index].is_joined) {
        let near = digits[start + 1..].iter().take(DIGITS.end - 2).take_while(|digit| digit.is_near).count();
        let is_card = |end: &usize| ends_group(*end) && looks_like_a_card(&values[start..*end]);
        let Some(end) = (start + DIGITS.start..=start + 1 + near).rev().find(is_card) else { continue };
        match cards.last_mut() {
            Some(last) if last.end > start => last.end = last.end.max(end),
            _ => cards.push(start..end),
        }
    }
    cards
}

fn looks_like_a_card(digits: &str) -> bool {
    DIGITS.contains(&digits.len()) && Brand::from_digits(digits).is_some() && passes_luhn(digits)
}

#[cfg(test)]
mod tests {
    use kernel::vectors;
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        text: String,
        masked: String,
    }

    #[test]
    fn masking_agrees_with_the_shared_vectors() {
        for case in vectors::<Case>("payments/mask.json") {
            assert_eq!(mask(&case.text), case.masked, "{}", case.name);
            assert_eq!(holds_card(&case.text), case.text != case.masked, "{}", case.name);
        }
    }

    #[test]
    fn text_without_a_card_is_not_copied() {
        assert!(matches!(mask("طلب 1234567890123456 وصل"), Cow::Borrowed(_)));
    }

    #[test]
    fn overlapping_card_numbers_leave_four_digits_visible() {
        // Both the first four groups and the last four are a card number.
        let both = (0..10_000)
            .map(|last| format!("4242 4242 4242 4242 {last:04}"))
            .find(|text| looks_like_a_card(&text.replace(' ', "")[4..]))
            .expect("one in ten passes");

        let masked = mask(&both);

        assert_eq!(masked.chars().filter(char::is_ascii_digit).count(), 4, "{masked}");
    }

    proptest! {
        #[test]
        fn only_digits_are_masked(text in "[0-9٠-٩ x-]{0,60}") {
            let masked = mask(&text);
            prop_assert_eq!(masked.chars().count(), text.chars().count());
            for (before, after) in text.chars().zip(masked.chars()) {
                prop_assert!(before == after || after == '*' && before.is_numeric());
            }
        }

        #[test]
        fn a_masked_number_is_not_a_card(text in "4[0-9٠-٩]{12,18}x?") {
            prop_assert!(!holds_card(&mask(&text)));
        }

        #[test]
        fn a_card_is_found_anywhere_in_the_text(before in "[^0-9٠-٩۰-۹０-９]{0,20}", after in "[^0-9٠-٩۰-۹０-９]{0,20}") {
            let text = format!("{before}5555555555554444{after}");
            prop_assert_eq!(mask(&text), format!("{before}************4444{after}"));
        }
    }
}
