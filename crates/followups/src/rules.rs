//! Decisions about follow-ups: what may still be sent, and what a template contains.

mod cause;
mod defaults;
mod template;
mod verdict;

pub use cause::{Cause, MAX_DELAY_HOURS};
pub use defaults::default_template;
pub use template::{
    FORMS, MAX_BODY, MAX_BUTTON, MAX_SUBJECT, Part, Position, Refusal, Template, Values, check, paragraphs,
    placeholders, render,
};
pub use verdict::{Person, StopReason, Verdict, decide};
