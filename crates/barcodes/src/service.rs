//! What the endpoints do: read, decide, write in one transaction.

mod act;
mod count;
mod find;
mod rights;

pub use act::{ActRequest, act, save_bin};
pub use count::{CountEnd, cancel, close, open};
pub use find::{Finder, done_text, results_of, rows_of};
pub use rights::{allowed_actions, authorize, stores_of};
