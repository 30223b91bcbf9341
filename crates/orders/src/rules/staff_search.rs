//! What staff type into the search box of orders, and the pages of a list that is put together from several sets.

/// A phone number is compared by so many of its last digits: they are the same with a country's code, with a zero
/// before the number, or with neither.
const PHONE_TAIL: usize = 8;
/// With fewer digits a number names an order only.
const MIN_PHONE: usize = 4;

/// What a typed text may mean. The parts are alternatives.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OrderSearch {
    pub number: Option<i64>,
    /// The last digits of a phone number.
    pub phone: Option<String>,
    /// A name, an email address or a product, or a part of one.
    pub words: Option<String>,
}

impl OrderSearch {
    /// Reads what was typed. `None` if it is empty.
    pub fn parse(typed: &str) -> Option<Self> {
        let text = kernel::digits::fold(typed.trim()).into_owned();
        if text.is_empty() {
            return None;
        }
        let is_numeric = text.chars().all(|c| {
            c.is_ascii_digit() || matches!(c, '#' | '+' | '-' | '(' | ')' | '.' | '/') || is_blank(c)
        });
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if !is_numeric || digits.is_empty() {
            return Some(Self { words: Some(text), ..Self::default() });
        }
        let tail = digits.len().saturating_sub(PHONE_TAIL);
        Some(Self {
            number: text.trim_start_matches('#').parse().ok(),
            phone: (digits.len() >= MIN_PHONE && !text.starts_with('#'))
                .then(|| digits.get(tail..).unwrap_or_default().to_owned()),
            words: None,
        })
    }
}

/// Whether an index of trigrams can find this folded text: it has three letters or digits in a row.
pub fn has_trigram(folded: &str) -> bool {
    folded.split(|c: char| !c.is_alphanumeric()).any(|run| run.chars().nth(2).is_some())
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

/// The newest orders of one condition. If there are more, only those down to `floor` are known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidates {
    /// Newest first.
    pub ids: Vec<i64>,
    pub floor: Option<i64>,
}

impl Candidates {
    /// `ids` were read newest first with this limit.
    pub fn newest(ids: Vec<i64>, limit: usize) -> Self {
        let floor = ids.last().copied().filter(|_| ids.len() >= limit);
        Self { ids, floor }
    }

    /// Orders of either set.
    pub fn or(mut self, other: Self) -> Self {
        self.floor = self.floor.max(other.floor);
        self.ids.extend(other.ids);
        self.ids.sort_unstable_by(|a, b| b.cmp(a));
        self.ids.dedup();
        self.cut()
    }

    /// Orders of both sets.
    pub fn and(mut self, other: &Self) -> Self {
        self.floor = self.floor.max(other.floor);
        self.ids.retain(|id| other.ids.contains(id));
        self.cut()
    }

    /// Below the floor one of the sets is not known.
    fn cut(mut self) -> Self {
        let floor = self.floor.unwrap_or(i64::MIN);
        self.ids.retain(|id| *id >= floor);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(typed: &str) -> OrderSearch {
        OrderSearch::parse(typed).expect("a search")
    }

    #[test]
    fn a_number_is_read_in_any_digits() {
        assert_eq!(parse("#١٠٤٨٢"), OrderSearch { number: Some(10_482), ..OrderSearch::default() });
        assert_eq!(parse("10482").number, Some(10_482));
        assert_eq!(parse(" ۱۰۴۸۲ ").number, Some(10_482));
        assert_eq!(OrderSearch::parse("  "), None);
    }

    #[test]
    fn a_phone_number_has_one_tail_in_all_its_forms() {
        for typed in ["0501234567", "٠٥٠ ١٢٣ ٤٥٦٧", "+966 50 123 4567", "00966-50-1234567", "(050) 123.4567"]
        {
            assert_eq!(parse(typed).phone.as_deref(), Some("01234567"), "{typed}");
        }
        assert_eq!(parse("4567").phone.as_deref(), Some("4567"), "the last four are what people remember");
        assert_eq!(parse("456").phone, None);
    }

    #[test]
    fn anything_else_is_words() {
        for typed in ["سلمى", "salma@example.com", "pvh.", "تمر 500"] {
            assert_eq!(parse(typed).words.as_deref(), Some(typed));
        }
    }

    #[test]
    fn short_words_have_no_trigram() {
        for short in ["", "هن", "ab cd", "a@b.co", "%_%", "1-2"] {
            assert!(!has_trigram(short), "{short}");
        }
        for long in ["هند", "ab cde", "a@b.com", "123"] {
            assert!(has_trigram(long), "{long}");
        }
    }

    #[test]
    fn sets_are_combined_down_to_the_floor_of_the_shorter_one() {
        let all = Candidates::newest(vec![9, 7, 5], 10);
        let cut = Candidates::newest(vec![8, 7, 6], 3);
        assert_eq!(all.clone().and(&cut), Candidates { ids: vec![7], floor: Some(6) });
        assert_eq!(all.or(cut), Candidates { ids: vec![9, 8, 7, 6], floor: Some(6) });
    }
}
