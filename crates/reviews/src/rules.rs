//! Decisions about reviews, on plain data.

mod form;
mod listing;
mod words;

pub use form::{
    Criterion, FormDefinition, MAX_ANSWER_CHARS, MAX_NAME_CHARS, MAX_TEXT_CHARS, Question, Refusal,
    ReviewDraft, StoredAnswer, StoredRating, Submission, check,
};
pub use listing::{Filter, MAX_PAGES, MAX_TAGS, Scope, Sort, page_numbers};
pub use words::{index_keys, query_keys};
