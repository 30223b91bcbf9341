//! All SQL on the search index.

mod find;
mod meanings;
mod queries;
mod uses;
mod write;

pub use find::{
    Candidates, MAX_RANKED, MAX_SUGGESTED, Narrowing, all_but_one, any_word, by_code, by_price, candidates,
    known_words,
};
pub use meanings::{SavedMeaning, find_meaning, list_meanings, load_meanings, remove_meaning, save_meaning};
pub use queries::{
    MAX_RECORDED_CHARS, UnansweredQuery, count_unanswered, forget_unanswered, is_recorded, list_unanswered,
};
pub use uses::{Uses, fold_choices, record_choice, record_purchase, uses};
pub use write::{Document, index, refresh_words, remove, set_prices, whole};

/// A code without dashes and spaces, in upper case.
fn code(text: &str) -> String {
    kernel::digits::fold(text)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}
