//! Bundles: products sold as a set of items that the shopper chooses.
//!
//! [`rules`] decides whether a selection may be sold and computes its price. [`service`] supplies the price and
//! stock of each item, from `pricing` and `catalog`. The browser applies the same rules for instant feedback:
//! both sides run the cases in `vectors/bundles/`, and the server's result is binding.
//!
//! Inside a bundle an item has the unit price of its minimum quantity, however many are chosen: quantity
//! discounts apply only to products bought alone, so that the page can compute the total in the browser.

pub mod rules;
pub mod service;
mod store;
pub mod view;

pub use rules::{BundleRefusal, Pick};
pub use service::{ChosenItem, LoadedBundle, Prices};
pub use view::{BundleSettings, BundleView};
