//! The barcode tool of staff: finds products and orders by a scanned code, changes the stock of a store, and counts it.
//!
//! Stock belongs to the catalogue: `stock_levels` has what each store has of a product, `stock_movements` every change.
//! This crate decides under the lock of the level and writes through `move_stock`, so a store never has less than nothing
//! or less than is reserved. A member of staff acts in the stores of their account; an administrator in all of them.

mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod settings;
mod store;
pub mod urls;
pub mod view;

pub use http::endpoints;
pub use settings::BarcodeSettings;
