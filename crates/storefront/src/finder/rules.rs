//! What a typed text may mean, and which entries of the menu and which commands it names.

use search::rules::layout;

/// The longest text that is looked for.
pub const MAX_CHARS: usize = 100;

/// The readings of a text, best first: as it was typed, and as the same keys type with the other layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Folded.
    pub typed: String,
    /// Folded; `None` if the keys of the other layout type nothing else.
    pub swapped: Option<String>,
    /// The other layout's text as a person reads it.
    pub meant: Option<String>,
}

impl Reading {
    pub fn of(text: &str) -> Self {
        let typed = search::fold(text);
        let other = if text.chars().any(|c| c.is_ascii_alphabetic()) {
            layout::to_arabic(text)
        } else {
            layout::to_latin(text)
        };
        let swapped = search::fold(&other);
        let differs = !swapped.is_empty() && swapped != typed;
        Self { typed, swapped: differs.then_some(swapped), meant: differs.then_some(other) }
    }

    /// The number of an order, alone or in a command: «رد مبلغ ١٠٤٨٢».
    pub fn order_number(&self) -> Option<i64> {
        let mut numbers = self.typed.split(' ').filter_map(|word| word.parse::<i64>().ok());
        numbers.next().filter(|number| *number > 0)
    }

    /// The words that say what to do with the number.
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(' ').filter(|word| !word.is_empty() && word.parse::<i64>().is_err())
    }

    /// Whether every typed word begins a word of the text, in either reading. The Arabic article is ignored on both sides.
    pub fn matches(&self, text: &str) -> Option<Match> {
        let folded = search::fold(text);
        let names: Vec<&str> = folded.split(' ').map(bare).collect();
        let all = |reading: &str| {
            let mut words = Self::words(reading).peekable();
            words.peek().is_some() && words.all(|word| names.iter().any(|name| name.starts_with(bare(word))))
        };
        if all(&self.typed) {
            return Some(Match::Typed);
        }
        self.swapped.as_deref().filter(|reading| all(reading)).map(|_| Match::Swapped)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    Typed,
    Swapped,
}

fn bare(word: &str) -> &str {
    word.strip_prefix("ال").filter(|rest| rest.chars().count() > 1).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(text: &str, name: &str) -> Option<Match> {
        Reading::of(text).matches(name)
    }

    /// [D21]
    #[test]
    fn spellings_digits_and_the_other_keyboard_are_forgiven() {
        assert_eq!(finds("طلبات", "الطلبات"), Some(Match::Typed));
        assert_eq!(finds("الطَّلبات", "الطلبات"), Some(Match::Typed));
        assert_eq!(finds("اسعار", "الأسعار والخصومات"), Some(Match::Typed));
        assert_eq!(finds("pvh.", "بنّ حَراز"), Some(Match::Swapped));
        assert_eq!(finds("حراز يمني", "بنّ حَراز اليمني"), Some(Match::Typed));
        assert_eq!(finds("حراز تركي", "بنّ حَراز اليمني"), None);
        assert_eq!(finds("", "الطلبات"), None);
        assert_eq!(finds("10482", "الطلبات"), None, "a number alone names no command");
    }

    /// [D21]
    #[test]
    fn an_order_is_named_by_its_number_in_any_digits_also_within_a_command() {
        for text in ["10482", "١٠٤٨٢", "#١٠٤٨٢", "رد مبلغ 10482", "۱۰۴۸۲"] {
            assert_eq!(Reading::of(text).order_number(), Some(10482), "{text}");
        }
        assert_eq!(Reading::of("حراز").order_number(), None);
        assert_eq!(Reading::of("0").order_number(), None);
    }

    #[test]
    fn what_the_other_keyboard_types_is_read_in_its_own_alphabet() {
        assert_eq!(Reading::of("pvh.").meant.as_deref(), Some("حراز"));
        assert_eq!(Reading::of("ؤخببثث").meant.as_deref(), Some("coffee"));
        assert_eq!(Reading::of("10482").meant, None);
    }
}
