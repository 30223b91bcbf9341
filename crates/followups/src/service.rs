//! What other crates may ask of follow-ups.

pub use crate::store::{CauseSettings, cause, set_cause};
