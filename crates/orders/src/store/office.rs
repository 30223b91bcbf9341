//! SQL statements of the staff's pages.

mod desk;
mod figures;
mod list;
mod marks;
mod search;

pub use desk::*;
pub use figures::*;
pub use list::*;
pub use marks::*;
pub use search::*;
