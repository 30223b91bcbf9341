//! The staff's list of orders, and what is done with several of them.

pub mod actions;
pub mod bulk;
mod chips;
pub mod find;
pub mod list;
pub mod moving;
pub mod print;
pub mod query;
pub mod refunds;
