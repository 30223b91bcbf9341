//! Pricing: a pure function of product, quantity, audience and time.
//!
//! A sale starts and ends by the clock; no job changes prices. [`rules`] also returns the next time at which a
//! price changes, so that a cached page expires exactly then.

mod cache;
pub mod html;
pub mod rules;
pub mod service;
mod store;
pub mod view;

pub use rules::{Audience, Offer, Price, PriceRequest, Rules, Subject};
pub use view::PriceView;
