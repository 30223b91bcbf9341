//! Decisions about orders: which state may follow which, and what a form must say.

mod state;

pub use state::{Event, State};
