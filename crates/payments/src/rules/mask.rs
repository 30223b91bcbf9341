//! Keeps card numbers out of logs and free text, where somebody may have put one.

use std::{borrow::Cow, ops::Range};

use kernel::digits::fold;

use super::{card::passes_luhn, is_dash};
use crate::rules::Brand;

/// How many digits make a card; the shortest maestro numbers are left, for they look like any other number.
const DIGITS: Range<usize> = 13..20;
const KEPT: usize = 4;

/// A digit of the text, and where it stands.
struct Digit {
    value: char,
    at: usize,
    end: usize,
    /// Nothing stands between it and the digit before.
    is_joined: bool,
    /// At most one space or dash does.
    is_near: bool,
}

/// Puts asterisks for every card number and leaves its last four digits.
///
/// A card is 13 to 19 digits, of any script that the shop reads, with at most one space or dash between two of them,
/// that begin like a card and whose last digit fits. It may stand among other groups of digits.
pub fn mask(text: &str) -> Cow<'_, str> {
    let digits = digits_of(text);
    let cards = cards_in(&digits);
    if cards.is_empty() {
        return text.into();
    }
    let mut masked = String::with_capacity(text.len());
    let mut done = 0;
    for digit in cards.into_iter().flat_map(|card| &digits[card.start..card.end - KEPT]) {
        masked.push_str(&text[done..digit.at]);
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
    let mut is_parted = true;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        // Every digit that folds is one sign before and after.
        match fold(&text[at..end]).chars().next().filter(char::is_ascii_digit) {
            Some(value) => {
                let is_near = !is_parted && gaps <= 1;
                digits.push(Digit { value, at, end, is_joined: is_near && gaps == 0, is_near });
                (gaps, is_parted) = (0, false);
            }
            None if is_gap(c) => gaps += 1,
            None => is_parted = true,
        }
    }
    digits
}

/// Not the end of a line: two numbers below each other are two numbers.
fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' | '\u{3000}') || is_dash(c)
}

/// Where cards stand, in order and apart. A card begins and ends where a group of digits does; two that share digits
/// are taken for one, so that what is left of them is never more than four digits.
fn cards_in(digits: &[Digit]) -> Vec<Range<usize>> {
    if digits.len() < DIGITS.start {
        return Vec::new();
    }
    let values: String = digits.iter().map(|digit| digit.value).collect();
    let ends_group = |end: usize| digits.get(end).is_none_or(|next| !next.is_joined);
    let mut cards: Vec<Range<usize>> = Vec::new();
    for start in (0..digits.len()).filter(|at| !digits[*at].is_joined) {
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
    DIGITS.contains(&digits.len()) && Brand::of(digits).is_some() && passes_luhn(digits)
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
    fn masking_agrees_with_the_cases() {
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
    fn two_readings_that_share_digits_leave_four_digits_in_all() {
        // Both the first four groups and the last four are a card.
        let both = (0..10_000)
            .map(|last| format!("4242 4242 4242 4242 {last:04}"))
            .find(|text| looks_like_a_card(&text.replace(' ', "")[4..]))
            .expect("one in ten fits");

        let masked = mask(&both);

        assert_eq!(masked.chars().filter(char::is_ascii_digit).count(), 4, "{masked}");
    }

    proptest! {
        #[test]
        fn nothing_but_digits_is_masked(text in "[0-9٠-٩ x-]{0,60}") {
            let masked = mask(&text);
            prop_assert_eq!(masked.chars().count(), text.chars().count());
            for (before, after) in text.chars().zip(masked.chars()) {
                prop_assert!(before == after || after == '*' && before.is_numeric());
            }
        }

        #[test]
        fn a_masked_number_is_no_card_any_more(text in "4[0-9٠-٩]{12,18}x?") {
            prop_assert!(!holds_card(&mask(&text)));
        }

        #[test]
        fn a_card_is_found_wherever_it_stands(before in "[^0-9٠-٩۰-۹０-９]{0,20}", after in "[^0-9٠-٩۰-۹０-９]{0,20}") {
            let text = format!("{before}5555555555554444{after}");
            prop_assert_eq!(mask(&text), format!("{before}************4444{after}"));
        }
    }
}
