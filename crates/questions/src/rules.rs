//! Decisions about questions and answers, on plain data.

mod form;
mod paging;

pub use form::{
    Draft, FormDefinition, MAX_NAME_CHARS, MAX_TEXT_CHARS, PostKind, Refusal, Submission, check, poses_as,
};
pub use paging::{Position, REQUEST_FIRST_PAGE};
