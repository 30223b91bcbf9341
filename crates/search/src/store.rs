//! All SQL on the search index.

mod find;
mod write;

pub use find::{Candidates, MAX_RANKED, by_code, candidates, known_words, relaxed};
pub use write::{Document, index, refresh_words, remove, whole};

/// A code without dashes and spaces, in upper case.
fn code(text: &str) -> String {
    kernel::digits::fold(text)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}
