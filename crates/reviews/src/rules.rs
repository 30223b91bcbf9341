//! Decisions about reviews, on plain data.

mod form;
mod listing;
mod signals;
mod words;

pub use form::{
    Criterion, FormDefinition, MAX_ANSWER_CHARS, MAX_NAME_CHARS, MAX_TEXT_CHARS, Question, Refusal,
    ReviewDraft, StoredAnswer, StoredRating, Submission, check,
};
pub use listing::{Filter, MAX_PAGES, MAX_TAGS, Scope, Sort, page_numbers};
pub use signals::{Circumstances, HoldPolicy, Signal, Verdict, decide, similarity};
pub use words::{index_keys, query_keys};

use serde::{Deserialize, Serialize};

/// Whether a review is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum ReviewState {
    /// Waits for staff.
    Held,
    Published,
    Refused,
}

impl ReviewState {
    pub const ALL: [Self; 3] = [Self::Held, Self::Published, Self::Refused];

    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Published => "published",
            Self::Refused => "refused",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}
