//! Decisions about orders: which state may follow which, and what a form must say.

mod happening;
mod state;

pub use happening::Happening;
pub use state::{Event, State};
