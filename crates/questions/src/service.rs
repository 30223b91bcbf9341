//! What other crates may ask of questions.

mod form;
mod pages;
mod section;
mod submit;
mod views;

pub(crate) use form::{author_defaults, form_view, nonces};
pub(crate) use pages::{question_page, structured};
pub use section::{Query, empty_section, purge_tag, section};
pub(crate) use section::{list, parameters, parse_attributes};
pub(crate) use submit::{CHALLENGE, SubmitRequest, Submitted, submit};
pub(crate) use views::{item_view, question_view};

pub use crate::store::{ChangedPost, change_answer, change_question};
