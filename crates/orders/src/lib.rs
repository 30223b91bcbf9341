//! Orders: what was bought, its state, its history and its ledger.
//!
//! `checkout` creates orders. Afterwards payments and staff change them: [`settle::OrderSettlement`] applies every change
//! of a payment to its order, in the transaction of that change, and the staff pages move an order forward or refund it.
//! All of it happens under the lock of the order's row.

mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod settle;
mod store;
pub mod view;

pub use http::endpoints;
pub use settle::OrderSettlement;
