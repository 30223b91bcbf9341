//! Pricing: what a thing costs, as a function of the thing and the instant.
//!
//! A sale starts and ends by the clock; no job flips a price. [`rules`] decides, and tells the next moment at
//! which its answer changes, so that a cached page lives exactly that long.

pub mod html;
pub mod rules;
pub mod view;

pub use rules::{Offer, Price};
pub use view::PriceView;
