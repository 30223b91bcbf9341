//! The day on which an order arrives: one rule for the product page, the cart, the checkout, the order and its emails.
//!
//! A pure rule without a database. The cart owns the shipping methods with their days, and the shop's calendar.

pub mod rules;
mod text;

pub use rules::{Calendar, Promise, Schedule, WorkingDays};
pub use text::arrival;
