//! Bundles: a product sold as a set whose parts the shopper picks.
//!
//! This crate decides whether a selection may be sold and what it costs ([`rules`]); what each part costs and how much of
//! it is left is asked of `pricing` and `catalog` ([`set`]). The browser repeats the rules for instant feedback: both
//! sides run the cases in `vectors/bundles/`, and the server's answer counts.
//!
//! Inside a bundle a part costs what one of it costs, however many are picked: discounts for quantity are for what is
//! bought alone, so that a page can tell the total before anything is sent.

pub mod rules;
pub mod set;
pub mod store;
pub mod view;

pub use rules::{Pick, Refused};
pub use set::{Chosen, Prices, Set};
pub use view::{BundleSettings, BundleView};
