//! What other crates may ask of the Store API: its description.

pub use crate::openapi::{URL, described, document};
