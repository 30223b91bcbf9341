//! SQL statements of the staff's pages.

mod actions;
mod figures;
mod list;
mod marks;
mod search;

pub use actions::*;
pub use figures::*;
pub use list::*;
pub use marks::*;
pub use search::*;
