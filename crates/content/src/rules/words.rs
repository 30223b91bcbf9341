//! The words of a page or post: folded and stemmed as in the shop's search.

use std::collections::BTreeSet;

use search::rules::{fold, stem};

/// Different words of a text that are found. Few texts have more.
const MAX_WORDS: usize = 3_000;
/// Words of a query that must occur.
const MAX_QUERY_WORDS: usize = 6;

pub fn index_words(text: &str) -> Vec<String> {
    stems(text).into_iter().take(MAX_WORDS).collect()
}

/// The words that a text must have. Empty if nothing was typed that could be found.
pub fn query_words(typed: &str) -> Vec<String> {
    stems(typed).into_iter().take(MAX_QUERY_WORDS).collect()
}

fn stems(text: &str) -> BTreeSet<String> {
    fold::words(text).iter().map(|token| stem::light(&token.text).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_any_spelling_and_with_its_article() {
        let words = index_words("القهوة السعودية مُتوازنة");
        for query in ["قهوه", "القهوة", "قهوة سعودية"] {
            assert!(query_words(query).iter().all(|word| words.contains(word)), "{query}");
        }
        assert!(!query_words("عسل").iter().all(|word| words.contains(word)));
        assert!(query_words("؟!").is_empty());
    }
}
