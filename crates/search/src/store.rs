//! Every statement on the index.

mod find;
mod write;

pub use find::{CAP, Found, find, suggest};
pub use write::{Document, index, refresh_words, remove};

/// A code without its dashes and spaces, and in one case.
fn code(text: &str) -> String {
    kernel::digits::fold(text)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}
