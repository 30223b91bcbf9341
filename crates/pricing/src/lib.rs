//! Pricing: what a thing costs, as a function of the thing, the quantity, who asks and the instant.
//!
//! A sale starts and ends by the clock; no job flips a price. [`rules`] decides, and tells the next moment at which its
//! answer changes, so that a cached page lives exactly that long.

pub mod html;
mod kept;
pub mod rules;
pub mod store;
pub mod view;

pub use rules::{Ask, Offer, Price, Rules, Subject, Who};
pub use view::PriceView;
